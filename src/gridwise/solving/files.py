"""The style of a puzzle's file by the ending of its name, and the text of several puzzles."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gridwise.core.errors import UnknownNameError, UsageError
from gridwise.core.message import msg
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
