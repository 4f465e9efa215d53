"""Franken Swordfish: three bases, lines or boxes, in three covers across."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "franken_swordfish", msg("Franken Swordfish"), 350


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each Franken fish of three bases, without fins."""
    return house_fish(grid, 3, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 620, find, {"hodoku": _SCORE}, ("0331",))
