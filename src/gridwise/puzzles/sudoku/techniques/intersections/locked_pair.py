"""Locked pair: a naked pair in the cells that a box and a line share."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import naked

_NAME, _TITLE, _SCORE = "locked_pair", msg("Locked Pair"), 40


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each naked pair that removes candidates from its box and from its line."""
    return naked(grid, 2, _NAME, _TITLE, _SCORE, locked=True)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 100, find, {"hodoku": _SCORE, "se": 2.0}, ("0110",))
