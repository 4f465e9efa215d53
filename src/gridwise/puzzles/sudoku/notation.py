"""The notation `sudoku:3x3:...`, moves such as `r1c2=5`, and the other styles of a position.

Removed candidates stand after the cells: `sudoku:2x2:1..............4:r1c2-34,r4c1-2`.
Every style reads back to the same position.
"""

import re
from collections.abc import Callable, Mapping

from gridwise.core.errors import ParameterError, ParseError, Phrase, UnknownNameError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.reading import TextLine, quoted
from gridwise.puzzles.sudoku.position import (
    MAX_SIZE,
    PlaceDigit,
    Position,
    candidate_masks,
    default_box,
    digits_of,
    is_box,
)
from gridwise.puzzles.sudoku.symbols import SYMBOLS, to_file_symbols, to_symbols

HEAD = "sudoku:"
STYLES: Mapping[str, str] = {
    "notation": "kind, box and cells on one line: sudoku:3x3:53..7...",
    "grid": "rows with the boxes ruled, digits above 9 as numbers; candidates in braces",
    "line": "all cells on one line, '.' for empty",
    "rows": "one line a row, '.' for empty",
    "zeros": "one line a row, numbers between spaces, 0 for empty",
    "sdk": "SadMan Sudoku, 9x9: rows",
    "sdm": "a collection's line, 9x9: 81 digits, 0 for empty",
    "ss": "Simple Sudoku, 9x9: rows with the boxes ruled",
    "sdx": "SudoCue's progress file, 9x9: digits, or the candidates of empty cells",
    "csv": "a header, then puzzle and (empty) solution",
}
_NINE_ONLY = frozenset({"sdk", "sdm", "ss", "sdx"})
_SAY_BOXES = frozenset({"notation", "grid"})

_PARAMS = re.compile(r"([0-9]{1,9})x([0-9]{1,9})", re.ASCII)
_END = re.compile(r"[\s,;#\"]")
_REMOVED = re.compile(r"(r[0-9]{1,7}c[0-9]{1,7})-([0-9A-Za-z]+)", re.ASCII)
_MOVE_CELL = re.compile(r"r[0-9]{1,7}c[0-9]{1,7}", re.ASCII)
_MOVE_DIGIT = re.compile(r"[0-9]{1,4}", re.ASCII)


def format_notation(position: Position) -> str:
    """Return `sudoku:HxW:cells`, H and W the height and width of a box.

    Removed candidates follow as `:r1c2-34,r4c1-2`.
    """
    cells = f"{HEAD}{position.box_height}x{position.box_width}:{to_symbols(position.cells)}"
    removed = ",".join(
        f"{cell_name(cell, position.size)}-{to_symbols(bytes(digits_of(mask)))}"
        for cell, mask in enumerate(position.removed_candidates)
        if mask
    )
    return f"{cells}:{removed}" if removed else cells


def parse_notation(line: str, here: TextLine) -> Position:
    """Return the position of a line that begins with the notation.

    Text after white space, a comma, a semicolon or `#` is ignored.
    """
    start = line.index(HEAD) + len(HEAD)
    params = _PARAMS.match(line, start)
    if params is None:
        raise here.error(_next(line, start), msg("the box height and width, such as 3x3"), start)
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
    if line[at : at + 1] != ":":
        expected = msg("':' and the {number} cells", number=size * size)
        raise here.error(_next(line, at), expected, at)
    at += 1
    end = _END.search(line, at)
    cells, removing, _ = line[at : len(line) if end is None else end.start()].partition(":")
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
    digits = bytes(map(table.__getitem__, cells))
    if not removing:
        return Position(height, width, digits)
    return Position(height, width, digits, _removed(line, at + len(cells) + 1, table, here, size))


def _removed(
    text: str, at: int, digits: Mapping[str, int], here: TextLine, size: int
) -> tuple[int, ...]:
    """Return the removed candidates that a notation names from here on."""
    removed = [0] * (size * size)
    while True:
        item = _REMOVED.match(text, at)
        cell = None if item is None else parse_cell_name(item[1], size, size)
        if item is None or cell is None:
            expected = msg(
                "a cell from r1c1 to {last} and the digits that it may not hold, such as r1c2-34",
                last=f"r{size}c{size}",
            )
            raise here.error(_next(text, at), expected, at)
        for place, symbol in enumerate(item[2], item.start(2)):
            digit = digits.get(symbol, 0)
            if not digit:
                raise here.error(quoted(symbol), msg("a digit from 1 to {size}", size=size), place)
            removed[cell] |= 1 << digit
        at = item.end()
        if text[at : at + 1] != ",":
            break
        at += 1
    if text[at:] and not _END.match(text, at):
        raise here.error(_next(text, at), msg("',' or the end"), at)
    return tuple(removed)


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


