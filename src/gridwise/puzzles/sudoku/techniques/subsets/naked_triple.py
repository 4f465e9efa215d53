"""Naked triple: three cells of a house that hold only three candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import naked

_NAME, _TITLE, _SCORE = "naked_triple", msg("Naked Triple"), 80


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each naked triple that is not locked."""
    return naked(grid, 3, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 140, find, {"hodoku": _SCORE, "se": 3.6}, ("0201",))
