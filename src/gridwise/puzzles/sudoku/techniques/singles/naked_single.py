"""Naked single: a cell with one candidate left."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("naked_single", msg("Naked Single"), 4)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each cell with one candidate, row-major."""
    for cell in bits(grid.empty):
        left = grid.candidates[cell]
        if left and not left & (left - 1):
            digit = left.bit_length() - 1
            reason = msg(
                "{cell} has no other candidate than {digit}",
                cell=grid.shape.cell_name(cell),
                digit=digit,
            )
            yield make_step(
                grid,
                _LABEL,
                reason,
                placed=[(cell, digit)],
                first=[(cell, digit)],
                cells=_others(grid, cell),
            )


def _others(grid: CandidateGrid, cell: int) -> list[int]:
    """Return filled cells that rule digits out, one for each digit that a peer holds."""
    return list({grid.digits[p]: p for p in bits(grid.peers[cell] & ~grid.empty)}.values())


TECHNIQUE = technique(find, _LABEL, "easy", 20, "0003", se=2.3)
