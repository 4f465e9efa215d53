"""Claiming: the places of a digit in a line lie in one box."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.intersections.search import locked_candidates

_NAME, _TITLE, _SCORE = "claiming", msg("Claiming"), 50


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit whose places in a line lie in one box."""
    return locked_candidates(grid, range(2 * grid.size), _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 121, find, {"hodoku": _SCORE, "se": 2.8}, ("0101",))
