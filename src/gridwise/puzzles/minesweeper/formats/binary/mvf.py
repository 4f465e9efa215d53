"""Replays of Minesweeper Clone (`.mvf`), versions 0.76 beta to 2007.

From 0.97 on a file begins with four texts, each after its length: the program, the years, the
author, the version. Three bytes follow, then the date (7 bytes), the level and the mode (2), the
time (3), in 0.97 numbers about the game (10), whether there are question marks (1), width and
height (1 each), the number of mines (2), column and row of each mine, from 1, and the player's
name after its length. Then there are two bytes as a key, the number of events (3), and 5 bytes
an event in 0.97, 6 in later versions, whose bits are permuted by digits that follow from the key.

Before 0.97 a file begins with width, height and mines, from 0; whether there are question marks,
a byte, and 8 bytes an event: second, hundredth, buttons, x (2), y (2), a byte. The time (3), a name
and a checksum of 122, 110 or 10 bytes end it.

An event is the state of the mouse: which buttons are down, and where. Source of the format:
`parser_mvf.c` of the project minesweeper-rawvf (M. Bashov, D. Moore), which is not used.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, sin, sqrt

from gridwise.puzzles.minesweeper.formats.binary.byte_reader import (
    EVENT,
    HEAD,
    NUMBER,
    SIZE,
    ByteReader,
)
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded

SUFFIXES = (".mvf",)

_SIGNATURE = b"\x11Minesweeper Clone"
_OLD_BOARDS = ((8, 8, 10), (16, 16, 40), (30, 16, 99))
"""The only boards that versions before 0.97 save."""
_OLD_EVENT = 8
_OLD_ENDS = (122, 110, 10)
"""The lengths of what follows the time in an old file: name and checksum, by version."""


@dataclass(frozen=True, slots=True)
class _Version:
    """How a version packs a file.

    The first three bits of an event are the right, the middle and the left button; then come y, x
    and the time, the low bit of each first.

    Parameters
    ----------
    size
        The bytes of an event.
    before_marks
        The bytes between the head and the byte about question marks.
    place, offset
        The bits of x and of y, and what is added to them.
    unit_ms
        The unit of time.
    """

    size: int
    before_marks: int
    place: int
    offset: int
    unit_ms: int


_OF_097 = _Version(5, 7 + 2 + 3 + 10, 9, 0, 10)
_OF_2007 = _Version(6, 7 + 2 + 3, 11, 32, 1)


def matches(data: bytes) -> bool:
    """Return whether a file begins with the program's name, or with an old board and more."""
    if data.startswith(_SIGNATURE):
        return True
    head = (*data[:2], int.from_bytes(data[2:4], "big"))
    return head in _OLD_BOARDS and len(data) > 4 + 2 * head[2] + min(_OLD_ENDS)


def read(data: bytes, source: str = "<file>") -> Recorded:
    """Return the board and the game of a file."""
    reader = ByteReader(data, source)
    if not data.startswith(_SIGNATURE[:1]):
        return _read_old(reader)
    texts = [_text(reader) for _ in range(4)]
    version = _OF_097 if texts[1][-1:] in (b"5", b"8") else _OF_2007
    reader.take(3 + version.before_marks, HEAD)
    marks = bool(reader.number(1, HEAD))
    width, height = reader.take(2, SIZE)
    mines = reader.mines(width, height, reader.number(2, NUMBER), base=1)
    _text(reader)
    key, number = reader.number(2, HEAD), reader.number(3, HEAD)
    mouse = Mouse(width, height, mines, marks=marks)
    states = reader.take(number * version.size, EVENT)
    _follow(mouse, _unpacked(states, key, version))
    return mouse.recorded


def _text(reader: ByteReader) -> bytes:
    return reader.take(reader.number(1, HEAD), HEAD)


def _unpacked(data: bytes, key: int, version: _Version) -> Iterator[tuple[int, int, int, int]]:
    """Yield buttons (1 left, 2 middle, 4 right), x, y and time of each event.

    A table for each byte holds what each of its values adds to the number with the bits in order.
    """
    bits = range(8 * version.size)
    digits = _digits(key)
    home = [0] * len(bits)
    for to, at in enumerate(sorted(bits, key=digits.__getitem__)):
        home[at] = 1 << to
    tables: list[list[int]] = []
    for at in bits[::8]:
        table = [0]
        for bit in home[at : at + 8]:
            table += [other | bit for other in table]
        tables.append(table)
    place, mask = version.place, (1 << version.place) - 1
    for at in range(0, len(data), version.size):
        state = sum(table[data[at + i]] for i, table in enumerate(tables))
        buttons = (state >> 2 & 1) | (state & 2) | (state & 1) << 2
        y, x, time = state >> 3 & mask, state >> 3 + place & mask, state >> 3 + 2 * place
        if version is _OF_097:
            time = (time >> 7 & 1023) * 100 + (time & 127)
        else:
            time &= (1 << 22) - 1
        yield buttons, x - version.offset, y - version.offset, time * version.unit_ms


def _digits(key: int) -> str:
    """Return the digits of a key: eight each of six numbers that follow from it."""
    root, far = sqrt(key), sqrt(key + 1000.0)
    deep, edge = sqrt(root + 1000.0), sqrt(far + 1000.0)
    parts = (
        cos(deep + 1000.0),
        sin(sqrt(far)),
        cos(deep),
        sin(sqrt(root) + 1000.0),
        cos(edge),
        sin(edge),
    )
    return "".join(f"{round(abs(part) * 1e8):08d}"[:8] for part in parts)


def _read_old(reader: ByteReader) -> Recorded:
    width, height = reader.take(2, SIZE)
    number = reader.number(2, NUMBER)
    mines = reader.mines(width, height, number)
    marks, _ = reader.take(2, HEAD)
    mouse = Mouse(width, height, mines, marks=bool(marks))
    _follow(mouse, _old_states(reader))
    for button in (mouse.left, mouse.right, mouse.middle):
        button(False)  # the release that ended the game is not recorded
    return mouse.recorded


def _old_states(reader: ByteReader) -> Iterator[tuple[int, int, int, int]]:
    """Yield buttons, x, y and time of each event, up to the time of the game."""
    data, first = reader.data, reader.at
    newest = not data[-1:].isdigit() and not data[-22:-21].isdigit()
    end = _OLD_ENDS[0 if newest else 1 if data[-13:-10] == b"   " else 2]
    last = reader.at = max(first, len(data) - end - 3)
    total, before = (reader.number(2, HEAD), reader.number(1, HEAD)), (0, 0)
    for at in range(first, last - _OLD_EVENT + 1, _OLD_EVENT):
        time = (data[at], data[at + 1])
        if not before <= time <= total:
            return
        before, x, y = time, data[at + 3 : at + 5], data[at + 5 : at + 7]
        place = int.from_bytes(x, "big"), int.from_bytes(y, "big")
        yield data[at + 2], *place, 1000 * time[0] + 10 * time[1]


def _follow(mouse: Mouse, states: Iterator[tuple[int, int, int, int]]) -> None:
    """Press and release the buttons that differ from one state to the next."""
    before = 0
    for buttons, x, y, time in states:
        mouse.move(x, y, time)
        for bit, button in ((1, mouse.left), (4, mouse.right), (2, mouse.middle)):
            if (buttons ^ before) & bit:
                button(bool(buttons & bit))
        before = buttons
