"""Boards in files: matrices, and Korf's form with a whole board on a line.

A matrix has a row a line. Its numbers are separated by commas, by tabs or by blanks; the blank is
`0`, `_` or, between commas or tabs, an empty field. A blank line ends a board, and a file may hold
many.

Korf's form has all numbers of a board on a line and many boards on consecutive lines. In front of
them may stand the number of the instance (`17 14 13 15 ...`), or several columns that end with `|`
(`1 | 57 | 41 | 276361933 | 14 13 15 ...`), which are not read. The board is square unless the size
is said.

Lines that begin with `#` are comments, but for two that hold for the board, or the lines of boards,
that they stand with:

    # size: 5x4
    # goal: last

The goal is `first` (the default), `last` or a list with commas. Notations may stand between
boards, one a line.

Which of the two forms it is: a matrix has one blank, boards on lines have one on each. A
single line of n * n numbers is a board of n x n.
"""

import re
from collections.abc import Iterator
from math import isqrt

from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_INPUT_BYTES, Entry
from gridwise.puzzles.sliding.position import MAX_SIDE, Position
from gridwise.puzzles.sliding.text.notation import (
    HEAD,
    Place,
    Token,
    arrangement,
    check_size,
    commas,
    goal_of,
    quote,
    read_notation,
)

LONGEST_LINE = 200_000
"""A longer line cannot be the numbers of a board."""
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(size|goal)[ \t]*:[ \t]*", re.ASCII | re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})", re.ASCII)
_WORD = re.compile(r"[^ \t]+")
_BLANKS = frozenset({"0", "_", ""})
_SMALL = _BLANKS | {"1", "2", "3"}

Line = tuple[int, str]


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the boards of a text, see the module's text. O(length)."""
    size = len(text)
    if MAX_INPUT_BYTES // 4 < size <= MAX_INPUT_BYTES and not text.isascii():
        size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_INPUT_BYTES:
        found = msg("{number} bytes", number=size)
        expected = msg("at most {most} bytes", most=MAX_INPUT_BYTES)
        yield Entry(1, error=TooLargeError(found, expected, source=source))
        return
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    block: list[Line] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        stripped = line.strip(" \t")
        notation = stripped.startswith(HEAD)
        if stripped and not notation:
            block.append((number, line))
        elif block:
            yield from _boards(block, source)
            block = []
        if notation:
            yield _entry(line, Place(source, number))
    yield from _boards(block, source)


def _entry(line: str, place: Place) -> Entry[Position]:
    try:
        return Entry(place.line, read_notation(line, place))
    except ParseError as error:
        return Entry(place.line, error=error)


def tokens_of(line: str) -> list[Token]:
    """Return the fields of a line: between commas, between tabs, or the words between blanks."""
    if "," in line:
        return commas(line, 1)
    if "\t" in line:
        fields, column = [], 1
        for part in line.split("\t"):
            lead = len(part) - len(part.lstrip(" ")) if part.strip(" ") else 0
            fields.append(Token(column + lead, part.strip(" ")))
            column += len(part) + 1
        if not any(" " in field.text for field in fields):
            return fields
    return [Token(match.start() + 1, match[0]) for match in _WORD.finditer(line)]


class _Said:
    """What the directives of a block say."""

    def __init__(self) -> None:
        self.size: tuple[int, int] | None = None
        self.goal: tuple[str, Place, int] | None = None

    def take(self, line: str, found: re.Match[str], place: Place) -> None:
        """Read one directive."""
        rest, column = line[found.end() :].rstrip(" \t"), found.end() + 1
        if found[1].lower() == "goal":
            if self.goal is not None:
                raise place.fault("a second goal", "one for a board", 1)
            self.goal = (rest, place, column)
            return
        if self.size is not None:
            raise place.fault("a second size", "one for a board", 1)
        size = _SIZE.fullmatch(rest)
        if size is None:
            raise place.fault(quote(rest) if rest else "nothing", "WIDTHxHEIGHT", column)
        width, height = int(size[1]), int(size[2])
        check_size(width, height, place, column)
        self.size = (width, height)

    def position(self, width: int, height: int, tiles: tuple[int, ...]) -> Position:
        """Return the board with the goal that was said."""
        if self.goal is None:
            return Position(width, height, tiles)
        text, place, column = self.goal
        return Position(width, height, tiles, goal_of(text, width, height, place, column))


