"""Answers written to files: whole or not at all."""

import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gridwise.core.errors import InputError, UsageError
from gridwise.core.puzzle import Puzzle

_INPUT_NAME = re.compile(r"Input(.*)\.txt", re.DOTALL)
_RECORDS = frozenset({".json", ".jsonl"})
_ENDING_OF = {"grid": ".txt"}
"""The ending of a style whose name is none itself."""
_HEAD = re.compile(r"[a-z]{2,}(?:,[a-z]{2,})*")
"""The first line of a table: names, never cells, which are one letter or a number."""


def output_beside(source: str) -> Path | None:
    """Return `OutputX.txt` beside `InputX.txt`, None for other names."""
    path = Path(source)
    match = _INPUT_NAME.fullmatch(path.name)
    return None if match is None else path.with_name(f"Output{match[1]}.txt")


def holds_records(path: Path) -> bool:
    """Return whether the file takes JSON lines rather than boards."""
    return path.suffix.lower() in _RECORDS


def style_for(path: Path, puzzle: Puzzle[Any, Any]) -> str:
    """Return the puzzle's style for a file name's ending; raise `UsageError` where it has none."""
    ending = path.suffix.lower()
    styles = (style for style in puzzle.styles if style != "notation")  # no file's ending
    by_ending = {_ENDING_OF.get(style, f".{style}"): style for style in styles}
    if ending not in by_ending:
        known = ", ".join(sorted(by_ending.keys() | _RECORDS))
        what = f"a {ending} file" if ending else "a file name without an ending"
        raise UsageError(f"{path}: {puzzle.name} is not written to {what}; known: {known}")
    return by_ending[ending]


def joined(texts: Sequence[str]) -> str:
    """Return the texts of several puzzles as one file's.

    One-line texts follow each other; tables keep one head; all else is parted by blank lines.
    """
    heads = {text.split("\n", 1)[0] for text in texts}
    head = heads.pop() if len(heads) == 1 else ""
    rows = [text.partition("\n")[2] for text in texts]
    if _HEAD.fullmatch(head) and all(row and "\n" not in row for row in rows):
        return "\n".join((head, *rows)) + "\n"
    apart = "\n\n" if any("\n" in text for text in texts) else "\n"
    return apart.join(texts) + "\n"


def write_whole(path: Path, texts: Iterable[str]) -> None:
    """Write a file under another name and rename it, so that no half of it is ever seen.

    Raises
    ------
    InputError
        Where it cannot be written.
    """
    try:
        if path.exists() and not path.is_file():  # a device or a pipe takes no renaming
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(texts)
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent, text=True)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.writelines(texts)
            temporary.chmod(_mode(path))
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be written, in one line."""
    return InputError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}")


def _mode(path: Path) -> int:
    """Return the permissions that the file has, or that a new one gets."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
