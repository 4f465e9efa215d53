"""Sliding puzzles by visiting every board that slides lead to.

There is no end of ways, so the one thing that a solution is read as is the board that it ends
with. Whether there is a way is told by plain search from the goal, once for each size: both boards
are first led to the blank in cell 0, and the tiles renamed so that the goal is 0, 1, 2, ...
"""

from collections import deque
from functools import cache

Board = tuple[int, ...]


def _read(notation: str) -> tuple[int, int, Board, Board]:
    """Return width, height, the board and its goal."""
    head, size, text = notation.split(":")
    assert head == "sliding"
    width, height = map(int, size.split("x"))
    tiles, _, goal = text.partition("@")
    ordered = tuple(range(width * height))
    goals = {"": ordered, "last": (*ordered[1:], 0)}
    board = tuple(map(int, tiles.split(",")))
    wanted = goals[goal] if goal in goals else tuple(map(int, goal.split(",")))
    assert sorted(board) == sorted(wanted) == list(ordered), notation
    return width, height, board, wanted


def _slides(board: Board, width: int) -> list[Board]:
    """Return the boards one slide away."""
    out = []
    blank = board.index(0)
    for cell in range(len(board)):
        rows = abs(cell // width - blank // width)
        columns = abs(cell % width - blank % width)
        if rows + columns == 1:
            after = list(board)
            after[blank], after[cell] = after[cell], after[blank]
            out.append(tuple(after))
    return out


@cache
def depths(width: int, height: int, goal: Board) -> dict[Board, int]:
    """Return the least number of slides to the goal, for every board that has a way to it."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        board = queue.popleft()
        for after in _slides(board, width):
            if after not in found:
                found[after] = found[board] + 1
                queue.append(after)
    return found


def _home(board: Board, width: int) -> Board:
    """Return the board after its blank was led to cell 0, up and then left."""
    tiles = list(board)
    blank = board.index(0)
    while blank:
        cell = blank - width if blank >= width else blank - 1
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank = cell
    return tuple(tiles)


def _can(notation: str) -> bool:
    width, height, board, goal = _read(notation)
    names = {tile: name for name, tile in enumerate(_home(goal, width))}
    renamed = tuple(names[tile] for tile in _home(board, width))
    return renamed in depths(width, height, tuple(range(width * height)))


def solutions(notation: str) -> list[Board]:
    """Return the goal if there is a way to it."""
    return [_read(notation)[3]] if _can(notation) else []


def reading(notation: str) -> tuple[int | None, ...]:
    """Return the tiles, 0 for the blank."""
    return _read(notation)[2]


def breaks(before: str, after: str) -> str | None:
    """Return why `after` is no solution of `before`, or None."""
    width, height, board, goal = _read(after)
    was = _read(before)
    if (width, height, goal) != (was[0], was[1], was[3]):
        return "another size or goal"
    return None if board == goal else "not the goal"


def holds(solution: Board, cell: int, value: int | str) -> bool:
    """Return whether a cell of the solved board holds this tile."""
    return solution[cell] == int(value)


def said(notation: str, solution: Board, move: str) -> bool:
    """Return whether a move names a tile of the board."""
    return int(move) in solution and int(move) != 0


def least(notation: str) -> int | None:
    """Return the least number of slides to the goal, None where there is no way."""
    width, height, board, goal = _read(notation)
    return depths(width, height, goal).get(board)


def strays(notation: str, tiles: list[int]) -> str | None:
    """Return why sliding these tiles in turn does not lead to the goal, or None."""
    width, _, board, goal = _read(notation)
    for at, tile in enumerate(tiles):
        cell = board.index(tile) if tile in board else -1
        after = [one for one in _slides(board, width) if cell >= 0 and not one[cell]]
        if not tile or not after:
            return f"slide {at + 1}: {tile} cannot move"
        board = after[0]
    return None if board == goal else "not the goal"


def slides(notation: str) -> list[tuple[str, int]]:
    """Return the boards one slide away, each with the tile that slid."""
    _, size, text = notation.split(":")
    width, _, board, _ = _read(notation)
    goal = text.partition("@")[1:]
    return [
        (f"sliding:{size}:{','.join(map(str, after))}{''.join(goal)}", after[board.index(0)])
        for after in _slides(board, width)
    ]
