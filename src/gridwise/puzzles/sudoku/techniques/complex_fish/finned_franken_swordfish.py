"""Finned Franken Swordfish: three bases, lines or boxes, in three covers across and in fins."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "finned_franken_swordfish", msg("Finned Franken Swordfish"), 410


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each Franken fish of three bases, with fins."""
    return house_fish(grid, 3, _NAME, _TITLE, _SCORE, with_fins=True)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 680, find, {"hodoku": _SCORE}, ("0341", "03411"))
