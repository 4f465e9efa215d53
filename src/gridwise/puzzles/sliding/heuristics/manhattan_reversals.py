"""Manhattan distance and 2 for each reversed pair, the course report's heuristic 2."""

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

    Of two neighbours in each other's places one has to leave their line and return, two slides that
    the Manhattan distance does not count. A tile is in at most one such pair, so the penalties add
    up; `linear_conflict` is never less.
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
