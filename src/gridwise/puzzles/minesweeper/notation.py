"""Reads and writes the notation and moves, and writes matrices; `symbols` reads other forms.

The notation is `minesweeper:WIDTHxHEIGHT:ROWS` or, with the number of mines on the whole board,
`minesweeper:WIDTHxHEIGHTxMINES:ROWS`; rows are joined by `/`.
"""

import re
from collections.abc import Mapping

from gridwise.core.errors import ParseError, UnknownNameError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_CELLS
from gridwise.core.reading import (
    TextLine,
    quoted,
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
_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})(?:x([0-9]{1,7}))?:", re.ASCII)
_MOVE = re.compile(r"(r[0-9]+c[0-9]+)=(.*)", re.ASCII | re.S)


def parse_notation(line: str, here: TextLine) -> Position:
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
    lines = [f"# {remark}" for remark in remarks(position)]
    separator = _SEPARATORS[style]
    if separator and width == 3 and sorted(rows[0][:2]) == sorted(f"3{height - 1}"):
        # A line such as `3 6 1` above six rows of three would be read as the size of the board.
        lines.extend(separator.join(f'"{cell}"' for cell in row) for row in rows)
    else:
        lines.extend(separator.join(row) for row in rows)
    return "\n".join(lines)


def remarks(position: Position) -> tuple[str, ...]:
    """Return the line with the number of mines, if it is known."""
    return () if position.mines is None else (f"mines: {position.mines}",)


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
