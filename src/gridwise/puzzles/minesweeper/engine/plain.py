"""Counts the layouts of a board in plain Python, by dynamic programming over boxes.

A box is the set of covered cells that touch the same numbers. The boxes of a component are filled
one after another; a state says how many mines the numbers with empty boxes still need, and in how
many ways it is reached by each number of mines. The numbers are exact.

It is the twin of the compiled code behind `probability`, and answers until that code is there: on
most boards of a game it takes some milliseconds. A `StepBudget` bounds its steps.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

from gridwise.core.limits import NO_LIMITS
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    Position,
    around,
    neighbour_table,
)

Key = tuple[int, ...]
Poly = dict[int, int]
"""Numbers of layouts by their mines."""


_PER_NUMBER = 1.7  # the factor by which an open number multiplies the states, about


class TooManyStates(Exception):  # noqa: N818  (control flow, not an error)
    """The board takes more steps than were allowed."""


@dataclass(slots=True)
class StepBudget:
    """The most steps, and the steps taken."""

    most: int
    steps: int = 0


@dataclass(slots=True)
class Component:
    """Boxes in the order they are filled, and the states before each box and state."""

    boxes: list[list[int]]
    back: list[dict[Key, list[tuple[Key, int]]]]
    ways: list[dict[Key, Poly]]

    @property
    def poly(self) -> Poly:
        """The layouts by their mines."""
        return self.ways[-1].get((), {})


class Counting:
    """A board while it is counted.

    Parameters
    ----------
    position
        A board whose numbers fit their known mines and covered cells, as `decided` sees to it.
    budget
        The steps; `TooManyStates` is raised when they are used up.
    run
        The run whose limits are checked once a box.
    """

    def __init__(self, position: Position, budget: StepBudget, run: Run | None = None) -> None:
        self.position, self.budget, self.run = position, budget, run or Run(NO_LIMITS)
        shown = position.shown
        known = around(shown, position.width, position.height, (MINE,))
        near = neighbour_table(position.width, position.height)
        # By covered cell the numbers that it touches, by number the mines that it still needs.
        touches: dict[int, list[int]] = {c: [] for c, code in enumerate(shown) if code == COVERED}
        self.need: dict[int, int] = {}
        for cell, code in enumerate(shown):
            if code <= 8:
                for other in near[cell]:
                    if other in touches:
                        touches[other].append(cell)
                        self.need[cell] = code - known[cell]
        boxes: dict[Key, list[int]] = {}
        for cell, numbers in touches.items():
            boxes.setdefault(tuple(numbers), []).append(cell)
        self.rest = boxes.pop((), [])
        self.boxes = boxes
        self.marked = [c for c, code in enumerate(shown) if code == MINE]
        self.left = None if position.mines is None else position.mines - len(self.marked)
        self._elsewhere: dict[int, int] = {}

    def parts(self) -> list[list[Key]]:
        """Return the boxes by component, each in an order that keeps few numbers open."""
        by_number: dict[int, list[Key]] = {}
        for key in self.boxes:
            for number in key:
                by_number.setdefault(number, []).append(key)
        left = dict.fromkeys(self.boxes)
        parts = []
        while left:
            ordered: list[Key] = []
            opened: set[int] = set()
            edge: dict[Key, None] = {next(iter(left)): None}
            while edge:
                # The one that opens the fewest numbers; among these the one that waits longest.
                key = min(edge, key=lambda k: sum(n not in opened for n in k))
                del edge[key], left[key]
                ordered.append(key)
                for number in key:
                    if number not in opened:
                        opened.add(number)
                        edge.update((k, None) for k in by_number[number] if k in left)
            parts.append(ordered)
        return parts

    def quicker(self, keys: Sequence[Key]) -> list[Key]:
        """Return the boxes of a component in an order with few numbers open at a time.

        From either end: next is the box that opens the fewest numbers, less the numbers it closes.
        Of the two orders the one with fewer states to expect is taken.
        """
        return min(self._narrow(keys, start) for start in (keys[0], keys[-1]))[1]

    def _narrow(self, keys: Sequence[Key], start: Key) -> tuple[float, list[Key]]:
        by_number: dict[int, list[Key]] = {}
        for key in keys:
            for number in key:
                by_number.setdefault(number, []).append(key)
        waiting = {number: len(among) for number, among in by_number.items()}
        left = dict.fromkeys(keys)
        opened: set[int] = set()
        edge: dict[Key, None] = {start: None}
        ordered: list[Key] = []
        cost, width = 0.0, 0
        while edge:
            key = min(edge, key=lambda k: sum((n not in opened) - (waiting[n] == 1) for n in k))
            del edge[key], left[key]
            ordered.append(key)
            for number in key:
                if number not in opened:
                    opened.add(number)
                    width += 1
                    edge.update((k, None) for k in by_number[number] if k in left)
                waiting[number] -= 1
                width -= waiting[number] == 0
            cost += _PER_NUMBER ** min(width, 99)
        return cost, ordered

    def component(self, keys: Sequence[Key]) -> Component:
        """Return the states of a component, box by box."""
        room: dict[int, int] = {}
        for key in keys:
            for number in key:
                room[number] = room.get(number, 0) + len(self.boxes[key])
        active: list[int] = []
        states = Component([self.boxes[key] for key in keys], [], [{(): {0: 1}}])
        for key in keys:
            size = len(self.boxes[key])
            before = list(active)
            active += [number for number in key if number not in active]
            for number in key:
                room[number] -= size
            fresh = tuple(self.need[number] for number in active[len(before) :])
            mine = [number in key for number in active]
            rooms = [room[number] for number in active]
            ways: dict[Key, Poly] = {}
            back: dict[Key, list[tuple[Key, int]]] = {}
            steps = self.budget.steps
            for state, poly in states.ways[-1].items():
                for k in range(size + 1):
                    steps += len(poly)
                    after = [n - k if m else n for n, m in zip(state + fresh, mine, strict=True)]
                    if any(not 0 <= n <= r for n, r in zip(after, rooms, strict=True)):
                        continue
                    # A number without room left needs nothing any more.
                    new = tuple(n for n, r in zip(after, rooms, strict=True) if r)
                    into = ways.setdefault(new, {})
                    factor = comb(size, k)
                    for mines, number_of in poly.items():
                        into[mines + k] = into.get(mines + k, 0) + number_of * factor
                    back.setdefault(new, []).append((state, k))
                if steps > self.budget.most:
                    self.budget.steps = steps
                    raise TooManyStates
            self.budget.steps = steps
            self.run.check()
            states.ways.append(ways)
            states.back.append(back)
            active = [number for number, r in zip(active, rooms, strict=True) if r]
        return states

    def elsewhere(self, mines: int) -> int:
        """Return the ways to fill the cells without a number if the boxes have these mines."""
        if self.left is None:
            return 1 << len(self.rest)
        if mines not in self._elsewhere:
            rest = self.left - mines
            self._elsewhere[mines] = comb(len(self.rest), rest) if rest >= 0 else 0
        return self._elsewhere[mines]

    def draw(
        self,
        components: Sequence[Component],
        choose: Callable[[Iterable[tuple[Any, int]]], Any],
        some: Callable[[Sequence[int], int], list[int]],
    ) -> list[int] | None:
        """Return the cells of the mines of one layout, or None if no layout fits.

        Parameters
        ----------
        components
            All components.
        choose
            Takes one of several things, each with its weight, the number of layouts behind it.
        some
            Takes so many of some cells.
        """
        # after[i]: ways that the components from i on and the other cells have so many mines.
        rest = len(self.rest)
        most = sum(max(component.poly, default=0) for component in components)
        left = most if self.left is None else self.left
        least = 0 if self.left is None else max(0, left - most)
        after = [{m: comb(rest, m) for m in range(least, min(rest, left) + 1)}]
        if self.left is None:
            after = [dict.fromkeys(range(left + 1), 1)]  # any number of mines will do
        for component in reversed(components):
            after.append(times(component.poly, after[-1], left))
        after.reverse()
        if not after[0].get(left):
            return None
        mines = list(self.marked)
        for component, others in zip(components, after[1:], strict=True):
            number = choose((m, n * others.get(left - m, 0)) for m, n in component.poly.items())
            left -= number
            mines += self._walk_back(component, number, choose, some)
        return mines + some(self.rest, 0 if self.left is None else left)

    @staticmethod
    def _walk_back(
        component: Component,
        mines: int,
        choose: Callable[[Iterable[tuple[Any, int]]], Any],
        some: Callable[[Sequence[int], int], list[int]],
    ) -> list[int]:
        cells: list[int] = []
        state: Key = ()
        for at in range(len(component.boxes) - 1, -1, -1):
            box, ways = component.boxes[at], component.ways[at]
            among = component.back[at][state]
            state, k = choose(
                ((s, k), ways[s].get(mines - k, 0) * comb(len(box), k)) for s, k in among
            )
            mines -= k
            cells += some(box, k)
        return cells


def times(one: Poly, other: Poly, most: int) -> Poly:
    """Return the product, without the terms of more than `most` mines."""
    out: Poly = {}
    for a, n in one.items():
        for b, m in other.items():
            if a + b <= most:
                out[a + b] = out.get(a + b, 0) + n * m
    return out


def decided(position: Position) -> Position | None:
    """Return the board with the cells marked that single numbers decide; None if one fails."""
    shown = bytearray(position.shown)
    near = neighbour_table(position.width, position.height)
    todo = [cell for cell, code in enumerate(shown) if code <= 8]
    waits = bytearray(len(shown))
    for cell in todo:
        waits[cell] = 1
    while todo:
        cell = todo.pop()
        waits[cell] = 0
        around_it = near[cell]
        need = shown[cell]
        covered = []
        for other in around_it:
            code = shown[other]
            if code == MINE:
                need -= 1
            elif code == COVERED:
                covered.append(other)
        if not 0 <= need <= len(covered):
            return None
        if covered and need in (0, len(covered)):
            for other in covered:
                shown[other] = MINE if need else SAFE
                for number in near[other]:
                    if shown[number] <= 8 and not waits[number]:
                        waits[number] = 1
                        todo.append(number)
    return replace(position, shown=bytes(shown))


def count(position: Position, run: Run, budget: StepBudget) -> int:
    """Return the number of layouts; see `probability.count`."""
    counted = _filled(position, run, budget)
    if counted is None:
        return 0
    counting, components = counted
    _note(run, components)
    whole: Poly = {0: 1}
    for component in components:
        whole = times(whole, component.poly, len(position.shown))
    return sum(n * counting.elsewhere(m) for m, n in whole.items())


def tally(position: Position, run: Run, budget: StepBudget) -> Tallied | None:
    """Return in how many layouts each cell is a mine; see `probability.tally`."""
    filled = _filled(position, run, budget)
    if filled is None:
        return None
    counting, components = filled
    board = counting.position
    _note(run, components)
    polys = [component.poly for component in components]
    cells = len(board.shown)
    # before[i]: of the components before i; behind[i]: from i on, and of the other cells.
    before: list[Poly] = [{0: 1}]
    for poly in polys:
        before.append(times(before[-1], poly, cells))
    whole = before[-1]
    total = sum(n * counting.elsewhere(m) for m, n in whole.items())
    if not total:
        return None
    mines = [total if code == MINE else 0 for code in board.shown]
    after: Poly = {0: 1}
    for at in range(len(components) - 1, -1, -1):
        others = times(before[at], after, cells)
        after = times(polys[at], after, cells)
        weights = {
            m: sum(n * counting.elsewhere(m + o) for o, n in others.items()) for m in polys[at]
        }
        for box, number in zip(
            components[at].boxes, _box_mines(components[at], weights), strict=True
        ):
            for cell in box:
                mines[cell] = number // len(box)
    if counting.rest:
        number = total // 2
        if counting.left is not None:
            number = sum(n * counting.elsewhere(m) * (counting.left - m) for m, n in whole.items())
            number //= len(counting.rest)
        for cell in counting.rest:
            mines[cell] = number
    return Tallied(total, tuple(mines))


def one_layout(position: Position, run: Run, budget: StepBudget) -> list[bool] | None:
    """Return for each cell whether it is a mine in some layout, or None if no layout fits."""
    filled = _filled(position, run, budget)
    if filled is None:
        return None
    counting, components = filled
    found = counting.draw(components, _first, lambda cells, number: list(cells[:number]))
    if found is None:
        return None
    mines = set(found)
    return [cell in mines for cell in range(len(position.shown))]


def layouts(position: Position, run: Run, budget: StepBudget) -> Iterator[list[int]]:
    """Yield the mines of every layout, each once, in no order to rely on.

    For boards with few layouts and a known total. Nothing is tried in vain.
    """
    filled = _filled(position, run, budget)
    if filled is None:
        return
    counting, components = filled
    assert counting.left is not None
    after: list[Poly] = [dict.fromkeys(range(len(counting.rest) + 1), 1)]
    for component in reversed(components):
        after.append(times(component.poly, after[-1], counting.left))
    after.reverse()

    def fill(at: int, left: int) -> Iterator[list[int]]:
        run.check()
        if at == len(components):
            if 0 <= left <= len(counting.rest):
                yield from map(list, combinations(counting.rest, left))
            return
        for mines in components[at].poly:
            if after[at + 1].get(left - mines):
                for others in fill(at + 1, left - mines):
                    for own in _ways_back(components[at], len(components[at].boxes), (), mines):
                        yield own + others

    for layout in fill(0, counting.left):
        yield counting.marked + layout


def _ways_back(component: Component, at: int, state: Key, mines: int) -> Iterator[list[int]]:
    if at == 0:
        yield []
        return
    box, ways = component.boxes[at - 1], component.ways[at - 1]
    for before, k in component.back[at - 1][state]:
        if ways[before].get(mines - k):
            for others in _ways_back(component, at - 1, before, mines - k):
                for own in combinations(box, k):
                    yield [*own, *others]


_last: tuple[Position, Counting, list[Component]] | None = None
"""The board that was counted last, as several questions about one board follow in turn."""
_MOST_KEPT = 500_000  # steps, each about 60 bytes


def _filled(
    position: Position, run: Run, budget: StepBudget
) -> tuple[Counting, list[Component]] | None:
    """Return a board with the states of its components, or None if a number cannot hold."""
    global _last  # noqa: PLW0603  (one entry, replaced as a whole)
    last = _last
    if last is not None and last[0] == position:
        return last[1:]
    board = decided(position)
    if board is None:
        return None
    counting = Counting(board, budget, run)
    components = [counting.component(counting.quicker(keys)) for keys in counting.parts()]
    if budget.steps <= _MOST_KEPT:
        _last = position, counting, components
    return counting, components


def _note(run: Run, components: Sequence[Component]) -> None:
    """Count components and layouts, as compiled code does."""
    run.count.components += len(components)
    run.count.layouts += sum(sum(c.poly.values()) for c in components)


def _box_mines(component: Component, weights: Poly) -> list[int]:
    """Return for each box its mines over all layouts, each as often as its weight says."""
    sums = [0] * len(component.boxes)
    # By state and mines so far, the weight of all that may follow.
    rest: dict[Key, Poly] = {(): weights}
    for at in range(len(component.boxes) - 1, -1, -1):
        size, ways = len(component.boxes[at]), component.ways[at]
        before: dict[Key, Poly] = {}
        for new, among in component.back[at].items():
            known = rest.get(new)
            if known is None:
                continue
            for state, k in among:
                factor = comb(size, k)
                into = before.setdefault(state, {})
                for mines, number in ways[state].items():
                    weight = known.get(mines + k, 0) * factor
                    if weight:
                        into[mines] = into.get(mines, 0) + weight
                        sums[at] += k * number * weight
        rest = before
    return sums


def _first(among: Iterable[tuple[Any, int]]) -> Any:
    return next(thing for thing, weight in among if weight)
