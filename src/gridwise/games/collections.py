"""Collections: the boards of an opened file, each with its owner's progress."""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.games.database import Database
from gridwise.games.rows import SavedGame, plain, whole

MOST_COLLECTIONS, MOST_BOARDS = 20, 500
"""The most collections of one owner, and boards of one collection."""
MOST_CHARACTERS = 2_000_000
"""The most characters of all notations and titles of one collection."""
LONGEST_TITLE = 200


class BoardProgress(IntEnum):
    """An owner's progress with a board; it never goes back."""

    UNTOUCHED = 0
    BEGUN = 1
    SOLVED = 2


@dataclass(frozen=True, slots=True)
class CollectionRow:
    """A collection, and the numbers of its boards that are begun and that are solved."""

    key: int
    name: str
    boards: int
    begun: int
    solved: int


@dataclass(frozen=True, slots=True)
class CollectionBoard:
    """A board of a collection: its number from 1, its title and its notation."""

    key: int
    number: int
    title: str
    notation: str
    progress: BoardProgress

    @property
    def puzzle(self) -> str:
        """The name of its puzzle."""
        return self.notation.partition(":")[0]


class Collections:
    """The collections in the file of a store; nobody finds another owner's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, owner: str, name: str, boards: Sequence[tuple[str, str]]) -> int:
        """Keep boards, each a title and a notation, as a collection; return its key.

        Raises
        ------
        ParameterError
            There is no board, boards are too many or too long, or there are too many collections.
        """
        owner = plain(owner)
        kept = [(plain(title)[:LONGEST_TITLE], plain(notation)) for title, notation in boards]
        if not 1 <= len(kept) <= MOST_BOARDS:
            raise ParameterError(
                msg("a collection has 1 to {most} boards, not {n}", most=MOST_BOARDS, n=len(kept))
            )
        if sum(len(title) + len(notation) for title, notation in kept) > MOST_CHARACTERS:
            raise ParameterError(msg("these boards are too large for a collection"))

        def work(db: sqlite3.Connection) -> int:
            query = "SELECT count(*) FROM collections WHERE owner = ?"
            (there,) = db.execute(query, (owner,)).fetchone()
            if there >= MOST_COLLECTIONS:
                raise ParameterError(
                    msg("you have {most} collections: delete one first", most=MOST_COLLECTIONS)
                )
            made = db.execute(
                "INSERT INTO collections(owner, name, created) VALUES(?, ?, ?)",
                (owner, plain(name)[:LONGEST_TITLE], time.time()),
            )
            key = made.lastrowid
            assert key is not None
            db.executemany(
                "INSERT INTO boards(collection, number, title, notation, progress) "
                "VALUES(?, ?, ?, ?, 0)",
                ((key, number, *board) for number, board in enumerate(kept, 1)),
            )
            return key

        return self._database.run(work)

    def every(self, owner: str) -> tuple[CollectionRow, ...]:
        """Return an owner's collections, the latest first."""
        rows = self._read(
            """SELECT c.key, c.name, count(b.key),
               count(CASE b.progress WHEN 1 THEN 1 END), count(CASE b.progress WHEN 2 THEN 1 END)
               FROM collections c LEFT JOIN boards b ON b.collection = c.key
               WHERE c.owner = ? GROUP BY c.key ORDER BY c.key DESC""",
            plain(owner),
        )
        return tuple(
            CollectionRow(whole(key), str(name), whole(n), whole(begun), whole(solved))
            for key, name, n, begun, solved in rows
        )

    def named(self, owner: str, key: int) -> CollectionRow | None:
        """Return one of an owner's collections, or None."""
        return next((row for row in self.every(owner) if row.key == key), None)

    def boards(self, owner: str, key: int) -> tuple[CollectionBoard, ...]:
        """Return the boards of an owner's collection in their order."""
        rows = self._read(
            """SELECT b.key, b.number, b.title, b.notation, b.progress FROM boards b
               JOIN collections c ON c.key = b.collection
               WHERE c.owner = ? AND c.key = ? ORDER BY b.number""",
            plain(owner),
            key,
        )
        return tuple(
            CollectionBoard(
                whole(board),
                whole(number),
                str(title),
                str(notation),
                BoardProgress(min(whole(progress), BoardProgress.SOLVED)),
            )
            for board, number, title, notation, progress in rows
        )

    def of_board(self, owner: str, board: int) -> int | None:
        """Return the key of the collection that holds a board, or None."""
        rows = self._read(
            """SELECT c.key FROM collections c JOIN boards b ON b.collection = c.key
               WHERE c.owner = ? AND b.key = ?""",
            plain(owner),
            board,
        )
        return whole(rows[0][0]) if rows else None

    def next_unsolved(self, owner: str, key: int, after: int = 0) -> CollectionBoard | None:
        """Return the first unsolved board after this number, else before it.

        None if all are solved.
        """
        left = [b for b in self.boards(owner, key) if b.progress is not BoardProgress.SOLVED]
        return next((b for b in left if b.number > after), left[0] if left else None)

    def delete(self, owner: str, key: int) -> None:
        """Delete a collection; the games on its boards stay."""
        sql = "DELETE FROM collections WHERE key = ? AND owner = ?"
        self._database.run(lambda db: db.execute(sql, (key, plain(owner))))

    def _read(self, sql: str, *args: object) -> list[tuple[object, ...]]:
        return self._database.run(lambda db: db.execute(sql, args).fetchall(), write=False)


def note_progress(db: sqlite3.Connection, game: SavedGame, *, solved: bool) -> None:
    """Note on the board of a game that it is begun or solved, in a transaction of the store."""
    db.execute(
        """UPDATE boards SET progress = max(progress, ?) WHERE key = ?
           AND collection IN (SELECT key FROM collections WHERE owner = ?)""",
        (BoardProgress.SOLVED if solved else BoardProgress.BEGUN, game.board, plain(game.owner)),
    )
