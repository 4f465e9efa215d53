"""Swordfish: three lines whose places of a digit lie in three lines across."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import fish

_NAME, _TITLE, _SCORE = "swordfish", msg("Swordfish"), 150


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each fish of three lines."""
    return fish(grid, 3, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 230, find, {"hodoku": _SCORE, "se": 3.8}, ("0301",))
