"""Reads the fields of a binary file in order; every error names the offset of its byte."""

from gridwise.core.errors import ParseError, Phrase
from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine

HEAD = msg("the head of the file")
SIZE = msg("the size of the board")
NUMBER = msg("the number of mines")
MINES = msg("the mines")
EVENT = msg("an event of the mouse")
"""The parts of a file, for errors."""


class ByteReader:
    """The bytes of a file, and the offset of the next one.

    Parameters
    ----------
    data, source
        The whole file, and its name in errors.
    at
        The offset to begin at.
    """

    def __init__(self, data: bytes, source: str, at: int = 0) -> None:
        self.data, self.source, self.at = data, source, at

    def error(self, found: Phrase, expected: Phrase, at: int | None = None) -> ParseError:
        """Return the error at an offset, by default the next one; the column counts bytes."""
        offset = self.at if at is None else at
        place = msg("{what} at byte {index}", what=found, index=offset)
        return TextLine(self.source, 1).error(place, expected, offset)

    def take(self, number: int, what: Message) -> bytes:
        """Return the next bytes; raise `ParseError` if the file ends within them."""
        piece = self.data[self.at : self.at + number]
        if len(piece) < number:
            expected = msg("{number} bytes for {what}", number=number, what=what)
            raise self.error(msg("only {number} bytes", number=len(piece)), expected)
        self.at += number
        return piece

    def number(self, size: int, what: Message) -> int:
        """Return the next number of so many bytes, the high byte first."""
        return int.from_bytes(self.take(size, what), "big")

    def until(self, end: bytes, what: Message) -> bytes:
        """Return the bytes up to the next `end`, and pass it."""
        at = self.data.find(end, self.at)
        if at < 0:
            raise self.error(msg("a text without an end"), what)
        piece, self.at = self.data[self.at : at], at + len(end)
        return piece

    def board(self, width: int, height: int, mines: int) -> None:
        """Raise `ParseError` for a board without cells or with more mines than cells."""
        if not 0 < width * height >= mines:
            size = f"{width}x{height}"
            board = msg("a board of {size} with {mines} mines", size=size, mines=mines)
            raise self.error(board, msg("a board that its mines fit on"))

    def mines(
        self, width: int, height: int, number: int, *, base: int = 0, row_first: bool = False
    ) -> frozenset[int]:
        """Return the cells of the next `number` mines: column and row in a byte each.

        Parameters
        ----------
        base
            The number of the first row and column.
        row_first
            Whether the row is before the column.
        """
        self.board(width, height, number)
        first = self.at
        pairs = self.take(2 * number, MINES)
        cells: set[int] = set()
        for at in range(0, 2 * number, 2):
            col, row = pairs[at] - base, pairs[at + 1] - base
            if row_first:
                col, row = row, col
            cell = row * width + col
            if not (0 <= col < width and 0 <= row < height) or cell in cells:
                mine = msg("a mine in column {col}, row {row}", col=col + 1, row=row + 1)
                expected = msg("each mine once, on the board of {size}", size=f"{width}x{height}")
                raise self.error(mine, expected, first + at)
            cells.add(cell)
        return frozenset(cells)
