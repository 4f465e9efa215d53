"""Wings and remote pairs: short chains of cells with two or three candidates."""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.single_digit import StrongLink, strong_links
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    digit_names,
    link,
    make_step,
    technique,
)

_MOST_CELLS = 12
"""The most cells of a remote pair's chain."""


def _bivalue_cells(grid: CandidateGrid) -> list[int]:
    """Return the cells with two candidates, ascending."""
    candidates = grid.candidates
    return [cell for cell in bits(grid.empty) if candidates[cell].bit_count() == 2]


def pivot_wing(grid: CandidateGrid, label: Label, size: int) -> Iterator[Step]:
    """Yield a step for each pivot of `size` candidates and its pincers, the pivots row-major."""
    candidates, peers, name = grid.candidates, grid.peers, grid.shape.cell_name
    pincers = _bivalue_cells(grid)
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
            z = shared.bit_length() - 1
            out = grid.places[z] & peers[one] & peers[other]
            if size == 3:
                out &= peers[pivot]
            if not out or (z, out) in seen:
                continue
            seen.add((z, out))
            x, y = ((candidates[cell] & ~shared).bit_length() - 1 for cell in (one, other))
            words = {
                "pivot": name(pivot),
                "x": x,
                "y": y,
                "z": z,
                "first": name(one),
                "second": name(other),
            }
            links = [
                link((one, z), (one, x), strong=True),
                link((one, x), (pivot, x), strong=False),
                link((pivot, y), (other, y), strong=False),
                link((other, y), (other, z), strong=True),
            ]
            if size == 2:
                links.insert(2, link((pivot, x), (pivot, y), strong=True))
                reason = msg(
                    "{pivot} is {x} or {y}: if {x}, {first} is {z}, if {y}, {second} is {z}",
                    **words,
                )
            else:
                reason = msg(
                    "{pivot} is {z}, or {x} and {first} is {z}, or {y} and {second} is {z}",
                    **words,
                )
            yield make_step(
                grid,
                label,
                reason,
                removed=[(cell, z) for cell in bits(out)],
                first=[(cell, z) for cell in ((one, other) if size == 2 else (pivot, one, other))],
                second=[(one, x), (pivot, x), (pivot, y), (other, y)],
                links=links,
            )


def w_wing(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each pair of cells and each of their digits that a link joins."""
    candidates, peers, name = grid.candidates, grid.peers, grid.shape.cell_name
    seen: set[tuple[int, int]] = set()
    for one, other in combinations(_bivalue_cells(grid), 2):
        if candidates[one] != candidates[other] or peers[one] >> other & 1:
            continue
        for digit, joined in permutations(bits(candidates[one])):
            out = grid.places[digit] & peers[one] & peers[other]
            if not out or (digit, out) in seen:
                continue
            strong = _joining(grid, joined, one, other)
            if strong is None:
                continue
            seen.add((digit, out))
            house, a, b = strong
            reason = msg(
                "{first} and {second} are both {digit} or {joined}, and {joined} in {house}, in "
                "{a} or {b}, keeps one of them from being {joined}",
                first=name(one),
                second=name(other),
                digit=digit,
                joined=joined,
                house=grid.shape.house_name(house),
                a=name(a),
                b=name(b),
            )
            yield make_step(
                grid,
                label,
                reason,
                removed=[(cell, digit) for cell in bits(out)],
                first=[(one, digit), (other, digit)],
                second=[(one, joined), (a, joined), (b, joined), (other, joined)],
                links=[
                    link((one, digit), (one, joined), strong=True),
                    link((one, joined), (a, joined), strong=False),
                    link((a, joined), (b, joined), strong=True),
                    link((b, joined), (other, joined), strong=False),
                    link((other, joined), (other, digit), strong=True),
                ],
                houses=[house],
            )


def _joining(grid: CandidateGrid, digit: int, one: int, other: int) -> StrongLink | None:
    """Return a strong link whose first place sees one cell and whose second sees the other."""
    for house, low, high in strong_links(grid.shape, grid.places[digit]):
        if not {low, high} & {one, other}:
            for a, b in ((low, high), (high, low)):
                if grid.peers[a] >> one & 1 and grid.peers[b] >> other & 1:
                    return house, a, b
    return None


def remote_pair(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each chain of an even number of cells, at least four; short chains first.

    A candidate that sees two cells of the chain with different digits is out. Chains have at most
    twelve cells.
    """
    groups: dict[int, list[int]] = {}
    for cell in _bivalue_cells(grid):
        groups.setdefault(grid.candidates[cell], []).append(cell)
    paths: list[tuple[int, ...]] = [
        (cell,) for group in groups.values() if len(group) >= 4 for cell in group
    ]
    seen: set[tuple[tuple[int, int], ...]] = set()
    for length in range(2, _MOST_CELLS + 1):
        paths = [
            (*path, cell)
            for path in paths
            for cell in groups[grid.candidates[path[0]]]
            if grid.peers[path[-1]] >> cell & 1 and cell not in path
        ]
        if length < 4 or length % 2:
            continue
        for path in paths:
            removed = _removed(grid, path) if path[0] < path[-1] else ()
            if not removed or removed in seen:
                continue
            seen.add(removed)
            digits = grid.candidates[path[0]]
            x, y = bits(digits)
            reason = msg(
                "{cells} have only {digits}, which alternate along the chain, so that both are "
                "among any two cells an odd number of links apart",
                cells=tuple(grid.shape.cell_name(cell) for cell in path),
                digits=digit_names(digits),
            )
            yield make_step(
                grid,
                label,
                reason,
                removed=removed,
                first=[(cell, (x, y)[at % 2]) for at, cell in enumerate(path)],
                second=[(cell, (y, x)[at % 2]) for at, cell in enumerate(path)],
                links=[CandidateLink((one, ""), (other, "")) for one, other in pairwise(path)],
            )


def _removed(grid: CandidateGrid, path: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    seen = 0
    for at, one in enumerate(path):
        for other in path[at + 3 :: 2]:
            seen |= grid.peers[one] & grid.peers[other]
    seen &= ~mask_of(path)
    return tuple(
        (cell, digit)
        for digit in bits(grid.candidates[path[0]])
        for cell in bits(seen & grid.places[digit])
    )


TECHNIQUES = (
    technique(remote_pair, "hard", "remote_pair", msg("Remote Pair"), 280, 110, "0703"),
    technique(w_wing, "hard", "w_wing", msg("W-Wing"), 320, 150, "0803"),
    technique(pivot_wing, "hard", "xy_wing", msg("XY-Wing"), 330, 160, "0800", se=4.2, size=2),
    technique(pivot_wing, "hard", "xyz_wing", msg("XYZ-Wing"), 340, 180, "0801", se=4.4, size=3),
)
