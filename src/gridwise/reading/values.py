"""Writes the values of a program as the text of a table: lists, arrays, frames, dicts of cells.

Each row is a line, with commas between its cells, so that the reader of texts is the only one. An
empty field is an empty cell: None, NaN, an empty text. A list of numbers is one line, a list of
texts has a row in each.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gridwise.core.errors import VALUES, ParameterError, ParseError
from gridwise.core.message import msg
from gridwise.core.reading import quoted

_NAME = re.compile(r"[rR]([1-9][0-9]{0,2})[cC]([1-9][0-9]{0,2})|([A-Y])([1-9][0-9]?)", re.ASCII)
_SIDES = (4, 9, 16, 25)
"""The sides of the boards that a few cells may be of."""
_WHOLE = 9
"""The fewest cells of a dict that are a whole board."""
_SCALARS = (int, float, str, bytes, type(None))
_NOT_ONE = re.compile(r"[,;\s]")
"""What no text of one cell has within."""


def text_of(values: object) -> str | None:
    """Return the text of a table of values, None for anything else.

    Parameters
    ----------
    values
        A list of rows, of numbers or of texts, nested or not, as Python, NumPy (any dtype) and
        pandas have them; or a dict of cells, whose names are `"r1c1"`, `(0, 0)` or `"A1"` (row A,
        column 1). The board of a dict that lacks cells is the smallest of 4x4, 9x9, 16x16 or 25x25
        that has room for its names and numbers.

    Raises
    ------
    ParseError
        The rows differ in length, or a value is none of a cell; it has the row and the column.
    ParameterError
        A key of a dict names no cell.
    """
    if isinstance(values, str):
        return None
    cells = _plain(values)
    if isinstance(cells, Mapping):
        return _of_rows(_rows_of(cells)) if cells else None
    if not isinstance(cells, list | tuple) or not cells:
        return None
    if _holds_rows(cells):
        return "\n".join(row.rstrip("\r\n") for row in cells)
    first = _plain(cells[0])  # a list of many boards is not gone through
    if _are_scalars([first]):
        items = [_plain(cell) for cell in cells]
        return _of_rows([items]) if _are_scalars(items) else None
    if not _is_row(first):
        return None
    rows = [_plain(row) for row in cells]
    if not all(map(_is_row, rows)) or all(map(_holds_rows, rows)):
        return None
    return _of_rows(rows)


def in_cells(error: ParseError, text: str) -> ParseError:
    """Return an error about a place in the text of values as one about their row and column."""
    line = text.split("\n")[error.line - 1]
    column = error.column
    if "," in line:
        column = line.count(",", 0, column - 1) + 1
    return type(error)(*error.phrases, source=VALUES, line=error.line, column=column)


def _plain(values: Any) -> Any:
    """Return a frame, an array or a number of NumPy as lists and numbers of Python."""
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    return values.tolist() if hasattr(values, "tolist") else values


def _holds_rows(texts: Sequence[Any]) -> bool:
    """Return whether a list holds texts, each a row and not a cell of two digits at most."""
    if not all(isinstance(text, str) for text in texts):
        return False
    lengths = set(map(len, texts))
    return max(lengths) > 2 or lengths == {2}


def _are_scalars(items: Iterable[object]) -> bool:
    return all(isinstance(one, _SCALARS) or _is_missing(one) for one in items)


def _is_row(values: object) -> bool:
    return isinstance(values, list | tuple) and bool(values) and _are_scalars(map(_plain, values))


def _is_missing(value: object) -> bool:
    """Return whether a value stands for no value: None, NaN, pandas' NA and NaT."""
    nan = isinstance(value, float) and math.isnan(value)
    return value is None or nan or type(value).__name__ in ("NAType", "NaTType")


def _of_rows(rows: Sequence[Sequence[Any]]) -> str:
    width = len(rows[0])
    for row, cells in enumerate(rows, 1):
        if len(cells) != width:
            found = msg("a row of {number} values", number=len(cells))
            raise _error(found, msg("{number} as in row 1", number=width), row, len(cells))
    table = [[_plain(value) for value in row] for row in rows]
    _check_numbers(table)
    return "\n".join(
        ",".join(_field(value, row, column) for column, value in enumerate(cells, 1))
        for row, cells in enumerate(table, 1)
    )


def _check_numbers(table: Sequence[Sequence[Any]]) -> None:
    """Raise `ParseError` at a number of two digits among smaller ones: no list of candidates.

    Numbers above both sides are most of a sliding board, and each of them is there once.
    """
    most = max(len(table), len(table[0]), 9)
    numbers = [value for row in table for value in row if isinstance(value, int) and value > 0]
    high = [number for number in numbers if number > most]
    if not high or len(set(numbers)) == len(numbers) or 2 * len(high) > len(numbers):
        return
    row, column = next(
        (row, column)
        for row, cells in enumerate(table, 1)
        for column, value in enumerate(cells, 1)
        if value == high[0]
    )
    expected = msg("a number from 0 to {last}", last=most)
    raise _error(str(high[0]), expected, row, column)


def _field(value: Any, row: int, column: int) -> str:
    """Return the text of a cell."""
    if _is_missing(value):
        return ""
    if isinstance(value, str | bytes):
        text = value.strip() if isinstance(value, str) else value.decode("latin-1").strip()
        if _NOT_ONE.search(text) is None:
            return text
    elif isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    raise _error(quoted(str(value)), msg("a whole number, or a sign"), row, column)


def _error(found: Any, expected: Any, row: int, column: int) -> ParseError:
    return ParseError(found, expected, source=VALUES, line=row, column=column)


def _rows_of(cells: Mapping[Any, Any]) -> list[list[Any]]:
    """Return the rows of the board of a dict of cells."""
    places = {_place(name): _plain(value) for name, value in cells.items()}
    if len(places) < len(cells):
        raise ParameterError(msg("found a cell with two names, expected each cell once"))
    height, width = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    if len(places) < max(height * width, _WHOLE):
        from_one = all(isinstance(name, tuple) and min(name) > 0 for name in cells)
        if from_one and max(height, width) - 1 in _SIDES:
            expected = msg("rows and columns from 0, or names such as {example}", example="'r1c1'")
            raise ParameterError(
                msg(
                    "found {found}, expected {expected}",
                    found=msg("none in row 0 or column 0"),
                    expected=expected,
                )
            )
        numbers = [value for value in places.values() if isinstance(value, int)]
        least = max(height, width, *(number for number in numbers if number <= _SIDES[-1]))
        height = width = next((side for side in _SIDES if side >= least), least)
    return [[places.get((row, column)) for column in range(width)] for row in range(height)]


def _place(name: Any) -> tuple[int, int]:
    """Return the row and the column, from 0, that a key of a dict names."""
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    if match is not None and match[1]:
        return int(match[1]) - 1, int(match[2]) - 1
    if match is not None:
        return ord(match[3]) - ord("A"), int(match[4]) - 1
    if isinstance(name, tuple) and len(name) == 2:
        row, column = map(_plain, name)
        if type(row) is type(column) is int and 0 <= row < 1000 and 0 <= column < 1000:
            return row, column
    expected = msg("a cell such as {examples}", examples="'r1c1', (0, 0), 'A1'")
    raise ParameterError(
        msg("found {found}, expected {expected}", found=repr(name), expected=expected)
    )
