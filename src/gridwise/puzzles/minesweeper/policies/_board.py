"""The base of all players: the known cells, and the decoder of their traces."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gridwise.core.grid import cell_name
from gridwise.core.message import msg
from gridwise.core.policy import Player
from gridwise.core.run import Run
from gridwise.core.trace import CodesFacts, Kind, Reason
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
    Move,
    Open,
    Position,
    Safe,
    neighbour_table,
)
from gridwise.puzzles.minesweeper.views import CellDecoder


class BoardPlayer(Player[Position, Move]):
    """A player that records which cells are known.

    Parameters
    ----------
    position
        The board at the start. A `MINE` on it is known.
    run
        The run that counts, traces and holds the limits.

    Attributes
    ----------
    mine
        For each cell True, False, or None while it is undecided.
    shown
        The board at the last `decide`.
    """

    def __init__(self, position: Position, run: Run) -> None:
        size = len(position.shown)
        self.run = run
        self.width = position.width
        self.total = position.mines
        self.near = neighbour_table(position.width, position.height)
        self.shown = bytes([COVERED]) * size
        self.mine: list[bool | None] = [None] * size
        self.view = PlayerFacts(PlayerDecoder(position, ()))
        self._order: list[int] = []
        self._fresh: list[int] = []
        if run.trace is not None and run.trace.view is None:
            run.trace.view = self.view

    def decide(self, position: Position) -> Sequence[Move]:
        self.guess = None
        self._fresh += self._look(position)
        if SAFE in position.shown:
            return [Safe(c) for c, code in enumerate(position.shown) if code == SAFE]
        fresh, self._fresh = self._fresh, []
        return self.conclude(position, fresh)

    @abstractmethod
    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        """Return claims that follow; `fresh` are the cells opened since the last call.

        It passes each claim's cell to `settle`, except a `guess`'s.
        """

    def _look(self, position: Position) -> list[int]:
        """Settle the cells that the board reveals and return the newly opened ones."""
        before, after = self.shown, position.shown
        if before == after:
            return []
        changed = [c for c, code in enumerate(after) if code != before[c]]
        fresh = [c for c in changed if after[c] <= 8]
        for cell in fresh:
            self.view.decoder.numbers[cell] = after[cell]
            if self.mine[cell] is None:
                self.settle(cell, mine=False, revealed=True)
        for cell in changed:
            if after[cell] in (MINE, SAFE) and self.mine[cell] is None:
                self.settle(cell, mine=after[cell] == MINE, revealed=True)
        self.shown = after
        return fresh

    def settle(self, cell: int, *, mine: bool, revealed: bool = False, cause: int = 0) -> None:
        """Record a certain cell: revealed, or concluded from the number of cell `cause` - 1."""
        self.mine[cell] = mine
        self._order.append(cell)
        if not revealed:
            self.run.count.propagations += 1
        if self.run.trace is not None:
            kind = Kind.PREMISE if revealed else Kind.IMPLY
            self.run.trace.add(kind, 0, cell + 1, int(mine), cause, self.size)

    @property
    def size(self) -> int:
        """The number of clauses held; the MEASURE of its trace rows."""
        return 0

    def around(self, cell: int) -> tuple[list[int], int]:
        """Return the undecided neighbours of an open cell, and how many of them are mines."""
        mine, near = self.mine, self.near[cell]
        undecided = [c for c in near if mine[c] is None]
        return undecided, self.shown[cell] - [mine[c] for c in near].count(True)

    def frontier(self) -> Iterator[tuple[int, list[int], int]]:
        """Yield every open cell that has undecided neighbours, with its `around`."""
        for cell, number in enumerate(self.shown):
            if number <= 8:
                undecided, mines = self.around(cell)
                if undecided:
                    yield cell, undecided, mines

    def known(self) -> Sequence[Move]:
        """Return all decided cells in the order of deciding. O(cells)."""
        out: list[Move] = []
        for cell in self._order:
            if self.mine[cell]:
                out.append(MarkMine(cell))
            else:
                number = self.shown[cell]
                out.append(Open(cell, number) if number <= 8 else Safe(cell))
        return out

    def statistics(self) -> Mapping[str, int]:
        return {"decided": len(self._order)}

    def claim(self, cell: int, *, mine: bool, cause: int = 0) -> Move:
        """Settle a cell and return the claim about it."""
        self.settle(cell, mine=mine, cause=cause)
        return MarkMine(cell) if mine else Safe(cell)


@dataclass(frozen=True)
class PlayerDecoder(CellDecoder):
    """The decoder of a player's facts; constraint c is the number of cell c."""

    numbers: dict[int, int] = field(default_factory=dict)

    def reason(self, constraint: int) -> Reason | None:
        number = self.numbers.get(constraint)
        if number is None:
            return None
        name = cell_name(constraint, self.position.width)
        return Reason(msg("{cell} shows {number}", cell=name, number=number), (constraint,))


@dataclass(frozen=True)
class PlayerFacts(CodesFacts[Move]):
    """The coding of a player's facts: literals, cell + 1, positive for a mine."""

    decoder: PlayerDecoder

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject
