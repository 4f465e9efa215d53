"""Reads and writes boards: the notation, and matrices in files.

The notation is `minesweeper:WIDTHxHEIGHT:ROWS` or, with the number of mines on the whole board,
`minesweeper:WIDTHxHEIGHTxMINES:ROWS`; rows are joined by `/`.

A matrix has a row a line. Cells are `-` (covered), `0` to `8`, `X` (a known mine; `x` and `*` are
read too) and `s` (known safe, its number not; `S` is read too), with spaces, tabs, commas or
nothing between them. A blank line ends a board, and a file may hold many. A line of its own,
above or below the rows, gives the number of mines on the whole board:

    # mines: 10

The words `mines` and `total` will do, with or without `#`, with `:`, `=` or a blank before the
number. Any other line that begins with `#` is a comment. A file may mix matrices and notations.
"""

import re
from collections.abc import Iterator, Mapping

from gridwise.core.errors import ParseError, TooLargeError, UnknownNameError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_CELLS, Entry
from gridwise.core.reading import (
    TextLine,
    entry_of,
    matrix_row,
    offset_in_row,
    over_limit,
    quoted,
    split_lines,
)
from gridwise.puzzles.minesweeper.position import (
    MINE,
    SAFE,
    MarkMine,
    Move,
    Open,
    Position,
    Safe,
)

HEAD = "minesweeper:"
STYLES: Mapping[str, str] = {
    "notation": "one line, shell-safe: minesweeper:3x2x1:1--/1--",
    "grid": "a matrix, cells separated by spaces",
    "compact": "a matrix, nothing between the cells",
    "csv": "a matrix, cells separated by commas",
    "tsv": "a matrix, cells separated by tabs",
}
_SEPARATORS = {"grid": " ", "compact": "", "csv": ",", "tsv": "\t"}

