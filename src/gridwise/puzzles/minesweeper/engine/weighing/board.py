"""A board in play: its known cells, and the chance of every undecided cell to be a mine."""

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.weighing.chains import MINES_AT, Boxes, Counted, links
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, neighbour_table

UNDECIDED, MINED, SAFE = 0, 1, 2
"""The states of a cell."""
_MOST_KEPT = 64


class NoLayoutError(Exception):
    """No layout fits the numbers and the total."""


Key = tuple[tuple[tuple[int, ...], int, tuple[int, ...]], ...]


@dataclass(slots=True)
class ChainCache:
    """The components that a player has counted: most of them stay as they are for many turns."""

    found: dict[Key, tuple[tuple[int, ...], Counted]] = field(default_factory=dict)

    def add(self, key: Key, order: tuple[int, ...], counted: Counted) -> None:
        """Keep a component; drop the oldest one if there are too many."""
        while len(self.found) >= _MOST_KEPT:
            del self.found[next(iter(self.found))]
        self.found[key] = order, counted


@dataclass(slots=True)
class Weighed:
    """The layouts of a board: `total` times the exponential of `scale` of them.

    Attributes
    ----------
    chance
        The chance, by box, that one of its cells is a mine.
    elsewhere
        The chance of a cell beside no number.
    """

    total: float
    scale: float
    chance: list[float]
    elsewhere: float


@dataclass(slots=True)
class CountedComponent:
    """A chain of boxes and its states."""

    chain: list[int]
    counted: Counted


class WeighedBoard:
    """A board with its known cells.

    Parameters
    ----------
    position
        A board with a known total.
    cache
        The components counted before.

    Attributes
    ----------
    know
        For each cell `UNDECIDED`, `MINED` or `SAFE`.
    need
        For each number the mines that it still needs.
    touching
        The numbers beside each undecided cell that has some.
    risk
        The chance of a mine of each undecided cell; after `weigh`.
    """

    def __init__(self, position: Position, run: Run, cache: ChainCache) -> None:
        self.position, self.run, self.cache = position, run, cache
        self.near = neighbour_table(position.width, position.height)
        self.mines = position.mines or 0
        self.shown = list(position.shown)
        cells = range(len(self.shown))
        self.know = [
            UNDECIDED if code == COVERED else MINED if code == MINE else SAFE for code in self.shown
        ]
        self.known = position.shown.count(MINE)
        self.beside = [
            tuple(n for n in around if self.shown[n] <= 8) if self.know[cell] != SAFE else ()
            for cell, around in enumerate(self.near)
        ]
        self.need = [0] * len(self.shown)
        self.numbers = [cell for cell in cells if self.shown[cell] <= 8]
        for number in self.numbers:
            mines = sum(self.know[c] == MINED for c in self.near[number])
            self.need[number] = self.shown[number] - mines
        self.risk = [0.0] * len(self.shown)

    def deduce(self) -> None:
        """Settle the cells that single numbers decide; raise `NoLayoutError` if one cannot hold."""
        know, near = self.know, self.near
        todo = list(self.numbers)
        while todo:
            number = todo.pop()
            undecided = [c for c in near[number] if know[c] == UNDECIDED]
            need = self.need[number]
            if not 0 <= need <= len(undecided):
                raise NoLayoutError
            if undecided and need in (0, len(undecided)):
                for cell in undecided:
                    self.settle(cell, mine=need != 0)
                    todo += self.beside[cell]

    def settle(self, cell: int, *, mine: bool) -> None:
        """Write down that a cell is a mine, or safe."""
        self.know[cell] = MINED if mine else SAFE
        if mine:
            self.known += 1
            for number in self.beside[cell]:
                self.need[number] -= 1

    @property
    def undecided(self) -> list[int]:
        """The undecided cells, ascending."""
        return [cell for cell, know in enumerate(self.know) if know == UNDECIDED]

    def weigh(self) -> None:
        """Find the chance of every undecided cell; raise `NoLayoutError` if no layout fits."""
        self.cells = self.undecided
        self.boxes, self.components, self.rest = self.components_of(self.cells, self.known)
        self.weighed = chances(
            self.boxes, self.components, self.rest, self.mines - self.known, sums=True
        )
        of, weighed = self.boxes.of, self.weighed
        for cell in self.cells:
            box = of.get(cell, -1)
            self.risk[cell] = weighed.elsewhere if box < 0 else weighed.chance[box]

    def components_of(
        self, cells: Sequence[int], known: int
    ) -> tuple[Boxes, list[CountedComponent], int]:
        """Return the boxes and components of undecided cells, and how many touch no number."""
        beside, need, cache = self.beside, self.need, self.cache
        boxes = Boxes([cell for cell in cells if beside[cell]], beside)
        components = []
        for box in range(len(boxes.sizes)):
            if boxes.mark[box]:
                continue
            last, component = boxes.component(box)
            members = sorted(component)
            key = tuple(
                (numbers := boxes.numbers[b], boxes.sizes[b], tuple(need[n] for n in numbers))
                for b in members
            )
            kept = cache.found.get(key)
            if kept is None:
                chain = boxes.ordered(last, component)
                counted = Counted(links(boxes, chain, need), self.run)
                if not counted.keys:
                    raise NoLayoutError
                place = {b: i for i, b in enumerate(members)}
                cache.add(key, tuple(place[b] for b in chain), counted)
            else:
                chain, counted = [members[i] for i in kept[0]], kept[1]
            components.append(CountedComponent(chain, counted))
        return boxes, components, len(cells) - len(boxes.of)


