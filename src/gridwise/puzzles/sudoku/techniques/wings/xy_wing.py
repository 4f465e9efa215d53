"""XY-Wing: a cell {x, y} that sees a cell {x, z} and a cell {y, z}."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.wings.bivalue import bivalue_cells
from gridwise.puzzles.sudoku.techniques.wording import link, make_step

_NAME, _TITLE, _SCORE = "xy_wing", msg("XY-Wing"), 160


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pivot and pair of pincers, the pivots row-major."""
    candidates, peers = grid.candidates, grid.peers
    cells = bivalue_cells(grid)
    seen: set[tuple[int, int]] = set()
    for pivot in cells:
        near = [cell for cell in cells if peers[pivot] >> cell & 1]
        for one, other in combinations(near, 2):
            shared = candidates[one] & candidates[other]
            # Each digit in two of the three cells: the pincers share z, the pivot holds the rest.
            if candidates[one] ^ candidates[other] != candidates[pivot] or shared.bit_count() != 1:
                continue
            digit = shared.bit_length() - 1
            out = grid.places[digit] & peers[one] & peers[other]
            if not out or (digit, out) in seen:
                continue
            seen.add((digit, out))
            x = (candidates[pivot] & candidates[one]).bit_length() - 1
            y = (candidates[pivot] & candidates[other]).bit_length() - 1
            name = grid.shape.cell_name
            reason = msg(
                "{pivot} is {x} or {y}: if {x}, {first} is {z}, if {y}, {second} is {z}",
                pivot=name(pivot),
                x=x,
                y=y,
                z=digit,
                first=name(one),
                second=name(other),
            )
            yield make_step(
                grid,
                _NAME,
                _TITLE,
                _SCORE,
                reason,
                removed=[(cell, digit) for cell in bits(out)],
                first=[(one, digit), (other, digit)],
                second=[(one, x), (pivot, x), (pivot, y), (other, y)],
                links=[
                    link((one, digit), (one, x), strong=True),
                    link((one, x), (pivot, x), strong=False),
                    link((pivot, x), (pivot, y), strong=True),
                    link((pivot, y), (other, y), strong=False),
                    link((other, y), (other, digit), strong=True),
                ],
            )


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 330, find, {"hodoku": _SCORE, "se": 4.2}, ("0800",))