GLYPHS = "012345678-Xs"
_READ = GLYPHS + "x*S"
CELL = msg("-, 0 to 8, X or s")
_CODE = {glyph: code for code, glyph in enumerate(GLYPHS)} | {"x": MINE, "*": MINE, "S": SAFE}
_TO_CODE = bytes(_CODE.get(chr(byte), 0) for byte in range(256))
_TO_GLYPH = bytes(ord(GLYPHS[code]) if code < len(GLYPHS) else 0 for code in range(256))
_STRANGE = re.compile(r"[^-0-8XsxS*]")
_COUNT = re.compile(r"#?[ \t]*(?:mines|total)[ \t]*[:=]?[ \t]*([0-9]{1,7})", re.ASCII | re.I)
_COUNT_WORD = re.compile(r"(?:mines|total)[ \t]*[:=]?[ \t]*", re.ASCII | re.I)
_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})(?:x([0-9]{1,7}))?:", re.ASCII)
_MOVE = re.compile(r"(r[0-9]+c[0-9]+)=(.*)", re.ASCII | re.S)
_NOT_ROWS = re.compile(rb"^(?:#|minesweeper:|mines|total).*$", re.MULTILINE | re.IGNORECASE)


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the boards of a text in the forms at the head of this module. O(length)."""
    error = too_large(text, source)
    if error is not None:
        yield Entry(error.line, error=error)
        return
    matrix = _MatrixReader()
    for number, line in enumerate(split_lines(text), 1):
        here = TextLine(source, number)
        stripped = line.strip(" \t")
        if stripped.startswith(HEAD):
            yield from matrix.entries()
            matrix = _MatrixReader()
            yield entry_of(number, _notation, line, here)
        elif stripped:
            matrix.add(line, stripped, here)
        elif not matrix.empty:
            yield from matrix.entries()
            matrix = _MatrixReader()
    yield from matrix.entries()


def too_large(text: str, source: str) -> TooLargeError | None:
    """Return the error for a text over a limit, None for any other; counts before it builds.

    O(length), a few passes at the speed of `bytes`.
    """
    if len(text) <= MAX_CELLS:
        return None
    error = over_limit(text, source)
    if error is not None:
        return error
    data = text.encode("ascii", "replace").translate(None, b" \t\r" if "\n" in text else b" \t")
    data = data.replace(b"\r", b"\n")
    line = 1
    for block in data.split(b"\n\n"):
        cells = _cells_in(block)
        if cells > MAX_CELLS and any(head in block for head in b"#mMtT"):
            cells = _cells_in(_NOT_ROWS.sub(b"", block))
        if cells > MAX_CELLS:
            found = msg("a board of {number} cells", number=cells)
            most = msg("at most {most}", most=MAX_CELLS)
            return TextLine(source, line).too_large(found, most)
        line += block.count(b"\n") + 2
    return None


def _cells_in(block: bytes) -> int:
    if len(block) <= MAX_CELLS:
        return 0  # surely not too many
    return len(block) - len(block.translate(None, _READ.encode()))


def is_count(line: str) -> bool:
    """Return whether a line, without blanks around it, gives the number of mines."""
    return _COUNT.fullmatch(line) is not None


class _MatrixReader:
    """Takes the lines of one board: its rows, and the number of mines given with it."""

    def __init__(self) -> None:
        self.first: TextLine | None = None
        self.first_row: TextLine | None = None
        self.count: int | None = None
        self.rows: list[bytes] = []
        self.error: ParseError | None = None

    @property
    def empty(self) -> bool:
        """Whether there is no row yet, right or wrong."""
        return not self.rows and self.error is None

    def add(self, line: str, stripped: str, here: TextLine) -> None:
        """Take one line that is not blank; after an error the rest of the board is skipped."""
        if self.error is not None:
            return
        count = _COUNT.fullmatch(stripped)
        if count is None and stripped[0] == "#":
            return
        self.first = self.first or here
        try:
            if count is not None or _COUNT_WORD.match(stripped) is not None:
                self._add_count(stripped, here, count, line.index(stripped))
            else:
                self._add_row(line, here)
        except ParseError as error:
            self.error = error

    def _add_count(
        self, stripped: str, here: TextLine, count: re.Match[str] | None, start: int
    ) -> None:
        if count is None:
            word = _COUNT_WORD.match(stripped)
            assert word is not None
            found = quoted(stripped[word.end() :])
            raise here.error(found, msg("the number of mines"), start + word.end())
        if self.count is not None:
            raise here.error(msg("a second number of mines"), msg("one for a board"), start)
        self.count = int(count[1])

    def _add_row(self, line: str, here: TextLine) -> None:
        row = matrix_row(line, here, _STRANGE, CELL).encode("ascii").translate(_TO_CODE)
        self.first_row = self.first_row or here
        if self.rows and len(row) != len(self.rows[0]):
            width = len(self.rows[0])
            found = msg("a row of length {length}", length=len(row))
            expected = msg(
                "length {width} as in line {line}", width=width, line=self.first_row.number
            )
            raise here.error(found, expected, offset_in_row(line, min(len(row), width)))
        self.rows.append(row)

    def entries(self) -> Iterator[Entry[Position]]:
        """Yield the board or its error; nothing if no line was taken."""
        if self.first is None:
            return
        number, error = self.first.number, self.error
        if error is None and self.rows:
            shown = b"".join(self.rows)
            yield Entry(number, Position(len(self.rows[0]), len(self.rows), shown, self.count))
            return
        found = msg("a number of mines without a board")
        yield Entry(number, error=error or self.first.error(found, msg("the rows of a board")))


def _notation(line: str, here: TextLine) -> Position:
    """Return the board of a line that holds a notation."""
    at = line.index(HEAD) + len(HEAD)
    size = _SIZE.match(line, at)
    if size is None:
        rest = line[at:].strip(" \t")
        found = quoted(rest) if rest else msg("the end")
        raise here.error(found, msg("WIDTHxHEIGHT: or WIDTHxHEIGHTxMINES:, then the rows"), at)
    width, height = int(size[1]), int(size[2])
    if width < 1 or height < 1:
        raise here.error(f"{width}x{height}", msg("a board of at least one cell"), at)
    if width * height > MAX_CELLS:
        found = msg("a board of {number} cells", number=width * height)
        raise here.too_large(found, msg("at most {most}", most=MAX_CELLS), at)
    at = size.end()
    rows = line[at:].rstrip(" \t").split("/")
    for index, row in enumerate(rows[:height], 1):
        strange = _STRANGE.search(row)
        if strange is not None:
            raise here.error(
                quoted(strange[0]), msg("{cell}, or / after a row", cell=CELL), at + strange.start()
            )
        if len(row) != width:
            found = msg("row {index} of length {length}", index=index, length=len(row))
            raise here.error(found, msg("length {width}", width=width), at + min(len(row), width))
        at += len(row) + 1
    if len(rows) != height:
        raise here.error(
            msg("{number} as the number of rows", number=len(rows)), str(height), at - 1
        )
    shown = "".join(rows).encode("ascii").translate(_TO_CODE)
    return Position(width, height, shown, None if size[3] is None else int(size[3]))


def format_position(position: Position, style: str = "notation") -> str:
    """Return the board in one of `STYLES`; all of them are read back to the same board.

    Raises
    ------
    UnknownNameError
        No such style.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    width, height = position.width, position.height
    text = position.shown.translate(_TO_GLYPH).decode("ascii")
    rows = [text[r * width : (r + 1) * width] for r in range(height)]
    if style == "notation":
        mines = "" if position.mines is None else f"x{position.mines}"
        return f"{HEAD}{width}x{height}{mines}:{'/'.join(rows)}"
    lines = [] if position.mines is None else [f"# mines: {position.mines}"]
    lines.extend(_SEPARATORS[style].join(row) for row in rows)
    return "\n".join(lines)


def format_move(position: Position, move: Move) -> str:
    """Return `r1c2=3`, `r1c2=X` or `r1c2=s`."""
    code = move.number if isinstance(move, Open) else MINE if isinstance(move, MarkMine) else SAFE
    return f"{cell_name(move.cell, position.width)}={GLYPHS[code]}"


def parse_move(position: Position, text: str) -> Move:
    """Return the move that a text names, as `format_move` writes it.

    Raises
    ------
    ParseError
        No cell of this board, or nothing that a cell can be.
    """
    match = _MOVE.fullmatch(text.strip(" \t"))
    if match is None:
        raise ParseError(quoted(text), msg("a move such as r1c2=3, r1c2=X or r1c2=s"))
    cell = parse_cell_name(match[1], position.width, position.height)
    if cell is None:
        last = cell_name(len(position.shown) - 1, position.width)
        raise ParseError(quoted(match[1]), msg("a cell from r1c1 to {last}", last=last))
    code = _CODE.get(match[2])
    if code is None or match[2] == "-":
        at = len(match[1]) + len(text) - len(text.lstrip(" \t"))
        raise ParseError(quoted(match[2]), msg("0 to 8, X or s"), column=at + 2)
    if code == MINE:
        return MarkMine(cell)
    return Safe(cell) if code == SAFE else Open(cell, code)
