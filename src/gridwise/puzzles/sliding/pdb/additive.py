"""Additive pattern databases of any partition: made by layers, kept on disk, read by the engine.

A pattern's table says for every way that its tiles can lie, *and every region of the other cells
that the blank can be in*, the least number of slides of these tiles that brings them home. A
slide moves one tile, so the tables of a partition add up to no more than the slides that are
needed (Korf and Felner 2002, "Disjoint pattern database heuristics", Artificial Intelligence 134,
9-22). With the blank's region in the state, every slide of a tile changes its pattern's distance
by exactly 1, so that one bit a state is enough to follow it.

Cells and tiles are the engine's: tile t is at home in cell t, but if the goal has its blank in
another cell b than the first, tile b is at home in cell 0.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, prod
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.cache import has, kept

MOST_STATES = 8_000_000
"""The most placements of a group without a name, which bound its number of tiles."""
VERSION = 2
"""The version of the making; after a change all tables are made again."""

_KERNELS = "gridwise.puzzles.sliding.engine.kernels.tables"
_UNSEEN = 255
_CHUNK_STATES = 2_000_000  # between two calls of `check`, some milliseconds

NAMED: dict[str, tuple[int, tuple[tuple[int, ...], ...]]] = {
    "4-4-4-3": (4, ((1, 4, 5, 8), (2, 3, 6, 7), (9, 12, 13, 14), (10, 11, 15))),
    "6-6-3": (4, ((1, 4, 5), (2, 3, 6, 7, 10, 11), (8, 9, 12, 13, 14, 15))),
    "7-8": (4, ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15))),
    "5-5-5-5-4": (
        5,
        (
            (1, 2, 5, 6, 7),
            (3, 4, 8, 9, 14),
            (10, 11, 15, 16, 20),
            (12, 13, 17, 18),
            (19, 21, 22, 23, 24),
        ),
    ),
    "6-6-6-6": (
        5,
        (
            (1, 2, 5, 6, 7, 12),
            (3, 4, 8, 9, 13, 14),
            (10, 11, 15, 16, 20, 21),
            (17, 18, 19, 22, 23, 24),
        ),
    ),
}
"""Partitions by name, with the side of their board, for the blank in cell 0 of the goal.

6-6-3, 7-8 and 6-6-6-6 are Korf and Felner's (2002). None is its own reflection, so that the
reflected board gives another estimate. 4-4-4-3 needed the fewest nodes of the partitions tried on
Korf's hundred boards.
"""


@dataclass(frozen=True, slots=True)
class Partition:
    """The tiles of a board in groups, one table each.

    Parameters
    ----------
    width, height
        The size in cells.
    blank
        The blank's cell in the goal.
    patterns
        The home cells of the groups.
    name
        Its name, for people and files.
    """

    width: int
    height: int
    blank: int
    patterns: tuple[tuple[int, ...], ...]
    name: str

    @property
    def key(self) -> dict[str, str | int]:
        """The parameters that the tables depend on."""
        return {
            "what": "additive",
            "width": self.width,
            "height": self.height,
            "blank": self.blank,
            "patterns": "/".join(",".join(map(str, p)) for p in self.patterns),
            "version": VERSION,
        }

    @property
    def file(self) -> str:
        """The file that holds the bits."""
        return f"sliding-{self.width}x{self.height}-b{self.blank}-{self.name}.v{VERSION}"

    @property
    def prepared(self) -> bool:
        """Whether its tables are on disk."""
        return has(self.file)


def partition(width: int, height: int, blank: int, name: str = "") -> Partition:
    """Return a partition for a board and the blank's cell in its goal.

    A name of `NAMED` fits a square board of its size; without one, groups of cells near each
    other, as many as a table of `MOST_STATES` has room for. If the goal's blank is in another
    cell than the first, that cell's group has the first cell in its place.
    """
    if name:
        _, patterns = NAMED[name]
        moved = tuple(tuple(sorted(0 if c == blank else c for c in p)) for p in patterns)
        return Partition(width, height, blank, moved, name)
    size = width * height
    cells = [
        row * width + col
        for top in range(0, height, 2)
        for col in range(width)[:: -1 if top % 4 else 1]
        for row in range(top, min(top + 2, height))
        if row * width + col != blank
    ]
    k = max(k for k in range(1, 9) if prod(range(size - k + 1, size + 1)) <= MOST_STATES)
    groups = tuple(tuple(sorted(cells[i : i + k])) for i in range(0, len(cells), k))
    return Partition(width, height, blank, groups, f"groups-of-{k}")


@dataclass
class PatternLayout:
    """The placings of a pattern's tiles, and their changes by slides; see `kernels.tables`."""

    masks: Any
    regions: Any
    first: Any
    slides: Any
    turns: Any
    places: Any
    reach: int

    @property
    def placings(self) -> int:
        """The number of sets of cells, each with a region for the blank."""
        return int(self.first[-1])


