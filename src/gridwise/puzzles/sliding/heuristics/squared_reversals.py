"""Squared distances and the reversal penalty, the course report's heuristic 4: D + a."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    squares_and_penalty,
)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate. Squares exceed the slides that a far tile needs."""
    both = squares_and_penalty(board)
    return lambda state: sum(both(state))


HEURISTIC = Estimator(
    "squared_reversals",
    msg("D + a: squared rows and columns to go, and 2 for each reversed pair"),
    admissible=False,
    consistent=False,
    make=make,
)
