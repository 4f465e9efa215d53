"""The declaration of a heuristic, and the sums over rows and columns behind most of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from gridwise.core.message import Message
from gridwise.puzzles.sliding.position import inverse

Estimate = Callable[[bytes], int]
"""Maps a state (tiles row-major, 0 the blank) to a number of slides."""
LineValue = Callable[[bytes], int]

MOST_KEPT = 100_000
"""The most values cached for a line."""


@dataclass(frozen=True)
class GoalBoard:
    """The size and the goal of a heuristic."""

    width: int
    height: int
    goal: tuple[int, ...]

    @cached_property
    def home(self) -> list[int]:
        """The cell of each tile in the goal."""
        return inverse(self.goal)


def _always(board: GoalBoard) -> bool:
    return True


def _nothing(board: GoalBoard) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Estimator:
    """A heuristic with its claims, for every size and goal that it fits.

    Parameters
    ----------
    name
        Its module's name.
    text
        A line that describes it.
    admissible, consistent
        Never above the true number of slides; never falls by more than 1 in a slide. The second
        may be a function of the goal board.
    make
        Makes the estimate for a goal board; calls its second argument regularly if that is slow.
    fits
        Whether it exists for a goal board.
    missing
        The command that makes its tables if they are not on disk and take seconds, else None.
    """

    name: str
    text: Message
    admissible: bool
    consistent: bool | Callable[[GoalBoard], bool]
    make: Callable[[GoalBoard, Callable[[], None]], Estimate]
    fits: Callable[[GoalBoard], bool] = _always
    missing: Callable[[GoalBoard], str | None] = _nothing

    def is_consistent(self, board: GoalBoard) -> bool:
        """Return whether it claims to be consistent for a goal board."""
        claim = self.consistent
        return claim if isinstance(claim, bool) else claim(board)


class _LineTable(dict[bytes, int]):
    """A cache of the values of a line, by its tiles."""

    def __init__(self, value: LineValue) -> None:
        super().__init__()
        self.value = value

    def __missing__(self, line: bytes) -> int:
        value = self.value(line)
        if len(self) < MOST_KEPT:
            self[line] = value
        return value


def line_sum(
    board: GoalBoard,
    row: Callable[[int], LineValue] | None,
    column: Callable[[int], LineValue] | None = None,
) -> Estimate:
    """Return the estimate that sums a value of each row and column.

    Parameters
    ----------
    board
        The size.
    row, column
        Maps the index of a row (column) to the function of its tiles; None for 0.

    Notes
    -----
    A line has few arrangements, so almost every value is cached: one slice and one look-up a line.
    """
    width, height = board.width, board.height
    parts: list[tuple[_LineTable, slice]] = []
    if row is not None:
        parts += [(_LineTable(row(r)), slice(r * width, (r + 1) * width)) for r in range(height)]
    if column is not None:
        parts += [(_LineTable(column(c)), slice(c, None, width)) for c in range(width)]

    def estimate(state: bytes) -> int:
        total = 0
        for table, cut in parts:
            total += table[state[cut]]
        return total

    return estimate


def row_distance(board: GoalBoard, power: int = 1) -> Callable[[int], LineValue]:
    """Return the function of a row that sums |rows to go|**power + |columns to go|**power."""
    home, width = board.home, board.width

    def of_row(r: int) -> LineValue:
        def value(line: bytes) -> int:
            return sum(
                abs(r - home[tile] // width) ** power + abs(c - home[tile] % width) ** power
                for c, tile in enumerate(line)
                if tile
            )

        return value

    return of_row


def reversed_pairs(
    board: GoalBoard,
) -> tuple[Callable[[int], LineValue], Callable[[int], LineValue]]:
    """Return the functions of rows and of columns that count reversed pairs of neighbours."""
    goal, width = board.goal, board.width

    def counter(wanted: tuple[int, ...]) -> LineValue:
        def value(line: bytes) -> int:
            return sum(
                1
                for i in range(len(line) - 1)
                if line[i] and line[i + 1] and line[i] == wanted[i + 1] and line[i + 1] == wanted[i]
            )

        return value

    return (
        lambda r: counter(goal[r * width : (r + 1) * width]),
        lambda c: counter(goal[c::width]),
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
