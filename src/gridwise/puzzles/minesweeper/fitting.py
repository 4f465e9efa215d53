"""Draws a layout that fits a board in mid-game, so that the board can be played on.

A dynamic program over the boxes (sets of covered cells that touch the same numbers) counts the
layouts of each component by their mines, exactly; the drawing then walks it back. Every layout
that fits the numbers and the total is as likely as any other. It is plain Python with a limit on
its states: boards that need more are for the exact counting of `probability`, in a child.

Version 1: a `random.Random` is seeded with the text `minesweeper/fit/1:NOTATION:SEED`, and only its
`random()` is used, so the same board and seed give the same layout everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import TypeVar

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.puzzles.minesweeper.game import near_table
from gridwise.puzzles.minesweeper.notation import format_position
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, around
from gridwise.puzzles.minesweeper.rules import violations

MOST_STEPS = 200_000
"""Steps of the dynamic program that are taken for one board, some tenths of a second."""

T = TypeVar("T")
_Key = tuple[int, ...]
_Poly = dict[int, int]


def fitting(position: Position, seed: int) -> bytes:
    """Return a hidden board, a byte a cell: its number or `MINE`.

    Parameters
    ----------
    position
        Its total has to be known.
    seed
        The layout follows from it and the board.

    Raises
    ------
    ParameterError
        The total is not known, no layout fits, or it would take too long to find one.
    """
    if position.mines is None:
        raise ParameterError(msg("the number of mines is not known; set it to play"))
    broken = violations(position)
    if broken:
        raise ParameterError(_nothing_fits(broken[0].text))
    random = Random(f"minesweeper/fit/1:{format_position(position)}:{seed}")
    board = _Board(position)
    mines = board.draw(random)
    hidden = bytearray(len(position.shown))
    for cell in mines:
        hidden[cell] = MINE
    numbers = around(hidden, position.width, position.height, (MINE,))
    return bytes(MINE if h == MINE else n for h, n in zip(hidden, numbers, strict=True))


def _nothing_fits(why: Message) -> Message:
    return msg("no mines can lie under this board so that all numbers hold: {why}", why=why)


@dataclass(slots=True)
class _Component:
    """Boxes in the order they are filled, and for each box and state where it came from."""

    boxes: list[list[int]]
    back: list[dict[_Key, list[tuple[_Key, int]]]]
    ways: list[dict[_Key, _Poly]]

    @property
    def poly(self) -> _Poly:
        """The layouts by their mines."""
        return self.ways[-1].get((), {})


class _Board:
    """A board while it is counted."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.steps = 0
        shown = position.shown
        known = around(shown, position.width, position.height, (MINE,))
        near = near_table(position.width, position.height)
        # By covered cell the numbers that it touches, by number what it still needs.
        touches: dict[int, list[int]] = {c: [] for c, code in enumerate(shown) if code == COVERED}
        self.need: dict[int, int] = {}
        for cell, code in enumerate(shown):
            if code <= 8:
                for other in near[cell]:
                    if other in touches:
                        touches[other].append(cell)
                        self.need[cell] = code - known[cell]
        boxes: dict[_Key, list[int]] = {}
        for cell, numbers in touches.items():
            boxes.setdefault(tuple(numbers), []).append(cell)
        self.rest = boxes.pop((), [])
        self.boxes = boxes
        self.marked = [c for c, code in enumerate(shown) if code == MINE]

    def draw(self, random: Random) -> list[int]:
        """Return the cells of the mines."""
        assert self.position.mines is not None
        left = self.position.mines - len(self.marked)
        components = [self._component(keys) for keys in self._parts()]
        # after[i]: ways that the components from i on and the other cells have so many mines.
        rest = len(self.rest)
        most = sum(max(component.poly, default=0) for component in components)
        after = [{m: comb(rest, m) for m in range(max(0, left - most), min(rest, left) + 1)}]
        for component in reversed(components):
            after.append(_times(component.poly, after[-1], left))
        after.reverse()
        if not after[0].get(left):
            raise ParameterError(
                _nothing_fits(
                    msg(
                        "the numbers and the total of {total} exclude each other",
                        total=self.position.mines,
                    )
                )
            )
        mines = list(self.marked)
        for component, others in zip(components, after[1:], strict=True):
            number = _choose(
                random, ((m, n * others.get(left - m, 0)) for m, n in component.poly.items())
            )
            left -= number
            mines += self._walk_back(component, number, random)
        return mines + _some(random, self.rest, left)

    def _parts(self) -> list[list[_Key]]:
        """Return the boxes by component, each in an order that keeps few numbers open."""
        by_number: dict[int, list[_Key]] = {}
        for key in self.boxes:
            for number in key:
                by_number.setdefault(number, []).append(key)
        left = dict.fromkeys(self.boxes)
        parts = []
        while left:
            ordered: list[_Key] = []
            opened: set[int] = set()
            edge: dict[_Key, None] = {next(iter(left)): None}
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

    def _component(self, keys: Sequence[_Key]) -> _Component:
        room: dict[int, int] = {}
        for key in keys:
            for number in key:
                room[number] = room.get(number, 0) + len(self.boxes[key])
        active: list[int] = []
        found = _Component([self.boxes[key] for key in keys], [], [{(): {0: 1}}])
        for key in keys:
            size = len(self.boxes[key])
            before = list(active)
            active += [number for number in key if number not in active]
            for number in key:
                room[number] -= size
            fresh = tuple(self.need[number] for number in active[len(before) :])
            mine = [number in key for number in active]
            rooms = [room[number] for number in active]
            ways: dict[_Key, _Poly] = {}
            back: dict[_Key, list[tuple[_Key, int]]] = {}
            for state, poly in found.ways[-1].items():
                for k in range(size + 1):
                    self.steps += len(poly)
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
                if self.steps > MOST_STEPS:
                    raise ParameterError(
                        msg(
                            "too much of this board is open to draw mines that fit it: open it "
                            "for editing"
                        )
                    )
            found.ways.append(ways)
            found.back.append(back)
            active = [number for number, r in zip(active, rooms, strict=True) if r]
        return found

    def _walk_back(self, component: _Component, mines: int, random: Random) -> list[int]:
        cells: list[int] = []
        state: _Key = ()
        for at in range(len(component.boxes) - 1, -1, -1):
            box, ways = component.boxes[at], component.ways[at]
            among = component.back[at][state]
            state, k = _choose(
                random,
                (((s, k), ways[s].get(mines - k, 0) * comb(len(box), k)) for s, k in among),
            )
            mines -= k
            cells += _some(random, box, k)
        return cells


