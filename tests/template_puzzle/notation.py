"""Squares as text: `latin:3:1.3/..1/...` on one line, or a grid with a row a line.

What is written is read back to the same square, and what is wrong is reported with its place.
"""

import re
from collections.abc import Iterator

from gridwise.core.errors import ParseError, TooLargeError, UnknownNameError
from gridwise.core.puzzle import MAX_INPUT_BYTES, Entry
from gridwise.core.reading import split_lines
from template_puzzle.position import MAX_SIZE, Position

STYLES = {"notation": "latin:3:1.3/..1/...", "grid": "a row a line, . for empty"}
_HEAD = re.compile(r"\s*latin:([1-9]):", re.ASCII)

Row = tuple[int, int, str]  # line and column where it begins, both 1-based, and its text


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield a square for each line with a notation and for each grid; blank lines end a grid."""
    if len(text) > MAX_INPUT_BYTES:
        most = f"at most {MAX_INPUT_BYTES}"
        yield Entry(1, error=TooLargeError(f"{len(text)} characters", most, source=source))
        return
    grid: list[Row] = []
    for number, line in enumerate([*split_lines(text), ""], 1):
        notation = line.lstrip().startswith("latin:")
        if line.strip() and not notation:
            grid.append((number, len(line) - len(line.lstrip()) + 1, line.strip()))
        elif grid:
            yield _entry(grid, len(grid), source)
            grid = []
        if notation:
            yield _notation(line, number, source)


def _notation(line: str, number: int, source: str) -> Entry[Position]:
    head = _HEAD.match(line)
    if head is None:
        at = line.index(":") + 2
        error = ParseError(
            "another size", f"1 to {MAX_SIZE}, then :", source=source, line=number, column=at
        )
        return Entry(number, error=error)
    rows: list[Row] = []
    column = head.end() + 1
    for text in line[head.end() :].rstrip().split("/"):
        rows.append((number, column, text))
        column += len(text) + 1
    return _entry(rows, int(head[1]), source)


def _entry(rows: list[Row], size: int, source: str) -> Entry[Position]:
    """Return the square of these rows, or the first thing that is wrong with them."""
    glyphs = ".123456789"[: min(size, MAX_SIZE) + 1]
    found, expected = f"{len(rows)} rows", str(min(size, MAX_SIZE))
    line, column, _ = rows[0]
    bad = len(rows) != size or size > MAX_SIZE
    for row in [] if bad else rows:
        line, column, text = row
        wrong = next((at for at, glyph in enumerate(text) if glyph not in glyphs), None)
        if wrong is not None:
            found, expected, column = repr(text[wrong]), f". or 1 to {size}", column + wrong
        else:
            found, expected = f"a row of length {len(text)}", f"length {size}"
        if wrong is not None or len(text) != size:
            bad = True
            break
    if bad:
        error = ParseError(found, expected, source=source, line=line, column=column)
        return Entry(rows[0][0], error=error)
    cells = (glyphs.index(glyph) for _, _, text in rows for glyph in text)
    return Entry(rows[0][0], Position(size, tuple(cells)))


def format_square(position: Position, style: str = "notation") -> str:
    """Return the square in one of `STYLES`."""
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    text = "".join(str(value or ".") for value in position.cells)
    rows = [text[at : at + position.size] for at in range(0, len(text), position.size)]
    return f"latin:{position.size}:{'/'.join(rows)}" if style == "notation" else "\n".join(rows)
