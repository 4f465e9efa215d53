"""Hidden quadruple: four digits with only four places in a house."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import hidden

_NAME, _TITLE, _SCORE = "hidden_quadruple", msg("Hidden Quadruple"), 150


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each hidden quadruple."""
    return hidden(grid, 4, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 210, find, {"hodoku": _SCORE, "se": 5.4}, ("0212",))
