"""The chance of every undecided cell of a board in play to be a mine, in floats."""

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.chains import Boxes, Counted, closing, summed
from gridwise.puzzles.minesweeper.engine.open_board import NoLayoutError, OpenBoard
from gridwise.puzzles.minesweeper.position import Position

_MOST_KEPT = 64

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
    chance: dict[int, float]
    elsewhere: float


@dataclass(slots=True)
class CountedComponent:
    """A chain of boxes and its states."""

    chain: list[int]
    counted: Counted


class WeighedBoard(OpenBoard):
    """A board with its known cells and the chances of the others.

    Parameters
    ----------
    position
        A board with a known total.
    cache
        The components counted before.

    Attributes
    ----------
    risk
        The chance of a mine of each undecided cell; after `weigh`.
    """

    def __init__(self, position: Position, run: Run, cache: ChainCache) -> None:
        super().__init__(position)
        self.run, self.cache = run, cache
        self.risk = [0.0] * len(self.shown)

    def weigh(self) -> None:
        """Find the chance of every undecided cell; raise `NoLayoutError` if no layout fits."""
        self.cells = self.undecided
        self.open_boxes, self.components, self.rest = self.components_of(self.cells)
        self.weighed = chances(
            self.open_boxes, self.components, self.rest, self.mines - self.known, boxes=True
        )
        of, weighed = self.open_boxes.of, self.weighed
        for cell in self.cells:
            box = of.get(cell, -1)
            self.risk[cell] = weighed.elsewhere if box < 0 else weighed.chance[box]

    def components_of(self, cells: list[int]) -> tuple[Boxes, list[CountedComponent], int]:
        """Return the boxes and components of undecided cells, and how many touch no number."""
        need, cache = self.need, self.cache
        boxes = self.boxes(cells)
        components = []
        for component in boxes.components():
            members = sorted(component)
            key = tuple(
                (numbers := boxes.numbers[b], len(boxes.cells[b]), tuple(need[n] for n in numbers))
                for b in members
            )
            kept = cache.found.get(key)
            if kept is None:
                chain = weighed_order(boxes, component)
                counted = Counted(boxes, chain, need, self.run, one=1.0)
                if not counted.poly:
                    raise NoLayoutError
                place = {b: i for i, b in enumerate(members)}
                cache.add(key, tuple(place[b] for b in chain), counted)
            else:
                chain, counted = [members[i] for i in kept[0]], kept[1]
            components.append(CountedComponent(chain, counted))
        return boxes, components, len(cells) - len(boxes.of)


def chances(
    open_boxes: Boxes,
    components: Sequence[CountedComponent],
    rest: int,
    left: int,
    *,
    boxes: bool,
) -> Weighed:
    """Return the number of layouts, and with `boxes` the chances.

    Parameters
    ----------
    rest
        The number of cells that touch no number.
    left
        The number of unknown mines.

    Raises
    ------
    NoLayoutError
        No layout fits.
    """
    counted = [component.counted for component in components]
    first, last = (sum(most(c.poly) for c in counted) for most in (min, max))
    tail, scale = binomials(rest, left, first, last)
    sums = summed(counted, tail.__getitem__, boxes=boxes)
    total = sums.total
    if total <= 0.0:
        raise NoLayoutError
    weighed = Weighed(total, scale, {}, 0.5)
    for component, by_box in zip(components, sums.boxes, strict=boxes):
        for box, number in zip(component.chain, by_box, strict=True):
            weighed.chance[box] = number / (total * len(open_boxes.cells[box]))
    if boxes and rest > 0:
        mines = sum(number * tail[m] * (left - m) for m, number in sums.whole.items())
        weighed.elsewhere = mines / (total * rest)
    return weighed


def weighed_order(boxes: Boxes, component: Sequence[int]) -> list[int]:
    """Return a component in an order from one of its ends on."""
    end = boxes.sweep(component[-1])[-1]
    return boxes.ordered(end, sorted(component), closing)


def binomials(rest: int, left: int, first: int, last: int) -> tuple[dict[int, float], float]:
    """Return C(rest, left - m) for m from first to last over the largest, and its logarithm.

    By ratios, for exactness.
    """
    out = dict.fromkeys(range(first, last + 1), 0.0)
    low, high = max(0, left - last), min(rest, left - first)
    if low > high:
        return out, 0.0
    top = min(max(rest // 2, low), high)
    value = 1.0
    out[left - top] = value
    for j in range(top, high):
        value *= (rest - j) / (j + 1)
        out[left - j - 1] = value
    value = 1.0
    for j in range(top, low, -1):
        value *= j / (rest - j + 1)
        out[left - j + 1] = value
    lgamma = _lgamma()
    return out, lgamma(rest + 1.0) - lgamma(top + 1.0) - lgamma(rest - top + 1.0)


@cache
def _lgamma() -> Callable[[float], float]:
    """Return the logarithm of the gamma function, the C library's if there is one.

    `math.lgamma` may differ in the last bit. Of cells that are alike by symmetry such a bit would
    decide which one comes first, and a game would be another one.
    """
    try:
        lgamma: Any = ctypes.CDLL(None).lgamma
    except (OSError, AttributeError, TypeError):  # Windows has no such library
        return math.lgamma
    lgamma.argtypes, lgamma.restype = [ctypes.c_double], ctypes.c_double
    return cast(Callable[[float], float], lgamma)
