"""The walking distance of K. Takahashi (2002, published on his pages about the 15-puzzle)."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    LineValue,
    line_sum,
)

LONGEST = {1: 10, 2: 10, 3: 10, 4: 5, 5: 2, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1}
"""For a number of lines, the most cells in a line for which the table is small enough."""


def fits(board: GoalBoard) -> bool:
    """Return whether the tables for rows and for columns are small."""
    width, height = board.width, board.height
    return width <= LONGEST.get(height, 0) and height <= LONGEST.get(width, 0)


def table(lines: int, length: int, blank_line: int, check: Callable[[], None]) -> dict[int, int]:
    """Return the fewest steps across the lines for each distribution of the tiles among them.

    Parameters
    ----------
    lines, length
        The number of lines, and of cells in each.
    blank_line
        The line of the blank in the goal.
    check
        Called after each layer.

    Notes
    -----
    A distribution is a matrix: the number of tiles of each goal line in each line. A step moves the
    blank to a neighbouring line, and a tile of that line into the blank's. The key of a matrix has
    its entries as digits in base length + 1. Breadth-first search from the goal; 24,964 matrices
    for four lines of four. The last few tables are kept; a caller must not change one.
    """
    wanted = (lines, length, blank_line)
    known = _KEPT.get(wanted)
    if known is None:
        known = _search(lines, length, blank_line, check)
        while len(_KEPT) >= _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[wanted] = known
    return known


_MOST_KEPT = 8
_KEPT: dict[tuple[int, int, int], dict[int, int]] = {}


def _search(lines: int, length: int, blank_line: int, check: Callable[[], None]) -> dict[int, int]:

    base = length + 1
    unit = [[base ** (line * lines + kind) for kind in range(lines)] for line in range(lines)]
    start = [[0] * lines for _ in range(lines)]
    for line in range(lines):
        start[line][line] = length - (line == blank_line)
    key = sum(start[a][b] * unit[a][b] for a in range(lines) for b in range(lines))
    distances = {key: 0}
    layer = [(key, blank_line)]
    depth = 0
    while layer:
        check()
        depth += 1
        after = []
        for key, blank in layer:
            for other in (blank - 1, blank + 1):
                if not 0 <= other < lines:
                    continue
                for kind in range(lines):
                    here = unit[other][kind]
                    if key // here % base:
                        successor = key - here + unit[blank][kind]
                        if successor not in distances:
                            distances[successor] = depth
                            after.append((successor, other))
        layer = after
    return distances


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate: the fewest steps across the rows and across the columns, added up.

    A slide is a step of one of the two sorts, and a step of that sort's table; so the sum is
    admissible and consistent.
    """
    width, height, home = board.width, board.height, board.home
    blank_row, blank_column = divmod(home[0], width)
    rows = table(height, width, blank_row, check)
    columns = table(width, height, blank_column, check)

    def of_row(r: int) -> LineValue:
        weight = [(width + 1) ** (r * height + home[tile] // width) for tile in range(len(home))]
        return lambda line: sum(weight[tile] for tile in line if tile)

    def of_column(c: int) -> LineValue:
        weight = [(height + 1) ** (c * width + home[tile] % width) for tile in range(len(home))]
        return lambda line: sum(weight[tile] for tile in line if tile)

    row_key, column_key = line_sum(board, of_row), line_sum(board, None, of_column)
    return lambda state: rows[row_key(state)] + columns[column_key(state)]


HEURISTIC = Estimator(
    "walking_distance",
    msg("the fewest steps across the rows and across the columns, tiles of one goal line alike"),
    admissible=True,
    consistent=True,
    make=make,
    fits=fits,
)
