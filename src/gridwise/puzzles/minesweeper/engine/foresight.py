"""Foresees the effects of a guess: guesses that will be forced, cells that tell nothing.

Two cells beside each other of which one holds a mine cannot be told apart if every cell that is
beside only one of them is a mine or off the board: any number that speaks of one speaks of both.
Nor can the two diagonals of a square of four cells if every cell that is beside only one of the
four is a mine, for any other number speaks of two cells on a side, one of each diagonal.
Such a pair or square is lost in half of the games, now or later. How likely each of the board is to
end so is estimated from the chances of single cells, as if they were independent unless one number
speaks of two of them. If it seems likely the layouts are counted instead; after a probe the
estimate is put right by as much as it was off before.

A dead cell is one whose number is known before it is opened, should it be safe: it tells nothing,
so it is no way out, however safe it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp
from typing import NamedTuple

from gridwise.puzzles.minesweeper.engine.chains import Boxes, Counted, Poly, TooWide, times
from gridwise.puzzles.minesweeper.engine.open_board import MINED, SAFE, UNDECIDED, NoLayoutError
from gridwise.puzzles.minesweeper.engine.weighed_board import (
    WeighedBoard,
    binomials,
    chances,
    weighed_order,
)
from gridwise.puzzles.minesweeper.position import neighbour_table

_LEAST = 2e-4  # less likely ones are left out
_COUNTED = 0.01  # ones that seem at least as likely are counted
_SURE = 1.0 - 1e-12
_EQUAL = 1e-9


class TiedCells(NamedTuple):
    """Two cells beside each other, or a square of four row by row, that may be a forced guess.

    `outer` are the cells beside only one of them.
    """

    cells: tuple[int, ...]
    outer: tuple[int, ...]


@lru_cache(maxsize=4)
def groups(width: int, height: int) -> tuple[TiedCells, ...]:
    """Return the pairs and squares of a board."""
    near = [set(cells) for cells in neighbour_table(width, height)]
    pairs = []
    for cell in range(width * height):
        right, below = cell + 1, cell + width
        for other in (right, below):
            if other in near[cell]:
                outer = sorted((near[cell] ^ near[other]) - {cell, other})
                pairs.append(TiedCells((cell, other), tuple(outer)))
        if below + 1 in near[cell]:
            four = (cell, right, below, below + 1)
            beside = [c for one in four for c in near[one] if c not in four]
            outer = sorted(c for c in set(beside) if beside.count(c) == 1)
            pairs.append(TiedCells(four, tuple(outer)))
    return tuple(pairs)


class ForcedGuesses:
    """The guesses that may be forced on a board that was weighed.

    Attributes
    ----------
    chance
        The chance of a mine in each cell, after a probe.
    ends
        The expected forced guesses that opening each cell ends.
    total
        All expected forced guesses.
    """

    def __init__(self, board: WeighedBoard) -> None:
        self.board = board
        known = {MINED: 1.0, SAFE: 0.0}
        self.chance = [
            risk if know == UNDECIDED else known[know]
            for risk, know in zip(board.risk, board.know, strict=True)
        ]
        self.ends = [0.0] * len(self.chance)
        self.total = 0.0
        self._live: list[tuple[TiedCells, bool, float]] = []
        self._part: list[tuple[TiedCells, bool, float]] = []
        self._alone = 0.0
        self._touched: list[int] = []
        self._find()
        self._dead = self._tell_nothing()

    def _find(self) -> None:
        chance = self.chance
        for group in groups(self.board.position.width, self.board.position.height):
            # At first as if they were tied: the most it can be.
            if _likely(group, True, 1.0, chance) < _LEAST:
                continue
            one, other = group.cells[:2]
            tied = self._at_most_one(one, other, -1)
            if len(group.cells) == 4:
                third, last = group.cells[2:]
                pairs = (one, third), (other, last), (third, last)
                tied = tied + sum(self._at_most_one(a, b, -1) for a, b in pairs) >= 3
            likelihood = _likely(group, tied, 1.0, chance)
            ratio = 1.0
            if likelihood >= _COUNTED:
                counted = self._counted(group)
                if counted is not None:
                    ratio = counted / likelihood
                    likelihood = counted
            if likelihood < _LEAST:
                continue
            self._live.append((group, tied, ratio))
            self.total += likelihood
            for cell in (*group.cells, *group.outer):
                self.ends[cell] += likelihood

    def _at_most_one(self, one: int, other: int, but: int) -> bool:
        """Return whether a number, but for one cell's, says that these are not both mines."""
        board = self.board
        return any(
            number != but and board.need[number] == 1 and number in board.near[other]
            for number in board.beside[one]
        )

    def _counted(self, group: TiedCells) -> float | None:
        """Return in what share of the layouts a group is a forced guess; None without room."""
        board = self.board
        know, need = board.know, board.need
        supposed = [cell for cell in group.outer if know[cell] == UNDECIDED]
        mined = [True] * len(supposed)
        for i, cell in enumerate(group.cells):
            supposed.append(cell)
            mined.append(i % 3 == 0)  # of a square one diagonal
        for cell, mine in zip(supposed, mined, strict=True):
            know[cell] = MINED if mine else SAFE
            for number in board.beside[cell]:
                need[number] -= mine
        try:
            known = board.known + sum(mined)
            if known > board.mines or not self._fits(supposed):
                return 0.0
            cells = [cell for cell in board.cells if know[cell] == UNDECIDED]
            boxes, components, rest = board.components_of(cells)
            now = chances(boxes, components, rest, board.mines - known, boxes=False)
            then = board.weighed
            return 2.0 * now.total / then.total * exp(now.scale - then.scale)
        except NoLayoutError:
            return 0.0
        except TooWide:
            return None
        finally:
            for cell, mine in zip(supposed, mined, strict=True):
                know[cell] = UNDECIDED
                for number in board.beside[cell]:
                    need[number] += mine

    def _fits(self, supposed: list[int]) -> bool:
        board = self.board
        return all(
            0 <= board.need[number] <= sum(board.know[c] == UNDECIDED for c in board.near[number])
            for number in {n for cell in supposed for n in board.beside[cell]}
        )

    def _tell_nothing(self) -> set[int]:
        """Return the cells whose mines around are known, should they be safe."""
        board = self.board
        know, near = board.know, board.near
        by_number = {
            number: frozenset(c for c in near[number] if know[c] == UNDECIDED)
            for number in board.numbers
        }
        dead = set()
        for cell in board.cells:
            around = frozenset(c for c in near[cell] if know[c] == UNDECIDED)
            if not around:
                dead.add(cell)
                continue
            # A number of which they are all undecided cells, but for this one, is beside each.
            for number in board.beside[next(iter(around))]:
                if by_number[number] - {cell} == around:
                    dead.add(cell)
                    break
        return dead

    def touch(self, cell: int, boxes: Boxes, chain: Sequence[int]) -> float:
        """Mark the cells whose risk a probe finds again; return the least risk of the others.

        Only cells that tell something count.
        """
        board = self.board
        safest = 1.0
        probed, touched = set(chain), {cell}
        for other in board.cells:
            if other == cell:
                continue
            risk = self.chance[other] = board.risk[other]
            box = boxes.of.get(other)
            if box in probed:
                touched.add(other)
            elif other not in self._dead and risk < safest:
                safest = risk
        self.chance[cell] = 0.0
        self._touched = [c for c in sorted(touched) if c != cell]
        self._part = []
        self._alone = 0.0
        for live in self._live:
            if touched.isdisjoint(live[0].cells) and touched.isdisjoint(live[0].outer):
                self._alone += _likely(*live, self.chance)
            else:
                self._part.append(live)
        return safest

    def forced(self) -> float:
        """Return the number of forced guesses to expect with the chances of now."""
        total = self._alone
        for part in self._part:
            total += _likely(*part, self.chance)
        return total

    def ahead(
        self, cell: int, boxes: Boxes, risks: dict[int, float], safest: float
    ) -> tuple[float, float]:
        """Return the least risk of a cell that tells something, and the forced guesses.

        Parameters
        ----------
        cell
            The cell that is probed.
        risks
            The chance of each box that the probe touches, for one number of the cell.
        safest
            The least risk of a telling cell that is not touched.
        """
        for other in self._touched:
            self.chance[other] = risks[boxes.of[other]]
        return self._way_out(safest, cell), self.forced()

    def _way_out(self, safest: float, opened: int) -> float:
        for cell in self._touched:
            chance = self.chance[cell]
            if chance > 0.0:
                if chance < safest and cell not in self._dead:
                    safest = chance
            elif self._tells(cell, opened):
                return 0.0
        return safest

    def _tells(self, cell: int, opened: int) -> bool:
        """Return whether the number of a safe cell is in doubt, or may be."""
        know, chance = self.board.know, self.chance
        doubted = [
            c
            for c in self.board.near[cell]
            if know[c] == UNDECIDED and c != opened and 0.0 < chance[c] < _SURE
        ]
        if len(doubted) != 2:
            return bool(doubted)
        first, last = doubted
        # Never both mines, and one mine between them on average: always one of them.
        return abs(chance[first] + chance[last] - 1.0) > _EQUAL or not self._at_most_one(
            first, last, opened
        )


