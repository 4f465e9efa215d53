"""The signs of the sliding puzzle: how a table of cells becomes a board.

The tiles are the numbers from 1, in hexadecimal too, each once; any one other sign, or `0`, or a
blank cell is the blank. A table is a board, or each of its rows is one (Korf's form: all numbers of
a board on a line, perhaps after the number of the instance).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.reading import quoted
from gridwise.core.table import Reading, Table
from gridwise.puzzles.sliding.notation import NumberField, arrangement, check_size, goal_of
from gridwise.puzzles.sliding.position import MAX_SIDE, Position, blank_first, blank_last, snail

_HEXADECIMAL = {letter: 10 + at for at, letter in enumerate("ABCDEF")}


def interpret(table: Table) -> Iterator[Reading[Position] | ParseError]:
    """Yield the boards of a table, and an error for each part that is none."""
    try:
        table = _behind_bars(table)
        parts = _parts(table)
    except ParseError as error:
        yield error
        return
    for part in parts:
        try:
            yield _reading(part if isinstance(part, Table) else _board_on_line(table, *part), table)
        except ParseError as error:
            yield error


def likeness(table: Table) -> float:
    """Return the share of the cells that are different numbers from 0 to their number."""
    cells = [text for row in table.rows for text in row.cells]
    numbers = {int(text) for text in cells if text.isascii() and text.isdigit() and len(text) < 5}
    share = len([n for n in numbers if n < len(cells)]) / max(1, len(cells))
    return share if max(numbers, default=0) > 8 or len(cells) <= 9 else 0.8 * share


def _behind_bars(table: Table) -> Table:
    """Return the last columns of rows such as `1 | 57 | 41 | 14 13 15 ...`, if each is a board."""
    bars = [row.bars[-1][0] if row.bars else 0 for row in table.rows]
    counts = {len(row.cells) - at for row, at in zip(table.rows, bars, strict=True)}
    count = counts.pop()
    if counts or count < 9 or isqrt(count) ** 2 != count or not all(bars):
        return table
    rows = [
        row._replace(cells=row.cells[at:], columns=row.columns[at:], bars=())
        for row, at in zip(table.rows, bars, strict=True)
    ]
    return replace(table, rows=rows)


def _parts(table: Table) -> Sequence[Table | tuple[int, int, int]]:
    """Return the table itself, or its rows if each is a board, with the width and height of it."""
    rows = table.rows
    width = table.width
    if not width:
        raise table.error(msg("no cells"), msg("the rows of a board"))
    if width > MAX_SIDE * MAX_SIDE + 1:
        most = msg("at most {most} numbers", most=MAX_SIDE * MAX_SIDE)
        raise table.here(0).too_large(msg("a line of {number} cells", number=width), most)
    height = len(rows)
    bounds = range(width, height, width)
    if height > width and height % width == 0 and set(bounds) <= table.rulings.keys():
        return [table.of_rows(start, start + width) for start in (0, *bounds)]
    said = _size(table)
    bands = table.bands()
    if len(bands) > 1 and all(map(_complete, bands)):
        return bands
    if said is not None:
        count = said[0] * said[1]
        if (
            width in (count, count + 1)
            and (len(rows) > 1 or said[1] > 1)
            and (said[0], said[1]) != (width, len(rows))
        ):
            return [(at, *said) for at in range(len(rows))]
        return [table]
    lines = [
        count
        for count in (width, width - 1)
        if count >= (4 if count == width else 9) and isqrt(count) ** 2 == count
    ]
    if not lines or (
        len(rows) > 1 and not all(_has_blank(table, at) for at in range(min(2, len(rows))))
    ):
        return [table]
    if len(rows) > 1 and width <= 5 and len(rows) in (2, 3, 4, 5) and _complete(table):
        return [table]
    if len(rows) == 1 and width < 4:
        return [table]
    side = isqrt(lines[0])
    return [(at, side, side) for at in range(len(rows))]


def _complete(table: Table) -> bool:
    """Return whether the whole table has each number once."""
    cells = [text for row in table.rows for text in row.cells]
    return len(set(cells)) == len(cells)


def _has_blank(table: Table, at: int) -> bool:
    return any(text in ("0", "") or not text.isdigit() for text in table.rows[at].cells)


def _size(table: Table) -> tuple[int, int] | None:
    """Return the width and height that a line gives."""
    if "size" not in table.directives:
        return None
    text, here, at = table.directives["size"]
    width, by, height = text.replace(" ", "").lower().partition("x")
    if not (by and width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise here.error(quoted(text), "WIDTHxHEIGHT", at)
    sides = int(width[:7]), int(height[:7])
    check_size(*sides, here, at)
    return sides


def _board_on_line(table: Table, at: int, width: int, height: int) -> Table:
    row = table.rows[at]
    first = len(row.cells) - width * height
    if first == 1 and row.cells[0].isdigit():
        row = row._replace(cells=row.cells[1:], columns=row.columns[1:])
    elif first:
        found = msg("a board of {number} numbers", number=len(row.cells))
        raise table.error(found, str(width * height), at, min(len(row.cells), width * height))
    return replace(table, rows=[row._replace(bars=())], rulings={}).reshaped(width)


def _reading(part: Table, table: Table) -> Reading[Position]:
    height, width = len(part.rows), len(part.rows[0].cells)
    check_size(width, height, part.here(0))
    said = _size(table)
    if said is not None and said != (width, height):
        found = msg("a matrix of {size}", size=f"{width}x{height}")
        raise part.error(found, "{}x{}".format(*said))
    notes: list[Message] = []
    tiles = tiles_of(part, notes)
    goal = blank_first(width * height)
    if "goal" in table.directives:
        text, here, at = table.directives["goal"]
        goal = goal_of(text, width, height, here, at)
    elif table.goal is not None:
        whole = _parts(table.goal)[0]
        goal = tiles_of(
            whole if isinstance(whole, Table) else _board_on_line(table.goal, *whole), notes
        )
        if len(goal) != len(tiles):
            raise table.goal.error(
                msg("a goal of {number} numbers", number=len(goal)), str(len(tiles))
            )
    doubt = 0 if width * height >= 9 else 1
    if height == 1 and said is None and table.goal is None:
        doubt = 2  # a list of numbers is rather the columns of queens
    return Reading(part.line, Position(width, height, tiles, goal), doubt, tuple(notes))


def tiles_of(part: Table, notes: list[Message]) -> tuple[int, ...]:
    """Return the numbers of a table, 0 for the blank; each from 0 on has to occur once."""
    width = len(part.rows[0].cells)
    for at, row in enumerate(part.rows):
        if len(row.cells) != width:
            expected = msg("length {width} as in line {line}", width=width, line=part.line)
            found = msg("a row of length {length}", length=len(row.cells))
            raise part.error(found, expected, at, min(len(row.cells), width))
    cells = [text for row in part.rows for text in row.cells]
    size = len(cells)
    if "".join(cells).isdecimal() and max(map(len, cells)) < 8:
        numbers = tuple(map(int, cells)) if "" not in cells else ()
        if sorted(numbers) == [*range(size)]:
            return numbers
    hexadecimal = size == 16 and not any(len(text) > 1 for text in cells)
    values = {text: _value(text, hexadecimal) for text in set(cells)}
    signs = [text for text in cells if values[text] is None]
    if len(signs) == 1 and "0" not in cells and len(signs[0]) <= 2:
        values[signs[0]] = 0  # any sign may be the blank
    rows = [
        (
            part.here(at),
            [
                NumberField(column, text if values[text] is None else str(values[text]))
                for text, column in zip(row.cells, row.columns[: len(row.cells)], strict=True)
            ],
        )
        for at, row in enumerate(part.rows)
    ]
    return arrangement(rows, size)


def _value(text: str, hexadecimal: bool) -> int | None:
    if text.isascii() and text.isdigit() and len(text) < 8:
        return int(text)
    return _HEXADECIMAL.get(text.upper()) if hexadecimal else None


def start_and_goal(start: Position, goal: Position) -> Position | None:
    """Return the board that two tables make, None if the second is not the goal of the first."""
    usual = blank_first(start.size)
    in_order = (usual, blank_last(start.size), snail(start.width, start.height))
    alike = (start.width, start.height, start.goal) == (goal.width, goal.height, goal.goal)
    if alike and start.goal == usual and goal.tiles in in_order and start.tiles not in in_order:
        return replace(start, goal=goal.tiles)
    return None
