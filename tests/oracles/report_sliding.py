"""The A* that a course report on the sliding puzzle prints, step by step as it is printed.

The report (II.4) adds a successor to OPEN only if its state is in neither OPEN nor CLOSED. It gives
no rule for states of equal f; taken here: the greater g, then the state that was added later, with
the successors of a state in the order of the cells that slide (above, left, right, below).
"""

from functools import cache
from heapq import heappop, heappush

from oracles.sliding import Board, _read, _slides

Path = list[Board]


@cache
def estimates(board: Board, goal: Board, width: int) -> tuple[int, int, int, int]:
    """Return heuristics 1 to 4 of the report (III.3)."""
    lines = squares = pairs = 0
    for cell, tile in enumerate(board):
        if tile == 0:
            continue
        home = goal.index(tile)
        rows = abs(cell // width - home // width)
        columns = abs(cell % width - home % width)
        lines += rows + columns
        squares += rows**2 + columns**2
        other = board[home]  # where the tile belongs; a pair is met from both of its cells
        pairs += rows + columns == 1 and other != 0 and goal[cell] == other
    penalty = 2 * (pairs // 2)
    return lines, lines + penalty, squares - 15 * squares // 100 + penalty, squares + penalty


def a_star(
    notation: str, heuristic: int, *, deepest: bool = True
) -> tuple[int, int, Path, Path | None]:
    """Return the states expanded and generated, and the path to the goal by two readings.

    Of states of equal f the smaller g comes first unless `deepest`.

    The first reading of the parents: a state's parent is the one that it was added from. The
    second: Cha(nk) is set before the test, so that it is overwritten by each state that nk is a
    successor of, whether nk is added or not; None if the parents then lead in a circle.
    """
    width, _, start, goal = _read(notation)

    def h(board: Board) -> int:
        return estimates(board, goal, width)[heuristic - 1]

    added = 0
    queue = [(h(start), 0, 0, start)]
    opened, closed = {start}, set()
    parent: dict[Board, Board] = {}
    overwritten: dict[Board, Board] = {}
    while queue:
        _, tied, _, state = heappop(queue)
        opened.remove(state)
        closed.add(state)
        if state == goal:
            path = _back(parent, start, goal)
            assert path is not None
            return len(closed) - 1, added + 1, path, _back(overwritten, start, goal)
        for after in _slides(state, width):
            g = abs(tied) + 1
            f = g + h(after)
            overwritten[after] = state
            if after not in opened and after not in closed:
                added += 1
                parent[after] = state
                opened.add(after)
                heappush(queue, (f, -g if deepest else g, -added, after))
    raise AssertionError(f"there is no way from {notation}")


def _back(parent: dict[Board, Board], start: Board, goal: Board) -> Path | None:
    """Return the states from the start to the goal, or None if the parents lead in a circle."""
    path = [goal]
    while path[-1] != start:
        if parent[path[-1]] in path:
            return None
        path.append(parent[path[-1]])
    return path[::-1]
