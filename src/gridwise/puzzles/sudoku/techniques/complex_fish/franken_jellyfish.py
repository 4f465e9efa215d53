"""Franken Jellyfish: four bases, lines or boxes, in four covers across."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "franken_jellyfish", msg("Franken Jellyfish"), 370


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each Franken fish of four bases, without fins."""
    return house_fish(grid, 4, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 630, find, {"hodoku": _SCORE}, ("0332",))
