"""The lines of HoDoKu's library, and the cells of such a line alone.

    :0901:5:53+4.7....6..195...:123 425:365::

After the code of a technique and its digits stand the cells: `+` before a digit that is no given,
but was placed. Then candidates that are deleted, each a digit, a row and a column. They are removed
from those that the digits leave. The rest of the line is the step that the program shows, and is
not applied.

Source: the head of HoDoKu's reglib-1.3.txt, "HoDoKu Library Format"; `getSudoku` in its
Sudoku2.java.
"""

import re
from collections.abc import Iterator
from itertools import islice

from gridwise.core.message import msg
from gridwise.core.reading import Entry, TextLine, entries_at, has_boards, quoted
from gridwise.puzzles.sudoku.formats._cells import digits
from gridwise.puzzles.sudoku.position import Position

NAME = "HoDoKu library"

_BOARD = re.compile(
    # A line of the library up to its cells, or else at least 60 cells with a `+` among them.
    r"(?<!\w):[0-9]{4,5}(?:-[0-9x]+)?:[0-9x]*:(?P<cells>[^:\s]*)(?P<rest>:[^:]*)?"
    r"|(?<![\w.+])(?=[0-9.]*\+[1-9])(?P<alone>[0-9.+]{60,})(?![\w.+])",
    re.ASCII,
)
_CELL = re.compile(r"\+?(.)", re.DOTALL)
_DELETED = re.compile(r"[^\s]+")
_PLACE = re.compile("([1-9])([1-9])([1-9])")


def claims(head: str) -> bool:
    """Return whether a line has a code and digits between colons, or cells with a `+`."""
    return has_boards(head, _BOARD.finditer)


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each line. O(len(text))."""
    return entries_at(text, source, _BOARD.finditer, _board)


def _board(line: re.Match[str], here: TextLine) -> Position:
    part = "cells" if line["alone"] is None else "alone"
    cells = list(islice(_CELL.finditer(line[part]), 82))
    at = line.start(part)
    offsets = [at + cell.start(1) for cell in cells] + [line.end(part)]
    values = digits([cell[1] for cell in cells], offsets, here)
    removed = [0] * len(values)
    start = line.start("rest") + 1
    for deleted in _DELETED.finditer((line["rest"] or "")[1:]):
        place = _PLACE.fullmatch(deleted[0])
        if place is None:
            expected = msg("a deleted candidate: its digit, row and column, each 1-9")
            raise here.error(quoted(deleted[0]), expected, start + deleted.start())
        digit, row, column = map(int, place.groups())
        removed[9 * (row - 1) + column - 1] |= 1 << digit
    return Position(3, 3, values, tuple(removed))
