"""Reads and writes the notation and moves; `symbols` reads all other forms.

The notation is `queens:N:PARTS`, parts joined by commas: `r1c1` a fixed queen, `xr3c3` a blocked
square. `queens:8` and `queens:8:` are the empty board. If the first part is a number there are N of
them, the columns of the queens of row 1, 2, ..., 0 for a row without: `queens:4:2,4,1,3`.
"""

import re
from collections.abc import Mapping

from gridwise.core.errors import ParameterError, ParseError, UnknownNameError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.reading import TextLine, quoted
from gridwise.puzzles.queens.position import MAX_N, PlaceQueen, Position, ascending, columns_of

HEAD = "queens:"
MAX_DRAWN = 1000
"""The most rows of a board that is written square by square: a million squares."""
STYLES: Mapping[str, str] = {
    "notation": "one line, shell-safe: queens:8:r1c1,r5c2; above 1000 rows the columns by row, "
    "where most rows have a queen",
    "grid": "a matrix of Q, . and x, spaces between; above 1000 rows the notation",
    "compact": "a matrix of Q, . and x, nothing between; up to 1000 rows",
    "squares": "n on a line, the squares on another",
}
GLYPHS = ".Qx!"
"""Nothing, a queen, a blocked square, and a queen on a blocked square (which breaks the rules)."""

PART = re.compile(r"(x?)r([0-9]+)c([0-9]+)", re.ASCII)
_COLUMNS = re.compile(r"[0-9]+(?:,[0-9]+)*", re.ASCII)
_SIZE = re.compile(r"([0-9]*)(:?)", re.ASCII)
_DIGITS = 7


