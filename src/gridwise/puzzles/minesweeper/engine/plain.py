"""Counts the layouts of a board in plain Python, exactly, by `chains` of integers.

It is the twin of the compiled code behind `probability`, and answers until that code is there: on
most boards of a game it takes some milliseconds. A `StepBudget` bounds its steps.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from gridwise.core.limits import NO_LIMITS
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.chains import (
    Counted,
    Poly,
    StepBudget,
    opening,
    summed,
    times,
)
from gridwise.puzzles.minesweeper.engine.open_board import MINED, NoLayoutError, OpenBoard
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import Position

Choose = Callable[[Iterable[tuple[Any, int]]], Any]
"""Takes one of several things, each with its weight, the number of layouts behind it."""
Some = Callable[[Sequence[int], int], list[int]]
"""Takes so many of some cells."""


class Counting:
    """A board whose layouts are counted.

    Parameters
    ----------
    position
        A board whose numbers fit their known mines and covered cells.
    budget
        The steps; `TooManyStates` is raised when they are used up.
    run
        The run whose limits are checked once a box.
    deduce
        Settle first what single numbers decide, and take each component in the quicker order;
        raise `NoLayoutError` if a number cannot hold.
    """

    def __init__(
        self, position: Position, budget: StepBudget, run: Run | None = None, *, deduce: bool = True
    ) -> None:
        run = run or Run(NO_LIMITS)
        self.board = board = OpenBoard(position)
        if deduce:
            board.deduce()
        cells = board.undecided
        self.rest = [cell for cell in cells if not board.beside[cell]]
        self.boxes = boxes = board.boxes(cells)
        self.marked = [cell for cell, know in enumerate(board.know) if know == MINED]
        self.left = None if position.mines is None else position.mines - board.known
        self.components = []
        for component in boxes.components():
            if deduce:
                chain = boxes.quick(component)
            else:
                chain = boxes.ordered(component[0], sorted(component), opening)
            self.components.append(Counted(boxes, chain, board.need, run, one=1, budget=budget))

    def elsewhere(self, mines: int) -> int:
        """Return the ways to fill the cells without a number if the boxes have these mines."""
        if self.left is None:
            return 1 << len(self.rest)
        return comb(len(self.rest), self.left - mines) if mines <= self.left else 0

    def note(self, run: Run) -> None:
        """Count components and layouts, as compiled code does."""
        run.count.components += len(self.components)
        run.count.layouts += sum(sum(c.poly.values()) for c in self.components)

    def cells(self, component: Counted, at: int) -> list[int]:
        """Return the cells of a box of a component's chain."""
        return self.boxes.cells[component.chain[at]]

    def draw(self, choose: Choose, some: Some) -> list[int] | None:
        """Return the cells of the mines of one layout, or None if no layout fits."""
        # after[i]: ways that the components from i on and the other cells have so many mines.
        rest = len(self.rest)
        most = sum(max(component.poly, default=0) for component in self.components)
        left = most if self.left is None else self.left
        least = 0 if self.left is None else max(0, left - most)
        after = [{m: comb(rest, m) for m in range(least, min(rest, left) + 1)}]
        if self.left is None:
            after = [dict.fromkeys(range(left + 1), 1)]  # any number of mines will do
        for component in reversed(self.components):
            after.append(times(component.poly, after[-1]))
        after.reverse()
        if not after[0].get(left):
            return None
        mines = list(self.marked)
        for component, others in zip(self.components, after[1:], strict=True):
            number = choose((m, n * others.get(left - m, 0)) for m, n in component.poly.items())
            left -= number
            mines += self._walk_back(component, number, choose, some)
        return mines + some(self.rest, 0 if self.left is None else left)

    def _walk_back(self, component: Counted, mines: int, choose: Choose, some: Some) -> list[int]:
        cells: list[int] = []
        state = 0
        for at in range(len(component.back) - 1, -1, -1):
            box, ways = self.cells(component, at), component.ways[at]
            among = component.back[at][state]
            state, k = choose(
                ((s, k), ways[s].get(mines - k, 0) * comb(len(box), k)) for s, k in among
            )
            mines -= k
            cells += some(box, k)
        return cells

    def ways_back(self, component: Counted, at: int, state: int, mines: int) -> Iterator[list[int]]:
        """Yield the mines of all layouts of a chain up to a state with so many mines."""
        if at == 0:
            yield []
            return
        box, ways = self.cells(component, at - 1), component.ways[at - 1]
        for before, k in component.back[at - 1][state]:
            if ways[before].get(mines - k):
                for others in self.ways_back(component, at - 1, before, mines - k):
                    for own in combinations(box, k):
                        yield [*own, *others]


