"""Finned Franken X-Wing: two bases, lines or boxes, in two covers across and in fins."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "finned_franken_x_wing", msg("Finned Franken X-Wing"), 390


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each Franken fish of two bases, with fins."""
    return house_fish(grid, 2, _NAME, _TITLE, _SCORE, with_fins=True)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 670, find, {"hodoku": _SCORE}, ("0340",))
