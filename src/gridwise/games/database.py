"""One SQLite file that several threads and processes share: opened, migrated, repaired."""

import logging
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from gridwise.core.errors import InputError
from gridwise.core.message import Message, msg

T = TypeVar("T")

BUSY_S = 5.0
"""Seconds to wait for another process that writes."""
_LOOK_BYTES = 64 * 1024 * 1024
"""The largest file that is checked when opened; damage to others shows at the first access."""
_ROUND_S = 2.0
_LOG_BYTES = 4 * 1024 * 1024
"""The size of a write-ahead log from which it is written back into the file."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LOG = logging.getLogger("gridwise")


class StoreError(InputError):
    """The file with the user's data cannot be opened, read or written."""


class _DamagedError(Exception):
    """The file is no database, or not a whole one."""


class Database:
    """A connection for all threads of a process, one at a time.

    Parameters
    ----------
    path
        The file; it and its folder are created if needed, readable by this user alone.
    migrations
        The statements from each version of the schema to the next; their number is the version
        that this program knows.
    tables
        The tables of that version.
    application
        The number that marks the file as ours (`application_id`).

    Notes
    -----
    The journal is a write-ahead log with `synchronous=NORMAL`: a call returns once the operating
    system has the change, and does not wait for the disk. A change survives the end of the process,
    even by SIGKILL. A power failure may lose the last changes, but the file stays consistent.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Sequence[str]],
        tables: Sequence[str],
        application: int,
    ) -> None:
        self.path = path
        self.notice: Message | None = None
        """A message for the user: a damaged file was renamed."""
        self._migrations, self._tables, self._application = migrations, tables, application
        self._lock = threading.RLock()
        self._closed = False
        self._connection = self._open()
        self._finish = weakref.finalize(self, self._connection.close)
        self._ended = threading.Event()
        threading.Thread(
            target=_write_back, args=(path, self._ended), name="gridwise-store", daemon=True
        ).start()
        weakref.finalize(self, self._ended.set)

    def run(self, work: Callable[[sqlite3.Connection], T], *, write: bool = True) -> T:
        """Run a function as one transaction and return its result.

        It runs a second time, on a new file, if the file turns out to be damaged.

        Raises
        ------
        StoreError
            The file cannot be read or written: no space, no permission, locked by another process
            for too long, or closed.
        """
        with self._lock:
            for last in (False, True):
                if self._closed:
                    raise StoreError(f"{self.path} was closed")
                try:
                    return self._transaction(work, write)
                except sqlite3.Error as error:
                    code = getattr(error, "sqlite_errorcode", None)
                    moved = code == sqlite3.SQLITE_READONLY_DBMOVED
                    damaged = code is not None and code & 0xFF in _DAMAGED
                    if last or not (moved or damaged):
                        raise StoreError(
                            msg("{file} cannot be used: {why}", file=str(self.path), why=str(error))
                        ) from error
                    self._reopen()
        raise AssertionError("either it was done or it raised")

    def close(self) -> None:
        """Close the file; later calls raise `StoreError`."""
        with self._lock:
            self._closed = True
            self._ended.set()
            self._finish()

    def _transaction(self, work: Callable[[sqlite3.Connection], T], write: bool) -> T:
        # IMMEDIATE: a writer waits before it reads, so that no transaction has to be repeated.
        self._connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        try:
            result = work(self._connection)
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise
        return result

    def _reopen(self) -> None:
        self._finish()
        self._connection = self._open()
        self._finish = weakref.finalize(self, self._connection.close)

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                return self._opened()
            except _DamagedError as found:
                self._put_aside(str(found))
                return self._opened()
        except _DamagedError as found:
            raise StoreError(f"{self.path} is damaged, and a new one too: {found}") from found
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path} cannot be opened: {error}") from error

    def _opened(self) -> sqlite3.Connection:
        # Created before SQLite does, so that other users can never read it.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        if os.name == "posix" and self.path.stat().st_mode & 0o077:
            self.path.chmod(0o600)
        connection = sqlite3.connect(
            self.path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            connection.text_factory = _text
            self._prepare(connection)
        except sqlite3.Error as error:
            connection.close()
            code = getattr(error, "sqlite_errorcode", None)
            if code is not None and code & 0xFF in _DAMAGED:
                raise _DamagedError(str(error)) from error
            raise
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA trusted_schema = OFF")  # a schema from elsewhere runs nothing
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        self._check_version(connection)  # before anything is written
        _wait_for(lambda: connection.execute("PRAGMA journal_mode = WAL").fetchone())
        connection.execute("PRAGMA synchronous = NORMAL")
        # A thread writes the log back, so that no caller waits for the disk.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA journal_size_limit = 4194304")
        if self.path.stat().st_size <= _LOOK_BYTES:
            check = connection.execute("PRAGMA quick_check(1)").fetchone()
            if check is None or check[0] != "ok":
                raise _DamagedError(str(check and check[0]))
        self._migrate(connection)
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        missing = [name for name in self._tables if name not in there]
        if missing:
            raise _DamagedError(f"it has no {', '.join(missing)}")

    def _check_version(self, connection: sqlite3.Connection) -> int:
        outside = not connection.in_transaction
        if outside:
            connection.execute("BEGIN")  # another process may be creating the tables
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        if outside:
            connection.execute("COMMIT")
        if owner != self._application and (owner or version or tables):
            raise StoreError(f"{self.path} belongs to another program; it is left as it is")
        known = len(self._migrations)
        if version > known:
            raise StoreError(
                f"{self.path} was written by a newer Gridwise (schema {version}, this one knows "
                f"{known}): use that one, or another folder; it is left as it is"
            )
        if version < 0:
            raise _DamagedError(f"its schema is {version}")
        return version

    def _migrate(self, connection: sqlite3.Connection) -> None:
        if self._check_version(connection) == len(self._migrations):
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have migrated it meanwhile.
            for version in range(self._check_version(connection), len(self._migrations)):
                for statement in self._migrations[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute(f"PRAGMA application_id = {self._application}")
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise

    def _put_aside(self, why: str) -> None:
        """Rename a damaged file, unless another process just did."""
        from filelock import FileLock

        with FileLock(f"{self.path}.lock", timeout=BUSY_S, mode=0o600):
            try:
                self._opened().close()
                return
            except _DamagedError:
                pass
            stamp = time.strftime("%Y%m%d-%H%M%S")
            aside = self.path.with_name(f"{self.path.name}.damaged-{stamp}-{os.getpid()}")
            for end in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(f"{self.path}{end}").rename(f"{aside}{end}")
        self.notice = msg(
            "The file with games and settings was damaged ({why}). It is kept as {name}, and a "
            "new one was begun.",
            why=why,
            name=aside.name,
        )
        _LOG.warning("%s", self.notice)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _write_back(path: Path, ended: threading.Event) -> None:
    """Write the log back into the file whenever it has grown, until the database is closed.

    It has a connection of its own, so that callers can save meanwhile. Changes during a round are
    written in the next, or by SQLite when the last connection is closed.
    """
    log = path.with_name(f"{path.name}-wal")
    while not ended.wait(_ROUND_S):
        try:
            if log.stat().st_size < _LOG_BYTES:
                continue
            with closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except (OSError, sqlite3.Error):
            continue  # the file is missing, damaged or busy: the next save reports it


def _wait_for(work: Callable[[], T]) -> T:
    """Retry while another process has the file locked.

    SQLite's busy timeout does not cover a change of the journal mode.
    """
    until = time.monotonic() + BUSY_S
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.005)