def layout(width: int, height: int, k: int, check: Callable[[], None]) -> PatternLayout:
    """Return the layout of k tiles on a board."""
    import numpy as np

    kernels = jit.load(_KERNELS)
    cells = width * height
    count = comb(cells, k)
    masks = np.zeros(count, np.int64)
    kernels.list_masks(cells, k, masks)
    region = np.zeros((count, cells), np.uint8)
    first = np.zeros(count + 1, np.uint32)
    check()
    places = kernels.Placings(width, height, masks, region, first)
    placings = kernels.find_regions(places)
    check()
    reach = reach_of(width, k)
    slides = np.empty((placings, k, 4), np.uint32)
    choose = _choose(cells)
    for low in range(0, count, 1 << 14):
        high = min(count, low + (1 << 14))
        kernels.fill_slides(places, k, reach, choose, slides, low, high)
        check()
    orders = factorial(k)
    turns = np.zeros((k, 2 * reach + 1, orders), np.uint16)
    order_places = np.zeros((orders, k), np.uint8)
    kernels.fill_orders(k, reach, turns, order_places)
    check()
    return PatternLayout(masks, region, first, slides, turns, order_places, reach)


def reach_of(width: int, k: int) -> int:
    """Return how many places a slide moves a tile in the order at most."""
    return min(width - 1, k - 1)


def _choose(cells: int) -> Any:
    import numpy as np

    return np.array([[comb(n, k) for k in range(cells + 2)] for n in range(cells + 1)], np.int64)


