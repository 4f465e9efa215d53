"""Discounted squares and the penalty, the course report's heuristic 3: D - floor(0.15 D) + a."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    squares_and_penalty,
)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate, computed in integers: floor(0.15 D) is 15 D // 100."""
    both = squares_and_penalty(board)

    def estimate(state: bytes) -> int:
        squares, penalty = both(state)
        return squares - 15 * squares // 100 + penalty

    return estimate


HEURISTIC = Estimator(
    "squared_discounted",
    msg("D - floor(0.15 D) + a: squared rows and columns to go, less 15 %, and reversals"),
    admissible=False,
    consistent=False,
    make=make,
)
