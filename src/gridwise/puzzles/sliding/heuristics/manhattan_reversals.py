"""Manhattan distance and 2 for each reversed pair, the founding report's heuristic 2."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    line_sum,
    reversed_pairs,
    row_distance,
)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate.

    Two neighbours that stand in each other's places are both in their line; to pass each other
    one of them has to leave the line and come back, two slides that the distance does not count.
    A tile is in one such pair at most, so the twos add up: it is a part of `linear_conflict`.
    """
    distance = row_distance(board)
    in_rows, in_columns = reversed_pairs(board)

    def of_row(r: int) -> Callable[[bytes], int]:
        far, pairs = distance(r), in_rows(r)
        return lambda line: far(line) + 2 * pairs(line)

    def of_column(c: int) -> Callable[[bytes], int]:
        pairs = in_columns(c)
        return lambda line: 2 * pairs(line)

    return line_sum(board, of_row, of_column)


HEURISTIC = Estimator(
    "manhattan_reversals",
    msg("Manhattan distance, and 2 for each pair of neighbours in each other's places"),
    admissible=True,
    consistent=True,
    make=make,
)
