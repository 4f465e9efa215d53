"""Avoidable Rectangle Type 1: three entries of a rectangle, and a digit that must not join them."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import distinct, rectangles_at
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("avoidable_rectangle_1", msg("Avoidable Rectangle Type 1"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle of three entries, not givens, and a cell of two candidates.

    The digit that would let the four digits be swapped is out.
    """
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    digits = grid.digits
    entries = ~grid.given & ~grid.empty
    for cell in bits(grid.empty):
        if grid.candidates[cell].bit_count() != 2:
            continue
        for rectangle in rectangles_at(grid.shape, cell):
            others = rectangle.cells ^ 1 << cell
            if others & ~entries:
                continue
            _, mate, opposite, diagonal = rectangle.corners
            digit = digits[diagonal]
            if digits[mate] == digits[opposite] and grid.has(cell, digit):
                reason = msg(
                    "{cells} are entries, not givens, and {digit} in {cell} would let them be "
                    "swapped to a second solution",
                    cells=tuple(grid.shape.cell_name(other) for other in bits(others)),
                    digit=digit,
                    cell=grid.shape.cell_name(cell),
                )
                yield make_step(
                    grid,
                    _LABEL,
                    reason,
                    removed=[(cell, digit)],
                    cells=list(bits(others)),
                )


TECHNIQUE = technique(find, _LABEL, "hard", 402, "0607", assumes_unique=True)
