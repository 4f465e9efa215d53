"""Plays the end of a game perfectly, by all layouts that are left, in plain Python.

The value of a set of layouts is the number of them that the best play wins: the largest over the
cells of the sum of the values of the sets that the cell's numbers split it into. Layouts where the
cell is a mine are lost, and a game with one layout left is won. A cell that is safe in all layouts
and splits them is opened without choice.

The twin of the compiled `kernels.end`, with the same bounds (Knuth and Moore 1975, Artificial
Intelligence 6(4), on sums). A set of layouts is an integer with a bit for each.
"""

from collections.abc import Iterable, Sequence

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, around

_CHECK_EVERY = 256


class TooManySets(Exception):  # noqa: N818  (control flow, not an error)
    """More sets of layouts than were allowed."""


def best_play(
    position: Position,
    layouts: Iterable[Sequence[int]],
    run: Run,
    most: int,
    cells: Sequence[int] | None = None,
) -> tuple[int, int]:
    """Return the cell to open first, and the number of layouts won with it.

    Ties go to the cell that is safe in the most layouts, then to the first.

    Parameters
    ----------
    position
        A board with a known total and at least two layouts.
    layouts
        The cells of the mines of each layout.
    run
        The run whose limits are checked every so often.
    most
        The most sets to value; raises `TooManySets`.
    cells
        The covered cells in the order of "first"; row by row by default.
    """
    return _EndGame(position, layouts, run, most, cells).best()


class _EndGame:
    def __init__(
        self,
        position: Position,
        layouts: Iterable[Sequence[int]],
        run: Run,
        most: int,
        cells: Sequence[int] | None,
    ) -> None:
        self.run, self.left = run, most
        if cells is None:
            cells = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        shows: dict[int, dict[int, int]] = {cell: {} for cell in cells}
        number = 0
        for number, mines in enumerate(layouts):
            board = bytearray(len(position.shown))
            for cell in mines:
                board[cell] = MINE
            near = around(board, position.width, position.height, (MINE,))
            for cell in cells:
                value = MINE if board[cell] else near[cell]
                shows[cell][value] = shows[cell].get(value, 0) | 1 << number
        self.every = (1 << number + 1) - 1
        # By cell that does not show the same in all layouts: the layouts where it is safe, and by
        # number.
        self.cells = [cell for cell in cells if len(shows[cell]) > 1]
        self.safe = [self.every & ~shows[cell].get(MINE, 0) for cell in self.cells]
        self.parts = [
            [mask for value, mask in sorted(shows[cell].items()) if value != MINE]
            for cell in self.cells
        ]
        self.known: dict[int, tuple[int, bool]] = {}  # a value, or the most that it can be

    def best(self) -> tuple[int, int]:
        chosen, won = self._best(self.every, 0, range(len(self.cells)))
        return self.cells[chosen], won

    def _value(self, layouts: int, floor: int, among: Iterable[int]) -> int:
        """Return the value of a set; if that is not above the floor some number that is not.

        `among` are the places of the cells that may split it.
        """
        if layouts & (layouts - 1) == 0:
            return 1
        value, exact = self.known.get(layouts, (0, False))
        if exact or (value and value <= floor):
            return value
        _, won = self._best(layouts, floor, among)
        self.known[layouts] = (won, True) if won > floor else (floor, False)
        return won

    def _best(self, layouts: int, floor: int, among: Iterable[int]) -> tuple[int, int]:
        """Return the place of the cell to open and the value; 0 if that is not above `floor`."""
        self.left -= 1
        if self.left < 0:
            raise TooManySets
        if self.left % _CHECK_EVERY == 0:
            self.run.check()
        order = []
        splitting = []
        safes, parts = self.safe, self.parts
        for at in among:
            safe = layouts & safes[at]
            if not safe:
                continue
            if safe == layouts:
                for part in parts[at]:
                    if layouts & part:
                        if layouts & part != layouts:  # it costs nothing and tells something
                            return at, self._sum(at, layouts, floor, among)
                        break
                continue
            splitting.append(at)
            order.append((-safe.bit_count(), at))
        order.sort()
        best, won = -1, 0
        for many, at in order:
            beat = max(won, floor)
            if -many <= beat:
                break
            value = self._sum(at, layouts, beat, splitting)
            if value > beat:
                best, won = at, value
        return best, won

    def _sum(self, at: int, layouts: int, beat: int, among: Iterable[int]) -> int:
        """Return in how many layouts opening a cell wins; 0 if that is not more than `beat`."""
        parts = [part for mask in self.parts[at] if (part := layouts & mask)]
        rest = sum(part.bit_count() for part in parts)
        total = 0
        for part in parts:
            many = part.bit_count()
            rest -= many
            floor = beat - total - rest  # where all later parts are won
            if floor >= many:
                return 0
            total += self._value(part, max(0, floor), among)
            if total + rest <= beat:
                return 0
        return total
