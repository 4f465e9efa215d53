"""Replays of Minesweeper Arbiter (`.avf`), and of Freesweeper in the same form.

=============== ==================================================================================
bytes           meaning
=============== ==================================================================================
1               the version: 52 of Arbiter 0.52; 0 in Freesweeper
4               of no use here
1               the level: 3 is 8x8x10, 4 is 16x16x40, 5 is 30x16x99, 6 is any other board
4               only at level 6: width - 1, height - 1, two bytes for the number of mines
2 each mine     row and column, from 1
some            a checksum and the country; the last but one is 17 with question marks, else 127
text            `[level|start|end|B28T4.07]`: times of day, 3BV, and seconds + 1
some            a few numbers
8 each event    the mouse: action, x / 256, second + 1, x, hundredth, y / 256, second / 256, y
8               an event of second -1 ends them; a checksum, the skin and the player's name follow
=============== ==================================================================================

The bits of an action: 1 always, 2 and 4 the left button down and up, 8 and 16 the right one, 32 and
64 the middle one. A cell is 16 pixels wide. Source of the format: `parser_avf.c` of the project
minesweeper-rawvf (M. Bashov, D. Moore), and ms_toollib (eee555); neither is used.
"""

import re

from gridwise.core.message import msg
from gridwise.puzzles.minesweeper.formats.binary.byte_reader import EVENT, NUMBER, SIZE, ByteReader
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded

SUFFIXES = (".avf",)

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (30, 16, 99)}
_ANY_LEVEL = 6
_HEAD = 6
_MARKS = 17
_STAMP = re.compile(rb"[\x11\x7f].\[[0-3]\|[^\]]{0,200}\]", re.DOTALL)
"""The text, after the byte about question marks and another one."""
_FIRST = re.compile(
    rb"[\x01\x03\x05\x09\x0b\x11\x15!A\x91\xc1][\0-\x0f]\x01..[\0-\x0f]\0.", re.DOTALL
)
"""The first event, which is of second 0; the numbers before it are above 1."""
_LENGTH = 8
"""The bytes of an event."""


def matches(data: bytes) -> bool:
    """Return whether there are a level and the text with the times."""
    level = data[_HEAD - 1 : _HEAD]
    return level in (b"\3", b"\4", b"\5", b"\6") and _STAMP.search(data, _HEAD) is not None


def read(data: bytes, source: str = "<file>") -> Recorded:
    """Return the board and the game of a file."""
    reader = ByteReader(data, source)
    level = reader.take(_HEAD, SIZE)[-1]
    if level == _ANY_LEVEL:
        width, height = (1 + side for side in reader.take(2, SIZE))
        number = reader.number(2, NUMBER)
    elif level in _LEVELS:
        width, height, number = _LEVELS[level]
    else:
        raise reader.error(msg("level {level}", level=level), msg("a level from 3 to 6"), _HEAD - 1)
    mines = reader.mines(width, height, number, base=1, row_first=True)
    stamp = _STAMP.search(data, reader.at)
    if stamp is None:
        raise reader.error(msg("no times of the game"), msg("a text such as [0|...|...|B28T4.07]"))
    mouse = Mouse(width, height, mines, marks=stamp[0][0] == _MARKS)
    reader.at = stamp.end()
    first = _FIRST.search(data, reader.at)
    if first is None:
        raise reader.error(msg("no event of the mouse"), EVENT)
    reader.at = first.start()
    while True:
        action, x_high, second, x, hundredth, y_high, second_high, y = reader.take(_LENGTH, EVENT)
        second = (second_high << 8 | second) - 1
        if second < 0:
            return mouse.recorded
        if not action & 1:
            raise reader.error(msg("action {code}", code=action), EVENT, reader.at - _LENGTH)
        mouse.move(x_high << 8 | x, y_high << 8 | y, 1000 * second + 10 * hundredth)
        for bit, button in ((1, mouse.left), (3, mouse.right), (5, mouse.middle)):
            if action >> bit & 3:
                button(bool(action >> bit & 1))
