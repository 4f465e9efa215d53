"""Replays of Vienna Minesweeper (`.rmv`), versions 1 and 2 of the format.

`*rmv`, the version (2 bytes), in version 2 the program (2), the length of the file (4), the lengths
of the sections, which follow in this order: result (version 1), program, player, board, flags set
before the start, properties, further properties (version 2), events, checksum. Lengths have 2
bytes, that of the events 4.

The board: its time (4 bytes), width, height (1 each), the number of mines (2), column and row of
each, from 0. Properties: question marks, no flags, mode, level; in version 2 two for 3BV, and
the side of a cell in pixels. Events: 1 to 7 the mouse (time in milliseconds in 3 bytes, a byte, x
and y in 2 each), 28 a short move of it; 9 to 14 and 18 to 27 what a cell then shows, which follows
from the mouse and is passed over; 15 to 17 the end. The press before the first release is not
recorded. Source of the format: its specification by T. Kolar (ralokt/rmv_spec, a draft of 2024).
"""

from gridwise.core.message import msg
from gridwise.puzzles.minesweeper.formats.binary.byte_reader import (
    EVENT,
    HEAD,
    NUMBER,
    SIZE,
    ByteReader,
)
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded

SUFFIXES = (".rmv",)

_SIGNATURE = b"*rmv"
_CORNERS = {1: (12, 56), 2: (0, 0)}
"""The place of the board's corner, in pixels, by version."""
_CELL = 16
_END = frozenset({15, 16, 17})
_STAMP, _SHORT_MOVE = 0, 28
_SHOWN = frozenset({*range(9, 15), *range(18, 28)})


def matches(data: bytes) -> bool:
    """Return whether a file begins with the signature."""
    return data.startswith(_SIGNATURE)


def read(data: bytes, source: str = "<file>") -> Recorded:
    """Return the board and the game of a file."""
    reader = ByteReader(data, source)
    head = reader.take(len(_SIGNATURE), HEAD)
    version = reader.number(2, HEAD)
    if head != _SIGNATURE or version not in _CORNERS:
        raise reader.error(
            msg("version {number}", number=version), msg("a known version of the format"), 4
        )
    second = version == 2
    reader.take(2 * second + 4, HEAD)
    sizes = [reader.number(2, HEAD) for _ in range(6)]
    # The first of the sections is missing in version 2, the last in version 1.
    result, program, player, _, before, options, more = (0, *sizes) if second else (*sizes, 0)
    reader.take(4 + 2, HEAD)
    reader.take(result + program + player + 4, HEAD)
    width, height = reader.take(2, SIZE)
    mines = reader.mines(width, height, reader.number(2, NUMBER))
    flags = ByteReader(data, source, reader.at)
    reader.take(before, HEAD)
    properties = reader.take(options, HEAD)
    reader.take(more, HEAD)
    cell = properties[6] if second and len(properties) > 6 else _CELL
    if not cell:
        raise reader.error(
            msg("cells of {number} pixels", number=cell), msg("at least {least} pixels", least=1)
        )
    marks = properties[:1] > b"\0"
    mouse = Mouse(width, height, mines, cell_size=cell, marks=marks, left=True)
    if before:
        _set_flags(mouse, flags, cell)
    _follow(mouse, reader, version)
    return mouse.recorded


def _set_flags(mouse: Mouse, reader: ByteReader, cell: int) -> None:
    mouse.left(False)
    for _ in range(reader.number(2, HEAD)):
        col, row = reader.take(2, HEAD)
        mouse.move(col * cell, row * cell, 0)
        mouse.right(True)
        mouse.right(False)
    mouse.move(-1, -1, 0)
    mouse.left(True)


def _follow(mouse: Mouse, reader: ByteReader, version: int) -> None:
    """Follow the events of the mouse to the end of the game."""
    buttons = (mouse.left, mouse.right, mouse.middle)
    corner_x, corner_y = _CORNERS[version]
    x = y = time = 0
    while True:
        code = reader.number(1, EVENT)
        if code in _END:
            return
        if code in _SHOWN:
            reader.take(2, EVENT)
        elif code == _STAMP and version == 1:
            reader.take(4, EVENT)
        elif code == _SHORT_MOVE and version == 2:
            passed, step = reader.take(2, EVENT)
            time += passed
            x += (step >> 4 ^ 8) - 8
            y += (step & 15 ^ 8) - 8
            mouse.move(x, y, time)
        elif 1 <= code <= 7:
            time = reader.number(3, EVENT)
            place = reader.take(5, EVENT)
            x, y = (int.from_bytes(place[at : at + 2], "big", signed=version == 2) for at in (1, 3))
            x, y = x - corner_x, y - corner_y
            mouse.move(x, y, time)
            if code > 1:
                buttons[code // 2 - 1](code % 2 == 0)
        else:
            raise reader.error(msg("action {code}", code=code), EVENT, reader.at - 1)
