"""Locked triple: a naked triple in the cells that a box and a line share."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import naked

_NAME, _TITLE, _SCORE = "locked_triple", msg("Locked Triple"), 60


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each naked triple that removes candidates from its box and from its line."""
    return naked(grid, 3, _NAME, _TITLE, _SCORE, locked=True)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 110, find, {"hodoku": _SCORE, "se": 2.5}, ("0111",))
