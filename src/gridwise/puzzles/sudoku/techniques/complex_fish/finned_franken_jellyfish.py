"""Finned Franken Jellyfish: four bases, lines or boxes, in four covers across and in fins."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "finned_franken_jellyfish", msg("Finned Franken Jellyfish"), 430


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each Franken fish of four bases, with fins."""
    return house_fish(grid, 4, _NAME, _TITLE, _SCORE, with_fins=True)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 690, find, {"hodoku": _SCORE}, ("0342", "03421"))
