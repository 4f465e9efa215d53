"""Sashimi Jellyfish: a finned Jellyfish with a line that has at most one place besides its fins."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import finned_fish

_NAME, _TITLE, _SCORE = "sashimi_jellyfish", msg("Sashimi Jellyfish"), 260


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each sashimi fish of four lines, then for siamese pairs."""
    return finned_fish(grid, 4, _NAME, _TITLE, _SCORE, sashimi=True)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 460, find, {"hodoku": _SCORE}, ("0322", "03221"))
