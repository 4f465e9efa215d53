"""Sliding puzzles: paths, the parity that no slide changes, and lower bounds on paths."""

from collections.abc import Sequence

from gridwise.verifier.boards import fields, whole
from gridwise.verifier.stop import check_stop

_MOST_SIDE = 100
_MOST_STATES = 1_000_000
"""The most boards that a search from both ends keeps."""

Board = tuple[int, ...]


def _read(text: str) -> tuple[int, int, Board, Board]:
    size, rest = fields(text, "sliding")
    width, height = (whole(part) for part in size.split("x"))
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        raise ValueError("not a board")
    first, _, goal = rest.partition("@")
    start = tuple(whole(part) for part in first.split(","))
    every = list(range(width * height))
    end = tuple(every)
    if goal == "last":
        end = (*every[1:], 0)
    elif goal:
        end = tuple(whole(part) for part in goal.split(","))
    if sorted(start) != every or sorted(end) != every:
        raise ValueError("not each number once")
    return width, height, start, end


def is_path(text: str, tiles: Sequence[int]) -> bool:
    """Return whether sliding these tiles in turn leads to the goal."""
    width, _, start, goal = _read(text)
    board = list(start)
    for tile in tiles:
        if tile not in board or not tile:
            return False
        here, blank = board.index(tile), board.index(0)
        (r1, c1), (r2, c2) = divmod(here, width), divmod(blank, width)
        if abs(r1 - r2) + abs(c1 - c2) != 1:
            return False
        board[here], board[blank] = 0, tile
    return tuple(board) == goal


def is_unsolvable(text: str) -> bool:
    """Return whether an invariant of all slides shows that the goal cannot be reached.

    A slide swaps the blank with a tile and moves it by one step. So the parities of the permutation
    and of the blank's steps (row and column) stay equal. On a board one cell wide the order of the
    tiles stays.
    """
    width, height, start, goal = _read(text)
    if min(width, height) == 1:
        return [tile for tile in start if tile] != [tile for tile in goal if tile]
    rank = {tile: at for at, tile in enumerate(goal)}
    left, swaps = [rank[tile] for tile in start], 0
    for at in range(len(left)):  # sort by swaps and count them
        while left[at] != at:
            home = left[at]
            left[at], left[home] = left[home], home
            swaps += 1
    (r1, c1), (r2, c2) = divmod(start.index(0), width), divmod(goal.index(0), width)
    return (swaps + abs(r1 - r2) + abs(c1 - c2)) % 2 == 1


def distance(text: str) -> int:
    """Return the sum of the tiles' distances from their places: no path is shorter."""
    width, _, start, goal = _read(text)
    total = 0
    for at, tile in enumerate(start):
        if tile:
            (r1, c1), (r2, c2) = divmod(at, width), divmod(goal.index(tile), width)
            total += abs(r1 - r2) + abs(c1 - c2)
    return total


def search_sizes(text: str, length: int) -> list[list[int]] | None:
    """Search from both ends for a path of fewer slides, with the sums of distances as a bound.

    Every slide changes the sum of distances by one, so lengths of paths differ by even numbers. For
    each bound from the sum of distances to `length` - 2 the boards are found that are at most half
    of it from the goal and at most the rest from the start; boards where slides so far and sum of
    distances to the other end exceed the bound are left out. As no lower bound had a path, there is
    one exactly where the outermost boards of both sides meet.

    Returns
    -------
    list of [int, int, int]
        Each bound, with the numbers of boards from the start and from the goal. None if there is
        a shorter path.

    Raises
    ------
    UnfinishedError
        More than `_MOST_STATES` boards for one bound, or boards of more than 256 cells.
    """
    width, height, start, goal = _read(text)
    if width * height > 256:
        raise UnfinishedError
    near = [
        [
            r * width + c
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            if 0 <= r < height and 0 <= c < width
        ]
        for row, col in (divmod(cell, width) for cell in range(width * height))
    ]
    sizes = []
    for bound in range(distance(text), length, 2):
        first, one = _within(near, width, start, goal, bound, bound - bound // 2)
        second, other = _within(near, width, goal, start, bound, bound // 2)
        if one & other:
            return None
        sizes.append([bound, first, second])
    return sizes


def _within(
    near: list[list[int]], width: int, start: Board, goal: Board, bound: int, depth: int
) -> tuple[int, set[bytes]]:
    """Return how many boards lie so deep, and the outermost ones."""
    steps = [
        [
            abs(at // width - home // width) + abs(at % width - home % width)
            for at in range(len(near))
        ]
        for home in map(goal.index, range(len(near)))
    ]
    before: dict[bytes, int] = {}
    edge = {bytes(start): sum(steps[tile][at] for at, tile in enumerate(start) if tile)}
    total = 1
    for so_far in range(1, depth + 1):
        fresh: dict[bytes, int] = {}
        for done, (board, left) in enumerate(edge.items()):
            if done % 1024 == 0:
                check_stop()
            blank = board.index(0)
            for cell in near[blank]:
                tile = board[cell]
                least = left - steps[tile][cell] + steps[tile][blank]
                if so_far + least > bound:
                    continue
                low, high = min(cell, blank), max(cell, blank)
                after = b"".join(
                    (
                        *(board[:low], board[high : high + 1]),
                        *(board[low + 1 : high], board[low : low + 1], board[high + 1 :]),
                    )
                )
                if after not in before:
                    fresh[after] = least
            if total + len(fresh) > _MOST_STATES:
                raise UnfinishedError
        before, edge = edge, fresh
        total += len(fresh)
    return total, set(edge)


class UnfinishedError(Exception):
    """A search that keeps too many boards."""
