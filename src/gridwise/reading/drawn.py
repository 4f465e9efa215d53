"""Drawings of boards as Gridwise prints them, made plain before their rows are read.

The answer that stands beside a board is left out, with the numbers below it, and so are the
brackets of highlights::

    ┌─────────┐     ┌─────────┐
    │ ·  1 !1!│  →  │ 2  1  1 │        becomes the left half, with 1 in place of !1!
    └─────────┘     └─────────┘
"""

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from gridwise.reading.lines import is_row

_EDGE = r"[┏┌+][━─┳┬+-]+[┓┐+]"
_TOP = re.compile(rf"(\s*{_EDGE})(\s+{_EDGE})?\s*")
_FRAME = tuple("┃│|┣├+┏┌┗└")
_MARKED = re.compile(r"[!(<\[]([^\s!(<\[\])>│┃|]{1,2})[!)>\]]")


def undrawn(lines: Sequence[str]) -> list[str]:
    """Return lines with their drawings made plain, each in its place. O(characters)."""
    out = list(lines)
    width: int | None = None
    inside = False
    for at, line in enumerate(lines):
        top = None if inside else _TOP.fullmatch(line)
        inside = top is not None or (inside and line.lstrip().startswith(_FRAME))
        if top is not None:
            width = len(top[1]) if top[2] and _answered(lines, at, len(top[1])) else None
        if inside:
            out[at] = _MARKED.sub(r" \1 ", line[:width])
        elif not line.strip():
            width = None
        elif width is not None and not line[0].isalpha() and is_row(line):
            out[at] = ""
    return out


def _answered(lines: Sequence[str], start: int, width: int) -> bool:
    """Return whether an arrow leads from the drawing at a line to the one beside it."""
    drawing = takewhile(lambda line: line.lstrip().startswith(_FRAME), islice(lines, start, None))
    return any(line[width:].lstrip().startswith(("→", "->")) for line in drawing)
