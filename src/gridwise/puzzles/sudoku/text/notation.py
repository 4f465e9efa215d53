"""How digits are written: symbols, the notation `sudoku:3x3:...`, and moves such as `r1c2=5`.

Symbols
-------
Up to 9 a digit is itself, above 9 the letters A, B, ... follow: A is 10, G is 16, P is 25. The
notation uses these and `.` for an empty cell.

Files found elsewhere are read more widely. Empty is any of ``. 0 * _ - x X``, and letters count
in both cases. On a board of more than 9 digits:

- A board that holds any of 1-9 uses digits, then letters, as above.
- One that holds letters only uses A for 1, B for 2, ... Here X is the 24th digit where the board
  has as many.
- Numbers between separators (`10`, `16`) are numbers; a board that holds one uses no letters.
- A 16x16 board with both `0` and another sign for empty, and no G, is hexadecimal: `0` stands for
  the sixteenth digit.

On a board of up to 9 digits a cell with several digits (`12`, `459`) is a list of candidates, and
empty; `u5` is a 5 entered by the player, and read as a 5.
"""

import re
from collections.abc import Callable, Sequence

from gridwise.core.errors import ParseError, Phrase, TooLargeError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.puzzles.sudoku.position import MAX_SIZE, Place, Position, is_box

HEAD = "sudoku:"
EMPTY_SIGNS = ".0*_-xX"
SYMBOLS = "." + "123456789" + "ABCDEFGHIJKLMNOP"
"""The symbol of each digit, and first of an empty cell."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"

_PARAMS = re.compile(r"([0-9]{1,9})x([0-9]{1,9})", re.ASCII)
_END = re.compile(r"[\s,;#\"]")
_MOVE_CELL = re.compile(r"r[0-9]{1,7}c[0-9]{1,7}", re.ASCII)
_MOVE_DIGIT = re.compile(r"[0-9]{1,4}", re.ASCII)
_USER = re.compile(r"u([0-9]{1,2})", re.ASCII)

Where = Callable[[int], tuple[int, int]]
"""The line and column, both 1-based, of a board's i-th cell in the text."""


def quoted(found: str) -> str:
    """Return a piece of input as it may be shown: quoted, and cut where it is long."""
    return repr(found if len(found) <= 20 else found[:20] + "…")


def to_symbols(cells: bytes) -> str:
    """Return digits then letters, `.` for empty: the symbols of the notation."""
    return "".join(map(SYMBOLS.__getitem__, cells))


def to_file_symbols(cells: bytes, size: int) -> str:
    """Return symbols that `decode` reads back whatever the digits are.

    The notation's, except where a reader would take them for letters only, or a 16x16 board for
    sixteen boards of 4x4; then A stands for 1.
    """
    digits = set(cells) - {0}
    if size > 9 and digits and (min(digits) > 9 or (size == 16 and max(digits) <= 4)):
        return "".join(LETTERS[digit - 1] if digit else "." for digit in cells)
    return to_symbols(cells)


def decode(tokens: Sequence[str], size: int, where: Where, source: str) -> bytes:
    """Return the digits of a board's cells.

    Parameters
    ----------
    tokens
        The text of each cell; "" counts as empty.
    size
        The number of digits.
    where
        Tells the place of a cell, for an error.

    Raises
    ------
    ParseError
        At the first cell that is none.

    Notes
    -----
    O(len(tokens)); the rules are those at the head of this module.
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
        line, column = where(index)
        raise ParseError(quoted(tokens[index]), expected, source=source, line=line, column=column)
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
    """Add the symbols of a board of more than 9 digits; return what is expected of a cell."""
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


def format_notation(position: Position) -> str:
    """Return `sudoku:HxW:cells`, H and W the height and width of a box."""
    return f"{HEAD}{position.box_height}x{position.box_width}:{to_symbols(position.cells)}"


def parse_notation(text: str, line: int, source: str) -> Position:
    """Return the position of a line that begins with the notation.

    What follows the notation after white space, a comma, a semicolon or `#` is ignored.
    """

    def error(
        at: int, found: Phrase, expected: Phrase, kind: type[ParseError] = ParseError
    ) -> ParseError:
        return kind(found, expected, source=source, line=line, column=at + 1)

    start = text.index(HEAD) + len(HEAD)
    params = _PARAMS.match(text, start)
    if params is None:
        raise error(start, _next(text, start), msg("the box height and width, such as 3x3"))
    height, width = int(params[1]), int(params[2])
    size = height * width
    if size > MAX_SIZE:
        found = msg("a board of {size}", size=f"{size}x{size}")
        most = msg("at most {most}", most=f"{MAX_SIZE}x{MAX_SIZE}")
        raise error(start, found, most, TooLargeError)
    if not is_box(height, width):
        found = msg("boxes of {size}", size=f"{height}x{width}")
        expected = msg("a height and a width of at least 2, or 1x5, 1x7, 1x11 ... without boxes")
        raise error(start, found, expected)
    at = params.end()
    if text[at : at + 1] != ":":
        raise error(at, _next(text, at), msg("':' and the {number} cells", number=size * size))
    at += 1
    end = _END.search(text, at)
    cells = text[at : len(text) if end is None else end.start()]
    table = {symbol: value for value, symbol in enumerate(SYMBOLS[: size + 1])}
    table["0"] = 0
    for value in range(10, size + 1):
        table[SYMBOLS[value].lower()] = value
    for index, symbol in enumerate(cells[: size * size]):
        if symbol not in table:
            wanted = msg("a digit 1-{size} or '.' for an empty cell", size=size)
            if size > 9:
                wanted = msg(
                    "a digit 1-9, letters A-{last} or '.' for an empty cell", last=SYMBOLS[size]
                )
            raise error(at + index, quoted(symbol), wanted)
    if len(cells) != size * size:
        raise error(
            at + min(len(cells), size * size),
            msg("{number} cells", number=len(cells)),
            msg("{number} for boxes of {size}", number=size * size, size=f"{height}x{width}"),
        )
    return Position(height, width, bytes(map(table.__getitem__, cells)))


def _next(text: str, at: int) -> Phrase:
    return quoted(text[at]) if at < len(text) else msg("the end")


def format_move(position: Position, move: Place) -> str:
    """Return `r1c2=5`; digits above 9 as numbers."""
    return f"{cell_name(move.cell, position.size)}={move.digit}"


def parse_move(position: Position, text: str) -> Place:
    """Return the placement that `r1c2=5` names; white space around its parts is allowed.

    Raises
    ------
    ParseError
        At the part that is wrong: the cell's name, the sign or the digit.
    """
    size = position.size

    def error(at: int, expected: Phrase) -> ParseError:
        found = quoted(text[at : at + 20].rstrip()) if text[at:].strip() else msg("the end")
        return ParseError(found, expected, column=at + 1)

    def skip(at: int) -> int:
        while at < len(text) and text[at].isspace():
            at += 1
        return at

    at = skip(0)
    name = _MOVE_CELL.match(text, at)
    cell = None if name is None else parse_cell_name(name[0], size, size)
    if name is None or cell is None:
        raise error(at, f"a cell r1c1 to r{size}c{size}")
    at = skip(name.end())
    if text[at : at + 1] != "=":
        raise error(at, "'=' and a digit")
    at = skip(at + 1)
    digit = _MOVE_DIGIT.match(text, at)
    if digit is None or not 1 <= int(digit[0]) <= size:
        raise error(at, f"a digit 1 to {size}")
    end = skip(digit.end())
    if end < len(text):
        raise error(end, "the end")
    return Place(cell, int(digit[0]))
