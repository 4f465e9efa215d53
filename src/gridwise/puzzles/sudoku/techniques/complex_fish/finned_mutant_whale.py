"""Finned Mutant Whale: six bases of any kind in six covers and in fins."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.houses import house_fish

_NAME, _TITLE, _SCORE = "finned_mutant_whale", msg("Finned Mutant Whale"), 470


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each mutant fish of six bases, with fins."""
    return house_fish(grid, 6, _NAME, _TITLE, _SCORE, mutant=True, with_fins=True)


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 950, find, {"hodoku": _SCORE}, ("0364",))
