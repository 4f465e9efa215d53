"""Counts the layouts of one component of a board in floats, forwards and backwards.

Undecided cells that touch the same numbers are a box. A chain is boxes in the order they are taken;
a state is the mines that the numbers with boxes to come still need, and the mines so far, packed
into one integer as in `kernels.layouts`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from gridwise.core.run import Run

WATCH_AT, MINES_AT = 48, 52
"""The bits of a state where the number of a watched cell and the number of mines begin."""
CHOOSE = [[float(comb(n, k)) for k in range(9)] for n in range(9)]
_BEGUN, _FOUND, _WAITING, _DONE = 1, 2, 4, 3

Numbers = tuple[int, ...]
"""The numbers that a cell touches, as cells, ascending."""


class TooWide(Exception):  # noqa: N818  (control flow, not an error)
    """More numbers are open at once than a state has room for."""


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
        self.sizes: list[int] = []
        self.first: list[int] = []
        """The first cell of each box."""
        self.numbers: list[Numbers] = []
        self.beside: dict[int, list[int]] = {}
        """The boxes around each number, ascending."""
        for cell in cells:
            numbers = touching[cell]
            box = known.get(numbers)
            if box is None:
                box = known[numbers] = len(self.sizes)
                self.sizes.append(0)
                self.first.append(cell)
                self.numbers.append(numbers)
                for number in numbers:
                    self.beside.setdefault(number, []).append(box)
            self.of[cell] = box
            self.sizes[box] += 1
        self.mark = [0] * len(self.sizes)

    def sweep(self, start: int, mark: int) -> list[int]:
        """Return a component breadth first from a box, each box marked."""
        marks, numbers, beside = self.mark, self.numbers, self.beside
        marks[start] = mark
        component = [start]
        for box in component:  # grows while it is read
            for number in numbers[box]:
                for other in beside[number]:
                    if marks[other] != mark:
                        marks[other] = mark
                        component.append(other)
        return component

    def component(self, box: int) -> tuple[int, list[int]]:
        """Return the component of a box, and the one at its end that its chain begins with."""
        boxes = self.sweep(self.sweep(box, _BEGUN)[-1], _FOUND)
        return boxes[-1], boxes

    def taken(self, box: int) -> bool:
        """Return whether a box is in a chain already."""
        return self.mark[box] == _DONE

    def ordered(self, chosen: int, component: Sequence[int]) -> list[int]:
        """Return a component in an order that keeps few numbers open; `chosen` comes first.

        Next is always, beside an open number, the box that opens the fewest for those it closes.
        """
        marks, numbers, beside = self.mark, self.numbers, self.beside
        left = {n: len(beside[n]) for box in component for n in numbers[box]}
        opened: set[int] = set()
        waiting: list[int] = []
        chain: list[int] = []
        while True:
            marks[chosen] = _DONE
            chain.append(chosen)
            for number in numbers[chosen]:
                left[number] -= 1
                if number not in opened:
                    opened.add(number)
                    for other in beside[number]:
                        if marks[other] == _FOUND:
                            marks[other] = _WAITING
                            waiting.append(other)
            if not waiting:
                return chain
            best, at = 1 << 40, 0
            for i, other in enumerate(waiting):
                score, fewest = 0, 9
                for number in numbers[other]:
                    rest = left[number]
                    if number not in opened:
                        score += 1
                    elif rest < fewest:
                        fewest = rest
                    if rest == 1:
                        score -= 1
                rank = (score << 8) + fewest
                if rank < best:
                    best, at = rank, i
            chosen = waiting.pop(at)


@dataclass(slots=True)
class Link:
    """One box of a chain, and its effect on a state."""

    size: int
    fields: list[tuple[int, int, int]]
    """Of each of its numbers the bits of its field, a mask, and the cells to come after the box."""
    entering: int
    """The mines that the numbers need that open with the box."""
    mine: int
    """The summand of a mine to a state."""


def links(boxes: Boxes, chain: Sequence[int], need: Sequence[int], watch: int = -1) -> list[Link]:
    """Return the links of a chain.

    Parameters
    ----------
    need
        The mines that each number still needs.
    watch
        A cell that counts its mines from 0 up; -1 is none.
    """
    left: dict[int, int] = {}
    room: dict[int, int] = {}
    for box in chain:
        for number in boxes.numbers[box]:
            left[number] = left.get(number, 0) + 1
            room[number] = room.get(number, 0) + boxes.sizes[box]
    shifts: dict[int, int] = {}
    used, top = 0, 1 << (WATCH_AT if watch >= 0 else MINES_AT)
    chain_links = []
    for box in chain:
        mine, entering, closed = 1 << MINES_AT, 0, 0
        fields = []
        for number in boxes.numbers[box]:
            if number == watch:
                mine += 1 << WATCH_AT
                continue
            mask = (1 << max(1, need[number].bit_length())) - 1
            shift = shifts.get(number, -1)
            if shift < 0:
                shift = 0
                while used >> shift & mask:
                    shift += 1
                if mask << shift >= top:
                    raise TooWide
                shifts[number] = shift
                used |= mask << shift
                entering += need[number] << shift
            left[number] -= 1
            room[number] -= boxes.sizes[box]
            mine -= 1 << shift
            fields.append((shift, mask, room[number]))
            if not left[number]:
                closed |= mask << shift
        used &= ~closed  # only now: a field freed here is not used again here
        chain_links.append(Link(boxes.sizes[box], fields, entering, mine))
    return chain_links


class Counted:
    """The states of a chain, layer by layer, with the ways that lead to each.

    Attributes
    ----------
    keys
        The states of the last layer.
    values
        The ways to each state, by layer.
    low, poly
        The fewest mines, and the layouts with so many and more.
    """

    __slots__ = ("_steps", "keys", "low", "poly", "sizes", "values")

    def __init__(self, chain: Sequence[Link], run: Run) -> None:
        keys, values = [0], [1.0]
        self.values = [values]
        self.sizes = [link.size for link in chain]
        self._steps: list[list[tuple[int, list[int]]]] = []
        for link in chain:
            size, fields, entering, mine = link.size, link.fields, link.entering, link.mine
            choose = CHOOSE[size]
            run.check()
            places: dict[int, int] = {}
            after: list[float] = []
            steps: list[tuple[int, list[int]]] = []
            for key, ways in zip(keys, values, strict=True):
                key += entering  # noqa: PLW2901
                low, high = 0, size
                for shift, mask, room in fields:
                    needs = key >> shift & mask
                    high = min(high, needs)
                    low = max(low, needs - room)
                targets: list[int] = []
                new = key + low * mine
                for k in range(low, high + 1):
                    at = places.get(new)
                    if at is None:
                        at = places[new] = len(after)
                        after.append(0.0)
                    after[at] += ways * choose[k]
                    targets.append(at)
                    new += mine
                steps.append((low, targets))
            self._steps.append(steps)
            keys, values = list(places), after
            self.values.append(values)
        self.keys = keys
        mines = [key >> MINES_AT for key in keys]
        self.low = min(mines, default=0)
        self.poly = [0.0] * (max(mines) - self.low + 1 if mines else 0)
        for number, value in zip(mines, values, strict=True):  # without a watched cell one each
            self.poly[number - self.low] = value

    def mines(self, back: list[float]) -> list[float]:
        """Return for each box its mines over all layouts, where each last state has a weight."""
        by_box = [0.0] * len(self.sizes)
        for place in range(len(self.sizes) - 1, -1, -1):
            choose = CHOOSE[self.sizes[place]]
            mines = 0.0
            before: list[float] = []
            for (k, targets), value in zip(self._steps[place], self.values[place], strict=True):
                total = part = 0.0
                for at in targets:
                    ways = back[at] * choose[k]
                    total += ways
                    part += ways * k
                    k += 1  # noqa: PLW2901
                before.append(total)
                mines += value * part
            by_box[place] = mines
            back = before
        return by_box
