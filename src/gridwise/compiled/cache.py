"""Tables that take long to make, kept on disk between runs.

A file holds a header with a checksum and then the bytes as they are; nothing is unpickled. It is
written beside its name and renamed, so that a reader sees all of it or nothing, and whoever makes
it holds a lock, so that it is made once. The folder may be deleted at any time. Where it cannot
be written, a table is made anew in every run.

`kept` reads one table as bytes; `mapped` maps several arrays of one file into memory, read-only,
so that processes share them.
"""

import hashlib
import json
import mmap
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from gridwise.compiled import file_lock

if TYPE_CHECKING:
    import numpy as np

    Arrays = Mapping[str, np.ndarray[Any, Any]]

T = TypeVar("T")

_MAGIC = b"gridwise table 1\n"
_HEADER = len(_MAGIC) + 32
_MAPPED = b"gridwise tables 2\n"
_FIXED = len(_MAPPED) + 8 + 32
_PAGE = 4096
_MOST_OPEN = 12
_OPEN: "dict[tuple[Any, ...], Arrays]" = {}  # what this process has mapped, the oldest first
_OPENING = Lock()


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
    return _once(name, lambda path: _read(path, size), make, write, check)


def mapped(
    name: str,
    parameters: Mapping[str, str | int],
    make: Callable[[], "Arrays"],
    check: Callable[[], None],
) -> "Arrays":
    """Return the arrays of a file, mapped read-only, or make them and put them there.

    Parameters
    ----------
    name
        The file's name.
    parameters
        What the arrays depend on, with the version of their making. They stand in the header; a
        file with others is made anew.
    make
        Makes the arrays.
    check
        Called while another process is waited for; what it raises ends the waiting.

    Notes
    -----
    The checksum is looked at once in each process, which then keeps the arrays; the pages stay in
    the system's cache.
    """
    key = (str(folder()), name, *sorted(parameters.items()))
    with _OPENING:
        made = _OPEN.get(key)
    if made is not None:
        return made

    def write(path: Path, arrays: "Arrays") -> None:
        _write(path, _layout(parameters, arrays))

    made = _once(name, lambda path: _map(path, parameters), make, write, check)
    for array in made.values():
        array.flags.writeable = False
    with _OPENING:
        while len(_OPEN) >= _MOST_OPEN:
            del _OPEN[next(iter(_OPEN))]
        _OPEN[key] = made
    return made


def has(name: str) -> bool:
    """Return whether a file of this name is there; it is looked at when it is used."""
    try:
        return (folder() / name).is_file()
    except OSError:
        return False


def _once(
    name: str,
    read: Callable[[Path], T | None],
    make: Callable[[], T],
    write: Callable[[Path, T], None],
    check: Callable[[], None],
) -> T:
    """Return what a file holds; where it is not there, whole, make it under its lock."""
    try:
        path = folder() / name
        found = read(path)
        if found is not None:
            return found
        path.parent.mkdir(parents=True, exist_ok=True)
        release = file_lock.acquire(path.with_name(path.name + ".lock"), check)
    except OSError:  # the folder cannot be written
        return make()
    try:
        found = read(path)  # made by the one that was waited for
        if found is None:
            found = make()
            write(path, found)
        return found
    finally:
        release()


def read(path: Path) -> bytes | None:
    """Return what `write` put into a file, None where it is not there or not whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    body = data[_HEADER:]
    return body if data[:_HEADER] == _MAGIC + hashlib.sha256(body).digest() else None


def write(path: Path, body: bytes) -> None:
    """Write a file with its checksum, whole or not at all; what cannot be written is not."""
    _write(path, (_MAGIC + hashlib.sha256(body).digest(), body))


def _read(path: Path, size: int) -> bytes | None:
    body = read(path)
    return body if body is not None and len(body) == size else None


def _layout(parameters: Mapping[str, str | int], arrays: "Arrays") -> Iterable[Any]:
    """Yield the parts of a mapped file: magic, checksums, header, arrays at full pages."""
    import numpy as np

    contents: list[dict[str, Any]] = []
    parts: list[Any] = []
    at = 0
    for key, array in arrays.items():
        whole = np.ascontiguousarray(array)
        contents.append({"key": key, "dtype": whole.dtype.str, "shape": whole.shape, "at": at})
        pad = -whole.nbytes % _PAGE
        parts += [memoryview(whole.reshape(-1).view(np.uint8)), bytes(pad)]  # type: ignore[arg-type]
        at += whole.nbytes + pad
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    header = json.dumps(
        {
            "parameters": dict(parameters),
            "arrays": contents,
            "bytes": at,
            "sha256": digest.hexdigest(),
        },
        sort_keys=True,
    ).encode()
    head = _MAPPED + len(header).to_bytes(8, "little") + hashlib.sha256(header).digest() + header
    yield head + bytes(-len(head) % _PAGE)
    yield from parts


def _map(path: Path, parameters: Mapping[str, str | int]) -> "Arrays | None":
    """Return the arrays of a file, or None where it is not there, not whole or of others."""
    import numpy as np

    try:
        with path.open("rb") as file:
            fixed = file.read(_FIXED)
            if len(fixed) != _FIXED or not fixed.startswith(_MAPPED):
                return None
            length = int.from_bytes(fixed[len(_MAPPED) : len(_MAPPED) + 8], "little")
            if length > _PAGE * 64:
                return None
            header = file.read(length)
            if hashlib.sha256(header).digest() != fixed[-32:]:
                return None
            about = json.loads(header)
            start = _FIXED + length
            start += -start % _PAGE
            if about["parameters"] != dict(parameters):
                return None
            if file.seek(0, os.SEEK_END) != start + about["bytes"]:
                return None
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError:
        return None
    whole = np.frombuffer(data, np.uint8)
    if hashlib.sha256(memoryview(whole)[start:]).hexdigest() != about["sha256"]:  # type: ignore[arg-type]
        return None
    found = {}
    for one in about["arrays"]:
        dtype = np.dtype(one["dtype"])
        size = int(np.prod(one["shape"])) * dtype.itemsize
        at = start + one["at"]
        found[one["key"]] = whole[at : at + size].view(dtype).reshape(one["shape"])
    return found


def _write(path: Path, parts: Iterable[Any]) -> None:
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError:  # a full or read-only disk costs the next run some time, no more
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink(missing_ok=True)
