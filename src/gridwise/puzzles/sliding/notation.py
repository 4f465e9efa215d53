"""Reads the notation and moves, and writes boards; `symbols` reads all other forms.

The notation is `sliding:WIDTHxHEIGHT:TILES`, the tiles row-major with commas between them and 0 for
the blank: `sliding:3x3:1,2,0,3,4,5,6,7,8`. The goal is the blank first and then 1, 2, ...; another
one follows the tiles, as `@last` (1, 2, ..., and the blank last), as `@snail` (1, 2, ... round from
the top left, the blank at the end) or as `@` and a list. `>` is read like `@` but never written,
since a shell takes it for a redirection. `_` is read as the blank.

A move is the number of the tile that slides.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gridwise.core.errors import ParseError, UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine, quoted
from gridwise.puzzles.sliding.position import (
    MAX_SIDE,
    Position,
    Slide,
    blank_first,
    blank_last,
    snail,
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
GOAL_WORDS: Mapping[str, Callable[[int, int], tuple[int, ...]]] = {
    "first": lambda width, height: blank_first(width * height),
    "last": lambda width, height: blank_last(width * height),
    "snail": snail,
}
"""The goals that have a name, by width and height."""


class NumberField(NamedTuple):
    """A piece of a line, and the offset where it begins."""

    at: int
    text: str


def check_size(width: int, height: int, here: TextLine, at: int = 0) -> None:
    """Raise the error for a board that has no cells or too many."""
    found = msg("a board of {size}", size=f"{width}x{height}")
    expected = msg("at most {most}", most=f"{MAX_SIDE}x{MAX_SIDE}")
    if width < 1 or height < 1:
        raise here.error(found, msg("a board of at least one cell"), at)
    if width > MAX_SIDE or height > MAX_SIDE:
        raise here.too_large(found, expected, at)


def value_of(field: NumberField, size: int, here: TextLine) -> int:
    """Return the number of a field, 0 for the blank."""
    if field.text in ("_", ""):
        return 0
    if _NUMBER.fullmatch(field.text) is None or int(field.text) >= size:
        expected = msg("a number from 0 to {last}, or _ for the blank", last=size - 1)
        raise here.error(quoted(field.text), expected, field.at)
    return int(field.text)


def arrangement(
    rows: Sequence[tuple[TextLine, Sequence[NumberField]]], size: int
) -> tuple[int, ...]:
    """Return the numbers of the fields; each from 0 to size - 1 has to occur once."""
    tiles: list[int] = []
    seen = bytearray(size)
    for here, fields in rows:
        for field in fields:
            value = value_of(field, size, here)
            if seen[value]:
                found = msg("a second blank")
                if value:
                    found = msg("{what} a second time", what=value)
                expected = msg("each of 0 to {last} once", last=size - 1)
                raise here.error(found, expected, field.at)
            seen[value] = 1
            tiles.append(value)
    return tuple(tiles)


def split_at(separator: str, text: str, at: int = 0) -> list[NumberField]:
    """Return the fields between the separators of a text that begins at an offset."""
    fields = []
    for part in text.split(separator):
        stripped = part.lstrip(" \t")
        lead = len(part) - len(stripped) if stripped else 0
        fields.append(NumberField(at + lead, part.strip(" \t")))
        at += len(part) + 1
    return fields


def goal_of(text: str, width: int, height: int, here: TextLine, at: int) -> tuple[int, ...]:
    """Return the goal that `first`, `last`, `snail` or a list with commas names."""
    size = width * height
    word = text.strip(" \t").removeprefix("blank").strip(" -\t")
    if word in GOAL_WORDS:
        return GOAL_WORDS[word](width, height)
    if word.isalpha():
        raise here.error(quoted(word), msg("first, last, snail or a list of numbers"), at)
    fields = split_at(",", text, at)
    return arrangement([(here, counted(fields, size, here, goal=True))], size)


def _of_numbers(goal: bool, number: int) -> Message:
    if goal:
        return msg("a goal of {number} numbers", number=number)
    return msg("a board of {number} numbers", number=number)


def counted(
    fields: list[NumberField], size: int, here: TextLine, *, goal: bool = False
) -> list[NumberField]:
    """Return the fields if they are as many as there are cells and none is empty."""
    for field in fields[: size + 1]:
        if not field.text:
            expected = msg("a number")
            if len(fields) == 1:
                expected = msg("first, last, snail or a list of numbers")
            raise here.error(msg("nothing"), expected, field.at)
    if len(fields) > size:
        raise here.error(_of_numbers(goal, len(fields)), str(size), fields[size].at)
    if len(fields) < size:
        for field in fields:
            value_of(field, size, here)  # a wrong number says more than a wrong length
        end = fields[-1].at + len(fields[-1].text)
        raise here.error(_of_numbers(goal, len(fields)), str(size), end)
    return fields


def read_notation(line: str, here: TextLine) -> Position:
    """Return the board of a line that holds a notation."""
    at = line.index(HEAD) + len(HEAD)
    line = line.rstrip(" \t")
    size = _SIZE.match(line, at)
    if size is None:
        rest = line[at:]
        found = quoted(rest) if rest else msg("the end")
        raise here.error(found, msg("WIDTHxHEIGHT:, then the tiles"), at)
    width, height = int(size[1]), int(size[2])
    check_size(width, height, here, at)
    at = size.end()
    cut = next((i for i in range(at, len(line)) if line[i] in "@>"), len(line))
    cells = width * height
    fields = counted(split_at(",", line[at:cut], at), cells, here)
    tiles = arrangement([(here, fields)], cells)
    if cut == len(line):
        return Position(width, height, tiles)
    return Position(width, height, tiles, goal_of(line[cut + 1 :], width, height, here, cut + 1))


def goal_text(position: Position) -> str:
    """Return the goal's name or list, an empty text for the blank first."""
    if position.goal == blank_first(position.size):
        return ""
    if position.goal == blank_last(position.size):
        return "last"
    return ",".join(map(str, position.goal))


def format_position(position: Position, style: str = "notation") -> str:
    """Return the board in one of `STYLES`; all of them are read back to the same board.

    Lines such as `# goal: last` above a matrix say what the matrix cannot.

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
    if style == "line" and width != height > 1:
        lines.append(f"# size: {width}x{height}")
    lines += [f"# {remark}" for remark in remarks(position)]
    lines.extend(_rows(position, style))
    return "\n".join(lines)


def remarks(position: Position) -> tuple[str, ...]:
    """Return the goal, if it is not the usual one, and the size of a row, no square."""
    goal = goal_text(position)
    size = (f"size: {position.width}x1",) if position.height == 1 else ()
    return (*size, f"goal: {goal}") if goal else size


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
        found = quoted(stripped) if stripped else msg("nothing")
        raise ParseError(found, expected, column=column)
    return Slide(int(stripped))
