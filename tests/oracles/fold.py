"""Slow, readable twin of the playback: the state after k rows, by reading all k from the first."""

from collections.abc import Callable, Sequence

from gridwise.core.trace import Kind, TraceRow


def fold(
    rows: Sequence[TraceRow], fact: Callable[[int, int], int]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return facts that hold, facts that do not, and the number of solutions."""
    held: list[tuple[int, int]] = []
    removed: list[tuple[int, int]] = []
    came_from: dict[int, tuple[int, int]] = {}
    node = None
    solutions = 0
    for row in rows:
        if row.kind in (Kind.PREMISE, Kind.DECIDE, Kind.IMPLY):
            held.append((row.depth, fact(row.subject, row.value)))
        elif row.kind is Kind.ELIMINATE:
            removed.append((row.depth, fact(row.subject, row.value)))
        elif row.kind is Kind.BACKTRACK:
            held = [item for item in held if item[0] <= row.depth]
            removed = [item for item in removed if item[0] <= row.depth]
            if row.depth < 0:  # a new search: its nodes are numbered from 0 again
                node, came_from = None, {}
        elif row.kind is Kind.GENERATE:
            came_from[row.subject] = (row.cause - 1, row.value)
        elif row.kind is Kind.EXPAND:
            node = row.subject
        elif row.kind is Kind.SOLUTION:
            solutions += 1
            if row.value:
                node = row.value - 1
    path: list[int] = []
    while node is not None and node in came_from and came_from[node][0] >= 0:
        node, operator = came_from[node]
        path.insert(0, operator)
    return tuple(f for _, f in held) + tuple(path), tuple(f for _, f in removed), solutions
