"""Files that are written whole or not at all, and the style of a file name's ending."""

import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gridwise.core.errors import InputError, Phrase, UnknownNameError, UsageError
from gridwise.core.message import as_message, msg
from gridwise.core.puzzle import Puzzle

_ENDING_OF = {"grid": ".txt"}
"""The endings of the styles whose name is no ending."""
_HEAD = re.compile(r"[a-z]{2,}(?:,[a-z]{2,})*")
"""The first line of a table: names of two letters or more; no cell is such a name."""


NO_ENDING = msg("a file name without an ending")


def styles_by_ending(puzzle: Puzzle[Any, Any]) -> dict[str, str]:
    """Return the puzzle's styles for files, by the ending of the file name."""
    styles = (style for style in puzzle.styles if style != "notation")  # no file's ending
    return {_ENDING_OF.get(style, f".{style}"): style for style in styles}


def style_for(path: Path, puzzle: Puzzle[Any, Any], also: Iterable[str] = ()) -> str:
    """Return the puzzle's style for a file name's ending; raise `UsageError` without one.

    `also` are other endings that the error names as known.
    """
    ending, by_ending = path.suffix.lower(), styles_by_ending(puzzle)
    if ending not in by_ending:
        what = msg("a {ending} file", ending=ending) if ending else NO_ENDING
        raise UsageError(
            msg(
                "{path}: {puzzle} is not written to {what}; known: {known}",
                path=str(path),
                puzzle=puzzle.name,
                what=what,
                known=tuple(sorted(by_ending.keys() | set(also))),
            )
        )
    return by_ending[ending]


def style_named(style: str, puzzle: Puzzle[Any, Any]) -> str:
    """Return a style of the puzzle by its name; raise `UnknownNameError` for others."""
    if style not in puzzle.styles:
        raise UnknownNameError(msg("style of {puzzle}", puzzle=puzzle.name), style, puzzle.styles)
    return style


def joined(texts: Sequence[str]) -> str:
    """Return the texts of several puzzles as one file's.

    Texts of one line follow each other, tables share one head, others have a blank line between.
    """
    heads = {text.split("\n", 1)[0] for text in texts}
    head = heads.pop() if len(heads) == 1 else ""
    rows = [text.partition("\n")[2] for text in texts]
    if _HEAD.fullmatch(head) and all(row and "\n" not in row for row in rows):
        return "\n".join((head, *rows)) + "\n"
    apart = "\n\n" if any("\n" in text for text in texts) else "\n"
    return apart.join(texts) + "\n"


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
