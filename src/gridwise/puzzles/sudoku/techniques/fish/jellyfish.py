"""Jellyfish: four lines whose places of a digit lie in four lines across."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.fish.search import fish

_NAME, _TITLE, _SCORE = "jellyfish", msg("Jellyfish"), 160


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each fish of four lines."""
    return fish(grid, 4, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 240, find, {"hodoku": _SCORE, "se": 5.2}, ("0302",))