def depths(
    part: Partition, cells: Sequence[int], lay: PatternLayout, check: Callable[[], None]
) -> Any:
    """Return the distance of every state of a pattern, by breadth-first search from the goal.

    Returns
    -------
    numpy.ndarray
        uint8, placings by orders.

    Notes
    -----
    A byte a state: 1.2 GB for eight tiles of the 4x4, 182 MB for six of the 5x5.
    """
    import numpy as np

    kernels = jit.load(_KERNELS)
    orders = factorial(len(cells))
    depth = np.full((lay.placings, orders), _UNSEEN, np.uint8)
    placing, order = locate(part, cells, cells, part.blank, lay.first)
    depth[placing, order] = 0
    now = np.zeros(lay.placings, np.uint8)
    now[placing] = 1
    fresh = np.empty(orders + 1, np.int64)
    step = max(1, _CHUNK_STATES // orders)
    level, met = 0, 1
    while met:
        after = np.zeros_like(now)
        met = 0
        for low in range(0, lay.placings, step):
            met += kernels.grow_layer(
                depth,
                level,
                now,
                after,
                lay.slides,
                lay.turns,
                lay.reach,
                low,
                min(lay.placings, low + step),
                fresh,
            )
            check()
        now, level = after, level + 1
    return depth


def locate(
    part: Partition, cells: Sequence[int], at: Sequence[int], blank: int, first: Any
) -> tuple[int, int]:
    """Return placing and order of a pattern whose tile with home `cells[i]` lies in `at[i]`."""
    mask = sum(1 << cell for cell in at)
    rank = sum(comb(cell, i + 1) for i, cell in enumerate(sorted(at)))
    occupied = sorted(at)
    order = [at.index(cell) for cell in occupied]
    number = 0
    for i, tile in enumerate(order):
        number = number * (len(order) - i) + sum(other < tile for other in order[i + 1 :])
    return int(first[rank]) + _region(part.width, part.height, mask, blank), number


def _region(width: int, height: int, mask: int, blank: int) -> int:
    """Return the number of the blank's region: regions are numbered by their first cells."""
    seen = mask
    number = -1
    for start in range(width * height):
        if seen >> start & 1:
            continue
        number += 1
        seen |= 1 << start
        stack, here = [start], start == blank
        while stack:
            row, col = divmod(stack.pop(), width)
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                cell = r * width + c
                if 0 <= r < height and 0 <= c < width and not seen >> cell & 1:
                    seen |= 1 << cell
                    stack.append(cell)
                    here = here or cell == blank
        if here:
            return number
    raise AssertionError("the blank lies on a tile")


def bits_of(part: Partition, check: Callable[[], None]) -> Any:
    """Return the tables of a partition for the search without transitions, from disk or made here.

    Returns
    -------
    Mapping[str, numpy.ndarray]
        `bits`, for each pattern and order a row of `row_bytes` with bit 1 of the distances by
        placing, as the orders of a pattern change seldom in a search and its placings all the
        time, so that a read lies near the read before. Of all sizes of patterns,
        ascending, one after the other: `ranks` and `regions`, which lead from a set of cells to
        its placings (see `fill_ranks`, `fill_regions`), and `turns`, by the places that a tile
        leaves and enters in the order, and the order. `first{k}` for each size k.
    """

    def make() -> dict[str, Any]:
        return dict(_bits(part, check))

    return kept(part.file, part.key, make, check)


def _bits(part: Partition, check: Callable[[], None]) -> Iterator[tuple[str, Any]]:
    import numpy as np

    kernels = jit.load(_KERNELS)
    cells = part.width * part.height
    half = half_of(cells)
    rows: list[Any] = [None] * len(part.patterns)
    joined: dict[str, list[Any]] = {"ranks": [], "regions": [], "turns": []}
    for k in sizes(part):
        lay = layout(part.width, part.height, k, check)
        yield f"first{k}", lay.first
        low, high = np.zeros(1 << half, np.uint32), np.zeros(1 << cells - half, np.uint32)
        kernels.fill_ranks(cells, half, k, _choose(cells), low, high)
        regions = np.zeros((len(lay.masks), mask_words(cells)), np.uint32)
        kernels.fill_regions(lay.regions, lay.first, lay.masks, regions)
        turns = np.zeros((k, k, factorial(k)), np.uint16)
        for i in range(k):
            for j in range(max(0, i - lay.reach), min(k, i + lay.reach + 1)):
                turns[i, j] = lay.turns[i, j - i + lay.reach]
        joined["ranks"] += [low, high]
        joined["regions"].append(regions.reshape(-1))
        joined["turns"].append(turns.reshape(-1))
        for i, group in enumerate(part.patterns):
            if len(group) != k:
                continue
            depth = depths(part, group, lay, check)
            bits = np.zeros((factorial(k), row_bytes(lay.placings)), np.uint8)
            step = 8 * max(1, _CHUNK_STATES // (8 * factorial(k)))
            for begin in range(0, lay.placings, step):
                kernels.pack_bits(depth, bits, begin, min(lay.placings, begin + step))
                check()
            rows[i] = bits.reshape(-1)
            del depth
    for name, arrays in joined.items():
        yield name, np.concatenate(arrays)
    yield "bits", np.concatenate(rows)


def sizes(part: Partition) -> list[int]:
    """Return how many tiles its patterns have, each number once, ascending."""
    return sorted({len(p) for p in part.patterns})


def half_of(cells: int) -> int:
    """Return how many cells the lower half of a set has, of which the rank is looked up."""
    return (cells + 1) // 2


def mask_words(cells: int) -> int:
    """Return how many 32-bit numbers a set of cells takes in `regions`."""
    return (cells + 7 + 7) // 8


def row_bytes(placings: int) -> int:
    """Return how many bytes an order takes in `bits`: whole lines of a cache."""
    return -(-placings // 512) * 64


def transitions_of(part: Partition, check: Callable[[], None]) -> Any:
    """Return the full transition tables of a partition, from disk or made here (0.1 s).

    Returns
    -------
    Mapping[str, numpy.ndarray]
        `moves`, for each pattern and rank 16 int32 (see `fill_transitions`), and for each size k
        of a pattern `first{k}`. A pattern has at most four tiles and 65,536 ranks.
    """

    def make() -> dict[str, Any]:
        import numpy as np

        kernels = jit.load(_KERNELS)
        out, rows = {}, []
        for cells in part.patterns:
            lay = layout(part.width, part.height, len(cells), check)
            depth = depths(part, cells, lay, check)
            moves = np.zeros((depth.size, 16), np.int32)
            kernels.fill_transitions(depth, lay.slides, lay.turns, lay.reach, lay.places, moves)
            out[f"first{len(cells)}"] = lay.first
            rows.append(moves.reshape(-1))
        return out | {"moves": np.concatenate(rows)}

    key = part.key | {"what": "transitions"}
    return kept(part.file + "-moves", key, make, check)
