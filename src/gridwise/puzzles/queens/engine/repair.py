"""The view of whole assignments: a queen in every row and column, repaired by swaps.

The algorithm is Sosic and Gu's, 1994, "Efficient local search with conflict minimization: a
case study of the n-queens problem", IEEE Trans. Knowledge and Data Engineering 6(5), 661-668:
counters for the diagonals, a first assignment that puts almost all queens where no other attacks
them, and swaps of columns between a queen in conflict and another. Fixed queens and blocked
squares are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import LocalSearch, Model
from gridwise.puzzles.queens.lines import SquareDecoder
from gridwise.puzzles.queens.position import (
    OccupiedLines,
    PlaceQueen,
    Position,
    ascending,
    attack_free,
)

_TRIES = 100
"""The tries to find a free square in a row before it is left for later."""
_FEW = 64
"""The most open rows for which every swap of a queen is tried; above, a random choice is."""
_MANY = 4096
"""Rows of a block; with more open rows the first assignment is made block by block."""


@dataclass(frozen=True)
class Swaps(LocalSearch[PlaceQueen]):
    """Rows without a queen take the columns without one, each once; a repair swaps two columns.

    A conflict is a queen too many on a diagonal, or a queen on a blocked square. The subject of a
    fact is a row, the value a column; the fact is the square.
    """

    position: Position
    decoder: SquareDecoder

    def fact(self, subject: int, value: int) -> int:
        return subject * self.position.n + value

    def descend(self, run: Run, random: Random) -> Model | None:
        """Repair a random assignment; see `LocalSearch`. Linear in n but for the repairs."""
        position = self.position
        if not attack_free(position.n, position.queens):
            return None
        if not frozenset(position.blocked).isdisjoint(position.queens):
            return None
        assignment = _Assignment(position, run, random)
        if len(assignment.rows) <= _MANY:
            assignment.place()
        else:
            assignment.place_many()
        if run.trace is not None:
            assignment.trace_start(run.trace)
        if not assignment.repair():
            return None
        n = position.n
        fresh = [
            row * n + column
            for row, column in zip(assignment.rows, assignment.columns, strict=True)
        ]
        return ascending((*position.queens, *fresh))


class _Assignment:
    """One assignment: row i of `rows` has its queen in column i of `columns`."""

    def __init__(self, position: Position, run: Run, random: Random) -> None:
        lines = OccupiedLines(position.n, position.queens)
        self.n, self.run, self.random = position.n, run, random
        self.fixed = position.queens
        self.blocked = frozenset(position.blocked)
        # Queens on each diagonal. Bytes would do for the first assignment but not in every case.
        self.falling, self.rising = list(lines.falling), list(lines.rising)
        self.rows = [row for row, taken in enumerate(lines.rows) if not taken]
        self.columns = [column for column, taken in enumerate(lines.columns) if not taken]
        self.conflicts = 0
        self.suspects: list[int] = []
        self.stack: list[int] = []  # for the trace: indices in the order of their levels

    def place(self) -> None:
        """Give each row a column on which no queen attacks it, as long as one is found soon.

        A row takes a random one of the columns left, again if the square is attacked or blocked:
        about three tries a row on an empty board. The last rows, which find none in `_TRIES` tries,
        take any.
        """
        n, rows, columns = self.n, self.rows, self.columns
        falling, rising, blocked = self.falling, self.rising, self.blocked
        draw, last, size = self.random.random, self.n - 1, len(rows)
        for at, row in enumerate(rows):
            left = size - at
            for _ in range(_TRIES):
                other = at + int(draw() * left)
                column = columns[other]
                if falling[row - column + last] or rising[row + column]:
                    continue
                if not blocked or row * n + column not in blocked:
                    break
            else:
                self.suspects.append(at)
            columns[other] = columns[at]
            columns[at] = column
            self.conflicts += self._put(row, column)

    def place_many(self) -> None:
        """Do the same for many rows, a block of them at a time, by NumPy.

        A block of rows is tried with as many random columns. A row keeps its column if no queen
        attacks it; of rows that share a diagonal one does. The other columns are mixed with the
        columns left and tried again. O(n) expected, as the share kept does not depend on n.
        """
        import numpy as np

        rng = np.random.default_rng(self.random.getrandbits(64))
        n, last, size = self.n, self.n - 1, len(self.rows)
        falling = np.array(self.falling, dtype=np.uint8)
        rising = np.array(self.rising, dtype=np.uint8)
        blocked = np.fromiter(sorted(self.blocked), np.int64, len(self.blocked))
        rows = np.array(self.rows, dtype=np.int64)
        columns = rng.permutation(np.array(self.columns, dtype=np.int64))
        owners = (np.empty(2 * n, dtype=np.int64), np.empty(2 * n, dtype=np.int64))
        at = tries = 0
        while at < size and tries < _TRIES:
            self.run.check()
            block = slice(at, min(at + _MANY, size))
            row, column = rows[block], columns[block]
            down, up = row - column + last, row + column
            free = (falling[down] == 0) & (rising[up] == 0)
            if len(blocked):
                free &= ~np.isin(row * n + column, blocked)
            index = np.arange(len(row))
            for owner, line in zip(owners, (down, up), strict=True):
                owner[line[free]] = index[free]  # of several on a diagonal the last stays
            for owner, line in zip(owners, (down, up), strict=True):
                free &= owner[line] == index
            falling[down[free]] = rising[up[free]] = 1
            order = np.concatenate((index[free], index[~free]))
            rows[block], columns[block] = row[order], column[order]
            at += int(np.count_nonzero(free))
            tries += block.stop == size
            self._mix(columns, at, block.stop, rng)
        self.rows, self.columns = rows.tolist(), columns.tolist()
        self.falling, self.rising = falling.tolist(), rising.tolist()
        for index_left in range(at, size):
            self.suspects.append(index_left)
            self.conflicts += self._put(self.rows[index_left], self.columns[index_left])

    @staticmethod
    def _mix(columns: Any, start: int, stop: int, rng: Any) -> None:
        """Swap the columns from `start` to `stop`, just refused, with others that are left."""
        refused, left = stop - start, len(columns) - start
        if left <= 2 * refused or left <= _MANY:
            columns[start:] = rng.permutation(columns[start:])
            return
        other = int(rng.integers(stop, len(columns) - refused + 1))
        there = slice(other, other + refused)
        refused_columns = columns[start:stop].copy()
        columns[start:stop] = columns[there]
        columns[there] = refused_columns

    def repair(self) -> bool:
        """Swap until there is no conflict; return False if the allowed steps are used up."""
        size = len(self.rows)
        steps = 20 + 4 * size
        while self.conflicts:
            if not self.suspects:
                self.suspects = [at for at in range(size) if self._in_conflict(at)]
                self.random.shuffle(self.suspects)
                if not self.suspects:
                    return False  # then fixed queens attack each other
            at = self.suspects.pop()
            if not self._in_conflict(at):
                continue
            if not steps:
                return False
            steps -= 1
            self.run.tick()
            self.run.count.assignments += 1
            self._mend(at)
            if self._in_conflict(at):
                self.suspects.insert(0, at)
        return True

    def _mend(self, at: int) -> None:
        """Swap the column of a row in conflict with another row's.

        With few rows the best of all swaps, the first of a random order; a swap that does harm is
        made as well, as nothing would ever change otherwise. With many rows the first random one
        that leaves fewer conflicts, or the best of those looked at.
        """
        size = len(self.rows)
        if size < 2:
            return
        best, best_change = -1, 1 << 30
        if size <= _FEW:
            others: Sequence[int] = self.random.sample(range(size), size)
        else:
            others = [int(self.random.random() * size) for _ in range(20 * _FEW)]
        for other in others:
            if other == at:
                continue
            change = self._swap(at, other)
            if change < best_change:
                best, best_change = other, change
                if change < 0 and size > _FEW:
                    break
            self._swap(other, at)
        else:
            if best < 0:
                return
            self._swap(at, best)
        self.conflicts += best_change
        if best_change >= 0:
            self.run.count.conflicts += 1
        if self._in_conflict(best):
            self.suspects.append(best)
        if self.run.trace is not None:
            self._trace_swap(self.run.trace, at, best)

    def _swap(self, at: int, other: int) -> int:
        """Swap the columns of two rows; return by how much the conflicts change."""
        rows, columns = self.rows, self.columns
        row, column, row2, column2 = rows[at], columns[at], rows[other], columns[other]
        columns[at], columns[other] = column2, column
        return (
            self._take(row, column)
            + self._take(row2, column2)
            + self._put(row, column2)
            + self._put(row2, column)
        )

    def _put(self, row: int, column: int) -> int:
        """Put a queen; return how many conflicts it makes."""
        down, up = row - column + self.n - 1, row + column
        conflicts = (self.falling[down] > 0) + (self.rising[up] > 0)
        self.falling[down] += 1
        self.rising[up] += 1
        if self.blocked and row * self.n + column in self.blocked:
            conflicts += 1
        return conflicts

    def _take(self, row: int, column: int) -> int:
        """Take a queen away; return by how much the conflicts change, 0 or less."""
        down, up = row - column + self.n - 1, row + column
        self.falling[down] -= 1
        self.rising[up] -= 1
        ended = (self.falling[down] > 0) + (self.rising[up] > 0)
        if self.blocked and row * self.n + column in self.blocked:
            ended += 1
        return -ended

    def _in_conflict(self, at: int) -> bool:
        row, column = self.rows[at], self.columns[at]
        return (
            self.falling[row - column + self.n - 1] > 1
            or self.rising[row + column] > 1
            or (bool(self.blocked) and row * self.n + column in self.blocked)
        )

    def trace_start(self, trace: Trace) -> None:
        """Record the first assignment: the givens on level 1, each row on one of its own."""
        trace.add(Kind.BACKTRACK, 0)
        for cell in self.fixed:
            trace.add(Kind.PREMISE, 1, *divmod(cell, self.n))
        self.stack = list(range(len(self.rows)))
        self._trace_from(trace, 0)

    def _trace_swap(self, trace: Trace, at: int, other: int) -> None:
        # Only the latest levels can be dropped, so swapped rows move to the end of them: the rows
        # that are swapped again and again are then near it.
        keep = min(self.stack.index(at), self.stack.index(other))
        self.stack = [i for i in self.stack if i not in (at, other)] + [other, at]
        trace.add(Kind.BACKTRACK, keep + 1)
        self._trace_from(trace, keep)

    def _trace_from(self, trace: Trace, start: int) -> None:
        for depth in range(start, len(self.stack)):
            at = self.stack[depth]
            trace.add(Kind.DECIDE, depth + 2, self.rows[at], self.columns[at])


def swaps(position: Position) -> Swaps:
    """Return the view of whole assignments of a board."""
    return Swaps(position, SquareDecoder(position))
