"""Boards and replays of other programs: the position to begin with, and the game to watch.

A file with a board alone is the covered board with its number of mines. A replay is the board
before the move that ended its game, without the player's flags; if the game did not end, the
board where it stopped. This is the last position in which the player had to decide something, so
that hints and probabilities tell what could be known: of a lost game, whether the mine was a
guess. After the end nothing is left to ask, and before the start nothing is known yet. A flag is
an opinion, and a wrong one would leave no layout that fits. The layout of the file is the entry's
`solution`, so that a person plays on with the mines of the file and not with others.
"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from gridwise.core.capabilities import BinaryFiles
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import LAYOUT
from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.core.reading import Entry, TextLine
from gridwise.puzzles.minesweeper.formats.binary import avf, evf, mbf, mvf, rmv
from gridwise.puzzles.minesweeper.formats.binary.recorded import EventKind, Recorded, RunningBoard
from gridwise.puzzles.minesweeper.notation import format_position
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position

FORMATS: tuple[ModuleType, ...] = (rmv, mvf, mbf, avf, evf)
"""The formats, those with a signature first."""


def format_of(data: bytes, source: str = "") -> ModuleType | None:
    """Return the format of a binary file, by its bytes or else by its name; None if unknown."""
    by_bytes = (form for form in FORMATS if form.matches(data))
    by_name = (form for form in FORMATS if source.lower().endswith(form.SUFFIXES))
    return next(by_bytes, None) or next(by_name, None)


def _takes(data: bytes, source: str) -> bool:
    return format_of(data, source) is not None


def _recorded(data: bytes, source: str) -> Recorded:
    form = format_of(data, source)
    assert form is not None  # the caller asked `takes` first
    recorded: Recorded = form.read(data, source)
    return recorded


def _table(recorded: Recorded, events: int) -> RunningBoard:
    """Return the board after so many events of a game."""
    table = RunningBoard(recorded.width, recorded.height, recorded.mines)
    for event in recorded.events[:events]:
        table.take(event.kind, event.cell)
    return table


def _board(recorded: Recorded, shown: bytes) -> Position:
    return Position(recorded.width, recorded.height, shown, len(recorded.mines))


def read(data: bytes, source: str) -> Entry[Position]:
    """Return the board of a file; see the module for which of a game's positions it is."""
    recorded = _recorded(data, source)
    table = _table(recorded, len(recorded.events))
    if table.status is not GameStatus.OPEN:
        table = _table(recorded, len(recorded.events) - 1)
    shown = table.shown.replace(bytes([MINE]), bytes([COVERED]))
    return Entry(1, _board(recorded, bytes(shown)), solution=_board(recorded, table.hidden))


def played(data: bytes, source: str) -> Mapping[str, Any]:
    """Return the game of a replay: its first state, and its actions with their times."""
    from gridwise.puzzles.minesweeper.interaction import INTERACTION  # it loads drawing and play

    recorded = _recorded(data, source)
    here = TextLine(source, 1)
    if not recorded.events:
        raise here.error(msg("a board without a game"), msg("a replay with a game"))
    table = _table(recorded, 0)
    layout = format_position(_board(recorded, table.hidden))
    try:
        state = INTERACTION.begin(_board(recorded, bytes(table.shown)), options={LAYOUT: layout})
    except ParameterError as error:
        raise here.error(f"{recorded.width}x{recorded.height}", error.message) from None
    actions = [
        {
            "name": EventKind.FLAG.value if event.kind is EventKind.UNFLAG else event.kind.value,
            "cell": event.cell,
            "value": "",
            "time_s": event.time_s,
        }
        for event in recorded.events
    ]
    return {"puzzle": INTERACTION.name, "state": INTERACTION.dump(state), "actions": actions}


BINARY_FILES = BinaryFiles(
    takes=_takes,
    read=read,
    played=played,
)
