"""Pattern databases: exact distances up to nine cells, three patterns of five on the 4x4.

Culberson and Schaeffer 1998, "Pattern databases", Computational Intelligence 14(3), 318-334;
Korf and Felner 2002, Artificial Intelligence 134, 9-22 (additive ones).
"""

from collections.abc import Callable

from gridwise.compiled.cache import has
from gridwise.core.message import msg
from gridwise.puzzles.sliding.heuristics._estimator import (
    Estimate,
    Estimator,
    GoalBoard,
    LineValue,
    line_sum,
)
from gridwise.puzzles.sliding.pdb import exact, patterns


def _exact(board: GoalBoard) -> bool:
    """Return whether the table holds the true distances, which are consistent.

    The patterns' sum is not consistent: each table assumes the best cell of the blank for its five
    tiles, and a slide can make the sum fall by 3 or 5.
    """
    return board.width * board.height <= exact.MAX_CELLS


def fits(board: GoalBoard) -> bool:
    """Return whether there are tables for this size."""
    patterned = (board.width, board.height) == (patterns.WIDTH, patterns.HEIGHT)
    return _exact(board) or patterned


def missing(board: GoalBoard) -> str | None:
    """Return the command that makes the tables; None if they exist or are quickly made."""
    if _exact(board):
        return None
    blank = board.home[0]
    if all(map(has, patterns.names(blank))):
        return None
    if blank in patterns.CORNERS:
        return f"prepare sliding:{patterns.TABLE}"
    return "solve BOARD --method a_star --set heuristic=pattern_database"


def make(board: GoalBoard, check: Callable[[], None]) -> Estimate:
    """Return the estimate, for small boards the true distance.

    On the 4x4 it is the sum of three tables. A tile's part in their indices depends on its cell
    alone, so `line_sum` adds up all three indices as one number.
    """
    if _exact(board):
        table = exact.depths(board.width, board.height, board.goal, check)
        return lambda state: table[state]
    home, width = board.home, board.width
    first, second, third = patterns.tables(home[0], check)
    place = {
        cell: 20 * which + 4 * i
        for which, cells in enumerate(patterns.partition(home[0]))
        for i, cell in enumerate(cells)
    }
    shift = [0, *(place[home[tile]] for tile in range(1, patterns.CELLS))]

    def of_row(r: int) -> LineValue:
        return lambda line: sum(
            (r * width + c) << shift[tile] for c, tile in enumerate(line) if tile
        )

    index = line_sum(board, of_row)
    mask = patterns.TABLE_BYTES - 1

    def estimate(state: bytes) -> int:
        indices = index(state)
        return first[indices & mask] + second[indices >> 20 & mask] + third[indices >> 40]

    return estimate


HEURISTIC = Estimator(
    "pattern_database",
    msg("the exact distance up to 3x3; on the 4x4 three patterns of five tiles, added up"),
    admissible=True,
    consistent=_exact,
    make=make,
    fits=fits,
    missing=missing,
)
