"""The journal of a batch: the answers that are safe on disk, so that a run can be resumed.

Beside `OUT` a run keeps three files until it ends:

- `OUT.part`, the output so far; it is renamed to `OUT` at the end.
- `OUT.journal`, only ever appended to. Its first line is the question; every other line is the
  record of one slice of the input: the index of its first row, the number of its rows and lines,
  its length and hash, the length and the checksum of its output. Each line begins with its own
  checksum.
- `OUT.lock`, held while a run writes.

Both files are forced to disk about each second. At the start of a run the journal is cut after the
last record that is whole and whose output is there and whole, and the output is cut to the same
place. So neither a killed process nor a torn write loses or doubles a row.
"""

import hashlib
import os
import time
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from gridwise.core import file_lock
from gridwise.core.errors import UsageError
from gridwise.core.files import unwritable
from gridwise.core.message import msg
from gridwise.core.numbers import dumps, loads

EVERY_S = 1.0
"""Seconds between two times that the output is forced to disk,"""
EVERY_RECORDS = 1000
"""or records between them, whichever comes first."""
_READ = 1 << 20


@dataclass(frozen=True, slots=True)
class Record:
    """One answered slice of the input.

    Parameters
    ----------
    index, rows
        The index of its first row of output, and the number of its rows.
    lines
        Lines of input, blank ones and comments included.
    size, hash
        Bytes of input, after decompression, and `digest` of them.
    written, crc
        Bytes of output, and their checksum (CRC-32).
    ends
        The ends of its rows: number by word.
    """

    index: int
    rows: int
    lines: int
    size: int
    hash: str
    written: int
    crc: int
    ends: Mapping[str, int] = field(default_factory=dict)


def digest(data: bytes) -> str:
    """Return the hash of a slice of input."""
    return hashlib.sha256(data).hexdigest()[:16]


