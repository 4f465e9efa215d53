"""Naked quadruple: four cells of a house that hold only four candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.subsets.search import naked

_NAME, _TITLE, _SCORE = "naked_quadruple", msg("Naked Quadruple"), 120


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each naked quadruple."""
    return naked(grid, 4, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 200, find, {"hodoku": _SCORE, "se": 5.0}, ("0202",))
