"""Unique Rectangle Type 1: one cell of the rectangle has further candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    deadly,
    distinct,
    patterns,
    rectangle_step,
)

_NAME, _TITLE, _SCORE = "unique_rectangle_1", msg("Unique Rectangle Type 1"), 100


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle: the two digits are out in the cell that has others."""
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    for pattern in patterns(grid):
        if len(pattern.rich) != 1:
            continue
        cell = pattern.rich[0]
        removed = [(cell, digit) for digit in bits(grid.candidates[cell] & pattern.digits)]
        if removed:
            reason = msg(
                "{deadly}, and only {cell} has other candidates",
                deadly=deadly(grid, pattern),
                cell=grid.shape.cell_name(cell),
            )
            yield rectangle_step(grid, (_NAME, _TITLE, _SCORE), pattern, reason, removed)


TECHNIQUE = Technique(
    _NAME,
    _TITLE,
    "hard",
    350,
    find,
    {"hodoku": _SCORE, "se": 4.5},
    ("0600",),
    assumes_unique=True,
)
