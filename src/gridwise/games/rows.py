"""Rows of the store as values. They may come from elsewhere, so nothing is taken on trust."""

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_PACKED_FROM = 256  # bytes of JSON that are worth packing
_MOST_STATE_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is kept, without its steps.

    Parameters
    ----------
    key
        Its number in the file.
    game_id
        A random token; with the owner it finds the game.
    owner, puzzle, size, mode, seed, options, origin
        Whose it is and what was begun; `origin` is a notation, `size` its parameters.
    created, updated
        Seconds since 1970.
    cursor, steps
        The step that is shown, and the last one there is.
    elapsed
        Seconds on the clock.
    helped
        Whether a hint or a solution was shown.
    verdict, ended
        How it stands now, and when it was won or lost first.
    counted
        Whether it has gone into the statistics; a game does so once.
    version
        Goes up with every change, so that a page with an old view of the game notices.
    """

    key: int
    game_id: str
    owner: str
    puzzle: str
    size: str
    mode: str
    seed: str
    options: str
    origin: str
    created: float
    updated: float
    cursor: int
    steps: int
    elapsed: float
    helped: bool
    verdict: str
    ended: float | None
    counted: bool
    version: int


COLUMNS = (
    "key, id, owner, puzzle, size, mode, seed, options, origin, created, updated, cursor, steps, "
    "elapsed, helped, verdict, ended, counted, version"
)


@dataclass(frozen=True, slots=True)
class Tally:
    """What an owner played of one puzzle in one size.

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
    """Return JSON as it is kept: a text, or packed bytes where it is long."""
    text = as_text(value)
    return text if len(text) < _PACKED_FROM else zlib.compress(text.encode("ascii"), 1)


def unpacked(kept: object) -> Any:
    """Return the JSON that was kept, None where it cannot be read or is far too long."""
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
    """Return a text that can be kept: a half of a character pair becomes a question mark."""
    return str(text).encode("utf-8", "replace").decode("utf-8")


def whole(value: object) -> int:
    """Return a whole number that is not below 0; 0 for all else."""
    return value if isinstance(value, int) and value > 0 else 0


def seconds(value: object) -> float:
    """Return a number of seconds; 0 for all else."""
    good = isinstance(value, int | float) and math.isfinite(value) and value > 0
    return float(value) if good else 0.0  # type: ignore[arg-type]  # checked


def game_row(raw: tuple[Any, ...]) -> GameRow:
    """Return the game that a row of `COLUMNS` holds."""
    key, *texts, created, updated, cursor, steps = raw[:13]
    elapsed, helped, verdict, ended, counted, version = raw[13:]
    game_id, owner, puzzle, size, mode, seed, options, origin = map(str, texts)
    return GameRow(
        *(whole(key), game_id, owner, puzzle, size, mode, seed, options, origin),
        *(seconds(created), seconds(updated), whole(cursor), whole(steps)),
        *(seconds(elapsed), bool(helped), str(verdict)),
        ended=None if ended is None else seconds(ended),
        counted=bool(counted),
        version=whole(version),
    )
