"""Finned X-Wing: two lines with their places of a digit in two lines across and a box."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import finned_fish

_NAME, _TITLE, _SCORE = "finned_x_wing", msg("Finned X-Wing"), 130


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each finned fish of two lines, then for siamese pairs."""
    return finned_fish(grid, 2, _NAME, _TITLE, _SCORE, sashimi=False)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 410, find, {"hodoku": _SCORE}, ("0310",))