class SquareList:
    """The squares of one board while they are read."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.queens: dict[int, None] = {}
        self.blocked: dict[int, None] = {}

    def add(self, part: re.Match[str], here: TextLine, at: int = 0) -> None:
        """Take one match of `PART` in a text that begins at an offset into the line.

        Raises `ParseError` for no square, or one taken before.
        """
        row, column = whole(part[2]), whole(part[3])
        n = self.n
        if not (1 <= row <= n and 1 <= column <= n):
            expected = msg("a square from r1c1 to {last}", last=f"r{n}c{n}")
            raise here.error(quoted(part[0]), expected, at + part.start())
        cell = (row - 1) * n + column - 1
        into = self.blocked if part[1] else self.queens
        if cell in into:
            found = msg("{what} a second time", what=part[0])
            raise here.error(found, msg("each square once"), at + part.start())
        into[cell] = None

    def position(self) -> Position:
        """Return the board."""
        return Position(self.n, ascending(self.queens), ascending(self.blocked))


def whole(digits: str) -> int:
    """Return the number, 0 if it has more digits than any allowed one."""
    return int(digits) if len(digits) <= _DIGITS else 0


def size(digits: str, here: TextLine, at: int) -> int:
    """Return n, or raise `ParseError`."""
    n = int(digits) if len(digits) <= _DIGITS else MAX_N + 1
    if n > MAX_N:
        rows = digits if len(digits) <= 20 else digits[:20] + "..."
        found = msg("a board of {number} rows", number=rows)
        raise here.too_large(found, msg("at most {most}", most=MAX_N), at)
    if n < 1:
        found = msg("a board of {number} rows", number=0)
        raise here.error(found, msg("at least one row"), at)
    return n


def parse_notation(line: str, here: TextLine) -> Position:
    """Return the board of a line that holds a notation, blanks around it allowed. O(length)."""
    at = line.index(HEAD) + len(HEAD)
    end = len(line.rstrip(" \t"))
    head = _SIZE.match(line, at)
    assert head is not None
    if not head[1]:
        found = quoted(line[at:end]) if at < end else msg("the end")
        raise here.error(found, msg("the number of rows"), at)
    n = size(head[1], here, at)
    squares = SquareList(n)
    at = head.end()
    if at < end and not head[2]:
        raise here.error(quoted(line[at:end]), msg("':' after the number of rows"), at)
    if at >= end:
        return squares.position()
    columns = _COLUMNS.match(line, at, end)
    if columns is not None:
        _add_columns(columns, squares, here)
        at = columns.end()
        if at < end and line[at] == ",":
            at += 1
        elif at < end:
            raise here.error(quoted(line[at:end]), msg("',' or the end"), at)
        else:
            return squares.position()
    while True:
        part = PART.match(line, at, end)
        if part is None:
            found = quoted(line[at:end]) if at < end else msg("the end")
            raise here.error(found, msg("a square such as r1c5 or xr1c5"), at)
        squares.add(part, here)
        at = part.end()
        if at == end:
            return squares.position()
        if line[at] != ",":
            raise here.error(quoted(line[at:end]), msg("',' or the end"), at)
        at += 1


def _add_columns(found: re.Match[str], squares: SquareList, here: TextLine) -> None:
    """Take the columns of the queens by row, 0 for none."""
    n, parts = squares.n, found[0].split(",")
    at = found.start()
    for row, digits in enumerate(parts[:n]):
        column = int(digits) if len(digits) <= _DIGITS else n + 1
        if column > n:
            expected = msg("a column from 1 to {n}, or 0 for none", n=n)
            raise here.error(quoted(digits), expected, at)
        if column:
            squares.queens[row * n + column - 1] = None
        at += len(digits) + 1
    if len(parts) != n:
        at = at if len(parts) > n else found.end()
        what = msg("{number} columns", number=len(parts))
        raise here.error(what, msg("{n}, one for each row", n=n), at)


def format_position(position: Position, style: str = "notation") -> str:
    """Return the board in one of `STYLES`; all of them are read back to the same board.

    Raises
    ------
    UnknownNameError
        No such style.
    ParameterError
        `compact`, for more than `MAX_DRAWN` rows.
    """
    n = position.n
    match style:
        case "grid" | "compact" if n <= MAX_DRAWN:
            rows = _matrix(position)
            return "\n".join(rows if style == "compact" else map(" ".join, rows))
        case "notation" | "grid":
            return f"{HEAD}{n}:{','.join(_parts(position))}"
        case "squares":
            squares = " ".join(_squares(position))
            return f"{n}\n{squares}" if squares else str(n)
        case "compact":
            raise ParameterError(f"a board of {n} rows is not drawn; at most {MAX_DRAWN}")
    raise UnknownNameError("style", style, STYLES)


def _matrix(position: Position) -> list[str]:
    n = position.n
    codes = bytearray(n * n)
    for cell in position.queens:
        codes[cell] = 1
    for cell in position.blocked:
        codes[cell] |= 2
    text = "".join(map(GLYPHS.__getitem__, codes))
    return [text[at : at + n] for at in range(0, n * n, n)]


def _squares(position: Position) -> list[str]:
    n = position.n
    queens = [cell_name(cell, n) for cell in position.queens]
    return queens + [f"x{cell_name(cell, n)}" for cell in position.blocked]


def _parts(position: Position) -> list[str]:
    n, queens = position.n, position.queens
    if n > MAX_DRAWN and 2 * len(queens) > n:
        columns = columns_of(position)
        if columns.count(-1) == n - len(queens):  # no row has two
            blocked = [f"x{cell_name(cell, n)}" for cell in position.blocked]
            return [str(column + 1) for column in columns] + blocked
    return _squares(position)


def format_move(position: Position, move: PlaceQueen) -> str:
    """Return `r1c5`."""
    return cell_name(move.cell, position.n)


def parse_move(position: Position, text: str) -> PlaceQueen:
    """Return the move that a square names; raise `ParseError` for anything else."""
    n = position.n
    cell = parse_cell_name(text.strip(" \t"), n, n)
    if cell is None:
        raise ParseError(quoted(text), msg("a square from r1c1 to {last}", last=f"r{n}c{n}"))
    return PlaceQueen(cell)