def count(position: Position, run: Run, budget: StepBudget) -> int:
    """Return the number of layouts; see `probability.count`."""
    counting = _filled(position, run, budget)
    if counting is None:
        return 0
    counting.note(run)
    total: int = summed(counting.components, counting.elsewhere, boxes=False).total
    return total


def tally(position: Position, run: Run, budget: StepBudget) -> Tallied | None:
    """Return in how many layouts each cell is a mine; see `probability.tally`."""
    counting = _filled(position, run, budget)
    if counting is None:
        return None
    counting.note(run)
    sums = summed(counting.components, counting.elsewhere, boxes=True)
    total = sums.total
    if not total:
        return None
    mines = [total if know == MINED else 0 for know in counting.board.know]
    for component, by_box in zip(counting.components, sums.boxes, strict=True):
        for at, number in enumerate(by_box):
            box = counting.cells(component, at)
            for cell in box:
                mines[cell] = number // len(box)
    if counting.rest:
        number = total // 2
        if counting.left is not None:
            left, elsewhere = counting.left, counting.elsewhere
            number = sum(n * elsewhere(m) * (left - m) for m, n in sums.whole.items())
            number //= len(counting.rest)
        for cell in counting.rest:
            mines[cell] = number
    return Tallied(total, tuple(mines))


def one_layout(position: Position, run: Run, budget: StepBudget) -> list[bool] | None:
    """Return for each cell whether it is a mine in some layout, or None if no layout fits."""
    counting = _filled(position, run, budget)
    if counting is None:
        return None
    mines = counting.draw(_first, lambda cells, number: list(cells[:number]))
    if mines is None:
        return None
    found = set(mines)
    return [cell in found for cell in range(len(position.shown))]


def layouts(position: Position, run: Run, budget: StepBudget) -> Iterator[list[int]]:
    """Yield the mines of every layout, each once, in no order to rely on.

    For boards with few layouts and a known total. Nothing is tried in vain.
    """
    counting = _filled(position, run, budget)
    if counting is None:
        return
    components = counting.components
    assert counting.left is not None
    after: list[Poly] = [dict.fromkeys(range(len(counting.rest) + 1), 1)]
    for component in reversed(components):
        after.append(times(component.poly, after[-1]))
    after.reverse()

    def fill(at: int, left: int) -> Iterator[list[int]]:
        run.check()
        if at == len(components):
            if 0 <= left <= len(counting.rest):
                yield from map(list, combinations(counting.rest, left))
            return
        component = components[at]
        for mines in component.poly:
            if after[at + 1].get(left - mines):
                for others in fill(at + 1, left - mines):
                    for own in counting.ways_back(component, len(component.back), 0, mines):
                        yield own + others

    for layout in fill(0, counting.left):
        yield counting.marked + layout


_last: tuple[Position, Counting] | None = None
"""The board that was counted last, as several questions about one board follow in turn."""
_MOST_KEPT = 500_000  # steps, each about 60 bytes


def _filled(position: Position, run: Run, budget: StepBudget) -> Counting | None:
    """Return a board with the states of its components, or None if a number cannot hold."""
    global _last  # noqa: PLW0603  (one entry, replaced as a whole)
    last = _last
    if last is not None and last[0] == position:
        return last[1]
    try:
        counting = Counting(position, budget, run)
    except NoLayoutError:
        return None
    if budget.steps <= _MOST_KEPT:
        _last = position, counting
    return counting


def _first(among: Iterable[tuple[Any, int]]) -> Any:
    return next(thing for thing, weight in among if weight)
