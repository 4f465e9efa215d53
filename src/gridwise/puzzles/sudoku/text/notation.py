"""The notation `sudoku:3x3:...`, and moves such as `r1c2=5`."""

import re

from gridwise.core.errors import ParseError, Phrase
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.reading import TextLine, quoted
from gridwise.puzzles.sudoku.position import MAX_SIZE, PlaceDigit, Position, is_box
from gridwise.puzzles.sudoku.text.symbols import SYMBOLS, to_symbols

HEAD = "sudoku:"

_PARAMS = re.compile(r"([0-9]{1,9})x([0-9]{1,9})", re.ASCII)
_END = re.compile(r"[\s,;#\"]")
_MOVE_CELL = re.compile(r"r[0-9]{1,7}c[0-9]{1,7}", re.ASCII)
_MOVE_DIGIT = re.compile(r"[0-9]{1,4}", re.ASCII)


def format_notation(position: Position) -> str:
    """Return `sudoku:HxW:cells`, H and W the height and width of a box."""
    return f"{HEAD}{position.box_height}x{position.box_width}:{to_symbols(position.cells)}"


def parse_notation(text: str, here: TextLine) -> Position:
    """Return the position of a line that begins with the notation.

    Text after white space, a comma, a semicolon or `#` is ignored.
    """
    start = text.index(HEAD) + len(HEAD)
    params = _PARAMS.match(text, start)
    if params is None:
        raise here.error(_next(text, start), msg("the box height and width, such as 3x3"), start)
    height, width = int(params[1]), int(params[2])
    size = height * width
    if size > MAX_SIZE:
        found = msg("a board of {size}", size=f"{size}x{size}")
        most = msg("at most {most}", most=f"{MAX_SIZE}x{MAX_SIZE}")
        raise here.too_large(found, most, start)
    if not is_box(height, width):
        found = msg("boxes of {size}", size=f"{height}x{width}")
        expected = msg("a height and a width of at least 2, or 1x5, 1x7, 1x11 ... without boxes")
        raise here.error(found, expected, start)
    at = params.end()
    if text[at : at + 1] != ":":
        expected = msg("':' and the {number} cells", number=size * size)
        raise here.error(_next(text, at), expected, at)
    at += 1
    end = _END.search(text, at)
    cells = text[at : len(text) if end is None else end.start()]
    table = {symbol: value for value, symbol in enumerate(SYMBOLS[: size + 1])}
    table["0"] = 0
    for value in range(10, size + 1):
        table[SYMBOLS[value].lower()] = value
    for index, symbol in enumerate(cells[: size * size]):
        if symbol not in table:
            wanted = msg("a digit 1-{size} or '.' for an empty cell", size=size)
            if size > 9:
                wanted = msg(
                    "a digit 1-9, letters A-{last} or '.' for an empty cell", last=SYMBOLS[size]
                )
            raise here.error(quoted(symbol), wanted, at + index)
    if len(cells) != size * size:
        found = msg("{number} cells", number=len(cells))
        wanted = msg("{number} for boxes of {size}", number=size * size, size=f"{height}x{width}")
        raise here.error(found, wanted, at + min(len(cells), size * size))
    return Position(height, width, bytes(map(table.__getitem__, cells)))


def _next(text: str, at: int) -> Phrase:
    return quoted(text[at]) if at < len(text) else msg("the end")


def format_move(position: Position, move: PlaceDigit) -> str:
    """Return `r1c2=5`; digits above 9 as numbers."""
    return f"{cell_name(move.cell, position.size)}={move.digit}"


def parse_move(position: Position, text: str) -> PlaceDigit:
    """Return the placement that `r1c2=5` names; white space around its parts is allowed.

    Raises
    ------
    ParseError
        At the part that is wrong: the cell's name, the sign or the digit.
    """
    size = position.size

    def error(at: int, expected: Phrase) -> ParseError:
        found = quoted(text[at : at + 20].rstrip()) if text[at:].strip() else msg("the end")
        return ParseError(found, expected, column=at + 1)

    def skip(at: int) -> int:
        while at < len(text) and text[at].isspace():
            at += 1
        return at

    at = skip(0)
    name = _MOVE_CELL.match(text, at)
    cell = None if name is None else parse_cell_name(name[0], size, size)
    if name is None or cell is None:
        raise error(at, f"a cell r1c1 to r{size}c{size}")
    at = skip(name.end())
    if text[at : at + 1] != "=":
        raise error(at, "'=' and a digit")
    at = skip(at + 1)
    digit = _MOVE_DIGIT.match(text, at)
    if digit is None or not 1 <= int(digit[0]) <= size:
        raise error(at, f"a digit 1 to {size}")
    end = skip(digit.end())
    if end < len(text):
        raise error(end, "the end")
    return PlaceDigit(cell, int(digit[0]))
