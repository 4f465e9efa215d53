"""Mutant Jellyfish: four bases of any kind in four covers."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "mutant_jellyfish", msg("Mutant Jellyfish"), 450


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each mutant fish of four bases, without fins."""
    return house_fish(grid, 4, _NAME, _TITLE, _SCORE, mutant=True)


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 926, find, {"hodoku": _SCORE}, ("0352",))
