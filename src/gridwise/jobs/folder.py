"""A folder of results: locked while a run writes to it, a line of JSON for each part.

A run that was stopped or killed reads the lines again and makes the parts that are missing.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

from gridwise.core import file_lock
from gridwise.core.errors import ParameterError, ParseError, Phrase
from gridwise.core.files import write_whole
from gridwise.core.message import Message, msg
from gridwise.core.numbers import dumps, loads

T = TypeVar("T")
LOCK = ".lock"
"""The file in the folder that is locked."""


@contextmanager
def locked(folder: Path, busy: Message) -> Iterator[None]:
    """Hold a folder while results are written to it: two runs would mix their lines.

    Raises
    ------
    ParameterError
        Another process holds it; `busy` says so.
    ParseError
        It is a file, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise ParseError(msg("a file"), msg("a folder"), source=str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        release = file_lock.acquire(folder / LOCK)
    except file_lock.HeldElsewhereError:
        raise ParameterError(busy) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ParseError(reason, "a folder to write to", source=str(folder)) from None
    try:
        yield
    finally:
        release()


def write_manifest(path: Path, value: Mapping[str, Any]) -> None:
    """Write what the folder is about, whole or not at all; raise `InputError`."""
    write_whole(path, [json.dumps(value, indent=1, ensure_ascii=False) + "\n"])


def read_lines(path: Path, read: Callable[[Any], T], whole: Phrase, part: Phrase) -> list[T]:
    """Return what a function reads of the lines of a file, without an incomplete last line.

    Parameters
    ----------
    read
        Takes the value of a line; raises `ValueError`, `TypeError` or `KeyError`.
    whole, part
        What the file and a line should hold, for errors.

    Raises
    ------
    ParseError
        The file or a line cannot be read. A missing file has no lines.
    """
    try:
        *lines, _ = path.read_text("utf-8").split("\n")  # killed while it wrote the last
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ParseError(str(error), whole, source=str(path)) from None
    parts = []
    for number, line in enumerate(lines, 1):
        try:
            parts.append(read(loads(line)))
        except RecursionError:
            raise ParseError("deep nesting", part, source=str(path), line=number) from None
        except (ValueError, TypeError, KeyError) as error:
            raise ParseError(str(error), part, source=str(path), line=number) from None
    return parts


def keep_lines(path: Path, values: Iterable[Any]) -> None:
    """Take all but the lines of these values out of a file, if it exists."""
    data = "".join(map(_line, values)).encode()
    if path.exists() and path.read_bytes() != data:
        write_whole(path, [data])


def append_line(file: TextIO, value: Any) -> None:
    """Append a line, and force it to disk."""
    file.write(_line(value))
    file.flush()
    os.fsync(file.fileno())


def _line(value: Any) -> str:
    return dumps(value, ensure_ascii=False) + "\n"
