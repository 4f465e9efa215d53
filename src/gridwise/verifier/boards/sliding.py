"""Sliding puzzles: paths, the parity that no slide changes, and lower bounds on paths."""

from collections.abc import Sequence

from gridwise.verifier.boards import fields

_MOST_SIDE = 100
_MOST_STATES = 1_000_000
"""Boards that a search from both ends keeps at most."""

Board = tuple[int, ...]


def _read(text: str) -> tuple[int, int, Board, Board]:
    size, rest = fields(text, "sliding")
    width, height = (int(part) for part in size.split("x"))
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        raise ValueError("not a board")
    first, _, goal = rest.partition("@")
    start = tuple(int(part) for part in first.split(","))
    every = list(range(width * height))
    end = tuple(every)
    if goal == "last":
        end = (*every[1:], 0)
    elif goal:
        end = tuple(int(part) for part in goal.split(","))
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

    A slide swaps the blank with a tile and moves it by one step. So the parity of the permutation
    and that of the blank's steps (row and column) stay equal. On a board one cell wide the order
    of the tiles stays.
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


def search_sizes(text: str, length: int) -> list[tuple[int, int]] | None:
    """Search from both ends for a path of fewer slides.

    Returns
    -------
    list of (int, int)
        For each bound in turn, up to `length` - 1, the number of boards that were reached from the
        start and from the goal, none of them from both. None where there is a shorter path, or
        where there would be too many boards: see `UnfinishedError`.

    Raises
    ------
    UnfinishedError
        More than `_MOST_STATES` boards.
    """
    width, height, start, goal = _read(text)
    seen = [{start}, {goal}]
    edge = [[start], [goal]]
    sizes = [(1, 1)]
    if start == goal:
        return [] if length == 0 else None
    for _ in range(length - 1):
        side = int(len(edge[1]) < len(edge[0]))
        fresh: list[Board] = []
        for board in edge[side]:
            for after in _slides(board, width, height):
                if after not in seen[side]:
                    seen[side].add(after)
                    fresh.append(after)
        edge[side] = fresh
        if any(board in seen[1 - side] for board in fresh):
            return None
        if len(seen[0]) + len(seen[1]) > _MOST_STATES:
            raise UnfinishedError
        sizes.append((len(seen[0]), len(seen[1])))
    return sizes


class UnfinishedError(Exception):
    """A search that keeps too many boards."""


def _slides(board: Board, width: int, height: int) -> list[Board]:
    blank = board.index(0)
    row, col = divmod(blank, width)
    found = []
    for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
        if 0 <= r < height and 0 <= c < width:
            after = list(board)
            after[blank], after[r * width + c] = after[r * width + c], 0
            found.append(tuple(after))
    return found
