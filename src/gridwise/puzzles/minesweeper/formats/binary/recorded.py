"""A recorded game, and the board on which its events take effect."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gridwise.core.grid import neighbours
from gridwise.core.policy import GameStatus
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position
from gridwise.puzzles.minesweeper.referee import numbered


class EventKind(Enum):
    """What a player did."""

    OPEN = "open"
    FLAG = "flag"
    UNFLAG = "unflag"
    CHORD = "chord"


@dataclass(frozen=True, slots=True)
class PlayerEvent:
    """An event that changed the board, in a cell, `time_s` seconds after the clock began."""

    kind: EventKind
    cell: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Recorded:
    """A layout and the game that was played on it.

    Parameters
    ----------
    width, height
        In cells.
    mines
        The cells with a mine, 0-based row-major.
    events
        The events with an effect, in order; none for a file that holds a board alone. If the game
        ended, the last one ended it.
    """

    width: int
    height: int
    mines: frozenset[int]
    events: tuple[PlayerEvent, ...] = ()


class RunningBoard:
    """The board of a running game, with the player's flags; every event in amortised O(1) a cell.

    The referee's position is immutable, so that a long replay on it would take quadratic time.

    Attributes
    ----------
    hidden
        The layout, a byte a cell: its number or `MINE`.
    shown
        What the player sees; a flag is `MINE`.
    status
        Whether the game goes on, is won or is lost.
    """

    def __init__(self, width: int, height: int, mines: frozenset[int]) -> None:
        covered = bytes([COVERED]) * (width * height)
        layout = bytearray(width * height)
        for cell in mines:
            layout[cell] = 1
        self.hidden = numbered(Position(width, height, covered), bytes(layout))
        self.shown = bytearray(covered)
        self.status = GameStatus.OPEN
        self._left = len(covered) - len(mines)
        self._size = width, height

    def take(self, kind: EventKind, cell: int) -> bool:
        """Let an event take effect; return whether it has any."""
        code = self.shown[cell]
        if self.status is not GameStatus.OPEN:
            return False
        if kind is EventKind.CHORD:
            near = neighbours(cell, *self._size)
            flags = sum(self.shown[c] == MINE for c in near)
            return flags == code and self._uncover(near)
        if code != (MINE if kind is EventKind.UNFLAG else COVERED):
            return False
        if kind is EventKind.OPEN:
            return self._uncover((cell,))
        self.shown[cell] = MINE if kind is EventKind.FLAG else COVERED
        return True

    def _uncover(self, cells: Iterable[int]) -> bool:
        """Open the covered ones of these cells; a 0 opens its neighbours in turn."""
        shown, changed, queue = self.shown, False, list(cells)
        for cell in queue:  # grows while it is read
            if shown[cell] != COVERED:
                continue
            changed = True
            if self.hidden[cell] == MINE:
                self.status = GameStatus.LOST
                continue
            shown[cell] = self.hidden[cell]
            self._left -= 1
            if not shown[cell]:
                queue.extend(neighbours(cell, *self._size))
        if changed and not self._left and self.status is GameStatus.OPEN:
            self.status = GameStatus.WON
        return changed
