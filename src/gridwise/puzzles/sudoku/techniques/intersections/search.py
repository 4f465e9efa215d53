"""Finds digits whose places in one house all lie in a second house."""

from collections.abc import Iterator, Sequence

from gridwise.core.message import Message, msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.wording import cell_names, make_step


def locked_candidates(
    grid: CandidateGrid, bases: Sequence[int], name: str, title: Message, score: int
) -> Iterator[Step]:
    """Yield a step for each digit whose two or more places in a base lie in another house."""
    boxes = 2 * grid.size
    for base in bases:
        for digit in range(1, grid.size + 1):
            places = grid.places[digit] & grid.houses[base]
            if not places & (places - 1):
                continue
            for cover in grid.geometry.houses_with(places):
                # A box and a line, never two lines.
                if cover == base or (cover < boxes and base < boxes):
                    continue
                removed = grid.places[digit] & grid.houses[cover] & ~places
                if not removed:
                    continue
                reason = msg(
                    "in {house} the digit {digit} has only the cells {cells}, all in {cover}",
                    house=grid.shape.house_name(base),
                    digit=digit,
                    cells=cell_names(grid, places),
                    cover=grid.shape.house_name(cover),
                )
                yield make_step(
                    grid,
                    name,
                    title,
                    score,
                    reason,
                    removed=[(cell, digit) for cell in bits(removed)],
                    first=[(cell, digit) for cell in bits(places)],
                    houses=[base, cover],
                )
