"""Certificates of sliding puzzles: paths, the parity, and the account of a search."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from gridwise.core.capabilities import Certificates, Claim
from gridwise.core.result import Result, Status
from gridwise.core.run import check_current_run
from gridwise.puzzles.sliding.position import Position, adjacent, distance, inverse

_MOST = 1_000_000
"""The most boards of one bound in an account; the verifier takes no more either."""


def _more(result: Result[Any]) -> Iterator[Claim]:
    if result.status is Status.UNSATISFIABLE:
        yield Claim({"kind": "unsolvable"}, ())
    elif result.answer is not None:
        tiles = [move.tile for move in result.answer.items[0].moves]
        path = {"moves": tiles}
        if not result.optimal:
            yield Claim({"kind": "solved"}, (path,))
            return
        tables = {name: [dict(row) for row in rows] for name, rows in result.tables.items()}
        account = {"method": result.method, **result.statistics.counters, **tables}
        sizes = _sizes(result.position, len(tiles))
        if sizes is not None:
            account["sizes"] = sizes
        yield Claim({"kind": "shortest", "number": len(tiles)}, (path, {"search": account}))


def _sizes(position: Position, length: int) -> list[list[int]] | None:
    """Return the sizes of a search from both ends for each bound below a shortest path's length.

    For each bound: the boards at most half of it from the goal, and at most the rest from the
    start, whose distance so far and sum of distances to the other end are within it. None if there
    are too many. Equal numbers found by the verifier's own search say that both searched all.
    """
    start, goal, width = position.tiles, position.goal, position.width
    least = distance(start, goal, width)
    if least == length:
        return []
    if len(start) > 256:
        return None
    sizes = []
    for bound in range(least, length, 2):
        half = bound // 2
        numbers = [
            _number(position, start, goal, bound, bound - half),
            _number(position, goal, start, bound, half),
        ]
        if None in numbers:
            return None
        sizes.append([bound, *(number or 0 for number in numbers)])
    return sizes


def _number(
    position: Position, start: tuple[int, ...], goal: tuple[int, ...], bound: int, depth: int
) -> int | None:
    """Return how many boards are within a bound and a depth; breadth first."""
    home = inverse(goal)
    near, width = adjacent(position.width, position.height), position.width

    def far(tile: int, cell: int) -> int:
        return abs(cell // width - home[tile] // width) + abs(cell % width - home[tile] % width)

    depths = {start: 0}
    queue = deque([(start, distance(start, goal, width))])
    while queue:
        tiles, left = queue.popleft()
        deeper = depths[tiles] + 1
        if deeper > depth:
            break
        if len(depths) % 64 == 0:
            check_current_run()
        blank = tiles.index(0)
        for cell in near[blank]:
            tile = tiles[cell]
            least = left - far(tile, cell) + far(tile, blank)
            if deeper + least > bound:
                continue
            after = list(tiles)
            after[blank], after[cell] = tile, 0
            other = tuple(after)
            if other not in depths:
                depths[other] = deeper
                queue.append((other, least))
                if len(depths) > _MOST:
                    return None
    return len(depths)


CERTIFICATES = Certificates(more=_more)
