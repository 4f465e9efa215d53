"""The cells of a 9x9 board, a sign each, as programs write them on a line."""

from collections.abc import Sequence

from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.reading import TextLine, quoted

EMPTY = "0._*xX-"
_DIGITS = {**dict.fromkeys(EMPTY, 0), **{str(digit): digit for digit in range(1, 10)}}


def digits(cells: Sequence[str], offsets: Sequence[int], here: TextLine) -> bytes:
    """Return the 81 digits of a board, 0 for an empty cell.

    Parameters
    ----------
    offsets
        The offsets of the cells, and of the end.

    Raises
    ------
    ParseError
        A sign that is no cell; fewer or more than 81.
    """
    for cell, at in zip(cells[:82], offsets, strict=False):
        if cell not in _DIGITS:
            expected = msg("a digit 1-{size} or one of . 0 * _ - x for an empty cell", size=9)
            raise here.error(quoted(cell), expected, at)
    if len(cells) != 81:
        raise miscounted(len(cells), 9, here, offsets[min(len(cells), 81)])
    return bytes(map(_DIGITS.__getitem__, cells))


def miscounted(count: int, size: int, here: TextLine, at: int) -> ParseError:
    """Return the error for a wrong number of cells of a board of this side."""
    found = msg("the end after {number} cells", number=count)
    if count > size * size:
        found = msg("a cell too many")
    expected = msg("{number} cells, a board of {size}", number=size * size, size=f"{size}x{size}")
    return here.error(found, expected, at)
