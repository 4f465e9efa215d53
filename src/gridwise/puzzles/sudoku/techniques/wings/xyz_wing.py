"""XYZ-Wing: a cell {x, y, z} that sees a cell {x, z} and a cell {y, z}."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.wings.bivalue import bivalue_cells
from gridwise.puzzles.sudoku.techniques.wording import link, make_step

_NAME, _TITLE, _SCORE = "xyz_wing", msg("XYZ-Wing"), 180


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pivot and pair of pincers, the pivots row-major."""
    candidates, peers = grid.candidates, grid.peers
    pincers = bivalue_cells(grid)
    seen: set[tuple[int, int]] = set()
    for pivot in bits(grid.empty):
        three = candidates[pivot]
        if three.bit_count() != 3:
            continue
        near = [c for c in pincers if peers[pivot] >> c & 1 and not candidates[c] & ~three]
        for one, other in combinations(near, 2):
            shared = candidates[one] & candidates[other]
            if shared.bit_count() != 1:
                continue
            digit = shared.bit_length() - 1
            out = grid.places[digit] & peers[one] & peers[other] & peers[pivot]
            if not out or (digit, out) in seen:
                continue
            seen.add((digit, out))
            x, y = ((candidates[cell] ^ shared).bit_length() - 1 for cell in (one, other))
            name = grid.shape.cell_name
            reason = msg(
                "{pivot} is {z}, or {x} and {first} is {z}, or {y} and {second} is {z}",
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
                first=[(cell, digit) for cell in (pivot, one, other)],
                second=[(one, x), (pivot, x), (pivot, y), (other, y)],
                links=[
                    link((one, digit), (one, x), strong=True),
                    link((one, x), (pivot, x), strong=False),
                    link((pivot, y), (other, y), strong=False),
                    link((other, y), (other, digit), strong=True),
                ],
            )


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 340, find, {"hodoku": _SCORE, "se": 4.4}, ("0801",))
