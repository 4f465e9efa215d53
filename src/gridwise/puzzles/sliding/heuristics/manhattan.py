"""The Manhattan distance, the course report's heuristic 1."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    line_sum,
    row_distance,
)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate. A slide takes one tile one cell, so it lowers the sum by at most 1."""
    return line_sum(board, row_distance(board))


HEURISTIC = Estimator(
    "manhattan",
    msg("rows and columns between each tile and its place, added up"),
    admissible=True,
    consistent=True,
    make=make,
)
