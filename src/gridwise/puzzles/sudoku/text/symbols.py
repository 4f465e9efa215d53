"""The symbols of digits, and how the cells of a file are read.

Up to 9 a digit is itself, above 9 the letters A, B, ... follow: A is 10, G is 16, P is 25. The
notation uses these and `.` for an empty cell.

Files are read more widely. Empty is any of ``. 0 * _ - x X``, and letters count in both cases. On
a board of more than 9 digits:

- A board that holds any of 1-9 uses digits, then letters, as above.
- One that holds letters only uses A for 1, B for 2, ... Here X is the 24th digit if the board has
  as many.
- Numbers between separators (`10`, `16`) are numbers; a board that holds one uses no letters.
- A 16x16 board with both `0` and another sign for empty, and no G, is hexadecimal: `0` is the
  sixteenth digit.

On a board of up to 9 digits a cell with several digits (`12`, `459`) is a list of candidates, and
empty; `u5` is a 5 that the player entered, and read as a 5.
"""

import re
from collections.abc import Callable, Sequence

from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine, quoted

EMPTY_SIGNS = ".0*_-xX"
SYMBOLS = "." + "123456789" + "ABCDEFGHIJKLMNOP"
"""The symbol of each digit, and first of an empty cell."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"

_USER = re.compile(r"u([0-9]{1,2})", re.ASCII)

Where = Callable[[int], tuple[TextLine, int]]
"""The line of a board's i-th cell, and the cell's offset in it."""


def to_symbols(cells: bytes) -> str:
    """Return digits then letters, `.` for empty: the symbols of the notation."""
    return "".join(map(SYMBOLS.__getitem__, cells))


def to_file_symbols(cells: bytes, size: int) -> str:
    """Return symbols that `decode` reads back, whatever the digits are.

    Letters from A for 1 if a reader would misread the notation's: a board of letters only, or
    one of 16x16 that looks like sixteen of 4x4.
    """
    digits = set(cells) - {0}
    if size > 9 and digits and (min(digits) > 9 or (size == 16 and max(digits) <= 4)):
        return "".join(LETTERS[digit - 1] if digit else "." for digit in cells)
    return to_symbols(cells)


def decode(tokens: Sequence[str], size: int, where: Where) -> bytes:
    """Return the digits of a board's cells.

    Parameters
    ----------
    tokens
        The text of each cell; "" counts as empty.
    size
        The number of digits.
    where
        Returns the place of a cell, for an error.

    Raises
    ------
    ParseError
        At the first cell that is none.

    Notes
    -----
    O(len(tokens)); the rules are at the head of this module.
    """
    kinds = set(tokens)
    table = dict.fromkeys(EMPTY_SIGNS, 0)
    table[""] = 0
    table["00"] = 0
    for digit in range(1, min(size, 9) + 1):
        table[str(digit)] = digit
    if size <= 9:
        expected = msg("a digit 1-{size} or one of . 0 * _ - x for an empty cell", size=size)
        for token in kinds - table.keys():
            value = _small(token, size)
            if value is not None:
                table[token] = value
    else:
        expected = _add_large(table, kinds, size)
    if not kinds <= table.keys():
        index = next(i for i, token in enumerate(tokens) if token not in table)
        here, at = where(index)
        raise here.error(quoted(tokens[index]), expected, at)
    return bytes(map(table.__getitem__, tokens))


def _small(token: str, size: int) -> int | None:
    """Read a token of several characters on a board of up to 9 digits."""
    user = _USER.fullmatch(token)
    if user is not None:
        value = int(user[1])
        return value if 1 <= value <= size else None
    allowed = "123456789"[:size]
    if len(token) > 1 and len(set(token)) == len(token) and all(c in allowed for c in token):
        return 0
    return None


def _add_large(table: dict[str, int], kinds: set[str], size: int) -> Message:
    """Add the symbols of a board of more than 9 digits; return the expected text of a cell."""
    numbers = {token for token in kinds if len(token) > 1}
    if numbers:
        for token in numbers:
            body = token[1:] if token[0] == "u" else token
            if len(body) <= 2 and body.isascii() and body.isdigit() and 1 <= int(body) <= size:
                table[token] = int(body)
        return msg("a number 1-{size} or one of . 0 * _ - x for an empty cell", size=size)
    letters = {token.upper() for token in kinds if token.isascii() and token.isalpha()}
    if letters and kinds.isdisjoint("123456789") and (size >= 24 or letters != {"X"}):
        for value, letter in enumerate(LETTERS[:size], start=1):
            table[letter] = table[letter.lower()] = value
        last = LETTERS[size - 1]
        return msg("a letter A-{last} or one of . 0 * _ - x for an empty cell", last=last)
    for value in range(10, size + 1):
        table[SYMBOLS[value]] = table[SYMBOLS[value].lower()] = value
    if (
        size == 16
        and "0" in kinds
        and not kinds.isdisjoint(".*_-xX")
        and kinds.isdisjoint("Gg")
        and not kinds.isdisjoint("123456789")
    ):
        table["0"] = 16
    return msg(
        "a digit 1-9, a letter A-{last} or one of . 0 * _ - x for an empty cell",
        last=SYMBOLS[size],
    )
