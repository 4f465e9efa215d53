"""Wings with a pivot: a cell {x, y} or {x, y, z} that sees a cell {x, z} and a cell {y, z}.

XY-Wing: a cell that sees both pincers is not z. XYZ-Wing: nor is one that sees the pivot too.
"""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import family
from gridwise.puzzles.sudoku.techniques.wings.bivalue import bivalue_cells
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step


def pivot_wing(grid: CandidateGrid, label: Label, size: int) -> Iterator[Step]:
    """Yield a step for each pivot of `size` candidates and its pincers, the pivots row-major."""
    candidates, peers = grid.candidates, grid.peers
    pincers = bivalue_cells(grid)
    seen: set[tuple[int, int]] = set()
    for pivot in bits(grid.empty):
        held = candidates[pivot]
        if held.bit_count() != size:
            continue
        near = [
            cell
            for cell in pincers
            if peers[pivot] >> cell & 1 and (candidates[cell] & held).bit_count() == size - 1
        ]
        for one, other in combinations(near, 2):
            shared = candidates[one] & candidates[other]
            # They share z alone, which an XY-Wing's pivot does not hold.
            if shared.bit_count() != 1 or (size == 2 and shared & held):
                continue
            digit = shared.bit_length() - 1
            out = grid.places[digit] & peers[one] & peers[other]
            if size == 3:
                out &= peers[pivot]
            if not out or (digit, out) in seen:
                continue
            seen.add((digit, out))
            yield _step(grid, label, size, pivot, (one, other), digit, out)


def _step(
    grid: CandidateGrid,
    label: Label,
    size: int,
    pivot: int,
    pincers: tuple[int, int],
    z: int,
    out: int,
) -> Step:
    one, other = pincers
    x, y = ((grid.candidates[cell] & ~(1 << z)).bit_length() - 1 for cell in pincers)
    name = grid.shape.cell_name
    params = {
        "pivot": name(pivot),
        "x": x,
        "y": y,
        "z": z,
        "first": name(one),
        "second": name(other),
    }
    between = [link((one, x), (pivot, x), strong=False), link((pivot, y), (other, y), strong=False)]
    if size == 2:
        reason = msg(
            "{pivot} is {x} or {y}: if {x}, {first} is {z}, if {y}, {second} is {z}", **params
        )
        between.insert(1, link((pivot, x), (pivot, y), strong=True))
    else:
        reason = msg(
            "{pivot} is {z}, or {x} and {first} is {z}, or {y} and {second} is {z}", **params
        )
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, z) for cell in bits(out)],
        first=[(cell, z) for cell in ((one, other) if size == 2 else (pivot, one, other))],
        second=[(one, x), (pivot, x), (pivot, y), (other, y)],
        links=[
            link((one, z), (one, x), strong=True),
            *between,
            link((other, y), (other, z), strong=True),
        ],
    )


TECHNIQUES = family(
    pivot_wing,
    "hard",
    ("xy_wing", msg("XY-Wing"), 2, 330, 160, "0800", 4.2),
    ("xyz_wing", msg("XYZ-Wing"), 3, 340, 180, "0801", 4.4),
)
