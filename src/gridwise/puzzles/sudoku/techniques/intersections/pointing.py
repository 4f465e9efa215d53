"""Pointing: the places of a digit in a box lie in one line."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.intersections.search import locked_candidates

_NAME, _TITLE, _SCORE = "pointing", msg("Pointing"), 50


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit whose places in a box lie in one line."""
    return locked_candidates(grid, range(2 * grid.size, len(grid.houses)), _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 120, find, {"hodoku": _SCORE, "se": 2.6}, ("0100",))
