"""Reads files of boards, any number in one, with a blank line between two.

- A matrix, a row a line: `Q` a queen, `.` nothing, `x` a blocked square, `!` a queen on a blocked
  square; `q` and `X` are read too; spaces, tabs, commas or nothing between squares.
- `8` or `n = 8` on a line of its own, and below it, on any number of lines, squares as in the
  notation with spaces or commas between. Without squares it is the empty board. Several such
  boards need no blank line between them.
- A notation on a line.

A line that begins with `#` is a comment.
"""

import re
from collections.abc import Iterator

from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.puzzle import Entry
from gridwise.core.reading import (
    TextLine,
    entry_of,
    matrix_row,
    offset_in_row,
    over_limit,
    quoted,
    split_lines,
)
from gridwise.puzzles.queens.position import Position
from gridwise.puzzles.queens.text.notation import (
    HEAD,
    MAX_DRAWN,
    PART,
    SquareList,
    parse_notation,
    size,
)

CODES = {".": 0, "Q": 1, "q": 1, "x": 2, "X": 2, "!": 3}
"""The code of each sign of a matrix: bit 0 a queen, bit 1 blocked."""
SIZE_LINE = re.compile(r"(?:n[ \t]*[=:]?[ \t]*)?([0-9]+)", re.ASCII | re.IGNORECASE)
_SQUARE = msg("., Q or x")
_STRANGE = re.compile(r"[^.QqxX!]")
_BREAK = re.compile(r"[ \t,]*")


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the boards of a text in the forms at the head of this module. O(length)."""
    error = over_limit(text, source)
    if error is not None:
        yield Entry(1, error=error)
        return
    reader = _BoardReader()
    for number, line in enumerate(split_lines(text), 1):
        stripped = line.strip(" \t")
        here = TextLine(source, number)
        if not stripped:
            yield from reader.entries()
            reader = _BoardReader()
        elif stripped.startswith(HEAD):
            yield from reader.entries()
            reader = _BoardReader()
            yield entry_of(number, parse_notation, line, here)
        elif stripped[0] != "#":
            if reader.ends_before(stripped):
                yield from reader.entries()
                reader = _BoardReader()
            reader.add(line, stripped, here)
    yield from reader.entries()


class _BoardReader:
    """Takes the lines of one board: a matrix, or n and squares."""

    def __init__(self) -> None:
        self.first: TextLine | None = None
        self.last: TextLine | None = None
        self.rows: list[bytes] = []
        self.squares: SquareList | None = None
        self.error: ParseError | None = None

    def ends_before(self, stripped: str) -> bool:
        """Return whether a line begins another board without a blank line before it."""
        return self.squares is not None and SIZE_LINE.fullmatch(stripped) is not None

    def add(self, line: str, stripped: str, here: TextLine) -> None:
        """Take one line that is not blank; after an error the rest of the board is skipped."""
        if self.error is not None:
            return
        self.first = self.first or here
        self.last = here
        start = line.index(stripped)
        try:
            number = None if self.rows else SIZE_LINE.fullmatch(stripped)
            if self.squares is not None:
                _add_squares(self.squares, line, here)
            elif number is not None:
                self.squares = SquareList(size(number[1], here, start + number.start(1)))
            elif not self.rows and PART.match(stripped) is not None:
                expected = msg("a line such as n = 8 above the squares")
                raise here.error(quoted(stripped), expected, start)
            else:
                self._add_row(line, here, start)
        except ParseError as error:
            self.error = error

    def _add_row(self, line: str, here: TextLine, start: int) -> None:
        squares = sum(map(line.count, CODES))
        if squares > MAX_DRAWN:
            found = msg("a row of {number} squares", number=squares)
            expected = msg(
                "at most {most} in a matrix; larger boards as n and squares", most=MAX_DRAWN
            )
            raise here.too_large(found, expected, start)
        row = bytes(map(CODES.__getitem__, matrix_row(line, here, _STRANGE, _SQUARE)))
        if self.rows and len(row) != len(self.rows[0]):
            width = len(self.rows[0])
            assert self.first is not None
            expected = msg("{width} as in line {line}", width=width, line=self.first.number)
            at = offset_in_row(line, min(len(row), width))
            raise here.error(msg("a row of {number} squares", number=len(row)), expected, at)
        if self.rows and len(self.rows) == len(self.rows[0]):
            expected = msg("{number} rows, as many as columns", number=len(self.rows))
            raise here.error(msg("row {index}", index=len(self.rows) + 1), expected, start)
        self.rows.append(row)

    def entries(self) -> Iterator[Entry[Position]]:
        """Yield the board or its error; nothing if no line was taken."""
        if self.first is None or self.last is None:
            return
        if self.error is None and self.rows and len(self.rows) < len(self.rows[0]):
            expected = msg("{number} rows, as many as columns", number=len(self.rows[0]))
            self.error = self.last.error(msg("only {number}", number=len(self.rows)), expected, 0)
        if self.error is not None:
            yield Entry(self.first.number, error=self.error)
        elif self.squares is not None:
            yield Entry(self.first.number, self.squares.position())
        else:
            codes = b"".join(self.rows)
            queens = tuple(cell for cell, code in enumerate(codes) if code & 1)
            blocked = tuple(cell for cell, code in enumerate(codes) if code & 2)
            yield Entry(self.first.number, Position(len(self.rows), queens, blocked))


def _add_squares(squares: SquareList, line: str, here: TextLine) -> None:
    """Take the squares of one line below n."""
    at, end = 0, len(line)
    while True:
        gap = _BREAK.match(line, at)
        assert gap is not None
        at = gap.end()
        if at == end:
            return
        part = PART.match(line, at)
        if part is None or (part.end() < end and line[part.end()] not in " \t,"):
            piece = re.split(r"[ \t,]", line[at : at + 30])[0]
            raise here.error(quoted(piece), msg("a square such as r1c5 or xr1c5"), at)
        squares.add(part, here)
        at = part.end()
