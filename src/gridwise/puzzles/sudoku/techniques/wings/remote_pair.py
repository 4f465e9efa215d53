"""Remote Pair: a chain of cells with the same two candidates, which alternate along it."""

from collections.abc import Iterator
from itertools import pairwise

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wings.bivalue import bivalue_cells
from gridwise.puzzles.sudoku.techniques.wording import Label, digit_names, make_step

_LABEL = Label("remote_pair", msg("Remote Pair"), 110)
_MOST_CELLS = 12


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each chain of an even number of cells, at least four; short chains first.

    A candidate that sees two cells of the chain with different digits is out. Chains have at most
    twelve cells.
    """
    groups: dict[int, list[int]] = {}
    for cell in bivalue_cells(grid):
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
            if path[0] < path[-1]:
                removed = _removed(grid, path)
                if removed and removed not in seen:
                    seen.add(removed)
                    yield _step(grid, path, removed)


def _removed(grid: CandidateGrid, path: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    seen = 0
    for at, one in enumerate(path):
        for other in path[at + 3 :: 2]:
            seen |= grid.peers[one] & grid.peers[other]
    digits = tuple(bits(grid.candidates[path[0]]))
    on_path = sum(1 << cell for cell in path)
    return tuple(
        (cell, digit) for digit in digits for cell in bits(seen & grid.places[digit] & ~on_path)
    )


def _step(grid: CandidateGrid, path: tuple[int, ...], removed: tuple[tuple[int, int], ...]) -> Step:
    x, y = bits(grid.candidates[path[0]])
    reason = msg(
        "{cells} have only {digits}, which alternate along the chain, so that both are among any "
        "two cells an odd number of links apart",
        cells=tuple(grid.shape.cell_name(cell) for cell in path),
        digits=digit_names(grid.candidates[path[0]]),
    )
    return make_step(
        grid,
        _LABEL,
        reason,
        removed=removed,
        first=[(cell, (x, y)[at % 2]) for at, cell in enumerate(path)],
        second=[(cell, (y, x)[at % 2]) for at, cell in enumerate(path)],
        links=[CandidateLink((one, ""), (other, "")) for one, other in pairwise(path)],
    )


TECHNIQUE = technique(find, _LABEL, "hard", 280, "0703")
