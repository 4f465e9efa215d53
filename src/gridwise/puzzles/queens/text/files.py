"""Files of boards, any number in one, a blank line between.

- A matrix, a row a line: `Q` a queen, `.` nothing, `x` a blocked square, `!` a queen on a blocked
  square; `q` and `X` are read too; spaces, tabs, commas or nothing between squares.
- `8` or `n = 8` on a line of its own, and below it, on any number of lines, squares as in the
  notation with spaces or commas between. Without squares it is the empty board. Several such
  boards need no blank line between.
- A notation on a line.

A line that begins with `#` is a comment.
"""

import re
from collections.abc import Iterator

from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_INPUT_BYTES, Entry
from gridwise.puzzles.queens.position import Position
from gridwise.puzzles.queens.text.notation import (
    HEAD,
    MAX_DRAWN,
    PART,
    Place,
    Squares,
    parse_notation,
    quoted,
    size,
)

CODES = {".": 0, "Q": 1, "q": 1, "x": 2, "X": 2, "!": 3}
"""What a square of a matrix says: bit 0 a queen, bit 1 blocked."""
SIZE_LINE = re.compile(r"(?:n[ \t]*[=:]?[ \t]*)?([0-9]+)", re.ASCII | re.IGNORECASE)
_SQUARE = msg("., Q or x")
_STRANGE = re.compile(r"[^.QqxX!]")
_GAP = re.compile(r"[ \t]*,[ \t]*|[ \t]+")
_BREAK = re.compile(r"[ \t,]*")


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the boards of a text, see the module's text. O(length)."""
    length = len(text)
    if MAX_INPUT_BYTES // 4 < length <= MAX_INPUT_BYTES and not text.isascii():
        length = len(text.encode("utf-8", "surrogatepass"))
    if length > MAX_INPUT_BYTES:
        found = msg("{number} bytes", number=length)
        most = msg("at most {most}", most=MAX_INPUT_BYTES)
        error = TooLargeError(found, most, source=source)
        yield Entry(1, error=error)
        return
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    block = _Block()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        stripped = line.strip(" \t")
        place = Place(source, number)
        if not stripped:
            yield from block.entries()
            block = _Block()
        elif stripped.startswith(HEAD):
            yield from block.entries()
            block = _Block()
            try:
                yield Entry(number, parse_notation(line, place))
            except ParseError as error:
                yield Entry(number, error=error)
        elif stripped[0] != "#":
            if block.ends_before(stripped):
                yield from block.entries()
                block = _Block()
            block.add(line, stripped, place)
    yield from block.entries()


class _Block:
    """The lines of one board: a matrix, or n and squares."""

    def __init__(self) -> None:
        self.first: Place | None = None
        self.last: Place | None = None
        self.rows: list[bytes] = []
        self.squares: Squares | None = None
        self.error: ParseError | None = None

    def ends_before(self, stripped: str) -> bool:
        """Return whether a line begins another board though no blank line stands between."""
        return self.squares is not None and SIZE_LINE.fullmatch(stripped) is not None

    def add(self, line: str, stripped: str, place: Place) -> None:
        """Take one line that is not blank; after an error the rest of the board is skipped."""
        if self.error is not None:
            return
        self.first = self.first or place
        self.last = place
        start = line.index(stripped)
        try:
            number = None if self.rows else SIZE_LINE.fullmatch(stripped)
            if self.squares is not None:
                _add_squares(self.squares, line, place)
            elif number is not None:
                self.squares = Squares(size(number[1], place, start + number.start(1)))
            elif not self.rows and PART.match(stripped) is not None:
                expected = msg("a line such as n = 8 above the squares")
                raise place.error(quoted(stripped), expected, start)
            else:
                self._add_row(line, place, start)
        except ParseError as error:
            self.error = error

    def _add_row(self, line: str, place: Place, start: int) -> None:
        squares = sum(map(line.count, CODES))
        if squares > MAX_DRAWN:
            found = msg("a row of {number} squares", number=squares)
            expected = msg(
                "at most {most} in a matrix; larger boards as n and squares", most=MAX_DRAWN
            )
            raise place.too_large(found, expected, start)
        row = _row(line, place)
        if self.rows and len(row) != len(self.rows[0]):
            width = len(self.rows[0])
            assert self.first is not None
            expected = msg("{width} as in line {line}", width=width, line=self.first.line)
            at = _start_of(line, min(len(row), width))
            raise place.error(msg("a row of {number} squares", number=len(row)), expected, at)
        if self.rows and len(self.rows) == len(self.rows[0]):
            expected = msg("{number} rows, as many as columns", number=len(self.rows))
            raise place.error(msg("row {index}", index=len(self.rows) + 1), expected, start)
        self.rows.append(row)

    def entries(self) -> Iterator[Entry[Position]]:
        """Yield the board or what is wrong with it; nothing where there was none."""
        if self.first is None or self.last is None:
            return
        if self.error is None and self.rows and len(self.rows) < len(self.rows[0]):
            expected = msg("{number} rows, as many as columns", number=len(self.rows[0]))
            self.error = self.last.error(msg("only {number}", number=len(self.rows)), expected, 0)
        if self.error is not None:
            yield Entry(self.first.line, error=self.error)
        elif self.squares is not None:
            yield Entry(self.first.line, self.squares.position())
        else:
            codes = b"".join(self.rows)
            queens = tuple(cell for cell, code in enumerate(codes) if code & 1)
            blocked = tuple(cell for cell, code in enumerate(codes) if code & 2)
            yield Entry(self.first.line, Position(len(self.rows), queens, blocked))


def _add_squares(squares: Squares, line: str, place: Place) -> None:
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
            raise place.error(quoted(piece), msg("a square such as r1c5 or xr1c5"), at)
        squares.add(part, place)
        at = part.end()


def _row(line: str, place: Place) -> bytes:
    """Return the codes of one row of a matrix."""
    parts = _GAP.split(line.strip(" \t"))
    compact = len(parts) == 1
    joined = "".join(parts)
    fits = compact or (len(joined) == len(parts) and all(parts))
    if fits and _STRANGE.search(joined) is None:
        return bytes(map(CODES.__getitem__, joined))
    for start, piece in _pieces(line):
        strange = _STRANGE.search(piece)
        if strange is not None:
            raise place.error(quoted(strange[0]), _SQUARE, start + strange.start())
        if not piece:
            raise place.error(msg("nothing"), _SQUARE, start)
        if not compact and len(piece) > 1:
            expected = msg("a single square between separators")
            raise place.error(quoted(piece), expected, start)
    raise AssertionError("a row that is neither right nor wrong")


def _pieces(row: str) -> list[tuple[int, str]]:
    """Return what stands between the separators of a row, and where."""
    start, end = len(row) - len(row.lstrip(" \t")), len(row.rstrip(" \t"))
    found: list[tuple[int, str]] = []
    for gap in _GAP.finditer(row, start, end):
        found.append((start, row[start : gap.start()]))
        start = gap.end()
    return [*found, (start, row[start:end])]


def _start_of(row: str, index: int) -> int:
    """Return where a square of a row stands, 0-based; the row's end where it has fewer."""
    pieces = _pieces(row)
    if len(pieces) == 1:
        return pieces[0][0] + index
    return pieces[index][0] if index < len(pieces) else len(row.rstrip(" \t"))
