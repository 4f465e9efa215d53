"""Intersections: the cells that a box and a line have in common.

Pointing: the places of a digit in a box lie in one line. Claiming: a line's places lie in one box.
A locked pair or triple is a naked one in the cells that a box and a line share.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import family
from gridwise.puzzles.sudoku.techniques.subsets import naked
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, make_step


def locked_candidates(grid: CandidateGrid, label: Label, *, in_box: bool) -> Iterator[Step]:
    """Yield a step for each digit whose two or more places in a box or a line lie in another."""
    boxes = grid.shape.boxes
    for base in boxes if in_box else range(2 * grid.size):
        for digit in range(1, grid.size + 1):
            places = grid.places[digit] & grid.houses[base]
            if not places & (places - 1):
                continue
            for cover in grid.geometry.houses_with(places):
                # A box and a line, never two lines.
                if cover == base or not (in_box or cover in boxes):
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
                    label,
                    reason,
                    removed=[(cell, digit) for cell in bits(removed)],
                    first=[(cell, digit) for cell in bits(places)],
                    houses=[base, cover],
                )


TECHNIQUES = (
    *family(
        naked,
        "medium",
        ("locked_pair", msg("Locked Pair"), 2, 100, 40, "0110", 2.0),
        ("locked_triple", msg("Locked Triple"), 3, 110, 60, "0111", 2.5),
        locked=True,
    ),
    *family(
        locked_candidates,
        "medium",
        ("pointing", msg("Pointing"), None, 120, 50, "0100", 2.6),
        in_box=True,
    ),
    *family(
        locked_candidates,
        "medium",
        ("claiming", msg("Claiming"), None, 121, 50, "0101", 2.8),
        in_box=False,
    ),
)
