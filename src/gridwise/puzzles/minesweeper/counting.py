"""The view for the compiled engine: layouts are counted, and listed by counting what is left."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from gridwise.core.limits import Run
from gridwise.core.method import Backbone
from gridwise.core.trace import Doubt
from gridwise.core.views import Kernel, Model, Tally
from gridwise.puzzles.minesweeper import probability
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Move, Open, Position
from gridwise.puzzles.minesweeper.views import BoardLens


@dataclass(frozen=True)
class LayoutKernel(Kernel[Move]):
    """The layouts of a board, by the kernels that count them.

    The fact of cell x is x + 1 (a mine) or -(x + 1), as in the clauses. Every cell is in a model.
    One node is one board counted.
    """

    position: Position
    lens: BoardLens

    @classmethod
    def of(cls, position: Position) -> "LayoutKernel":
        """Return the view of a position."""
        return cls(position, BoardLens(position, ()))

    def fact(self, subject: int, value: int) -> int:
        return subject + 1 if value else -(subject + 1)

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every layout: by row-major cells, safe first.

        A cell with a layout for both is tried safe, then as a mine; what is alike in all layouts
        that are left is written down at once. So every board that is counted has a layout, and
        for k layouts 2k - 1 boards are counted. In no order, the first comes by a walk back
        through the states of the first count.
        """
        first = None
        if not ordered:
            run.tick()
            first = probability.one_layout(self.position, run)
            if first is None:
                return
            yield _model(first)
        todo = [self.position]
        while todo:
            position = todo.pop()
            run.tick()
            found = probability.tally(position, run)
            if found is None:
                return
            shown = bytearray(position.shown)
            fork = None
            for cell, code in enumerate(position.shown):
                if code != COVERED:
                    continue
                if found.mines[cell] in (0, found.layouts):
                    shown[cell] = MINE if found.mines[cell] else SAFE
                elif fork is None:
                    fork = cell
            if fork is None:
                layout = [code == MINE for code in shown]
                if layout != first:
                    yield _model(layout)
                continue
            for code in (MINE, SAFE):  # the last comes first
                shown[fork] = code
                todo.append(replace(position, shown=bytes(shown)))

    def tally(self, run: Run, into: Tally, *, up_to_symmetry: bool = False) -> bool:
        if up_to_symmetry:
            return False
        run.tick()
        into.number = probability.count(self.position, run)
        return True

    def backbone(self, run: Run, into: Backbone) -> bool:
        run.tick()
        found = probability.tally(self.position, run)
        if found is None:
            return True
        layout = probability.one_layout(self.position, run)
        assert layout is not None
        into.model = _model(layout)
        alike = (0, found.layouts)
        into.forced += [x for x in into.model if found.mines[abs(x) - 1] in alike]
        return True

    def settled(self, doubts: Iterable[Doubt[Move]], run: Run) -> Iterator[Doubt[Move]]:
        """Yield the doubts whose number all layouts have: as many fit with it as without."""
        every = None
        for doubt in doubts:
            assert isinstance(doubt.better, Open)
            run.tick()
            if every is None:
                every = probability.count(self.position, run)
            shown = bytearray(self.position.shown)
            shown[doubt.better.cell] = doubt.better.number
            position = replace(self.position, shown=bytes(shown))
            if probability.count(position, run) == every:
                yield doubt

    def without(self, fact: int) -> Self:
        cell, mine = abs(fact) - 1, fact > 0
        code = self.position.shown[cell]
        shown = bytearray(self.position.shown)
        if code == COVERED:
            shown[cell] = SAFE if mine else MINE
            return replace(self, position=replace(self.position, shown=bytes(shown)))
        if mine == (code == MINE):  # it is known, so nothing is left
            return replace(self, position=replace(self.position, mines=len(shown) + 1))
        return self


def _model(layout: Iterable[bool]) -> Model:
    return tuple(cell + 1 if mine else -(cell + 1) for cell, mine in enumerate(layout))
