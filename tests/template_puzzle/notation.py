"""Squares as text: `latin:3:1.3/..1/...` on one line, or a grid with a row a line.

What is written is read back to the same square, and what is wrong is reported with its place.
"""

import re
from collections.abc import Iterator, Sequence

from gridwise.core.errors import ParseError, UnknownNameError
from gridwise.core.reading import TextLine, quoted
from gridwise.core.table import BROKEN, Reading, Table
from template_puzzle.position import MAX_SIZE, Position

STYLES = {"notation": "latin:3:1.3/..1/...", "grid": "a row a line, . for empty"}
_HEAD = re.compile(r"\s*latin:([1-9]):", re.ASCII)

Row = tuple[TextLine, int, Sequence[str]]  # its line, the offset where it begins, and its cells


def parse_notation(line: str, here: TextLine) -> Position:
    """Return the square of a line with a notation."""
    head = _HEAD.match(line)
    if head is None:
        raise here.error("another size", f"1 to {MAX_SIZE}, then :", line.index(":") + 1)
    rows: list[Row] = []
    at = head.end()
    for text in line[at:].rstrip().split("/"):
        rows.append((here, at, text))
        at += len(text) + 1
    return _square(rows, int(head[1]))


def interpret(table: Table) -> Iterator[Reading[Position] | ParseError]:
    """Yield the square of a table of cells; most are rather meant for another puzzle."""
    rows = [(table.here(at), row.columns[0], row.cells) for at, row in enumerate(table.rows)]
    try:
        yield Reading(table.line, _square(rows, len(rows)), doubt=BROKEN)
    except ParseError as error:
        yield error


def _square(rows: list[Row], size: int) -> Position:
    """Return the square of these rows; raise the error for the first thing wrong with them."""
    here, at, _ = rows[0]
    if len(rows) != size or size > MAX_SIZE:
        raise here.error(f"{len(rows)} rows", str(min(size, MAX_SIZE)), at)
    glyphs = [*".123456789"[: size + 1]]
    for here, at, cells in rows:
        wrong = next((index for index, cell in enumerate(cells) if cell not in glyphs), None)
        if wrong is not None:
            raise here.error(quoted(cells[wrong]), f". or 1 to {size}", at + wrong)
        if len(cells) != size:
            raise here.error(f"a row of length {len(cells)}", f"length {size}", at)
    return Position(size, tuple(glyphs.index(cell) for _, _, cells in rows for cell in cells))


def format_square(position: Position, style: str = "notation") -> str:
    """Return the square in one of `STYLES`."""
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    text = "".join(str(value or ".") for value in position.cells)
    rows = [text[at : at + position.size] for at in range(0, len(text), position.size)]
    return f"latin:{position.size}:{'/'.join(rows)}" if style == "notation" else "\n".join(rows)
