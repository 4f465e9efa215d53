"""The number of misplaced tiles."""

from collections.abc import Callable

from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    LineValue,
    line_sum,
)


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate. A slide moves one tile, so it lowers the number by at most 1."""

    def of_row(r: int) -> LineValue:
        wanted = board.goal[r * board.width : (r + 1) * board.width]
        return lambda line: sum(
            tile not in (0, want) for tile, want in zip(line, wanted, strict=True)
        )

    return line_sum(board, of_row)


HEURISTIC = Estimator(
    "misplaced",
    msg("tiles that are not in their places"),
    admissible=True,
    consistent=True,
    make=make,
)
