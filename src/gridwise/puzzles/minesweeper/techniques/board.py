"""The board that techniques reason on: its known cells, and the sums that are left."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gridwise.core.grid import cell_name
from gridwise.core.limits import NO_LIMITS
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.scene import CandidateMark, Overlay, Tone
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, neighbour_table
from gridwise.puzzles.minesweeper.views import number_text, total_text

TOTAL = -1
"""The `number` of the sum over the whole board."""


@dataclass(frozen=True, slots=True)
class CellSum:
    """A set of undecided cells and its number of mines.

    Parameters
    ----------
    number
        The open cell that says so; `TOTAL` for the total of mines.
    cells
        A bit for each undecided cell.
    mines
        The number of mines among these cells.
    size
        The number of these cells.
    """

    number: int
    cells: int
    mines: int
    size: int


class MineBoard:
    """A position while a person reasons on it.

    Parameters
    ----------
    position
        The board at the start.
    run
        The run whose limits end a search that takes long.
    """

    def __init__(self, position: Position, run: Run | None = None) -> None:
        self.run, self._start = run or Run(NO_LIMITS), position
        self.width, self.height, self.total = position.width, position.height, position.mines
        self.near = neighbour_table(position.width, position.height)
        self.shown = bytearray(position.shown)
        self._sums: dict[int, CellSum | None] = {}
        self._numbers = [cell for cell, code in enumerate(self.shown) if code <= 8]

    @property
    def position(self) -> Position:
        """The board with all that is known now."""
        return replace(self._start, shown=bytes(self.shown))

    def name(self, cell: int) -> str:
        """Return a cell's name."""
        return cell_name(cell, self.width)

    def names(self, cells: int) -> tuple[str, ...]:
        """Return the names of a set of cells."""
        return tuple(self.name(cell) for cell in bits(cells))

    @property
    def opened(self) -> int:
        """The number of open cells."""
        return len(self._numbers)

    def set(self, cell: int, code: int) -> None:
        """Change the code of a covered or safe cell."""
        if code <= 8:
            self._numbers.append(cell)
            self._sums.pop(cell, None)
        self.shown[cell] = code
        for other in self.near[cell]:
            self._sums.pop(other, None)

    def sum_of(self, number: int) -> CellSum | None:
        """Return the sum of an open cell, or None if no cell around it is undecided."""
        if number not in self._sums:
            cells = size = 0
            mines = self.shown[number]
            for other in self.near[number]:
                code = self.shown[other]
                if code == COVERED:
                    cells |= 1 << other
                    size += 1
                elif code == MINE:
                    mines -= 1
            self._sums[number] = CellSum(number, cells, mines, size) if size else None
        return self._sums[number]

    def sums(self) -> list[CellSum]:
        """Return the sums of all numbers with undecided cells around them."""
        return [one for number in self._numbers if (one := self.sum_of(number)) is not None]

    def total_sum(self) -> CellSum | None:
        """Return the sum over all undecided cells, or None if the total is unknown."""
        if self.total is None:
            return None
        cells = sum(1 << cell for cell, code in enumerate(self.shown) if code == COVERED)
        if not cells:
            return None
        return CellSum(TOTAL, cells, self.total - self.shown.count(MINE), cells.bit_count())

    def near_sums(self, one: CellSum) -> list[CellSum]:
        """Return the other sums that share a cell with a sum, by number."""
        numbers = {n for c in bits(one.cells) for n in self.near[c] if self.shown[n] <= 8} - {
            one.number
        }
        sums = (self.sum_of(number) for number in sorted(numbers))
        return [other for other in sums if other is not None]

    def line_sums(self, one: CellSum) -> Iterator[tuple[int, CellSum]]:
        """Yield the sums of the open cells beside a number in its row or column.

        Each with the step from cell to cell.
        """
        for step in (-self.width, -1, 1, self.width):
            other = one.number + step
            if abs(step) < self.width and other // self.width != one.number // self.width:
                continue  # the end of another row
            if other in self.near[one.number] and self.shown[other] <= 8:
                other_sum = self.sum_of(other)
                if other_sum is not None:
                    yield step, other_sum

    def words(self, one: CellSum) -> Message:
        """Return the source of a sum: "r1c1 shows 2 (known mines: r2c2)"."""
        if one.number == TOTAL:
            assert self.total is not None
            return total_text(self.total, self.shown.count(MINE))
        near = self.near[one.number]
        mines = tuple(cell for cell in near if self.shown[cell] == MINE)
        return number_text(one.number, self.shown[one.number], mines, (), self.width)

    def premises(self, one: CellSum) -> tuple[Mark, ...]:
        """Return the marks that a sum follows from."""
        if one.number == TOTAL:
            return ()
        known = {MINE: True, SAFE: False}
        return (
            Mark(one.number, int(self.shown[one.number])),
            *(
                Mark(cell, "mine", known[self.shown[cell]])
                for cell in self.near[one.number]
                if self.shown[cell] in known
            ),
        )


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def make_step(
    board: MineBoard,
    technique: str,
    title: Message,
    rung: int,
    reason: Message,
    *,
    safe: int = 0,
    mines: int = 0,
    sums: Iterable[CellSum] = (),
) -> Step:
    """Return a step.

    Parameters
    ----------
    board
        The board before the step.
    technique, title, rung
        The technique's name, its title, and its place on the ladder.
    reason
        A clause without the conclusion.
    safe, mines
        The conclusions: sets of cells. They are drawn in two colours.
    sums
        The sums that the step follows from. The cells of each number are outlined.
    """
    sums = tuple(sums)
    conclusions = (
        *(Mark(cell, "mine", holds=False) for cell in bits(safe)),
        *(Mark(cell, "mine") for cell in bits(mines)),
    )
    overlay = Overlay(
        tuple(
            CandidateMark(mark.cell, "", Tone.SECOND if mark.holds else Tone.FIRST)
            for mark in conclusions
        ),
        areas=tuple(tuple(bits(cell_sum.cells)) for cell_sum in sums if cell_sum.number != TOTAL),
    )
    return Step(
        technique,
        msg(
            "{technique}: {reason}, so {conclusions}",
            technique=title,
            reason=reason,
            conclusions=(*_cells(board, safe, mine=False), *_cells(board, mines, mine=True)),
        ),
        conclusions,
        tuple(dict.fromkeys(mark for cell_sum in sums for mark in board.premises(cell_sum))),
        rung,
        reason,
        overlay,
    )


def _cells(board: MineBoard, cells: int, *, mine: bool) -> tuple[Message, ...]:
    names = board.names(cells)
    if len(names) < 2:
        return tuple(
            msg("{cell} is a mine", cell=name) if mine else msg("{cell} is safe", cell=name)
            for name in names
        )
    if mine:
        return (msg("{cells} are mines", cells=names),)
    return (msg("{cells} are safe", cells=names),)


def every_once(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps, of several with the same conclusions the first."""
    seen: set[frozenset[Mark]] = set()
    for step in steps:
        key = frozenset(step.conclusions)
        if key not in seen:
            seen.add(key)
            yield step
