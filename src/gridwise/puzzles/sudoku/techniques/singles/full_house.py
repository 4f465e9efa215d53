"""Full house: the last empty cell of a house."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("full_house", msg("Full House"), 4)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each cell that is the last one of a row, a column or a box."""
    seen = 0
    for house, cells in enumerate(grid.houses):
        last = grid.empty & cells
        if not last or last & (last - 1) or last & seen:
            continue
        cell = last.bit_length() - 1
        left = grid.candidates[cell]
        if not left or left & (left - 1):
            continue
        seen |= last
        digit = left.bit_length() - 1
        reason = msg(
            "{cell} is the last empty cell in {house}",
            cell=grid.shape.cell_name(cell),
            house=grid.shape.house_name(house),
        )
        yield make_step(
            grid,
            _LABEL,
            reason,
            placed=[(cell, digit)],
            first=[(cell, digit)],
            houses=[house],
        )


TECHNIQUE = technique(find, _LABEL, "easy", 10, "0000", se=1.0)
