"""Foresees guesses that will be forced, and cells that tell nothing: the twin of `kernels.outlook`.

Its text says what a pair, a square and a dead cell are, and how they are weighed.
"""

from functools import lru_cache
from math import exp
from typing import NamedTuple

from gridwise.puzzles.minesweeper.engine.weighing.board import (
    MINED,
    SAFE,
    UNDECIDED,
    NoLayoutError,
    WeighedBoard,
    chances,
)
from gridwise.puzzles.minesweeper.engine.weighing.chains import Boxes, TooWide
from gridwise.puzzles.minesweeper.position import neighbour_table

_LEAST = 2e-4
_COUNTED = 0.01
_SURE = 1.0 - 1e-12
_EQUAL = 1e-9


class Group(NamedTuple):
    """Two cells beside each other, or a square of four row by row, that may be a forced guess.

    `outer` are the cells beside only one of them.
    """

    cells: tuple[int, ...]
    outer: tuple[int, ...]


@lru_cache(maxsize=4)
def groups(width: int, height: int) -> tuple[Group, ...]:
    """Return the pairs and squares of a board."""
    near = [set(cells) for cells in neighbour_table(width, height)]
    pairs = []
    for cell in range(width * height):
        right, below = cell + 1, cell + width
        for other in (right, below):
            if other in near[cell]:
                outer = sorted((near[cell] ^ near[other]) - {cell, other})
                pairs.append(Group((cell, other), tuple(outer)))
        if below + 1 in near[cell]:
            four = (cell, right, below, below + 1)
            beside = [c for one in four for c in near[one] if c not in four]
            outer = sorted(c for c in set(beside) if beside.count(c) == 1)
            pairs.append(Group(four, tuple(outer)))
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
        self._live: list[tuple[Group, bool, float]] = []
        self._part: list[tuple[Group, bool, float]] = []
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

    def _counted(self, group: Group) -> float | None:
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
            boxes, components, rest = board.components_of(cells, known)
            now = chances(boxes, components, rest, board.mines - known, sums=False)
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

    def touch(self, cell: int, boxes: Boxes) -> float:
        """Mark the cells whose risk a probe finds again; return the least risk of the others.

        Only cells that tell something count.
        """
        board = self.board
        safest = 1.0
        touched = {cell}
        for other in board.cells:
            if other == cell:
                continue
            risk = self.chance[other] = board.risk[other]
            box = boxes.of.get(other)
            if box is not None and boxes.taken(box):
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


def _likely(group: Group, tied: bool, ratio: float, chance: list[float]) -> float:
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
