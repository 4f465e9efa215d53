"""The board with its queens, and the move."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, repeat
from operator import lt
from typing import ClassVar

from gridwise.core.errors import ParameterError
from gridwise.core.position import replaced
from gridwise.core.run import collector_off

MAX_N = 1_000_000
"""The most rows of a board: memory is linear in rows and queens, not in squares."""
_MANY = 4096


@dataclass(frozen=True, slots=True)
class Position:
    """A board of n x n squares.

    Queens may attack each other or be on blocked squares: see `rules.violations`.

    Parameters
    ----------
    n
        The number of rows, columns, and queens of a solution, 1 to `MAX_N`.
    queens
        The squares with a queen, ascending.
    blocked
        The squares where no queen is allowed, ascending.

    Raises
    ------
    ParameterError
        Inconsistent parameters.
    """

    plain_fields: ClassVar = ("n", "queens", "blocked", "_peaceful")
    """A further field is a further rule; see `core.position`."""

    n: int
    queens: tuple[int, ...] = ()
    blocked: tuple[int, ...] = ()
    _peaceful: bool | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.n <= MAX_N:
            raise ParameterError(f"n is from 1 to {MAX_N}, not {self.n}")
        for squares in (self.queens, self.blocked):
            if not squares:
                continue
            if not _ascend(squares):
                raise ParameterError("squares are given once each, in ascending order")
            if squares[0] < 0 or squares[-1] >= self.n * self.n:
                raise ParameterError(f"a square that is not on a board of {self.n}x{self.n}")

    @property
    def peaceful(self) -> bool:
        """Whether no two queens attack each other; computed once."""
        if self._peaceful is None:
            object.__setattr__(self, "_peaceful", attack_free(self.n, self.queens))
        return bool(self._peaceful)


def with_peaceful(position: Position, queens: tuple[int, ...]) -> Position:
    """Return the position with other queens, no two of which attack each other: unchecked."""
    after = replaced(position, queens=queens)
    object.__setattr__(after, "_peaceful", True)
    return after


def _ascend(squares: Sequence[int]) -> bool:
    if len(squares) <= _MANY:
        return all(map(lt, squares, islice(squares, 1, None)))
    import numpy as np

    try:
        cells = np.fromiter(squares, np.int64, len(squares))
    except OverflowError:  # beyond any board
        return all(map(lt, squares, islice(squares, 1, None)))
    return bool((cells[:-1] < cells[1:]).all())


@dataclass(frozen=True, slots=True)
class PlaceQueen:
    """Place a queen on a square."""

    cell: int


def placements(squares: Sequence[int]) -> tuple[PlaceQueen, ...]:
    """Return the moves that place queens on squares.

    The moves are made empty and filled afterwards, in a third of the time of the constructor.
    """
    if len(squares) <= _MANY:
        return tuple(map(PlaceQueen, squares))
    with collector_off():
        moves = tuple(map(object.__new__, repeat(PlaceQueen, len(squares))))
        deque(map(_set_cell, moves, squares), maxlen=0)
    return moves


_set_cell = PlaceQueen.__dict__["cell"].__set__


class OccupiedLines:
    """The rows, columns and diagonals of a board, each with whether it holds a queen.

    Made in O(n); a query or a queen takes O(1). Diagonals are numbered by row - column + n - 1
    (falling, from top left to bottom right) and row + column (rising).
    """

    __slots__ = ("columns", "falling", "n", "rising", "rows")

    def __init__(self, n: int, queens: Iterable[int] = ()) -> None:
        self.n = n
        self.rows, self.columns = bytearray(n), bytearray(n)
        self.falling, self.rising = bytearray(2 * n), bytearray(2 * n)
        self.add(queens)

    def add(self, queens: Iterable[int]) -> bool:
        """Add queens; return whether none of them shares a line with another. O(queens)."""
        n, rows, columns = self.n, self.rows, self.columns
        falling, rising, last = self.falling, self.rising, self.n - 1
        clash = 0
        for cell in queens:
            row, column = divmod(cell, n)
            down, up = row - column + last, row + column
            clash |= rows[row] | columns[column] | falling[down] | rising[up]
            rows[row] = columns[column] = falling[down] = rising[up] = 1
        return not clash

    def attacked(self, row: int, column: int) -> bool:
        """Return whether a line of this square holds a queen."""
        return bool(
            self.rows[row]
            or self.columns[column]
            or self.falling[row - column + self.n - 1]
            or self.rising[row + column]
        )

    def open_squares(self, blocked: Iterable[int] = ()) -> Iterator[int]:
        """Yield the squares that are neither attacked nor blocked, row-major.

        O((n - queens)**2 + n + blocked).
        """
        n, falling, rising, last = self.n, self.falling, self.rising, self.n - 1
        shut = frozenset(blocked)
        columns = [column for column in range(n) if not self.columns[column]]
        for row in range(n):
            if self.rows[row]:
                continue
            for column in columns:
                if falling[row - column + last] or rising[row + column]:
                    continue
                cell = row * n + column
                if cell not in shut:
                    yield cell


def attack_free(n: int, queens: Sequence[int]) -> bool:
    """Return whether no two of these squares share a line (an equal pair does).

    O(n + queens); many are checked by NumPy, about ten times as fast.
    """
    if len(queens) <= _MANY:
        return OccupiedLines(n).add(queens)
    import numpy as np

    cells = np.fromiter(queens, np.int64, len(queens))
    rows = cells // n
    columns = cells - rows * n
    for line, most in (
        (rows, n),
        (columns, n),
        (rows - columns + n - 1, 2 * n - 1),
        (rows + columns, 2 * n - 1),
    ):
        held = np.zeros(most, np.bool_)
        held[line] = True
        if np.count_nonzero(held) != len(queens):
            return False
    return True


def columns_of(position: Position) -> list[int]:
    """Return the column of each row's first queen, -1 for none."""
    found = [-1] * position.n
    for cell in reversed(position.queens):
        row, column = divmod(cell, position.n)
        found[row] = column
    return found


def ascending(cells: Iterable[int]) -> tuple[int, ...]:
    """Return squares in ascending order."""
    return tuple(sorted(cells))
