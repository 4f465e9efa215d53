"""What all players of this package share: what is known of each cell, and how a trace is read."""

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
    Mark,
    Move,
    Open,
    Position,
    Safe,
)
from gridwise.puzzles.minesweeper.referee import near_table
from gridwise.puzzles.minesweeper.views import BoardLens


class BoardPlayer(Player[Position, Move]):
    """A player that keeps what is known of each cell, and is called when cells become known.

    Parameters
    ----------
    position
        The board at the start. A `MINE` on it is taken as known.
    run
        Where to count, trace and look at the limits.

    Attributes
    ----------
    mine
        For each cell True, False, or None while it is undecided.
    shown
        What the board showed when it was last looked at.
    """

    def __init__(self, position: Position, run: Run) -> None:
        size = len(position.shown)
        self.run = run
        self.width = position.width
        self.total = position.mines
        self.near = near_table(position.width, position.height)
        self.shown = bytes([COVERED]) * size
        self.mine: list[bool | None] = [None] * size
        self.view = GameView(GameLens(position, ()))
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
        """Return claims that follow; `fresh` are the cells whose number is seen for the first time.

        Each claim's cell has been passed to `settle`, but that of a `guess`.
        """

    def _look(self, position: Position) -> list[int]:
        """Take in what is new on the board and return the cells whose number is new."""
        before, after = self.shown, position.shown
        if before == after:
            return []
        fresh = [c for c, code in enumerate(after) if code != before[c] and code <= 8]
        for cell in fresh:
            self.view.decoder.numbers[cell] = after[cell]
            if self.mine[cell] is None:
                self.settle(cell, mine=False, told=True)
        for cell, code in enumerate(after):
            if code in (MINE, SAFE) and self.mine[cell] is None:
                self.settle(cell, mine=code == MINE, told=True)
        self.shown = after
        return fresh

    def settle(self, cell: int, *, mine: bool, told: bool = False, cause: int = 0) -> None:
        """Write down a cell for certain: told, or concluded from the number of cell `cause` - 1."""
        self.mine[cell] = mine
        self._order.append(cell)
        if not told:
            self.run.count.propagations += 1
        if self.run.trace is not None:
            kind = Kind.PREMISE if told else Kind.IMPLY
            self.run.trace.add(kind, 0, cell + 1, int(mine), cause, self.size)

    @property
    def size(self) -> int:
        """How much is kept beside the decided cells; the MEASURE of its trace rows."""
        return 0

    def around(self, cell: int) -> tuple[list[int], int]:
        """Return the undecided neighbours of an open cell, and how many of them are mines."""
        mine, near = self.mine, self.near[cell]
        undecided = [c for c in near if mine[c] is None]
        return undecided, self.shown[cell] - sum(mine[c] is True for c in near)

    def frontier(self) -> Iterator[tuple[int, list[int], int]]:
        """Yield every open cell that has undecided neighbours, with `around` of it."""
        for cell, number in enumerate(self.shown):
            if number <= 8:
                undecided, mines = self.around(cell)
                if undecided:
                    yield cell, undecided, mines

    def known(self) -> Sequence[Move]:
        """Return every decided cell in the order it was decided; O(cells)."""
        out: list[Move] = []
        for cell in self._order:
            if self.mine[cell]:
                out.append(Mark(cell))
            else:
                number = self.shown[cell]
                out.append(Open(cell, number) if number <= 8 else Safe(cell))
        return out

    def facts(self) -> Mapping[str, int]:
        return {"decided": len(self._order)}

    def claim(self, cell: int, *, mine: bool, cause: int = 0) -> Move:
        """Return the claim about a cell, and settle it."""
        self.settle(cell, mine=mine, cause=cause)
        return Mark(cell) if mine else Safe(cell)


@dataclass(frozen=True)
class GameLens(BoardLens):
    """How a player's facts look on the board at the start; constraint c is the number of cell c."""

    numbers: dict[int, int] = field(default_factory=dict)

    def reason(self, constraint: int) -> Reason | None:
        number = self.numbers.get(constraint)
        if number is None:
            return None
        name = cell_name(constraint, self.position.width)
        return Reason(msg("{cell} shows {number}", cell=name, number=number), (constraint,))


@dataclass(frozen=True)
class GameView(CodesFacts[Move]):
    """What a player's trace is read through: facts are literals, cell + 1, positive for a mine."""

    decoder: GameLens

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject
