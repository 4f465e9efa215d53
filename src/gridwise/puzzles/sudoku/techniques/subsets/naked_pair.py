"""Naked pair: two cells of a house that hold only two candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import naked

_NAME, _TITLE, _SCORE = "naked_pair", msg("Naked Pair"), 60


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each naked pair that is not locked."""
    return naked(grid, 2, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 130, find, {"hodoku": _SCORE, "se": 3.0}, ("0200",))
