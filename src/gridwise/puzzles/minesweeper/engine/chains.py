"""Counts the layouts of chains of boxes, in integers or in floats.

A box is the set of undecided cells that touch the same numbers, a component the boxes that numbers
connect. The boxes of a component are taken one after another, as a chain. A state is the mines that
the numbers with boxes to come still need, packed into one integer, a field for each number. For
each state the ways that lead to it are kept by their mines.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

from gridwise.core.run import Run

Numbers = tuple[int, ...]
"""The numbers that a cell touches, as cells, ascending."""
Poly = dict[int, Any]
"""Numbers of layouts, ints or floats, by their mines."""
Rank = Callable[[Numbers, set[int], dict[int, int]], Any]
"""Ranks a box by its numbers, the open numbers, and the boxes of each number that are left."""

CHOOSE = [[comb(n, k) for k in range(9)] for n in range(9)]
_WIDEST = 52  # bits of a state in floats; the policies end on wider boards
_PER_NUMBER = 1.7  # the factor by which an open number multiplies the states, about


class TooWide(Exception):  # noqa: N818  (control flow, not an error)
    """More numbers are open at once than a state has room for."""


class TooManyStates(Exception):  # noqa: N818  (control flow, not an error)
    """The board takes more steps than were allowed."""


@dataclass(slots=True)
class StepBudget:
    """The most steps, and the steps taken."""

    most: int
    steps: int = 0


class Boxes:
    """The undecided cells beside numbers, by the numbers that they touch.

    Parameters
    ----------
    cells
        The cells, ascending.
    touching
        The numbers that each cell touches.
    """

    def __init__(self, cells: Iterable[int], touching: Sequence[Numbers]) -> None:
        known: dict[Numbers, int] = {}
        self.of: dict[int, int] = {}
        """The box of each cell."""
        self.cells: list[list[int]] = []
        self.numbers: list[Numbers] = []
        self.beside: dict[int, list[int]] = {}
        """The boxes around each number, ascending."""
        for cell in cells:
            numbers = touching[cell]
            box = known.get(numbers)
            if box is None:
                box = known[numbers] = len(self.cells)
                self.cells.append([])
                self.numbers.append(numbers)
                for number in numbers:
                    self.beside.setdefault(number, []).append(box)
            self.of[cell] = box
            self.cells[box].append(cell)

    def sweep(self, start: int) -> list[int]:
        """Return a component breadth first from a box."""
        component, seen = [start], {start}
        for box in component:  # grows while it is read
            for number in self.numbers[box]:
                for other in self.beside[number]:
                    if other not in seen:
                        seen.add(other)
                        component.append(other)
        return component

    def components(self) -> Iterable[list[int]]:
        """Yield each component breadth first from its first box."""
        seen: set[int] = set()
        for box in range(len(self.cells)):
            if box not in seen:
                component = self.sweep(box)
                seen.update(component)
                yield component

    def ordered(self, start: int, component: Sequence[int], rank: Rank) -> list[int]:
        """Return a component in an order from a box on.

        Next is always, of the boxes beside open numbers, the one of least rank; among these the one
        that waits longest.
        """
        numbers = self.numbers
        beside: dict[int, list[int]] = {}
        for box in component:
            for number in numbers[box]:
                beside.setdefault(number, []).append(box)
        left = {number: len(among) for number, among in beside.items()}
        todo = set(component)
        opened: set[int] = set()
        waiting: dict[int, None] = {start: None}
        chain: list[int] = []
        while waiting:
            box = start
            if chain:
                box = min(waiting, key=lambda b: rank(numbers[b], opened, left))
            del waiting[box]
            todo.discard(box)
            chain.append(box)
            for number in numbers[box]:
                left[number] -= 1
                if number not in opened:
                    opened.add(number)
                    waiting.update((b, None) for b in beside[number] if b in todo)
        return chain

    def quick(self, component: Sequence[int]) -> list[int]:
        """Return a component in an order with few numbers open at a time.

        From either end: next is the box that opens the fewest numbers, less the numbers it closes.
        Of the two orders the one with fewer states to expect is taken.
        """
        first = self.ordered(component[0], sorted(component), opening)
        ways = [self.ordered(start, first, narrow) for start in (first[0], first[-1])]
        return min(ways, key=lambda way: (self._cost(way), [self.numbers[box] for box in way]))

    def _cost(self, chain: Sequence[int]) -> float:
        last = {number: at for at, box in enumerate(chain) for number in self.numbers[box]}
        opened: set[int] = set()
        cost, width = 0.0, 0
        for at, box in enumerate(chain):
            for number in self.numbers[box]:
                width += number not in opened
                width -= last[number] == at
            opened.update(self.numbers[box])
            cost += _PER_NUMBER ** min(width, 99)
        return cost


def opening(numbers: Numbers, opened: set[int], left: dict[int, int]) -> int:
    """Rank a box by the numbers that it opens."""
    return sum(n not in opened for n in numbers)


def narrow(numbers: Numbers, opened: set[int], left: dict[int, int]) -> int:
    """Rank a box by the numbers that it opens, less those it closes."""
    return sum((n not in opened) - (left[n] == 1) for n in numbers)


def closing(numbers: Numbers, opened: set[int], left: dict[int, int]) -> int:
    """Rank a box as `narrow` does, then by the fewest boxes left at an open number."""
    score, fewest = 0, 9
    for number in numbers:
        rest = left[number]
        if number not in opened:
            score += 1
        elif rest < fewest:
            fewest = rest
        if rest == 1:
            score -= 1
    return (score << 8) + fewest


class _Link(NamedTuple):
    """One box of a chain, and its effect on a state."""

    size: int
    fields: list[tuple[int, int, int]]
    """Of each of its numbers the bits of its field, a mask, and the cells to come after the box."""
    entering: int
    """The mines that the numbers need that open with the box."""
    mine: int
    """The summand of a mine to a state."""


def _links(
    boxes: Boxes, chain: Sequence[int], need: Sequence[int], watch: int, widest: int | None
) -> Iterable[_Link]:
    left: dict[int, int] = {}
    room: dict[int, int] = {}
    for box in chain:
        for number in boxes.numbers[box]:
            left[number] = left.get(number, 0) + 1
            room[number] = room.get(number, 0) + len(boxes.cells[box])
    shifts: dict[int, int] = {}
    used = 15 if watch >= 0 else 0  # a watched cell counts its mines there
    for box in chain:
        size, mine, entering, closed = len(boxes.cells[box]), 0, 0, 0
        fields = []
        for number in boxes.numbers[box]:
            if number == watch:
                mine += 1
                continue
            mask = (1 << max(1, need[number].bit_length())) - 1
            shift = shifts.get(number, -1)
            if shift < 0:
                shift = 0
                while used >> shift & mask:
                    shift += 1
                if widest is not None and mask << shift >= 1 << widest:
                    raise TooWide
                shifts[number] = shift
                used |= mask << shift
                entering += need[number] << shift
            left[number] -= 1
            room[number] -= size
            mine -= 1 << shift
            fields.append((shift, mask, room[number]))
            if not left[number]:
                closed |= mask << shift
        used &= ~closed  # only now: a field freed here is not used again here
        yield _Link(size, fields, entering, mine)


class Counted:
    """The states of a chain, layer by layer, with the ways that lead to each.

    Parameters
    ----------
    need
        The mines that each number still needs.
    one
        1 counts in integers, 1.0 in floats.
    watch
        A cell that counts its mines from 0 up, in the last states; -1 is none.

    Attributes
    ----------
    ways
        By layer and state the numbers of layouts. The first state, and without a watched cell the
        last, is 0.
    back
        By layer and state the states before it, each with the mines of the box.
    """

    __slots__ = ("back", "chain", "sizes", "ways")

    def __init__(
        self,
        boxes: Boxes,
        chain: Sequence[int],
        need: Sequence[int],
        run: Run,
        *,
        one: float,
        watch: int = -1,
        budget: StepBudget | None = None,
    ) -> None:
        self.chain = chain
        self.sizes: list[int] = []
        self.ways: list[dict[int, Poly]] = [{0: {0: one}}]
        self.back: list[dict[int, list[tuple[int, int]]]] = []
        widest = None if budget else _WIDEST
        steps = budget.steps if budget else 0
        for size, fields, entering, mine in _links(boxes, chain, need, watch, widest):
            choose = CHOOSE[size]
            ways: dict[int, Poly] = {}
            back: dict[int, list[tuple[int, int]]] = {}
            for state, poly in self.ways[-1].items():
                key = state + entering
                steps += (size + 1) * len(poly)
                low, high = 0, size
                for shift, mask, room in fields:
                    needs = key >> shift & mask
                    high = min(high, needs)
                    low = max(low, needs - room)
                new = key + low * mine
                for k in range(low, high + 1):
                    factor = choose[k]
                    into = ways.get(new)
                    if into is None:
                        ways[new] = {mines + k: number * factor for mines, number in poly.items()}
                        back[new] = [(state, k)]
                    else:
                        for mines, number in poly.items():
                            into[mines + k] = into.get(mines + k, 0) + number * factor
                        back[new].append((state, k))
                    new += mine
            if budget:
                budget.steps = steps
                if steps > budget.most:
                    raise TooManyStates
            run.check()
            self.sizes.append(size)
            self.ways.append(ways)
            self.back.append(back)

    @property
    def poly(self) -> Poly:
        """The layouts by their mines."""
        return self.ways[-1].get(0, {})

    def mines(self, last: Mapping[int, Poly]) -> list[Any]:
        """Return for each box its mines over all layouts, where last states have weights by mines.

        This is the forward-backward algorithm (Rabiner 1989, Proceedings of the IEEE 77(2)).
        """
        sums: list[Any] = [0] * len(self.sizes)
        rest: Mapping[int, Poly] = last
        for at in range(len(self.sizes) - 1, -1, -1):
            choose, ways = CHOOSE[self.sizes[at]], self.ways[at]
            before: dict[int, Poly] = {}
            total: Any = 0
            for new, among in self.back[at].items():
                known = rest.get(new)
                if not known:
                    continue
                for state, k in among:
                    into = before.setdefault(state, {})
                    factor = choose[k]
                    for mines, number in ways[state].items():
                        weight = known.get(mines + k)
                        if weight:
                            weight *= factor
                            into[mines] = into.get(mines, 0) + weight
                            total += k * number * weight
            sums[at] = total
            rest = before
        return sums


@dataclass(slots=True)
class BoardSums:
    """The layouts of a board of several components and cells beside no number.

    Attributes
    ----------
    total
        The number of layouts.
    boxes
        For each component and each box of its chain the mines over all layouts.
    whole
        The layouts of all components together, by their mines.
    """

    total: Any
    boxes: list[list[Any]]
    whole: Poly


def summed(components: Sequence[Counted], ways: Callable[[int], Any], *, boxes: bool) -> BoardSums:
    """Put components together.

    Parameters
    ----------
    ways
        The ways to fill the cells beside no number if the components have so many mines.
    boxes
        Sum the mines of the boxes too; else there are none.
    """
    polys = [component.poly for component in components]
    # before[i]: of the components before i; after: from i on.
    before: list[Poly] = [{0: 1}]
    for poly in polys:
        before.append(times(before[-1], poly))
    whole = before[-1]
    rest = {mines: ways(mines) for mines in whole}
    total = sum(number * rest[mines] for mines, number in whole.items())
    sums = BoardSums(total, [], whole)
    if not boxes or not total:
        return sums
    after: Poly = {0: 1}
    for at in range(len(components) - 1, -1, -1):
        others = times(before[at], after)
        after = times(polys[at], after)
        weights = {m: sum(n * rest[m + o] for o, n in others.items()) for m in polys[at]}
        sums.boxes.append(components[at].mines({0: weights}))
    sums.boxes.reverse()
    return sums


def times(one: Poly, other: Poly) -> Poly:
    """Return the product of two polynomials."""
    out: Poly = {}
    for a, n in one.items():
        for b, m in other.items():
            out[a + b] = out.get(a + b, 0) + n * m
    return out
