"""Finned Swordfish: three lines with their places of a digit in three lines across and a box."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import finned_fish

_NAME, _TITLE, _SCORE = "finned_swordfish", msg("Finned Swordfish"), 200


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each finned fish of three lines, then for siamese pairs."""
    return finned_fish(grid, 3, _NAME, _TITLE, _SCORE, sashimi=False)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 430, find, {"hodoku": _SCORE}, ("0311", "03111"))