def _boards(block: list[Line], source: str) -> Iterator[Entry[Position]]:
    """Yield the boards of lines without a blank one between them."""
    said, rows = _Said(), []
    begin = block[0][0] if block else 1
    try:
        for number, line in block:
            place = Place(source, number)
            directive = _DIRECTIVE.match(line)
            if directive is not None:
                said.take(line, directive, place)
            elif not line.lstrip(" \t").startswith("#"):
                if len(line) > LONGEST_LINE:
                    raise TooLargeError(
                        msg("a line of {number} characters", number=len(line)),
                        msg("at most {most} numbers", most=MAX_SIDE * MAX_SIDE),
                        source=source,
                        line=number,
                    )
                rows.append((number, line))
        if not rows:
            if said.size is not None or said.goal is not None:
                found = msg("a size or a goal")
                raise Place(source, begin).fault(found, msg("the rows of a board"), 1)
            return
        if not _a_board_a_line(rows, said):
            yield Entry(begin, _matrix(rows, said, source))
            return
    except ParseError as error:
        yield Entry(begin, error=error)
        return
    for number, line in rows:
        try:
            yield Entry(number, _line(line, said, Place(source, number)))
        except ParseError as error:
            yield Entry(number, error=error)


def _a_board_a_line(rows: list[Line], said: _Said) -> bool:
    """Return whether each line is a board, and not a row of one."""
    if any("|" in line for _, line in rows[:2]):
        return True
    first = tokens_of(rows[0][1])
    if said.size is not None:
        width, height = said.size
        fits = len(first) - width * height in (0, 1)
        return fits and (height == 1 or len(first) != width)
    if not _squares(len(first)):
        return False
    if len(rows) == 1:
        return True
    if len(first) <= 5 and any(t.text not in _SMALL for t in first[-4:]):
        return False  # rows of four or five are common, lines with a 2x2 board are not
    return all(any(t.text in _BLANKS for t in tokens_of(line)) for _, line in rows[:2])


def _squares(count: int) -> bool:
    """Return whether so many numbers are a square board, alone or after the instance's number."""
    return any(n >= 4 and isqrt(n) ** 2 == n for n in (count, count - 1))


def _matrix(rows: list[Line], said: _Said, source: str) -> Position:
    height = len(rows)
    place = Place(source, rows[0][0])
    first = tokens_of(rows[0][1])
    width = len(first)
    check_size(width, height, place, 1)
    if said.size is not None and said.size != (width, height):
        found = msg("a matrix of {size}", size=f"{width}x{height}")
        raise place.fault(found, "{}x{}".format(*said.size), 1)
    parsed = []
    for number, line in rows:
        here = Place(source, number)
        tokens = tokens_of(line)
        if len(tokens) != width:
            end = len(line.rstrip(" \t")) + 1
            column = tokens[width].column if len(tokens) > width else end
            expected = msg("length {width} as in line {line}", width=width, line=place.line)
            found = msg("a row of length {length}", length=len(tokens))
            raise here.fault(found, expected, column)
        parsed.append((here, tokens))
    return said.position(width, height, arrangement(parsed, width * height))


def _line(line: str, said: _Said, place: Place) -> Position:
    """Return the board of one line."""
    skipped = line.rfind("|") + 1
    tokens = tokens_of(" " * skipped + line[skipped:])
    if said.size is not None:
        width, height = said.size
    else:
        count = len(tokens)
        width = height = isqrt(count)
        if width * width != count and (width < 2 or width * width + 1 != count):
            expected = msg("n * n numbers, or n * n after the number of the instance")
            end = len(line.rstrip(" \t")) + 1
            raise place.fault(msg("{number} numbers", number=count), expected, end)
    size = width * height
    check_size(width, height, place, 1)
    if len(tokens) == size + 1 and size > 1:
        name, *tokens = tokens
        if not (name.text.isascii() and name.text.isdigit()):
            expected = msg("the number of the instance")
            raise place.fault(quote(name.text), expected, name.column)
    if len(tokens) != size:
        column = tokens[size].column if len(tokens) > size else len(line.rstrip(" \t")) + 1
        found = msg("a board of {number} numbers", number=len(tokens))
        raise place.fault(found, str(size), column)
    return said.position(width, height, arrangement([(place, tokens)], size))
