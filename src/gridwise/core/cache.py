"""Tables that take long to make, kept on disk between runs.

A file holds a header with a checksum and then the bytes as they are; nothing is unpickled. It is
written beside its name and renamed, so that a reader sees all of it or nothing, and whoever makes
it holds a lock, so that it is made once. The folder may be deleted at any time. Where it cannot
be written, a table is made anew in every run.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

_MAGIC = b"gridwise table 1\n"
_HEADER = len(_MAGIC) + 32
_WAIT_S = 0.05


def folder() -> Path:
    """Return where tables are kept: `GRIDWISE_CACHE_DIR`, or the user's cache folder."""
    said = os.environ.get("GRIDWISE_CACHE_DIR")
    if said:
        return Path(said)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("gridwise", appauthor=False)) / "tables"


def kept(name: str, size: int, make: Callable[[], bytes], check: Callable[[], None]) -> bytes:
    """Return a table from disk, or make it and put it there.

    Parameters
    ----------
    name
        The file's name. It says all that the table depends on, with the version of its format.
    size
        The table's length in bytes; a file of another length is not taken.
    make
        Makes the table.
    check
        Called while another process is waited for; what it raises ends the waiting.
    """
    from filelock import FileLock, Timeout

    try:
        path = folder() / name
        found = _read(path, size)
        if found is not None:
            return found
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(path) + ".lock")
        while True:
            try:
                lock.acquire(timeout=_WAIT_S)
                break
            except Timeout:
                check()
    except (OSError, NotImplementedError):  # no folder to write to, no locks on this system
        return make()
    try:
        found = _read(path, size)  # made by the one that was waited for
        if found is None:
            found = make()
            _write(path, found)
        return found
    finally:
        lock.release()


def _read(path: Path, size: int) -> bytes | None:
    """Return the table, or None where the file is not there or not whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    body = data[_HEADER:]
    if len(body) != size or data[:_HEADER] != _MAGIC + hashlib.sha256(body).digest():
        return None
    return body


def _write(path: Path, body: bytes) -> None:
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(body).digest() + body)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError:  # a full or read-only disk costs the next run some time, no more
        if temporary:
            Path(temporary).unlink(missing_ok=True)
