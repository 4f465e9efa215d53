"""Which file an answer goes to, and what that file holds."""

import re
from pathlib import Path
from typing import Any

from gridwise.core.puzzle import Puzzle
from gridwise.solving import files
from gridwise.solving.files import joined, unwritable, write_whole

__all__ = ["holds_records", "joined", "output_beside", "style_for", "unwritable", "write_whole"]

_INPUT_NAME = re.compile(r"Input(.*)\.txt", re.DOTALL)
_RECORDS = frozenset({".json", ".jsonl"})


def output_beside(source: str) -> Path | None:
    """Return `OutputX.txt` beside `InputX.txt`, None for other names."""
    path = Path(source)
    match = _INPUT_NAME.fullmatch(path.name)
    return None if match is None else path.with_name(f"Output{match[1]}.txt")


def holds_records(path: Path) -> bool:
    """Return whether the file takes JSON lines rather than boards."""
    return path.suffix.lower() in _RECORDS


def style_for(path: Path, puzzle: Puzzle[Any, Any], style: str | None = None) -> str:
    """Return the named style, else that of a file name's ending; raise `UsageError`."""
    if style is not None:
        return files.style_named(style, puzzle)
    return files.style_for(path, puzzle, also=_RECORDS)
