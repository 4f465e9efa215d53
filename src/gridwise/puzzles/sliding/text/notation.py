"""Boards as text: the notation on one line. Files are read in `files.py`.

The notation is `sliding:WIDTHxHEIGHT:TILES`, the tiles row-major with commas between them and 0 for
the blank: `sliding:3x3:1,2,0,3,4,5,6,7,8`. The goal is the blank first and then 1, 2, ...; another
one stands after the tiles, as `@last` (1, 2, ..., and the blank last) or as `@` and a list. `>`
does the same where the text is quoted: a shell takes an unquoted `>` for a redirection, so it is
read but never written. `_` is read as the blank.

A move is the number of the tile that slides.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gridwise.core.errors import ParseError, Phrase, TooLargeError, UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.puzzles.sliding.position import (
    MAX_SIDE,
    Position,
    Slide,
    blank_first,
    blank_last,
)

HEAD = "sliding:"
STYLES: Mapping[str, str] = {
    "notation": "one line, shell-safe: sliding:3x2:1,2,0,3,4,5 (and @last or @GOAL)",
    "grid": "a matrix, numbers separated by spaces, 0 for the blank",
    "csv": "a matrix, numbers separated by commas",
    "tsv": "a matrix, numbers separated by tabs",
    "line": "Korf's form: all numbers on one line",
}
_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7}):", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,7}", re.ASCII)
_WORDS = {"first": blank_first, "last": blank_last}


class Token(NamedTuple):
    """A piece of a line, and the 1-based column where it begins."""

    column: int
    text: str


class Place(NamedTuple):
    """A line of a source."""

    source: str
    line: int

    def fault(self, found: Phrase, expected: Phrase, column: int) -> ParseError:
        """Return the error for what stands at a column of this line."""
        return ParseError(found, expected, source=self.source, line=self.line, column=column)


def quote(text: str, length: int = 20) -> str:
    """Return the text in quotes, cut where it is long."""
    return repr(text if len(text) <= length else text[:length] + "...")


def check_size(width: int, height: int, place: Place, column: int) -> None:
    """Raise the error for a board that has no cells or too many."""
    found = msg("a board of {size}", size=f"{width}x{height}")
    expected = msg("at most {most}", most=f"{MAX_SIDE}x{MAX_SIDE}")
    if width < 1 or height < 1:
        raise place.fault(found, msg("a board of at least one cell"), column)
    if width > MAX_SIDE or height > MAX_SIDE:
        raise TooLargeError(found, expected, source=place.source, line=place.line, column=column)


def value_of(token: Token, size: int, place: Place) -> int:
    """Return the number of a token, 0 for the blank."""
    if token.text in ("_", ""):
        return 0
    if _NUMBER.fullmatch(token.text) is None or int(token.text) >= size:
        expected = msg("a number from 0 to {last}, or _ for the blank", last=size - 1)
        raise place.fault(quote(token.text), expected, token.column)
    return int(token.text)


def arrangement(rows: Sequence[tuple[Place, Sequence[Token]]], size: int) -> tuple[int, ...]:
    """Return the numbers of so many tokens as there are cells; each has to be there once."""
    tiles: list[int] = []
    seen = bytearray(size)
    for place, tokens in rows:
        for token in tokens:
            value = value_of(token, size, place)
            if seen[value]:
                found = msg("a second blank")
                if value:
                    found = msg("{what} a second time", what=value)
                expected = msg("each of 0 to {last} once", last=size - 1)
                raise place.fault(found, expected, token.column)
            seen[value] = 1
            tiles.append(value)
    return tuple(tiles)


def commas(text: str, column: int) -> list[Token]:
    """Return what stands between the commas of a text that begins at a column."""
    tokens = []
    for part in text.split(","):
        stripped = part.lstrip(" \t")
        lead = len(part) - len(stripped) if stripped else 0
        tokens.append(Token(column + lead, part.strip(" \t")))
        column += len(part) + 1
    return tokens


def goal_of(text: str, width: int, height: int, place: Place, column: int) -> tuple[int, ...]:
    """Return the goal that `first`, `last` or a list with commas names."""
    size = width * height
    word = text.strip(" \t").removeprefix("blank").strip(" -\t")
    if word in _WORDS:
        return _WORDS[word](size)
    tokens = commas(text, column)
    return arrangement([(place, counted(tokens, size, place, goal=True))], size)


def _of_numbers(goal: bool, number: int) -> Message:
    if goal:
        return msg("a goal of {number} numbers", number=number)
    return msg("a board of {number} numbers", number=number)


def counted(tokens: list[Token], size: int, place: Place, *, goal: bool = False) -> list[Token]:
    """Return the tokens if they are as many as there are cells and none is empty."""
    for token in tokens[: size + 1]:
        if not token.text:
            expected = msg("a number")
            if len(tokens) == 1:
                expected = msg("first, last or a list of numbers")
            raise place.fault(msg("nothing"), expected, token.column)
    if len(tokens) > size:
        extra = tokens[size]
        raise place.fault(_of_numbers(goal, len(tokens)), str(size), extra.column)
    if len(tokens) < size:
        for token in tokens:
            value_of(token, size, place)  # a wrong number says more than a wrong length
        end = tokens[-1].column + len(tokens[-1].text)
        raise place.fault(_of_numbers(goal, len(tokens)), str(size), end)
    return tokens


def read_notation(line: str, place: Place) -> Position:
    """Return the board of a line that holds a notation; columns count from the line's begin."""
    at = line.index(HEAD) + len(HEAD)
    line = line.rstrip(" \t")
    size = _SIZE.match(line, at)
    if size is None:
        rest = line[at:]
        found = quote(rest) if rest else msg("the end")
        raise place.fault(found, msg("WIDTHxHEIGHT:, then the tiles"), at + 1)
    width, height = int(size[1]), int(size[2])
    check_size(width, height, place, at + 1)
    at = size.end()
    cut = next((i for i in range(at, len(line)) if line[i] in "@>"), len(line))
    cells = width * height
    tokens = counted(commas(line[at:cut], at + 1), cells, place)
    tiles = arrangement([(place, tokens)], cells)
    if cut == len(line):
        return Position(width, height, tiles)
    return Position(width, height, tiles, goal_of(line[cut + 1 :], width, height, place, cut + 2))