def chances(
    boxes: Boxes, components: Sequence[CountedComponent], rest: int, left: int, *, sums: bool
) -> Weighed:
    """Return the chance of every box, in floats; raise `NoLayoutError` if no layout fits.

    Parameters
    ----------
    rest
        The number of cells that touch no number.
    left
        The number of unknown mines.
    sums
        Find the chances too, and not only the number of layouts.
    """
    lowest = widest = 0
    starts = []
    for component in components:
        lowest += component.counted.low
        starts.append(widest)
        widest += len(component.counted.poly) - 1
    tail, scale = binomials(rest, left - lowest, widest)
    # behind[c]: by the mines of the components before c, the weight of all that can follow.
    behind = [tail]
    for component, start in zip(reversed(components), reversed(starts), strict=True):
        there, poly = behind[-1], component.counted.poly
        here = []
        for i in range(start + 1):
            total = 0.0
            for j, number in enumerate(poly, i):
                total += number * there[j]
            here.append(total)
        behind.append(here)
    behind.reverse()
    total = behind[0][0]
    if total <= 0.0:
        raise NoLayoutError
    weighed = Weighed(total, scale, [0.0] * len(boxes.sizes), 0.5)
    if not sums:
        return weighed
    before = [1.0]
    for component, there in zip(components, behind[1:], strict=True):
        counted = component.counted
        weights = []
        for j in range(len(counted.poly)):
            weight = 0.0
            for i, number in enumerate(before):
                weight += number * there[i + j]
            weights.append(weight)
        low = counted.low
        mines = counted.mines([weights[(key >> MINES_AT) - low] for key in counted.keys])
        for box, number in zip(component.chain, mines, strict=True):
            weighed.chance[box] = number / (total * boxes.sizes[box])
        before = product(before, counted.poly)
    if rest > 0:
        mines_there = 0.0
        for i, number in enumerate(before):
            mines_there += number * tail[i] * (left - lowest - i)
        weighed.elsewhere = mines_there / (total * rest)
    return weighed


def product(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the product of two polynomials."""
    out = [0.0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other, i):
            out[j] += a * b
    return out


def binomials(rest: int, most: int, widest: int) -> tuple[list[float], float]:
    """Return C(rest, most - i) for i to `widest` over the largest of them, and its logarithm."""
    out = [0.0] * (widest + 1)
    low, high = max(0, most - widest), min(rest, most)
    if low > high:
        return out, 0.0
    top = min(max(rest // 2, low), high)
    value = 1.0
    out[most - top] = value
    for j in range(top, high):
        value *= (rest - j) / (j + 1)
        out[most - j - 1] = value
    value = 1.0
    for j in range(top, low, -1):
        value *= j / (rest - j + 1)
        out[most - j + 1] = value
    lgamma = _lgamma()
    return out, lgamma(rest + 1.0) - lgamma(top + 1.0) - lgamma(rest - top + 1.0)


@cache
def _lgamma() -> Callable[[float], float]:
    """Return the logarithm of the gamma function, the C library's if there is one.

    The compiled code calls that one, and `math.lgamma` may differ in the last bit. Of cells that
    are alike by symmetry such a bit would decide which one comes first.
    """
    try:
        lgamma: Any = ctypes.CDLL(None).lgamma
    except (OSError, AttributeError, TypeError):  # Windows has no such library
        return math.lgamma
    lgamma.argtypes, lgamma.restype = [ctypes.c_double], ctypes.c_double
    return cast(Callable[[float], float], lgamma)
