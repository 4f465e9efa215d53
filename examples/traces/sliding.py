"""A* on a sliding puzzle with the number of misplaced tiles, and the trace of what it did."""

import heapq
import sys

from write_trace import TraceFile

SIDE = 3
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def neighbours(state):
    """Yield each move of the blank, and the state after it."""
    blank = state.index(0)
    row, col = divmod(blank, SIDE)
    moves = {
        "up": (row - 1, col),
        "down": (row + 1, col),
        "left": (row, col - 1),
        "right": (row, col + 1),
    }
    for name, (r, c) in moves.items():
        if 0 <= r < SIDE and 0 <= c < SIDE:
            tiles, other = list(state), r * SIDE + c
            tiles[blank], tiles[other] = tiles[other], 0
            yield name, tuple(tiles)


def misplaced(state):
    """Return a lower bound for the moves that are left."""
    return sum(tile not in (0, goal) for tile, goal in zip(state, GOAL, strict=True))


def text(state):
    """Return a name for a state, and the board as Gridwise reads it."""
    return ",".join(map(str, state))


def a_star(start, trace):
    """Search for a shortest way, and write down every node."""
    best, waiting, closed = {start: 0}, [(misplaced(start), 0, start)], set()
    trace.event("generate", node=text(start), h=misplaced(start))
    while waiting:
        _, g, state = heapq.heappop(waiting)
        if state in closed:
            continue
        if state == GOAL:
            trace.event("solution", node=text(state), note=f"in {g} moves")
            return
        closed.add(state)
        trace.event("expand", node=text(state), h=misplaced(state))
        for move, after in neighbours(state):
            if g + 1 < best.get(after, 1 << 30):
                best[after] = g + 1
                h = misplaced(after)
                trace.event("generate", node=text(after), parent=text(state), move=move, h=h)
                heapq.heappush(waiting, (g + 1 + h, g + 1, after))


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "sliding.jsonl"
    start = (1, 3, 6, 4, 2, 8, 0, 7, 5)
    board = f"sliding:{SIDE}x{SIDE}:{text(start)}@last"
    a_star(start, TraceFile(path, board, "A*, misplaced tiles", directions="blank"))
