"""The sums behind the two squared heuristics."""

from collections.abc import Callable

from gridwise.puzzles.sliding.heuristics._estimator import (
    GoalBoard,
    line_sum,
    reversed_pairs,
    row_distance,
)

_SHIFT = 32


def squares_and_penalty(board: GoalBoard) -> Callable[[bytes], tuple[int, int]]:
    """Return the function from a state to D and a.

    D is the sum over misplaced tiles of |rows to go|**2 + |columns to go|**2, a the reversal
    penalty: 2 for each pair of neighbours in each other's places. Both are summed as one number, D
    in the upper bits.
    """
    squares = row_distance(board, 2)
    in_rows, in_columns = reversed_pairs(board)

    def of_row(r: int) -> Callable[[bytes], int]:
        far, pairs = squares(r), in_rows(r)
        return lambda line: (far(line) << _SHIFT) + 2 * pairs(line)

    def of_column(c: int) -> Callable[[bytes], int]:
        pairs = in_columns(c)
        return lambda line: 2 * pairs(line)

    total = line_sum(board, of_row, of_column)

    def both(state: bytes) -> tuple[int, int]:
        sums = total(state)
        return sums >> _SHIFT, sums & ((1 << _SHIFT) - 1)

    return both
