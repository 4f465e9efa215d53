"""Rows of the store as values. Another program may have written them, so each value is checked."""

import json
import math
import zlib
from collections.abc import Mapping
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
    """A game as the store keeps it, without the states of its steps.

    Parameters
    ----------
    key
        Its number in the file; 0 until it is there.
    game_id
        A random token; with the owner it finds the game.
    owner, puzzle, size, mode, seed, options, origin
        Whose it is and how it began: `size` as in its notation, `options` as JSON, `origin` a
        notation. `mode` changes once an edited board is played.
    created, updated
        Seconds since 1970.
    step, steps
        The step that is shown, and the last one.
    elapsed_s
        Seconds on the clock.
    helped
        Whether a hint or a solution was shown.
    verdict, ended
        Whether it is won or lost at this step, and when it first was.
    counted
        Whether it has gone into the statistics; a game does so once.
    version
        Goes up with every change, so that a page with an old view of the game notices.
    level
        The name of its level, empty for none.
    daily
        The date whose daily puzzle it is, as YYYY-MM-DD; empty for none.
    board
        The key of the board of a collection that it is played on, 0 for none.
    hints
        How many hints were shown.
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
    """What an owner played of one puzzle in one size, or of one level of it.

    Parameters
    ----------
    played
        Games that were won or lost.
    won
        All that were won.
    unaided
        Those of them without a hint or a shown solution.
    best_s, average_s
        Of the unaided ones; None where there is none.
    streak, best_streak
        Unaided wins in a row: a loss ends the row, a helped win leaves it as it is.
    """

    played: int = 0
    won: int = 0
    unaided: int = 0
    best_s: float | None = None
    average_s: float | None = None
    streak: int = 0
    best_streak: int = 0


def packed(value: Mapping[str, Any]) -> str | bytes:
    """Return JSON as the store keeps it: a text, or compressed bytes where it is long."""
    text = as_text(value)
    return text if len(text) < _PACKED_FROM else zlib.compress(text.encode("ascii"), 1)


def unpacked(kept: object) -> Any:
    """Return the JSON that `packed` made, None where it cannot be read or is far too long."""
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
    found = []
    for one in fields(game):
        value = getattr(game, one.name)
        value = value.value if isinstance(value, Enum) else value
        found.append(plain(value) if isinstance(value, str) else value)
    return found


def game_of(columns: tuple[Any, ...]) -> SavedGame:
    """Return the game that a row of `COLUMNS` holds."""
    key, *texts, created, updated, step, steps = columns[:13]
    elapsed, helped, verdict, ended, counted, *rest = columns[13:]
    version, level, daily, board, hints = rest
    game_id, owner, puzzle, size, mode, seed, options, origin = map(str, texts)
    return SavedGame(
        key=whole(key),
        game_id=game_id,
        owner=owner,
        puzzle=puzzle,
        size=size,
        mode=_member(Mode, mode, Mode.PLAY),
        seed=seed,
        options=options,
        origin=origin,
        created=seconds(created),
        updated=seconds(updated),
        step=whole(step),
        steps=whole(steps),
        elapsed_s=seconds(elapsed),
        helped=bool(helped),
        verdict=_member(GameStatus, verdict, GameStatus.OPEN),
        ended=None if ended is None else seconds(ended),
        counted=bool(counted),
        version=whole(version),
        level=str(level),
        daily=str(daily),
        board=whole(board),
        hints=whole(hints),
    )


def _member(kind: type[E], value: object, default: E) -> E:
    try:
        return kind(value)
    except ValueError:
        return default