class Journal:
    """The journal and the unfinished output of one batch, locked.

    Parameters
    ----------
    output
        The path of the output.
    question
        The question, as JSON; a journal of another question is refused.
    head
        The first bytes of the output.

    Attributes
    ----------
    records
        The records of earlier runs.
    finished
        Whether all is answered, and only the last step was not taken.

    Raises
    ------
    UsageError
        Another run writes to the same output, or began it with another question.
    InputError
        The files cannot be written.
    """

    def __init__(self, output: Path, question: Mapping[str, Any], head: bytes) -> None:
        self.output = output
        self.part = output.with_name(f"{output.name}.part")
        self.path = output.with_name(f"{output.name}.journal")
        self._lock_path = output.with_name(f"{output.name}.lock")
        self.records: list[Record] = []
        self.finished = False
        self._unlock = self._locked()
        self._committer = ThreadPoolExecutor(1, "batch-commit")
        self._commit: Future[None] | None = None
        self._last, self._since = time.monotonic(), 0
        try:
            self._open(dict(question), head)
        except OSError as error:
            self.release()
            raise unwritable(self.path, error) from error
        except BaseException:
            self.release()
            raise

    def _locked(self) -> Callable[[], None]:
        try:
            self._lock_path.touch()  # if no file can be made, the lock only waits for one
            return file_lock.acquire(self._lock_path)
        except file_lock.HeldElsewhereError:
            raise UsageError(
                msg("{path}: another run is writing to it", path=str(self.output))
            ) from None
        except OSError as error:
            raise unwritable(self.output, error) from error

    def _open(self, question: dict[str, Any], head: bytes) -> None:
        begun, good = self._read(question, head)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._journal = os.open(self.path, flags, 0o666)
        os.ftruncate(self._journal, good)
        os.lseek(self._journal, good, os.SEEK_SET)
        if self.finished:
            return
        size = len(head) + sum(record.written for record in self.records)
        self._out = os.open(self.part, flags, 0o666)
        os.ftruncate(self._out, size if begun else 0)
        os.lseek(self._out, 0, os.SEEK_END)
        if not begun:
            _write(self._out, head)
            _write(self._journal, _line({"question": question, "head": len(head)}))
            os.fsync(self._out)
            os.fsync(self._journal)

    def _read(self, question: dict[str, Any], head: bytes) -> tuple[bool, int]:
        """Read the journal; return whether it exists, and its length up to the last record."""
        try:
            journal = self.path.open("rb")
        except FileNotFoundError:
            return False, 0
        with journal:
            first = _value(journal.readline())
            if first is None:  # not even the first line came to disk
                return False, 0
            if first.get("question") != question:
                raise self._other(first.get("question"), question)
            good = journal.tell()
            try:
                part: BinaryIO | None = self.part.open("rb")
            except FileNotFoundError:
                part = None
            try:
                if part is not None and part.read(len(head)) != head:
                    return False, 0
                while (value := _value(journal.readline())) is not None:
                    if value.get("finished"):
                        self.finished = True
                        good = journal.tell()
                        break
                    record = Record(**value)
                    if part is not None and _checksum(part, record.written) != record.crc:
                        break
                    self.records.append(record)
                    good = journal.tell()
            finally:
                if part is not None:
                    part.close()
            if part is None and not (self.finished and self.output.exists()):
                self.finished = False
                self.records.clear()
                return False, 0
        return True, good

    def _other(self, before: Any, now: Mapping[str, Any]) -> UsageError:
        known, now = _flat(before if isinstance(before, dict) else {}), _flat(now)
        differ = [
            msg(
                "{name} {now}, before {before}",
                name=name,
                now=_word(now.get(name)),
                before=_word(known.get(name)),
            )
            for name in now
            if known.get(name) != now.get(name)
        ]
        return UsageError(
            msg(
                "{path}: begun with other words ({what}): use those, another name for the output, "
                "or delete {journal}",
                path=str(self.output),
                what=tuple(differ),
                journal=str(self.path),
            )
        )

    @property
    def rows(self) -> int:
        """The number of rows of earlier runs."""
        return sum(record.rows for record in self.records)

    def append(self, output: bytes | memoryview, record: Record) -> None:
        """Add the output of a slice, and its record; the disk has it about a second later.

        Raises
        ------
        InputError
            The disk is full, or refuses for another reason. Earlier rows are kept.
        """
        try:
            _write(self._out, output)
            _write(self._journal, _line(asdict(record)))
            self._since += 1
            now = time.monotonic()
            if self._since >= EVERY_RECORDS or now - self._last >= EVERY_S:
                self._last, self._since = now, 0
                self._committed(wait=False)
        except OSError as error:
            raise unwritable(self.part, error) from error

    def _committed(self, *, wait: bool) -> None:
        """Force all to disk, in a thread of its own; with `wait` until that is done."""
        running = self._commit
        if running is not None and (wait or running.done()):
            running.result()
        if running is None or running.done():
            self._commit = self._committer.submit(self._force)
        if wait and self._commit is not None:
            self._commit.result()

    def _force(self) -> None:
        os.fsync(self._out)
        os.fsync(self._journal)

    def commit(self) -> None:
        """Force all rows to disk."""
        try:
            if not self.finished:
                self._committed(wait=True)
        except OSError as error:
            raise unwritable(self.part, error) from error

    def finish(self, convert: Callable[[Path, Path], None] | None = None) -> None:
        """Give the output its name, and remove the journal.

        Parameters
        ----------
        convert
            The function that writes the output from the unfinished file, in another format.
        """
        made = self.output.with_name(f"{self.output.name}.tmp")
        try:
            if not self.finished:
                self.commit()
                _write(self._journal, _line({"finished": True}))
                os.fsync(self._journal)
                self.finished = True
            if self.part.exists():  # else the output had its name before the last run ended
                if convert is not None:
                    convert(self.part, made)
                    _force_file(made)
                    made.replace(self.output)
                    self.part.unlink()
                else:
                    self.part.replace(self.output)
                _force_folder(self.output.parent)
            self.path.unlink()
        except OSError as error:
            with suppress(OSError):
                made.unlink()
            raise unwritable(self.output, error) from error
        self._lock_path.unlink(missing_ok=True)

    def release(self) -> None:
        """Close the files and give the lock back."""
        self._committer.shutdown()
        for name in ("_out", "_journal"):
            handle = self.__dict__.pop(name, None)
            if handle is not None:
                os.close(handle)
        self._unlock()


def rows_kept(output: Path) -> int:
    """Return the number of rows in the journal beside an output, without a look at the output."""
    try:
        lines = output.with_name(f"{output.name}.journal").read_bytes().splitlines(keepends=True)
    except OSError:
        return 0
    records = (value for line in lines[1:] if (value := _value(line)) and "rows" in value)
    return sum(int(record["rows"]) for record in records)


def _flat(words: Mapping[str, Any]) -> dict[str, Any]:
    """Return words with nested words, such as each limit of the limits, beside the others."""
    out: dict[str, Any] = {}
    for name, value in words.items():
        out |= value if isinstance(value, dict) else {name: value}
    return out


def _word(value: Any) -> str:
    return "-" if value is None else str(value)


def _line(value: Mapping[str, Any]) -> bytes:
    text = dumps(value, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _value(line: bytes) -> dict[str, Any] | None:
    """Return the object in a line of the journal, or None if it is torn or empty."""
    if len(line) < 10 or not line.endswith(b"\n"):
        return None
    if b"%08x " % zlib.crc32(line[9:-1]) != line[:9]:
        return None
    value = loads(line[9:-1])
    return value if isinstance(value, dict) else None


def _checksum(file: BinaryIO, size: int) -> int | None:
    """Return the checksum of the next bytes of a file, or None if there are fewer."""
    crc = 0
    while size:
        data = file.read(min(size, _READ))
        if not data:
            return None
        crc, size = zlib.crc32(data, crc), size - len(data)
    return crc


def _write(handle: int, data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _force_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _force_folder(path: Path) -> None:
    with suppress(OSError):  # not every system opens a folder
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
