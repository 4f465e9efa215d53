"""Rows of the store as values. Another program may have written them, so each value is checked."""

import json
import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeVar

from gridwise.core.interaction import Mode
from gridwise.core.policy import GameStatus

E = TypeVar("E", bound=Enum)

_PACKED_FROM = 256  # bytes of JSON that are worth packing
_MOST_STATE_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the store, without the states of its steps.

    Parameters
    ----------
    key
        Its number in the file; 0 before it is saved.
    game_id
        A random token; with the owner it finds the game.
    owner, puzzle, size, mode, seed, options, origin
        The owner, and the beginning of the game: `size` as in its notation, `options` as JSON,
        `origin` a notation. `mode` changes once an edited board is played.
    created, updated
        Seconds since 1970.
    step, steps
        The step that is shown, and the last step.
    elapsed_s
        Seconds on the clock.
    helped
        Whether a hint or a solution was shown.
    verdict, ended
        Whether it is won or lost at this step, and the time when it first was.
    counted
        Whether it has gone into the statistics; a game does so once.
    version
        A number that goes up with every change, so that a page with an old state notices.
    level
        The name of its level, or empty.
    daily
        The date whose daily puzzle it is, as YYYY-MM-DD, or empty.
    board
        The key of its board in a collection, or 0.
    hints
        The number of hints that were shown.
    """

    key: int
    game_id: str
    owner: str
    puzzle: str
    size: str
    mode: Mode
    seed: str
    options: str
    origin: str
    created: float
    updated: float
    step: int = 0
    steps: int = 0
    elapsed_s: float = 0.0
    helped: bool = False
    verdict: GameStatus = GameStatus.OPEN
    ended: float | None = None
    counted: bool = False
    version: int = 1
    level: str = ""
    daily: str = ""
    board: int = 0
    hints: int = 0


COLUMNS = (
    "key, id, owner, puzzle, size, mode, seed, options, origin, created, updated, cursor, steps, "
    "elapsed, helped, verdict, ended, counted, version, level, daily, board, hints"
)
"""The columns of the table `games`, in the order of the fields of `SavedGame`."""


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """An owner's games of one puzzle in one size, or of one level of it.

    Parameters
    ----------
    played
        Games that were won or lost.
    won
        All won games.
    unaided
        Won games without a hint or a shown solution.
    best_s, average_s
        The best and the average time of unaided wins, or None.
    streak, best_streak
        The current and the longest row of unaided wins: a loss ends it, a helped win keeps it.
    """

    played: int = 0
    won: int = 0
    unaided: int = 0
    best_s: float | None = None
    average_s: float | None = None
    streak: int = 0
    best_streak: int = 0


def packed(value: Mapping[str, Any]) -> str | bytes:
    """Return JSON in the store's form: a text, or compressed bytes if it is long."""
    text = as_text(value)
    return text if len(text) < _PACKED_FROM else zlib.compress(text.encode("ascii"), 1)


def unpacked(kept: object) -> Any:
    """Return the JSON of `packed`, or None if it cannot be read or is far too long."""
    try:
        if isinstance(kept, bytes):
            kept = zlib.decompressobj().decompress(kept, _MOST_STATE_BYTES).decode("ascii")
        return json.loads(kept) if isinstance(kept, str) else None
    except (ValueError, RecursionError, zlib.error):
        return None


def as_text(value: Mapping[str, Any]) -> str:
    """Return JSON in one short line."""
    return json.dumps(value, separators=(",", ":"))


def plain(text: str) -> str:
    """Return a text that SQLite takes: half of a surrogate pair becomes a question mark."""
    return str(text).encode("utf-8", "replace").decode("utf-8")


def whole(value: object) -> int:
    """Return a whole number above 0, and 0 for any other value."""
    return value if isinstance(value, int) and value > 0 else 0


def seconds(value: object) -> float:
    """Return a finite number above 0, and 0 for any other value."""
    good = isinstance(value, int | float) and math.isfinite(value) and value > 0
    return float(value) if good else 0.0  # type: ignore[arg-type]  # checked


def columns_of(game: SavedGame) -> list[Any]:
    """Return the values of `COLUMNS`."""
    values = []
    for field in fields(game):
        value = getattr(game, field.name)
        value = value.value if isinstance(value, Enum) else value
        values.append(plain(value) if isinstance(value, str) else value)
    return values


def _member(kind: type[E], default: E) -> Callable[[object], E]:
    def read(value: object) -> E:
        try:
            return kind(value)
        except ValueError:
            return default

    return read


_READ: Mapping[Any, Callable[[object], Any]] = {
    int: whole,
    float: seconds,
    bool: bool,
    str: str,
    Mode: _member(Mode, Mode.PLAY),
    GameStatus: _member(GameStatus, GameStatus.OPEN),
    float | None: lambda value: None if value is None else seconds(value),
}
"""How a value of the store is read, by the type of its field."""


def game_of(columns: tuple[Any, ...]) -> SavedGame:
    """Return the game in a row of `COLUMNS`."""
    values = zip(fields(SavedGame), columns, strict=True)
    return SavedGame(*(_READ[field.type](value) for field, value in values))
