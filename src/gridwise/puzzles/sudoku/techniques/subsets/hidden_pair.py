"""Hidden pair: two digits with only two places in a house."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import hidden

_NAME, _TITLE, _SCORE = "hidden_pair", msg("Hidden Pair"), 70


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each hidden pair."""
    return hidden(grid, 2, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 150, find, {"hodoku": _SCORE, "se": 3.4}, ("0210",))
