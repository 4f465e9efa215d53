"""X-Wing: two lines whose places of a digit lie in two lines across."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import fish

_NAME, _TITLE, _SCORE = "x_wing", msg("X-Wing"), 140


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each fish of two lines."""
    return fish(grid, 2, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 220, find, {"hodoku": _SCORE, "se": 3.2}, ("0300",))
