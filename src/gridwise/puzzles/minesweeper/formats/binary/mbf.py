"""Boards of Minesweeper Clone (`.mbf`) and Minesweeper Arbiter (`.abf`), a layout of mines alone.

A byte each for the width and the height, two for the number of mines, the high byte first, and for
each mine its column and row, from 0. Nothing follows. Source of the format: JSMinesweeper of
D. N. Hill, which reads files of both endings alike and writes them (`getFormatMBF`).
"""

from gridwise.core.message import msg
from gridwise.puzzles.minesweeper.formats.binary.byte_reader import NUMBER, SIZE, ByteReader
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded

SUFFIXES = (".mbf", ".abf")
_HEAD = 4


def matches(data: bytes) -> bool:
    """Return whether the length is that of the number of mines, on a board that has room."""
    mines = int.from_bytes(data[2:_HEAD], "big")
    return len(data) == _HEAD + 2 * mines and 0 < data[0] * data[1] >= mines


def read(data: bytes, source: str = "<file>") -> Recorded:
    """Return the board of a file, without events."""
    reader = ByteReader(data, source)
    width, height = reader.take(2, SIZE)
    number = reader.number(2, NUMBER)
    mines = reader.mines(width, height, number)
    if reader.at < len(data):
        more = msg("{number} more bytes", number=len(data) - reader.at)
        raise reader.error(more, msg("the end of the file"))
    return Recorded(width, height, mines)
