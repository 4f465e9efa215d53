"""The distance of every board of a small size from a goal, by breadth-first search."""

from collections.abc import Callable
from functools import lru_cache

from gridwise.puzzles.sliding.position import adjacent

MAX_CELLS = 9
"""Boards with more cells have too many arrangements: 9!/2 = 181,440, but 10!/2 = 1,814,400."""


def depths(
    width: int, height: int, goal: tuple[int, ...], check: Callable[[], None] | None = None
) -> dict[bytes, int]:
    """Return the distance to the goal of each board that can reach it.

    Parameters
    ----------
    width, height
        The size in cells, at most `MAX_CELLS` together.
    goal
        The goal, row-major, 0 the blank.
    check
        Called now and then; an exception ends the making.

    Notes
    -----
    A slide can be undone, so distances from and to the goal are equal. The last few tables are
    kept; a caller must not change one. About 0.3 s and 25 MB for the 3x3.
    """
    known = _KEPT.get((width, height, goal))
    if known is None:
        known = _search(width, height, goal, check or _nothing)
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[width, height, goal] = known
    return known


MOST_KEPT = 4
_KEPT: dict[tuple[int, int, tuple[int, ...]], dict[bytes, int]] = {}


def _nothing() -> None:
    pass


def _search(
    width: int, height: int, goal: tuple[int, ...], check: Callable[[], None]
) -> dict[bytes, int]:
    near, swap = adjacent(width, height), swaps(width * height)
    root = bytes(goal)
    distances = {root: 0}
    layer, depth = [root], 0
    while layer:
        check()
        depth += 1
        after = []
        for state in layer:
            for cell in near[state.index(0)]:
                other = state.translate(swap[state[cell]])
                if other not in distances:
                    distances[other] = depth
                    after.append(other)
        layer = after
    return distances


@lru_cache(maxsize=8)
def swaps(size: int) -> tuple[bytes, ...]:
    """Return for each tile the table with which `bytes.translate` swaps it and the blank."""
    tables = []
    for tile in range(size):
        table = bytearray(range(256))
        table[0], table[tile] = tile, 0
        tables.append(bytes(table))
    return tuple(tables)
