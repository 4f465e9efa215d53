"""Hidden triple: three digits with only three places in a house."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import hidden

_NAME, _TITLE, _SCORE = "hidden_triple", msg("Hidden Triple"), 100


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each hidden triple."""
    return hidden(grid, 3, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 160, find, {"hodoku": _SCORE, "se": 4.0}, ("0211",))
