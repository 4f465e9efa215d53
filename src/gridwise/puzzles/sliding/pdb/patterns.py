"""Additive pattern databases of the 4x4: three patterns of five tiles.

Korf and Felner 2002, "Disjoint pattern database heuristics", Artificial Intelligence 134, 9-22.

A table says for every way that five tiles can lie on the board the least number of slides *of
these five* that brings them home. A slide moves one tile, so the tables of patterns that share no
tile add up to no more than the slides that are needed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gridwise.compiled.cache import kept
from gridwise.puzzles.sliding.position import adjacent

WIDTH = HEIGHT = 4
CELLS = WIDTH * HEIGHT
PATTERN = 5
TABLE_BYTES: int = CELLS**PATTERN
_UNSEEN = 255
TABLE = "5-5-5"
"""The name, in `prepare`, of the tables of goals with the blank in a corner."""
CORNERS = (0, WIDTH - 1, CELLS - WIDTH, CELLS - 1)


_CORNER = ((1, 2, 4, 5, 8), (3, 6, 7, 10, 11), (9, 12, 13, 14, 15))
"""The partition with the greatest mean estimate, of all tried for the blank in cell 0."""


def partition(blank: int) -> tuple[tuple[int, ...], ...]:
    """Return the goal cells of the three patterns for a goal with the blank in this cell.

    For a blank in a corner compact ones, else of the cells row by row the first five, the next
    and the last.
    """
    row, col = divmod(blank, WIDTH)
    if row in (0, HEIGHT - 1) and col in (0, WIDTH - 1):
        return tuple(
            tuple(sorted(abs(row - c // WIDTH) * WIDTH + abs(col - c % WIDTH) for c in cells))
            for cells in _CORNER
        )
    cells = [cell for cell in range(CELLS) if cell != blank]
    return tuple(tuple(cells[i : i + PATTERN]) for i in range(0, len(cells), PATTERN))


def names(blank: int) -> tuple[str, ...]:
    """Return the names that the tables of the three patterns are kept by."""
    return tuple(
        f"sliding-4x4-b{blank}-" + "-".join(map(str, cells)) + ".v1" for cells in partition(blank)
    )


def tables(blank: int, check: Callable[[], None]) -> tuple[bytes, ...]:
    """Return the tables of the three patterns, from disk or made here (some seconds).

    Parameters
    ----------
    blank
        The blank's cell in the goal.
    check
        Called between the steps of the making.

    Returns
    -------
    tuple[bytes, ...]
        Tables of 16**5 bytes. Tile i of the pattern in cell c adds c * 16**i to the index; if two
        tiles share a cell, the entry is 255.
    """
    import numpy as np

    def table(name: str, cells: Sequence[int]) -> bytes:
        def make() -> dict[str, Any]:
            return {
                "distances": np.frombuffer(bytearray(make_table(cells, blank, check)), np.uint8)
            }

        parameters: dict[str, str | int] = {
            "what": "5-5-5",
            "blank": blank,
            "cells": ",".join(map(str, cells)),
            "version": 1,
        }
        return kept(name, parameters, make, check)["distances"].tobytes()

    return tuple(map(table, names(blank), partition(blank)))


def make_table(cells: Sequence[int], blank: int, check: Callable[[], None]) -> bytes:
    """Return one table by breadth-first search from the goal, all tiles of a layer at once.

    A state is the cells of the blank and of the five tiles, four bits each, 5,765,760 in all. A
    slide of another tile costs nothing: each layer is first closed under those. Takes about 60 MB
    beside the result.
    """
    import numpy as np

    near = adjacent(WIDTH, HEIGHT)
    steps = np.full((4, CELLS), CELLS, dtype=np.uint32)  # CELLS: there is no cell that way
    for cell in range(CELLS):
        for other in near[cell]:
            way = {-WIDTH: 0, -1: 1, 1: 2, WIDTH: 3}[other - cell]
            steps[way, cell] = other
    depth = np.full(CELLS * TABLE_BYTES, _UNSEEN, dtype=np.uint8)
    start = blank | sum(cell << 4 * (i + 1) for i, cell in enumerate(cells))
    fresh: Any = np.array([start], dtype=np.uint32)
    level = 0
    while fresh.size:
        depth[fresh] = level
        layer = [fresh]
        while fresh.size:  # slides of other tiles
            check()
            free, _ = _slides(fresh, steps)
            fresh = _new(free, depth)
            depth[fresh] = level
            layer.append(fresh)
        check()
        _, moved = _slides(np.concatenate(layer), steps)
        fresh = _new(moved, depth)
        level += 1
    least: bytes = depth.reshape(TABLE_BYTES, CELLS).min(axis=1).tobytes()
    return least


def _new(states: Any, depth: Any) -> Any:
    """Return the states that were not seen before, each once."""
    import numpy as np

    unseen = states[depth[states] == _UNSEEN]
    unseen.sort()
    return unseen[np.diff(unseen, prepend=np.uint32(0xFFFFFFFF)) != 0]


def _slides(states: Any, steps: Any) -> tuple[Any, Any]:
    """Return the states after slides of other tiles, and after slides of the pattern's."""
    import numpy as np

    free, moved = [], []
    for way in range(4):
        blank = states & 15
        target = steps[way][blank]
        on_board = target < CELLS
        now, blank, target = states[on_board], blank[on_board], target[on_board]
        after = (now & ~np.uint32(15)) | target
        hit = np.zeros(now.size, dtype=bool)
        for i in range(1, PATTERN + 1):
            shift = np.uint32(4 * i)
            here = ((now >> shift) & 15) == target
            hit |= here
            # the tile goes where the blank was
            after = np.where(here, after ^ ((target ^ blank) << shift), after)
        free.append(after[~hit])
        moved.append(after[hit])
    return np.concatenate(free), np.concatenate(moved)