def goal_text(position: Position) -> str:
    """Return the goal's name or list, nothing for the blank first."""
    if position.goal == blank_first(position.size):
        return ""
    if position.goal == blank_last(position.size):
        return "last"
    return ",".join(map(str, position.goal))


def format_position(position: Position, style: str = "notation") -> str:
    """Return the board in one of `STYLES`; all of them are read back to the same board.

    What a matrix does not say by itself stands above it, in lines such as `# goal: last`.

    Raises
    ------
    UnknownNameError
        No such style.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    width, height, tiles = position.width, position.height, position.tiles
    goal = goal_text(position)
    if style == "notation":
        body = ",".join(map(str, tiles))
        return f"{HEAD}{width}x{height}:{body}{'@' if goal else ''}{goal}"
    lines = []
    if height == 1 or (style == "line" and width != height):
        lines.append(f"# size: {width}x{height}")
    if goal:
        lines.append(f"# goal: {goal}")
    lines.extend(_rows(position, style))
    return "\n".join(lines)


def _rows(position: Position, style: str) -> Iterator[str]:
    tiles, width = position.tiles, position.width
    if style == "line":
        yield " ".join(map(str, tiles))
        return
    digits = len(str(position.size - 1))
    for start in range(0, len(tiles), width):
        row = tiles[start : start + width]
        if style == "grid":
            yield " ".join(str(tile).rjust(digits) for tile in row)
        else:
            yield ("," if style == "csv" else "\t").join(map(str, row))


def format_move(position: Position, move: Slide) -> str:
    """Return the number of the tile that slides."""
    return str(move.tile)


def parse_move(position: Position, text: str) -> Slide:
    """Return the move that a text names: the number of a tile.

    Raises
    ------
    ParseError
        No number of a tile of this board.
    """
    stripped = text.strip(" \t")
    column = 1 + (len(text) - len(text.lstrip(" \t")) if stripped else 0)
    last = position.size - 1
    if _NUMBER.fullmatch(stripped) is None or not 1 <= int(stripped) <= last:
        expected = msg("no move: there is no tile")
        if last:
            expected = msg("the number of a tile, 1 to {last}", last=last)
        found = quote(stripped) if stripped else msg("nothing")
        raise ParseError(found, expected, column=column)
    return Slide(int(stripped))
