"""Tables and compiled code on disk: arrays in files with checksums, in one format.

A file holds a header (what the arrays depend on, their types and shapes, a checksum) and then the
arrays as they are, at whole pages; nothing is unpickled. It is written beside its name and renamed,
so that a reader sees all of it or nothing. The folder may be deleted at any time.

`kept` maps the arrays of a table into memory, read-only, so that processes share them. The process
that makes a table holds a lock, so that it is made once. Where the folder cannot be written, every
process makes its own.
"""

import hashlib
import json
import mmap
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from gridwise.core import file_lock

if TYPE_CHECKING:
    import numpy as np

    Arrays = Mapping[str, np.ndarray[Any, Any]]

Parameters = Mapping[str, str | int]
"""The parameters that arrays depend on, with the version of their making."""

_MAGIC = b"gridwise arrays 3\n"
_FIXED = len(_MAGIC) + 8 + 32  # the magic, the header's length, the header's checksum
_MOST_HEADER = 1 << 18
_PAGE = 4096
_MOST_OPEN = 12
_OPEN: "dict[tuple[Any, ...], Arrays]" = {}  # what this process has mapped, the oldest first
_OPENING = Lock()


def user_folder() -> Path:
    """Return the user's cache folder for Gridwise.

    A user without a home gets one that cannot be written. A shared folder would not do: others
    could put code there, which would then be run.
    """
    from platformdirs import user_cache_dir

    try:
        return Path(user_cache_dir("gridwise", appauthor=False))
    except RuntimeError:
        return Path(os.devnull)


def folder() -> Path:
    """Return where tables are kept: `GRIDWISE_CACHE_DIR`, or the user's cache folder."""
    chosen = os.environ.get("GRIDWISE_CACHE_DIR")
    return Path(chosen) if chosen else user_folder() / "tables"


def kept(
    name: str, parameters: Parameters, make: Callable[[], "Arrays"], check: Callable[[], None]
) -> "Arrays":
    """Return the arrays of a table from disk, mapped read-only, or make them and write them there.

    Parameters
    ----------
    name
        The file's name.
    parameters
        The parameters, kept in the file; a file with others is made again.
    make
        Makes the arrays.
    check
        Called while another process makes the table; an exception of it ends the waiting.

    Notes
    -----
    Each process verifies the checksum once and then keeps the arrays; the pages stay in the
    system's cache.
    """
    key = (str(folder()), name, *sorted(parameters.items()))
    with _OPENING:
        arrays = _OPEN.get(key)
    if arrays is not None:
        return arrays
    arrays = _read_or_make(name, parameters, make, check)
    for array in arrays.values():
        array.flags.writeable = False
    with _OPENING:
        while len(_OPEN) >= _MOST_OPEN:
            del _OPEN[next(iter(_OPEN))]
        _OPEN[key] = arrays
    return arrays


def has(name: str) -> bool:
    """Return whether a table of this name is on disk; it is verified when it is used."""
    try:
        return (folder() / name).is_file()
    except OSError:
        return False


def _read_or_make(
    name: str, parameters: Parameters, make: Callable[[], "Arrays"], check: Callable[[], None]
) -> "Arrays":
    """Return the arrays of a sound file; else make them, under the file's lock."""
    try:
        path = folder() / name
        arrays = read(path, parameters)
        if arrays is not None:
            return arrays
        path.parent.mkdir(parents=True, exist_ok=True)
        release = file_lock.acquire(path.with_name(path.name + ".lock"), check)
    except OSError:  # the folder cannot be written
        return make()
    try:
        arrays = read(path, parameters)  # perhaps the process that was waited for wrote it
        if arrays is None:
            arrays = make()
            write(path, parameters, arrays)
        return arrays
    finally:
        release()


def write(path: Path, parameters: Parameters, arrays: "Arrays") -> None:
    """Write arrays to a file, whole or not at all; a failure only costs the next run some time."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            for part in _parts(parameters, arrays):
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def _parts(parameters: Parameters, arrays: "Arrays") -> Iterator[Any]:
    """Yield the parts of a file: magic, header, and the arrays at whole pages."""
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
    head = _MAGIC + len(header).to_bytes(8, "little") + hashlib.sha256(header).digest() + header
    yield head + bytes(-len(head) % _PAGE)
    yield from parts


def read(path: Path, parameters: Parameters | None) -> "Arrays | None":
    """Return the arrays of a file, mapped; None if it is missing, damaged or of other parameters.

    Without parameters any file is taken.
    """
    import numpy as np

    try:
        with path.open("rb") as file:
            fixed = file.read(_FIXED)
            if len(fixed) != _FIXED or not fixed.startswith(_MAGIC):
                return None
            length = int.from_bytes(fixed[len(_MAGIC) : len(_MAGIC) + 8], "little")
            if length > _MOST_HEADER:
                return None
            header = file.read(length)
            if hashlib.sha256(header).digest() != fixed[-32:]:
                return None
            about = json.loads(header)
            start = _FIXED + length
            start += -start % _PAGE
            if parameters is not None and about["parameters"] != dict(parameters):
                return None
            if file.seek(0, os.SEEK_END) != start + about["bytes"]:
                return None
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError:
        return None
    whole = np.frombuffer(data, np.uint8)
    if hashlib.sha256(memoryview(whole)[start:]).hexdigest() != about["sha256"]:  # type: ignore[arg-type]
        return None
    arrays = {}
    for part in about["arrays"]:
        dtype = np.dtype(part["dtype"])
        size = int(np.prod(part["shape"])) * dtype.itemsize
        at = start + part["at"]
        arrays[part["key"]] = whole[at : at + size].view(dtype).reshape(part["shape"])
    return arrays
