"""The store of users' data: settings, games with their whole history, statistics; one SQLite file.

Everything belongs to an *owner*, a text from the caller; nobody finds another owner's rows.
Another program may have written a row, so each value that is read is checked.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.games.collections import Collections, note_progress
from gridwise.games.database import Database, StoreError
from gridwise.games.rows import (
    COLUMNS,
    GameStatistics,
    SavedGame,
    as_text,
    columns_of,
    game_of,
    packed,
    plain,
    seconds,
    unpacked,
    whole,
)

__all__ = ["GameStatistics", "SavedGame", "Store", "StoreError"]

LONGEST_SETTING_NAME = 64
MOST_SETTING_BYTES = 16 * 1024
"""The most bytes of one setting, as JSON."""
MOST_SETTINGS_BYTES = 64 * 1024
"""The most bytes of all settings of one owner, names included."""
KEPT_ENDED, KEPT_OPEN, KEPT_UNTOUCHED = 200, 200, 20
"""The most games of an owner that stay when a new one begins: ended, open, without a step. The
games played least recently are deleted; statistics stay."""
MOST_MARKS = 200
"""The most checkpoints of one game."""
_APPLICATION = 0x67726964  # "grid"

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE settings(
            owner TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL,
            PRIMARY KEY(owner, name)) WITHOUT ROWID""",
        """CREATE TABLE games(
            key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL,
            puzzle TEXT NOT NULL, size TEXT NOT NULL, mode TEXT NOT NULL, seed TEXT NOT NULL,
            options TEXT NOT NULL, origin TEXT NOT NULL, created REAL NOT NULL,
            updated REAL NOT NULL, cursor INTEGER NOT NULL, steps INTEGER NOT NULL,
            elapsed REAL NOT NULL, helped INTEGER NOT NULL, verdict TEXT NOT NULL, ended REAL,
            counted INTEGER NOT NULL, version INTEGER NOT NULL)""",
        "CREATE INDEX games_by_owner ON games(owner, updated)",
        """CREATE TABLE steps(
            game INTEGER NOT NULL REFERENCES games(key) ON DELETE CASCADE,
            number INTEGER NOT NULL, act TEXT NOT NULL, state NOT NULL,
            PRIMARY KEY(game, number))""",
        """CREATE TABLE marks(
            game INTEGER NOT NULL REFERENCES games(key) ON DELETE CASCADE,
            number INTEGER NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY(game, number)) WITHOUT ROWID""",
        """CREATE TABLE tallies(
            owner TEXT NOT NULL, puzzle TEXT NOT NULL, size TEXT NOT NULL,
            played INTEGER NOT NULL, won INTEGER NOT NULL, unaided INTEGER NOT NULL,
            best REAL, total REAL NOT NULL, streak INTEGER NOT NULL,
            best_streak INTEGER NOT NULL,
            PRIMARY KEY(owner, puzzle, size)) WITHOUT ROWID""",
    ),
    (
        "ALTER TABLE games ADD COLUMN level TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN daily TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN board INTEGER NOT NULL DEFAULT 0",
        # A game of a level counts twice: for its size, with an empty level, and for its level.
        """CREATE TABLE results(
            owner TEXT NOT NULL, puzzle TEXT NOT NULL, size TEXT NOT NULL, level TEXT NOT NULL,
            played INTEGER NOT NULL, won INTEGER NOT NULL, unaided INTEGER NOT NULL,
            best REAL, total REAL NOT NULL, streak INTEGER NOT NULL,
            best_streak INTEGER NOT NULL,
            PRIMARY KEY(owner, puzzle, size, level)) WITHOUT ROWID""",
        """INSERT INTO results SELECT owner, puzzle, size, '', played, won, unaided, best, total,
            streak, best_streak FROM tallies""",
        "DROP TABLE tallies",
        "ALTER TABLE results RENAME TO tallies",
    ),
    (
        """CREATE TABLE collections(
            key INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, name TEXT NOT NULL,
            created REAL NOT NULL)""",
        "CREATE INDEX collections_by_owner ON collections(owner)",
        """CREATE TABLE boards(
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            collection INTEGER NOT NULL REFERENCES collections(key) ON DELETE CASCADE,
            number INTEGER NOT NULL, title TEXT NOT NULL, notation TEXT NOT NULL,
            progress INTEGER NOT NULL)""",
        "CREATE INDEX boards_by_collection ON boards(collection, number)",
    ),
    ("ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",),
)
"""Statements from schema n to n + 1. A released migration is never changed; a new one is added."""
_TABLES = ("settings", "games", "steps", "marks", "tallies", "collections", "boards")