def _likely(group: TiedCells, tied: bool, ratio: float, chance: list[float]) -> float:
    """Return how likely a pair or square is to be a forced guess."""
    cells, outer = group
    a, b = chance[cells[0]], chance[cells[1]]
    if a <= 0.0 or b <= 0.0 or a >= _SURE or b >= _SURE:
        return 0.0
    if len(cells) == 2:
        likelihood = min(1.0, a + b) if tied else a * (1.0 - b) + b * (1.0 - a)
    else:
        c, d = chance[cells[2]], chance[cells[3]]
        if c <= 0.0 or d <= 0.0 or c >= _SURE or d >= _SURE:
            return 0.0
        if tied:
            likelihood = min(1.0, min(a, d) + min(b, c))
        else:
            likelihood = a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d)
    for cell in outer:
        likelihood *= chance[cell]
    return min(1.0, likelihood * ratio)


@dataclass(slots=True)
class ProbeResult:
    """The effects of opening a cell, by the number that it may show.

    Attributes
    ----------
    shows
        The weights of the numbers; they add up to the chance that the cell is safe.
    least
        The least risk of a cell then. With an outlook it leaves out the cells that tell nothing if
        others are left.
    free
        The number of cells safe then.
    forced
        The guesses that will be forced; with an outlook.
    """

    shows: list[float] = field(default_factory=lambda: [0.0] * 9)
    least: list[float] = field(default_factory=lambda: [1.0] * 9)
    free: list[float] = field(default_factory=lambda: [0.0] * 9)
    forced: list[float] = field(default_factory=lambda: [0.0] * 9)


