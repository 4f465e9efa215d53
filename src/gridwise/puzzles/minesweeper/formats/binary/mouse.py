"""Turns the presses and releases of mouse buttons into what they do on a board.

The rules are those of the programs of the Minesweeper community, as the project minesweeper-rawvf
describes them: the left button opens on release; the right one flags on press; both together, or
the middle one, chord when the first of them is released, and the other one then does nothing. A
flag is followed by a question mark where the program has them; here that is a covered cell.
"""

from gridwise.puzzles.minesweeper.formats.binary.recorded import (
    EventKind,
    PlayerEvent,
    Recorded,
    RunningBoard,
)


class Mouse:
    """The buttons of a mouse over a board; `recorded` is the game so far.

    Parameters
    ----------
    width, height, mines
        The board.
    cell_size
        The side of a cell in pixels.
    marks
        Whether a right click on a flag makes a question mark.
    left
        Whether the left button is down at the beginning: programs that record from the first
        release on leave the press out.
    """

    def __init__(
        self,
        width: int,
        height: int,
        mines: frozenset[int],
        *,
        cell_size: int = 16,
        marks: bool = False,
        left: bool = False,
    ) -> None:
        self._width, self._height, self._mines = width, height, mines
        self._cell_size, self._marks = cell_size, marks
        self._table = RunningBoard(width, height, mines)
        self._left, self._right, self._middle, self._chorded = left, False, False, False
        self._questions: set[int] = set()
        self._cell, self._time_s = -1, 0.0
        self._events: list[PlayerEvent] = []

    @property
    def recorded(self) -> Recorded:
        """The game so far."""
        return Recorded(self._width, self._height, self._mines, tuple(self._events))

    def move(self, x: int, y: int, time_ms: int) -> None:
        """Move the pointer to a place, in pixels from the corner of the board, at a time."""
        col, row = x // self._cell_size, y // self._cell_size
        inside = 0 <= col < self._width and 0 <= row < self._height
        self._cell, self._time_s = row * self._width + col if inside else -1, time_ms / 1000

    def left(self, down: bool) -> None:
        """Press or release the left button."""
        if down:
            self._left = not self._middle
        elif self._left:
            chorded, self._chorded, self._left = self._chorded, self._right, False
            if self._right:
                self._do(EventKind.CHORD)
            elif not chorded:
                self._do(EventKind.OPEN)

    def right(self, down: bool) -> None:
        """Press or release the right button."""
        if down:
            self._right = not self._middle
            if self._right and not self._left:
                self._chorded = False
                self._flag()
        elif self._right:
            self._right, self._chorded = False, self._left
            if self._left:
                self._do(EventKind.CHORD)

    def middle(self, down: bool) -> None:
        """Press or release the middle button."""
        if down:
            self._left = self._right = self._chorded = False
        elif self._middle:
            self._do(EventKind.CHORD)
        self._middle = down

    def both(self) -> None:
        """Press those of the left and the right button that are up, to chord."""
        self._left = self._right = not self._middle

    def toggle(self, button: str) -> None:
        """Press the button of this name, or release it if it is down."""
        getattr(self, button)(not getattr(self, f"_{button}"))

    def _flag(self) -> None:
        if self._cell in self._questions:
            self._questions.remove(self._cell)
        elif not self._do(EventKind.FLAG) and self._do(EventKind.UNFLAG) and self._marks:
            self._questions.add(self._cell)

    def _do(self, kind: EventKind) -> bool:
        done = self._cell >= 0 and self._table.take(kind, self._cell)
        if done:
            self._events.append(PlayerEvent(kind, self._cell, self._time_s))
        return done
