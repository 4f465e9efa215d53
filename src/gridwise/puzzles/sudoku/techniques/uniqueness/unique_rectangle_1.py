"""Unique Rectangle Type 1: one cell of the rectangle has further candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    deadly,
    distinct,
    patterns,
    rectangle_step,
)
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("unique_rectangle_1", msg("Unique Rectangle Type 1"), 100)


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
            yield rectangle_step(grid, _LABEL, pattern, reason, removed)


TECHNIQUE = technique(find, _LABEL, "hard", 350, "0600", se=4.5, assumes_unique=True)
