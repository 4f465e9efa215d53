"""The view for the engine: layouts are counted, and listed by counting the rest.

The engine is compiled code (`probability`) with a plain twin (`plain`). Nobody waits for a compiler
to see one board counted: plain code answers while it needs few steps, see `_steps`. Both give the
same numbers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.capabilities import Probabilities
from gridwise.core.grid import neighbours
from gridwise.core.run import Run
from gridwise.core.trace import Query
from gridwise.core.views import Backbone, EngineView, Model, ModelCount, compile_notice
from gridwise.puzzles.minesweeper.engine import plain, probability
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Move, Open, Position
from gridwise.puzzles.minesweeper.views import CellDecoder

CODE = CompiledCode(probability.MODULE, "tally_words", compile_s=5.0)
"""The compiled code, in several parts."""
STEPS_KEPT = 200_000
"""Plain steps of a process before compiled code on disk is loaded: they take about as long as
loading, a third of a second."""
STEPS_COLD = 5_000_000
"""Plain steps for one board after which code is compiled: some seconds, as compiling takes."""

MOST_CELLS = 20_000
"""The most cells for plain code: on larger boards even the neighbours take it long."""

T = TypeVar("T")
_taken = StepBudget(STEPS_KEPT)  # of this process, on all boards


def _steps(kernel: str) -> int:
    """Return the number of plain steps before compiled code is the better choice."""
    if jit.is_ready(probability.MODULE, kernel):
        return 0
    if jit.is_kept(probability.MODULE, kernel):
        return max(0, _taken.most - _taken.steps)
    return STEPS_COLD


def _either(
    kernel: str,
    slow: Callable[[Position, Run, StepBudget], T],
    quick: Callable[[Position, Run], T],
    position: Position,
    run: Run,
) -> T:
    """Return the answer of plain code, or of compiled code if that is there or worth compiling."""
    budget = StepBudget(_steps(kernel))
    if budget.most and len(position.shown) <= MOST_CELLS:
        counted = run.count.layouts, run.count.components
        try:
            return slow(position, run, budget)
        except TooManyStates:
            run.count.layouts, run.count.components = counted
        finally:
            _taken.steps += budget.steps
    if CODE.missing_s:
        compile_notice.tell("minesweeper", CODE.missing_s)
    jit.warm(run)
    return quick(position, run)


def count(position: Position, run: Run) -> int:
    """Return the number of layouts."""
    return _either("layouts", plain.count, probability.count, position, run)


def tally(position: Position, run: Run) -> probability.Tallied | None:
    """Return in how many layouts each cell is a mine, or None if no layout fits."""
    return _either("tally_words", plain.tally, probability.tally, position, run)


def one_layout(position: Position, run: Run) -> list[bool] | None:
    """Return for each cell whether it is a mine in some layout, or None if no layout fits."""
    return _either("walk_back", plain.one_layout, probability.one_layout, position, run)


def probabilities(position: Position, run: Run) -> Probabilities | None:
    """Return the exact chances; see `probability.probabilities`."""
    return probability.probabilities(position, run, tally)


@dataclass(frozen=True)
class LayoutKernel(EngineView[Move]):
    """The layouts of a board, by counting.

    The fact of cell x is x + 1 (a mine) or -(x + 1), as in the clauses. Every cell is in a model.
    One node is one board counted.
    """

    counts_at_once: ClassVar[bool] = True

    position: Position
    decoder: CellDecoder

    @classmethod
    def of(cls, position: Position) -> "LayoutKernel":
        """Return the view of a position."""
        return cls(position, CellDecoder(position, ()))

    def fact(self, subject: int, value: int) -> int:
        return subject + 1 if value else -(subject + 1)

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every layout: by row-major cells, safe first.

        A cell with a layout for both is tried safe, then as a mine; cells alike in all layouts left
        are written down at once. So every board that is counted has a layout, and for k layouts
        2k - 1 boards are counted. In no order, the first comes by a walk back through the states of
        the first count.
        """
        first = None
        if not ordered:
            run.tick()
            first = one_layout(self.position, run)
            if first is None:
                return
            yield _model(first)
        todo = [self.position]
        while todo:
            position = todo.pop()
            run.tick()
            tallied = tally(position, run)
            if tallied is None:
                return
            shown = bytearray(position.shown)
            fork = None
            for cell, code in enumerate(position.shown):
                if code != COVERED:
                    continue
                if tallied.mines[cell] in (0, tallied.layouts):
                    shown[cell] = MINE if tallied.mines[cell] else SAFE
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

    def count_models(self, run: Run, into: ModelCount, *, up_to_symmetry: bool = False) -> bool:
        if up_to_symmetry:
            return False
        run.tick()
        into.number = count(self.position, run)
        return True

    def backbone(self, run: Run, into: Backbone) -> bool:
        run.tick()
        tallied = tally(self.position, run)
        if tallied is None:
            return True
        layout = one_layout(self.position, run)
        assert layout is not None
        into.model = _model(layout)
        alike = (0, tallied.layouts)
        into.forced += [x for x in into.model if tallied.mines[abs(x) - 1] in alike]
        return True

    def proved(self, queries: Iterable[Query[Move]], run: Run) -> Iterator[Query[Move]]:
        """Yield the queries whose number all layouts have: as many fit with it as without.

        If it is not even the mean number over all layouts nothing need be counted.
        """
        tallied = None
        for query in queries:
            assert isinstance(query.better, Open)
            if tallied is None:
                run.tick()
                tallied = tally(self.position, run)
                assert tallied is not None
            near = neighbours(query.better.cell, self.position.width, self.position.height)
            if sum(tallied.mines[c] for c in near) != query.better.number * tallied.layouts:
                continue
            run.tick()
            shown = bytearray(self.position.shown)
            shown[query.better.cell] = query.better.number
            position = replace(self.position, shown=bytes(shown))
            if count(position, run) == tallied.layouts:
                yield query

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
