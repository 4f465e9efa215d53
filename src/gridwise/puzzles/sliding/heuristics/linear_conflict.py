"""Manhattan distance and linear conflicts.

Hansson, Mayer and Yung 1992, "Criticizing solutions to relaxed models yields powerful admissible
heuristics", Information Sciences 63(3), 207-227.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    LineValue,
    line_sum,
    row_distance,
)


def leaving(places: Iterable[int]) -> int:
    """Return the fewest elements whose removal leaves an ascending sequence.

    The length less the longest ascending subsequence's. O(n log n).
    """
    ends: list[int] = []
    number = 0
    for place in places:
        number += 1
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return number - len(ends)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate.

    Of the tiles in their goal line but in the wrong order, all but a longest ascending subsequence
    leave the line and return: 2 slides each across it, which the Manhattan distance does not count.
    """
    home, width = board.home, board.width
    distance = row_distance(board)

    def of_row(r: int) -> LineValue:
        far = distance(r)
        return lambda line: (
            far(line)
            + 2 * leaving(home[tile] % width for tile in line if tile and home[tile] // width == r)
        )

    def of_column(c: int) -> LineValue:
        return lambda line: (
            2 * leaving(home[tile] // width for tile in line if tile and home[tile] % width == c)
        )

    return line_sum(board, of_row, of_column)


HEURISTIC = Estimator(
    "linear_conflict",
    msg("Manhattan distance, and 2 for each tile that has to leave its line to let others pass"),
    admissible=True,
    consistent=True,
    make=make,
)
