"""Singles: a cell or a house with one possibility left."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.subsets import house_order
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step, technique


def full_house(grid: CandidateGrid, label: Label) -> Iterator[Step]:
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
        held = [(cell, left.bit_length() - 1)]
        reason = msg(
            "{cell} is the last empty cell in {house}",
            cell=grid.shape.cell_name(cell),
            house=grid.shape.house_name(house),
        )
        yield make_step(grid, label, reason, placed=held, first=held, houses=[house])


def naked_single(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each cell with one candidate, row-major."""
    for cell in bits(grid.empty):
        left = grid.candidates[cell]
        if left and not left & (left - 1):
            digit = left.bit_length() - 1
            # Filled cells that rule digits out, one for each digit that a peer holds.
            others = {grid.digits[p]: p for p in bits(grid.peers[cell] & ~grid.empty)}
            held = [(cell, digit)]
            reason = msg(
                "{cell} has no other candidate than {digit}",
                cell=grid.shape.cell_name(cell),
                digit=digit,
            )
            yield make_step(grid, label, reason, placed=held, first=held, cells=others.values())


def hidden_single(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each digit with one place in a house: boxes first, then rows, columns."""
    seen: set[tuple[int, int]] = set()
    for house in house_order(grid):
        for digit in range(1, grid.size + 1):
            places = grid.places[digit] & grid.houses[house]
            if not places or places & (places - 1):
                continue
            held = (places.bit_length() - 1, digit)
            if held in seen:
                continue
            seen.add(held)
            empty = grid.houses[house] & grid.empty
            reason = msg(
                "{digit} has only one place in {house}",
                digit=digit,
                house=grid.shape.house_name(house),
            )
            yield make_step(
                grid,
                label,
                reason,
                placed=[held],
                first=[held],
                houses=[house],
                # The cells that rule the digit out in the empty cells of the house.
                cells=[
                    cell
                    for cell, other in enumerate(grid.digits)
                    if other == digit and grid.peers[cell] & empty
                ],
            )


TECHNIQUES = (
    technique(full_house, "easy", "full_house", msg("Full House"), 10, 4, "0000", se=1.0),
    technique(naked_single, "easy", "naked_single", msg("Naked Single"), 20, 4, "0003", se=2.3),
    technique(hidden_single, "easy", "hidden_single", msg("Hidden Single"), 30, 14, "0002", se=1.5),
)
