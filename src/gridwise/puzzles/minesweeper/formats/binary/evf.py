"""Replays of Metasweeper (`.evf`), versions 0.0 to 0.4 of the format.

The version (1 byte), flags (1; 2 from 0.3 on), rows and columns (1 each), mines (2), pixels a cell
(1), mode (2), 3BV (2), the time (3; 4 in 0.4); texts that end with 0, among them the player's
name and in 0.4 numbers of known length; the layout, a bit a cell, row by row, the high bit first.
Then the events of the mouse. Up to 0.3 an event is its kind, the time in milliseconds (3), x and y
(2 each); kind 0 or 255 ends them. In 0.4 time (1), x and y (2 each, signed) are differences; 81 to
99 is a change of the game, 255 a pause (2), and 0 ends them. The format knows no sign that
the player used question marks, and its programs have none.

Source of the format: the "evf format" of ms_toollib (eee555), which is not used.
"""

from gridwise.core.message import msg
from gridwise.puzzles.minesweeper.formats.binary.byte_reader import (
    EVENT,
    HEAD,
    MINES,
    NUMBER,
    SIZE,
    ByteReader,
)
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded

SUFFIXES = (".evf",)

_NEWEST = 4
_TEXTS = (7, 7, 8, 8)
"""The number of texts after the time, by version."""
_LEAST_CELL = 5
"""The least pixels of a cell."""
_ENDS = (0, 255)
_PRE_FLAG, _BOTH = 8, 9
_TOGGLED = {10: "left", 11: "right", 12: "middle"}
_PAUSE = 255
_GAME = range(81, 100)


def matches(data: bytes) -> bool:
    """Return whether there are a version, a size, as many mines as fit, and pixels a cell."""
    at = _size_at(data[0]) if data and data[0] <= _NEWEST else len(data)
    rows, cols, *mines, cell = data[at : at + 5] if len(data) >= at + 5 else (0, 0, 0)
    return 0 < rows * cols >= int.from_bytes(bytes(mines), "big") and cell >= _LEAST_CELL


def _size_at(version: int) -> int:
    return 3 if version >= 3 else 2


def read(data: bytes, source: str = "<file>") -> Recorded:
    """Return the board and the game of a file."""
    reader = ByteReader(data, source)
    version = reader.number(1, HEAD)
    if version > _NEWEST:
        raise reader.error(
            msg("version {number}", number=version), msg("a known version of the format"), 0
        )
    reader.at = _size_at(version)
    height, width = reader.take(2, SIZE)
    number = reader.number(2, NUMBER)
    reader.board(width, height, number)
    cell = reader.number(1, HEAD)
    if cell < _LEAST_CELL:
        size = msg("cells of {number} pixels", number=cell)
        raise reader.error(size, msg("at least {least} pixels", least=_LEAST_CELL), reader.at - 1)
    _pass_texts(reader, version)
    mines = _mines(reader, width, height, number)
    mouse = Mouse(width, height, mines, cell_size=cell)
    if version == _NEWEST:
        for _ in range(reader.number(2, HEAD)):
            reader.until(b"\0", HEAD)
        _follow_differences(mouse, reader)
    else:
        _follow(mouse, reader)
    return mouse.recorded


def _pass_texts(reader: ByteReader, version: int) -> None:
    transcoded = version == _NEWEST and reader.data[1] >> 3 & 1
    reader.take(2 + 2 + (4 + 2 + 8 + 8 if version == _NEWEST else 3), HEAD)
    for _ in range((4 + 2 * transcoded) if version == _NEWEST else _TEXTS[version]):
        reader.until(b"\0", HEAD)
    if version == _NEWEST:
        reader.take(reader.number(2, HEAD), HEAD)


def _mines(reader: ByteReader, width: int, height: int, number: int) -> frozenset[int]:
    """Return the mines of the layout."""
    first = reader.at
    layout = reader.take((width * height + 7) // 8, MINES)
    mines = frozenset(c for c in range(width * height) if layout[c >> 3] << (c & 7) & 128)
    if len(mines) != number:
        count, expected = (msg("{number} mines", number=mine) for mine in (len(mines), number))
        raise reader.error(count, expected, first)
    return mines


def _do(mouse: Mouse, reader: ByteReader, kind: int, at: int) -> None:
    """Let one event of the mouse take effect."""
    buttons = (mouse.left, mouse.right, mouse.middle)
    if 2 <= kind <= 7:
        buttons[kind // 2 - 1](kind % 2 == 0)
    elif kind == _PRE_FLAG:
        mouse.right(True)
        mouse.right(False)
    elif kind == _BOTH:
        mouse.both()
    elif kind in _TOGGLED:
        mouse.toggle(_TOGGLED[kind])
    elif kind != 1:
        raise reader.error(msg("action {code}", code=kind), EVENT, at)


def _follow(mouse: Mouse, reader: ByteReader) -> None:
    while (kind := reader.number(1, EVENT)) not in _ENDS:
        at = reader.at - 1
        time, x, y = (reader.number(size, EVENT) for size in (3, 2, 2))
        mouse.move(x, y, time)
        _do(mouse, reader, kind, at)


def _follow_differences(mouse: Mouse, reader: ByteReader) -> None:
    x = y = time = 0
    while kind := reader.number(1, EVENT):
        at = reader.at - 1
        if kind == _PAUSE:
            time += reader.number(2, EVENT)
            continue
        time += reader.number(1, EVENT)
        if kind in _GAME:
            continue
        right, down = reader.take(2, EVENT), reader.take(2, EVENT)
        x += int.from_bytes(right, "big", signed=True)
        y += int.from_bytes(down, "big", signed=True)
        mouse.move(x, y, time)
        _do(mouse, reader, kind, at)