def write(position: Position, style: str = "notation") -> str:
    """Return the position in one of `STYLES`.

    Raises
    ------
    UnknownNameError
        No such style.
    ParameterError
        The style cannot say this board's size or boxes.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    size, box = position.size, (position.box_height, position.box_width)
    if style in _NINE_ONLY and size != 9:
        raise ParameterError(f"the style {style} is for 9x9 boards, not for {size}x{size}")
    default = default_box(size)
    assert default is not None
    if style not in _SAY_BOXES and box != default:
        raise ParameterError(
            f"this style is read back with boxes of {default[0]}x{default[1]}, not of "
            f"{box[0]}x{box[1]}; the styles notation and grid say the boxes"
        )
    return _WRITERS[style](position)


def _grid(position: Position) -> str:
    size, width = position.size, position.box_width
    cells = [str(digit or ".") for digit in position.cells]
    if position.removed_candidates:
        for cell, mask in enumerate(candidate_masks(position)):
            if not position.cells[cell]:
                cells[cell] = f"{{{to_symbols(bytes(digits_of(mask)))}}}"
    digits = max(len(str(size)), *map(len, cells))
    cells = [cell.rjust(digits) for cell in cells]
    if position.box_height == 1:
        return "\n".join(" ".join(cells[at : at + size]) for at in range(0, size * size, size))
    rule = "+".join(["", *["-" * ((digits + 1) * width + 1)] * position.box_height, ""])
    lines: list[str] = []
    for row in range(size):
        if row % position.box_height == 0:
            lines.append(rule)
        start = row * size
        boxes = [" ".join(cells[at : at + width]) for at in range(start, start + size, width)]
        lines.append("| " + " | ".join(boxes) + " |")
    lines.append(rule)
    return "\n".join(lines)


def _symbols(position: Position) -> str:
    return to_file_symbols(position.cells, position.size)


def _line(position: Position) -> str:
    if position.size == 5:
        raise ParameterError("25 cells on a line are read back as a row of 25x25, not as 5x5")
    return _symbols(position)


def _rows(position: Position) -> str:
    line, size = _symbols(position), position.size
    return "\n".join(line[at : at + size] for at in range(0, size * size, size))


def _zeros(position: Position) -> str:
    """Write numbers; of two digits each where 16 of one would be read as a board of 4x4."""
    cells, size = position.cells, position.size
    digits = 2 if size == 16 and max(cells) <= 4 else 1
    numbers = [str(digit).zfill(digits) for digit in cells]
    return "\n".join(" ".join(numbers[at : at + size]) for at in range(0, size * size, size))


def _sdm(position: Position) -> str:
    return _line(position).replace(".", "0")


def _ss(position: Position) -> str:
    rows = ["|".join((row[:3], row[3:6], row[6:])) for row in _rows(position).split("\n")]
    bands = ["\n".join(rows[at : at + 3]) for at in (0, 3, 6)]
    return "\n-----------\n".join(bands)


def _sdx(position: Position) -> str:
    """Write candidates; all nine digits where the board leaves fewer than two, to be read so."""
    cells: list[str] = []
    removed = position.removed_candidates or bytes(81)
    for digit, mask, gone in zip(position.cells, candidate_masks(position), removed, strict=True):
        left = digits_of(mask) if mask.bit_count() > 1 else range(1, 10)
        if gone and len(left) == 9:
            raise ParameterError(
                msg("this style cannot say that an empty cell has fewer than two candidates")
            )
        cells.append(str(digit) if digit else "".join(map(str, left)))
    return "\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))


def _csv(position: Position) -> str:
    return f"puzzle,solution\n{_symbols(position)},"


_WRITERS: Mapping[str, Callable[[Position], str]] = {
    "notation": format_notation,
    "grid": _grid,
    "line": _line,
    "rows": _rows,
    "zeros": _zeros,
    "sdk": _rows,
    "sdm": _sdm,
    "ss": _ss,
    "sdx": _sdx,
    "csv": _csv,
}