def _times(one: _Poly, other: _Poly, most: int) -> _Poly:
    out: _Poly = {}
    for a, n in one.items():
        for b, m in other.items():
            if a + b <= most:
                out[a + b] = out.get(a + b, 0) + n * m
    return out


def _choose(random: Random, weighted: Iterable[tuple[T, int]]) -> T:
    """Return one of the things, each as often as its weight says; exact for any integers."""
    among = [(thing, weight) for thing, weight in weighted if weight]
    rest = _below(random, sum(weight for _, weight in among))
    for thing, weight in among:
        if rest < weight:
            return thing
        rest -= weight
    raise AssertionError("a number below the sum lies in one of its parts")


def _below(random: Random, bound: int) -> int:
    """Return a whole number from 0 to below the bound, all alike likely."""
    bits = bound.bit_length()
    while True:
        number = 0
        for _ in range(-(-bits // 32)):
            number = number << 32 | int(random.random() * (1 << 32))
        number &= (1 << bits) - 1
        if number < bound:
            return number


def _some(random: Random, cells: Sequence[int], number: int) -> list[int]:
    """Return so many of the cells, drawn without putting back."""
    among = list(cells)
    for i in range(number):
        j = i + int(random.random() * (len(among) - i))
        among[i], among[j] = among[j], among[i]
    return among[:number]