def probe(board: WeighedBoard, cell: int, outlook: ForcedGuesses | None) -> ProbeResult:
    """Return the effects of opening an undecided cell; after `weigh`.

    The layouts are counted with the cell safe and watched: a watched cell is a number that counts
    its mines up. One pass forward gives the weight of every number that it may show, one pass back
    for each of them the cells that are safe then.

    Components that neither the cell nor its neighbours touch are taken with the mines that they
    can have, but the risks in them stay as before.

    Parameters
    ----------
    outlook
        The guesses that may be forced; None does not look ahead.
    """
    found = ProbeResult()
    near, know = board.near[cell], board.know
    mined = sum(know[c] == 1 for c in near)
    fresh = [c for c in near if know[c] == UNDECIDED]
    beside = list(board.beside)
    for other in fresh:
        beside[other] = tuple(sorted((*beside[other], cell)))
    cells = [c for c in board.cells if beside[c] and c != cell]
    boxes = Boxes(cells, beside)
    starts: list[int] = []
    for other in near:
        if board.shown[other] <= 8:
            starts += boxes.beside.get(other, ())
        elif know[other] == UNDECIDED:
            starts.append(boxes.of[other])
    chain: list[int] = []
    for box in starts:
        if box not in chain:
            chain += weighed_order(boxes, boxes.sweep(box))
    counted = Counted(boxes, chain, board.need, board.run, one=1.0, watch=cell)
    rest = len(board.cells) - 1 - len(cells)
    _tell(board, cell, found, boxes, counted, mined, rest, outlook)
    return found


def _tell(
    board: WeighedBoard,
    cell: int,
    found: ProbeResult,
    boxes: Boxes,
    counted: Counted,
    mined: int,
    rest: int,
    outlook: ForcedGuesses | None,
) -> None:
    before, weighed, chain = board.open_boxes, board.weighed, counted.chain
    touched = {c for box in chain if (c := boxes.cells[box][0]) in before.of}
    touched = {before.of[c] for c in (*touched, cell) if c in before.of}
    # The components that are left alone: their mines, and the least risk in them.
    safest = 1.0
    others: Poly = {0: 1.0}
    for component in board.components:
        if not touched.isdisjoint(component.chain):
            continue
        others = times(others, component.counted.poly)
        safest = min(safest, *(weighed.chance[box] for box in component.chain))
    if rest > 0:
        safest = min(safest, weighed.elsewhere)
    last = counted.ways[-1]
    several = {mines for poly in last.values() for mines in poly}
    first = min(several) + min(others)
    tail, scale = binomials(rest, board.mines - board.known, first, max(several) + max(others))
    factor = exp(scale - weighed.scale) / weighed.total
    weights: Poly = {
        mines: factor * sum(number * tail[mines + m] for m, number in others.items())
        for mines in several
    }
    telling = outlook.touch(cell, boxes, chain) if outlook else safest
    for state, poly in last.items():
        value = mined + state
        shows = found.shows[value] = sum(ways * weights[m] for m, ways in poly.items())
        if shows <= 0.0:
            continue
        least = safest
        risks: dict[int, float] = {}
        for box, number in zip(chain, counted.mines({state: weights}), strict=True):
            size = len(boxes.cells[box])
            risks[box] = number / (shows * size)
            if number <= 0.0:
                found.free[value] += size
                least = 0.0
            else:
                least = min(least, risks[box])
        found.least[value] = least
        if outlook:
            least, found.forced[value] = outlook.ahead(cell, boxes, risks, telling)
            if least < 1.0:
                found.least[value] = least
    if outlook:
        outlook.chance[cell] = board.risk[cell]