class Store:
    """The store. Any thread may call its methods, and several processes may share its file.

    A damaged file is renamed and a new one begun; `notice` then reports it.

    Parameters
    ----------
    path
        The file; it and its folder are created for this user alone (mode 600).

    Raises
    ------
    StoreError
        The file cannot be opened, belongs to another program, or was written by a newer Gridwise.
        Every method raises it if the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(Path(path), MIGRATIONS, _TABLES, _APPLICATION)
        self.collections = Collections(self._database)

    @property
    def notice(self) -> Message | None:
        """A message for the user about the file, or None."""
        return self._database.notice

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # Settings.

    def settings(self, owner: str) -> dict[str, Any]:
        """Return an owner's settings, without values that are no JSON."""
        rows = self._read("SELECT name, json FROM settings WHERE owner = ?", plain(owner))
        values = {str(name): unpacked(value) for name, value in rows}
        return {name: value for name, value in values.items() if value is not None}

    def set(self, owner: str, name: str, value: Any) -> None:
        """Set one of an owner's settings to a JSON value; None deletes it.

        Raises
        ------
        ParameterError
            No JSON, or more than `MOST_SETTING_BYTES`, or `MOST_SETTINGS_BYTES` with the others.
        """
        owner, name = plain(owner), plain(name)
        if not name or len(name) > LONGEST_SETTING_NAME:
            raise ParameterError("the name of a setting has 1 to 64 characters")
        try:
            text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise ParameterError(f"the setting {name} is no JSON: {error}") from None
        if len(text) > MOST_SETTING_BYTES:
            raise ParameterError(f"the setting {name} is longer than {MOST_SETTING_BYTES} bytes")

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM settings WHERE owner = ? AND name = ?", (owner, name))
            if value is None:
                return
            query = """SELECT coalesce(sum(length(CAST(name AS BLOB)) + length(json)), 0)
                       FROM settings WHERE owner = ?"""
            (there,) = db.execute(query, (owner,)).fetchone()
            if there + len(name.encode()) + len(text) > MOST_SETTINGS_BYTES:
                raise ParameterError(f"all settings together have {MOST_SETTINGS_BYTES} bytes")
            db.execute("INSERT INTO settings VALUES(?, ?, ?)", (owner, name, text))

        self._database.run(work)

    # Games.

    def begin(self, game: SavedGame, state: Mapping[str, Any]) -> SavedGame:
        """Save a new game with its first state, prune old games, and return it with its key."""
        columns, first = COLUMNS.removeprefix("key, "), packed(state)
        _, *values = columns_of(game)

        def work(db: sqlite3.Connection) -> int:
            _prune(db, plain(game.owner))
            places = ", ".join("?" * len(values))
            made = db.execute(f"INSERT INTO games({columns}) VALUES({places})", values)
            assert made.lastrowid is not None
            db.execute("INSERT INTO steps VALUES(?, 0, '', ?)", (made.lastrowid, first))
            return made.lastrowid

        key = self._database.run(work)
        return replace(game_of((key, *values)), owner=game.owner)

    def game(self, owner: str, game_id: str) -> SavedGame | None:
        """Return a game of this owner, or None."""
        games = self._games("id = ? AND owner = ?", plain(game_id), plain(owner))
        return games[0] if games else None

    def games(
        self, owner: str, puzzle: str | None = None, *, touched: bool = False
    ) -> tuple[SavedGame, ...]:
        """Return an owner's games, the latest first; `touched` leaves out games without a step."""
        where = "owner = ? AND (? IS NULL OR puzzle = ?)"
        games = self._games(where, plain(owner), puzzle, puzzle)
        return tuple(game for game in games if game.steps or not touched)

    def daily_games(self, owner: str, date: str) -> tuple[SavedGame, ...]:
        """Return an owner's games of the daily puzzles of a date, the latest first."""
        return self._games("owner = ? AND daily = ?", plain(owner), plain(date))

    def game_on(self, owner: str, board: int) -> SavedGame | None:
        """Return an owner's latest game on a board of a collection, or None."""
        games = self._games("owner = ? AND board = ?", plain(owner), board)
        return games[0] if games else None

    def _games(self, where: str, *args: object) -> tuple[SavedGame, ...]:
        order = "ORDER BY updated DESC, key DESC"
        rows = self._read(f"SELECT {COLUMNS} FROM games WHERE {where} {order}", *args)
        return tuple(map(game_of, rows))

    def write(
        self,
        row: SavedGame,
        *,
        step: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None,
        result: bool | None = None,
    ) -> bool:
        """Save a changed game; `row.version` has to be one more than in the file.

        Parameters
        ----------
        row
            The game as it is now.
        step
            The act and the state of the step `row.step` if it is new; later steps are deleted.
        result
            Whether the game was won, if it counts now.

        Returns
        -------
        bool
            False if the game was deleted or changed meanwhile; then nothing is written.
        """
        new = None if step is None else (row.key, row.step, as_text(step[0]), packed(step[1]))

        def work(db: sqlite3.Connection) -> bool:
            done = db.execute(
                """UPDATE games SET mode = ?, updated = ?, cursor = ?, steps = ?,
                    elapsed = max(elapsed, ?), helped = ?, verdict = ?, ended = ?, counted = ?,
                    version = ?, hints = ? WHERE key = ? AND id = ? AND version = ?""",
                (
                    *(row.mode.value, row.updated, row.step, row.steps),
                    *(row.elapsed_s, row.helped, row.verdict.value, row.ended, row.counted),
                    *(row.version, row.hints, row.key, row.game_id, row.version - 1),
                ),
            )
            if done.rowcount != 1:
                return False
            if new is not None:
                later = (row.key, row.step)
                db.execute("DELETE FROM steps WHERE game = ? AND number >= ?", later)
                db.execute("DELETE FROM marks WHERE game = ? AND number >= ?", later)
                db.execute("INSERT INTO steps VALUES(?, ?, ?, ?)", new)
                if row.board:
                    note_progress(db, row, solved=row.verdict is GameStatus.WON)
            if result is not None:
                for level in dict.fromkeys(("", row.level)):
                    _count(db, row, level, result)
            return True

        return self._database.run(work)

    def write_clock(self, row: SavedGame, elapsed: float) -> None:
        """Save the clock alone; it never goes back."""
        self._write("UPDATE games SET elapsed = max(elapsed, ?) WHERE key = ?", elapsed, row.key)

    def state(self, row: SavedGame, number: int) -> Any:
        """Return the state at a step as JSON, or None if it cannot be read."""
        rows = self._read("SELECT state FROM steps WHERE game = ? AND number = ?", row.key, number)
        return unpacked(rows[0][0]) if rows else None

    def actions(self, row: SavedGame) -> list[Any]:
        """Return the actions of each step of a game as JSON, None for unreadable ones."""
        sql = "SELECT act FROM steps WHERE game = ? AND number > 0 ORDER BY number"
        return [unpacked(act) for (act,) in self._read(sql, row.key)]

    def delete(self, owner: str, game_id: str) -> bool:
        """Delete a game; return whether it existed. The statistics stay."""
        sql = "DELETE FROM games WHERE id = ? AND owner = ?"
        return self._write(sql, plain(game_id), plain(owner)) > 0

    # Checkpoints.

    def marks(self, row: SavedGame) -> tuple[tuple[int, str], ...]:
        """Return the checkpoints of a game by step."""
        sql = "SELECT number, name FROM marks WHERE game = ? ORDER BY number"
        return tuple((whole(number), str(name)) for number, name in self._read(sql, row.key))

    def mark(self, row: SavedGame, number: int, name: str) -> None:
        """Set or rename a checkpoint; raise `ParameterError` for one too many."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM marks WHERE game = ? AND number = ?", (row.key, number))
            (there,) = db.execute(
                "SELECT count(*) FROM marks WHERE game = ?", (row.key,)
            ).fetchone()
            if there >= MOST_MARKS:
                raise ParameterError(msg("a game has at most {most} checkpoints", most=MOST_MARKS))
            db.execute(
                "INSERT INTO marks SELECT key, ?, ? FROM games WHERE key = ?",
                (number, plain(name), row.key),
            )

        self._database.run(work)

    # Statistics.

    def statistics(self, owner: str, puzzle: str) -> dict[str, GameStatistics]:
        """Return an owner's statistics of a puzzle by size, the smallest first."""
        tallies = self._tallies(owner, puzzle, "size", "level = ''")
        return {size: tallies[size] for size in sorted(tallies, key=_by_numbers)}

    def statistics_by_level(self, owner: str, puzzle: str) -> dict[str, GameStatistics]:
        """Return an owner's statistics of a puzzle's levels, by name."""
        return self._tallies(owner, puzzle, "level", "level <> ''")

    def _tallies(self, owner: str, puzzle: str, key: str, which: str) -> dict[str, GameStatistics]:
        rows = self._read(
            f"""SELECT {key}, played, won, unaided, best, total, streak, best_streak FROM tallies
                WHERE owner = ? AND puzzle = ? AND {which}""",
            plain(owner),
            puzzle,
        )
        tallies = {}
        for name, played, won, unaided, best, total, streak, best_streak in rows:
            alone = whole(unaided)
            best_s = seconds(best) if alone and best is not None else None
            average_s = seconds(total) / alone if alone else None
            streaks = (whole(streak), whole(best_streak))
            tallies[str(name)] = GameStatistics(
                *(whole(played), whole(won), alone, best_s, average_s, *streaks)
            )
        return tallies

    def forget_statistics(self, owner: str, puzzle: str) -> None:
        """Clear an owner's statistics of a puzzle."""
        sql = "DELETE FROM tallies WHERE owner = ? AND puzzle = ?"
        self._write(sql, plain(owner), puzzle)

    def _read(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        return self._database.run(lambda db: db.execute(sql, args).fetchall(), write=False)

    def _write(self, sql: str, *args: object) -> int:
        return self._database.run(lambda db: db.execute(sql, args).rowcount)


def _by_numbers(size: str) -> tuple[tuple[int, ...], str]:
    numbers = "".join(c if c.isascii() and c.isdigit() else " " for c in size).split()
    return tuple(int(number[:9]) for number in numbers), size


def _prune(db: sqlite3.Connection, owner: str) -> None:
    for which, kept in (
        ("ended IS NOT NULL", KEPT_ENDED),
        ("ended IS NULL AND steps > 0", KEPT_OPEN),
        ("ended IS NULL AND steps = 0", KEPT_UNTOUCHED),
    ):
        db.execute(
            f"""DELETE FROM games WHERE key IN (SELECT key FROM games WHERE owner = ? AND {which}
                ORDER BY updated DESC, key DESC LIMIT -1 OFFSET ?)""",
            (owner, kept - 1),
        )


def _count(db: sqlite3.Connection, row: SavedGame, level: str, won: bool) -> None:
    alone = won and not row.helped
    time_s = row.elapsed_s if alone else None
    db.execute(
        """INSERT INTO tallies VALUES(
            :owner, :puzzle, :size, :level, 1, :won, :alone, :best, :total, :alone, :alone)
           ON CONFLICT(owner, puzzle, size, level) DO UPDATE SET
            played = played + 1, won = won + :won, unaided = unaided + :alone,
            best = min(coalesce(best, :best), coalesce(:best, best)), total = total + :total,
            streak = CASE WHEN :won THEN streak + :alone ELSE 0 END,
            best_streak = max(best_streak, CASE WHEN :won THEN streak + :alone ELSE 0 END)""",
        {
            "owner": row.owner,
            "puzzle": row.puzzle,
            "size": row.size,
            "level": level,
            "won": int(won),
            "alone": int(alone),
            "best": time_s,
            "total": time_s or 0.0,
        },
    )
