"""Hidden single: a house with one place left for a digit."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.subsets import house_order
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("hidden_single", msg("Hidden Single"), 14)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit with one place in a house: boxes first, then rows, columns."""
    size = grid.size
    seen: set[tuple[int, int]] = set()
    for house in house_order(grid):
        for digit in range(1, size + 1):
            places = grid.places[digit] & grid.houses[house]
            if places and not places & (places - 1):
                found = (places.bit_length() - 1, digit)
                if found in seen:
                    continue
                seen.add(found)
                reason = msg(
                    "{digit} has only one place in {house}",
                    digit=digit,
                    house=grid.shape.house_name(house),
                )
                yield make_step(
                    grid,
                    _LABEL,
                    reason,
                    placed=[found],
                    first=[found],
                    houses=[house],
                    cells=_blockers(grid, house, digit),
                )


def _blockers(grid: CandidateGrid, house: int, digit: int) -> list[int]:
    """Return the cells whose digits rule this digit out in the empty cells of a house."""
    held = [cell for cell, other in enumerate(grid.digits) if other == digit]
    empty = grid.houses[house] & grid.empty
    return [cell for cell in held if grid.peers[cell] & empty]


TECHNIQUE = technique(find, _LABEL, "easy", 30, "0002", se=1.5)
