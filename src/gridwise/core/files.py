"""Files that are written whole or not at all, and the errors of those that cannot be written."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from gridwise.core.errors import InputError, Phrase
from gridwise.core.message import as_message, msg


def check_writable(path: Path, inputs: Iterable[str | os.PathLike[str]] = ()) -> None:
    """Raise `InputError` for a path that is a folder or an input, or whose folder is missing."""
    if any(same_file(path, Path(source)) for source in inputs if source != "-"):
        raise _unwritable(path, msg("it is an input"))
    if path.is_dir():
        raise _unwritable(path, msg("it is a directory"))
    if not path.parent.is_dir():
        raise _unwritable(path, msg("no such directory"))


def make_folder(path: Path) -> None:
    """Make a folder and its missing parents; raise `InputError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = as_message((error.strerror or str(error)).lower())
        raise InputError(msg("{path}: {reason}", path=str(path), reason=reason)) from None


def write_whole(path: Path, parts: Iterable[str | bytes], *, durable: bool = False) -> None:
    """Write a file under another name and rename it, so that no half file is ever there.

    A `durable` one is forced to disk first.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    data = (part.encode("utf-8") if isinstance(part, str) else part for part in parts)
    try:
        if path.exists() and not path.is_file():  # a device or a pipe takes no renaming
            with path.open("wb") as file:
                file.writelines(data)
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(data)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            temporary.chmod(_mode(path))
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be written, in one line."""
    return _unwritable(path, (error.strerror or str(error)).lower())


def _unwritable(path: Path, why: Phrase) -> InputError:
    return InputError(msg("{path}: cannot be written: {why}", path=str(path), why=why))


def same_file(one: Path, other: Path) -> bool:
    """Return whether two paths are one existing file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _mode(path: Path) -> int:
    """Return the permissions that the file has, or that a new one gets."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
