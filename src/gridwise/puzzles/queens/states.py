"""The state space of partial placements, filled row by row."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from gridwise.core.message import msg
from gridwise.core.views import Heuristic, StateSpace
from gridwise.puzzles.queens.lines import ListedSquareDecoder
from gridwise.puzzles.queens.position import OccupiedLines, PlaceQueen, Position

Placement = tuple[tuple[int, ...], int, int, int]
"""The operators so far, then bits: occupied columns, falling and rising diagonals.

The operators are needed: different placements can occupy the same lines.
"""


@dataclass(frozen=True)
class PartialPlacements(StateSpace[PlaceQueen, Placement]):
    """The partial placements of a board: a step places the queen of the next row, at cost 1.

    As the rows are filled in order, no state is reached twice: the space is a tree. An operator is
    the index of a square in `squares`.

    Parameters
    ----------
    position
        The board.
    squares
        The open squares, row-major.
    excluded
        Operators that are not allowed.
    """

    position: Position
    squares: tuple[int, ...]
    decoder: ListedSquareDecoder
    excluded: frozenset[int] = frozenset()

    tree = True

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
        """The operators of each row without a queen, with the bits of their three lines."""
        n = self.position.n
        taken = OccupiedLines(n, self.position.queens).rows
        rows: dict[int, list[tuple[int, int, int, int]]] = {
            row: [] for row in range(n) if not taken[row]
        }
        for operator, cell in enumerate(self.squares):
            if operator not in self.excluded:
                row, column = divmod(cell, n)
                bits = (1 << column, 1 << row - column + n - 1, 1 << row + column)
                rows[row].append((operator, *bits))
        return tuple(map(tuple, rows.values()))

    @cached_property
    def broken(self) -> bool:
        """Whether the fixed queens violate a rule, so that there is no solution."""
        queens, shut = self.position.queens, frozenset(self.position.blocked)
        return not shut.isdisjoint(queens) or not OccupiedLines(self.position.n).add(queens)

    @cached_property
    def heuristics(self) -> dict[str, Heuristic[Placement]]:  # type: ignore[override]
        """The estimates of the steps left."""
        return {
            "open_rows": Heuristic(
                "open_rows",
                lambda state: len(self.rows) - len(state[0]),
                admissible=True,
                consistent=True,
                text=msg("rows without a queen"),
            ),
            "dead_rows": Heuristic(
                "dead_rows",
                self._dead_rows,
                admissible=True,
                consistent=True,
                text=msg("rows without a queen; far more where one of them has no free square"),
            ),
        }

    def _dead_rows(self, state: Placement) -> int:
        # No goal is reachable from a state with a dead row, so every estimate is admissible; all
        # its successors have the dead row too, so the estimate is consistent.
        placed, columns, falling, rising = state
        for row in self.rows[len(placed) :]:
            if all(c & columns or f & falling or r & rising for _, c, f, r in row):
                return 2 * self.position.n
        return len(self.rows) - len(placed)

    def initial(self) -> Placement:
        columns = falling = rising = 0
        n = self.position.n
        for cell in self.position.queens:
            row, column = divmod(cell, n)
            columns |= 1 << column
            falling |= 1 << row - column + n - 1
            rising |= 1 << row + column
        return (), columns, falling, rising

    def is_goal(self, state: Placement) -> bool:
        return len(state[0]) == len(self.rows) and not self.broken

    def successors(self, state: Placement) -> Iterable[tuple[int, Placement, int]]:
        placed, columns, falling, rising = state
        if self.broken or len(placed) == len(self.rows):
            return
        for operator, c, f, r in self.rows[len(placed)]:
            if not (c & columns or f & falling or r & rising):
                yield operator, ((*placed, operator), columns | c, falling | f, rising | r), 1

    def without(self, fact: int) -> Self:
        return replace(self, excluded=self.excluded | {fact})


def partial_placements(position: Position) -> PartialPlacements:
    """Return the space of partial placements of a board."""
    squares = tuple(OccupiedLines(position.n, position.queens).open_squares(position.blocked))
    return PartialPlacements(position, squares, ListedSquareDecoder(position, squares))
