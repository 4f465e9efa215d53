"""Reads files of boards: matrices, and Korf's form with a whole board on a line.

A matrix has a row a line. Its numbers are separated by commas, by tabs or by blanks; the blank is
`0`, `_` or, between commas or tabs, an empty field. A blank line ends a board, and a file may hold
many.

Korf's form has all numbers of a board on a line and many boards on consecutive lines. Before them
may come the number of the instance (`17 14 13 15 ...`), or several columns that end with `|`
(`1 | 57 | 41 | 276361933 | 14 13 15 ...`); both are ignored. The board is square unless a
directive gives its size.

Lines that begin with `#` are comments, except two directives for the boards of the same paragraph:

    # size: 5x4
    # goal: last

The goal is `first` (the default), `last`, `snail` or a list with commas. A file may mix boards and
notations, one a line. A file of two matrices of one size whose second has its tiles in order, and
the first has not, is a start and its goal.

A matrix has one blank; in Korf's form every line has one. A single line of n * n numbers is a
board of n x n.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import isqrt

from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.puzzle import Entry
from gridwise.core.reading import TextLine, entry_of, over_limit, quoted, split_lines
from gridwise.puzzles.sliding.position import MAX_SIDE, Position, blank_first, blank_last
from gridwise.puzzles.sliding.text.notation import (
    HEAD,
    NumberField,
    arrangement,
    check_size,
    goal_of,
    read_notation,
    split_at,
)

LONGEST_LINE = 200_000
"""The most characters of a line: a longer one cannot be the numbers of a board."""
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(size|goal)[ \t]*:[ \t]*", re.ASCII | re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})", re.ASCII)
_WORD = re.compile(r"[^ \t]+")
_BLANKS = frozenset({"0", "_", ""})
_SMALL = _BLANKS | {"1", "2", "3"}

Rows = list[tuple[TextLine, str]]


def read(text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the boards of a text in the forms at the head of this module. O(length)."""
    entries = _entries(text, source)
    first = list(islice(entries, 3))
    yield from _start_and_goal(first) or first
    yield from entries


def _start_and_goal(entries: Sequence[Entry[Position]]) -> list[Entry[Position]]:
    """Return the one board that a start and its goal make, or no board if the two are not that."""
    if len(entries) != 2:
        return []
    start, goal = (entry.position for entry in entries)
    if start is None or goal is None or entries[1].line - entries[0].line <= start.height:
        return []  # an error, or boards without a blank line between them
    usual = blank_first(start.size)
    in_order = (usual, blank_last(start.size))
    alike = (start.width, start.height, start.goal) == (goal.width, goal.height, goal.goal)
    if alike and start.goal == usual and goal.tiles in in_order and start.tiles not in in_order:
        return [Entry(entries[0].line, replace(start, goal=goal.tiles))]
    return []


def _entries(text: str, source: str) -> Iterator[Entry[Position]]:
    error = over_limit(text, source)
    if error is not None:
        yield Entry(1, error=error)
        return
    paragraph: Rows = []
    for number, line in enumerate(split_lines(text), 1):
        here = TextLine(source, number)
        stripped = line.strip(" \t")
        notation = stripped.startswith(HEAD)
        if stripped and not notation:
            paragraph.append((here, line))
        elif paragraph:
            yield from _boards(paragraph)
            paragraph = []
        if notation:
            yield entry_of(number, read_notation, line, here)
    if paragraph:
        yield from _boards(paragraph)


def fields_of(line: str) -> list[NumberField]:
    """Return the fields of a line: between commas, between tabs, or the words between blanks."""
    if "," in line:
        return split_at(",", line)
    if "\t" in line:
        fields = split_at("\t", line)
        if not any(" " in field.text for field in fields):
            return fields
    return [NumberField(match.start(), match[0]) for match in _WORD.finditer(line)]


class _Directives:
    """The size and the goal that `#` lines give for the boards of a paragraph."""

    def __init__(self) -> None:
        self.size: tuple[int, int] | None = None
        self.goal: tuple[str, TextLine, int] | None = None

    def take(self, line: str, found: re.Match[str], here: TextLine) -> None:
        """Read one directive."""
        rest, at = line[found.end() :].rstrip(" \t"), found.end()
        if found[1].lower() == "goal":
            if self.goal is not None:
                raise here.error(msg("a second goal"), msg("one for a board"))
            self.goal = (rest, here, at)
            return
        if self.size is not None:
            raise here.error(msg("a second size"), msg("one for a board"))
        size = _SIZE.fullmatch(rest)
        if size is None:
            raise here.error(quoted(rest) if rest else msg("nothing"), "WIDTHxHEIGHT", at)
        width, height = int(size[1]), int(size[2])
        check_size(width, height, here, at)
        self.size = (width, height)

    def position(self, width: int, height: int, tiles: tuple[int, ...]) -> Position:
        """Return the board, with the goal if one was given."""
        if self.goal is None:
            return Position(width, height, tiles)
        text, here, at = self.goal
        return Position(width, height, tiles, goal_of(text, width, height, here, at))


def _boards(paragraph: Rows) -> Iterator[Entry[Position]]:
    """Yield the boards of lines without a blank one between them."""
    directives = _Directives()
    rows: Rows = []
    begin = paragraph[0][0]
    try:
        for here, line in paragraph:
            directive = _DIRECTIVE.match(line)
            if directive is not None:
                directives.take(line, directive, here)
            elif not line.lstrip(" \t").startswith("#"):
                if len(line) > LONGEST_LINE:
                    found = msg("a line of {number} characters", number=len(line))
                    most = msg("at most {most} numbers", most=MAX_SIDE * MAX_SIDE)
                    raise here.too_large(found, most)
                rows.append((here, line))
        if not rows:
            if directives.size is not None or directives.goal is not None:
                raise begin.error(msg("a size or a goal"), msg("the rows of a board"))
            return
        if not _a_board_a_line(rows, directives.size):
            yield Entry(begin.number, _matrix(rows, directives))
            return
    except ParseError as error:
        yield Entry(begin.number, error=error)
        return
    for here, line in rows:
        yield entry_of(here.number, _line, line, directives, here)


def _a_board_a_line(rows: Rows, size: tuple[int, int] | None) -> bool:
    """Return whether each line is a board, and not a row of one."""
    if any("|" in line for _, line in rows[:2]):
        return True
    first = fields_of(rows[0][1])
    if size is not None:
        width, height = size
        fits = len(first) - width * height in (0, 1)
        return fits and (height == 1 or len(first) != width)
    if not any(n >= 4 and isqrt(n) ** 2 == n for n in (len(first), len(first) - 1)):
        return False  # no square board, alone or after the instance's number
    if len(rows) == 1:
        return True
    if len(first) <= 5 and any(t.text not in _SMALL for t in first[-4:]):
        return False  # rows of four or five are common, lines with a 2x2 board are not
    return all(any(t.text in _BLANKS for t in fields_of(line)) for _, line in rows[:2])


def _miscounted(fields: list[NumberField], wanted: int, line: str) -> int:
    """Return the offset of the first field too many, or of the line's end where some miss."""
    return fields[wanted].at if len(fields) > wanted else len(line.rstrip(" \t"))


def _matrix(rows: Rows, directives: _Directives) -> Position:
    height, (first, _) = len(rows), rows[0]
    width = len(fields_of(rows[0][1]))
    check_size(width, height, first)
    if directives.size is not None and directives.size != (width, height):
        found = msg("a matrix of {size}", size=f"{width}x{height}")
        raise first.error(found, "{}x{}".format(*directives.size))
    parsed = []
    for here, line in rows:
        fields = fields_of(line)
        if len(fields) != width:
            expected = msg("length {width} as in line {line}", width=width, line=first.number)
            found = msg("a row of length {length}", length=len(fields))
            raise here.error(found, expected, _miscounted(fields, width, line))
        parsed.append((here, fields))
    return directives.position(width, height, arrangement(parsed, width * height))


def _line(line: str, directives: _Directives, here: TextLine) -> Position:
    """Return the board of one line."""
    skipped = line.rfind("|") + 1
    fields = fields_of(" " * skipped + line[skipped:])
    if directives.size is not None:
        width, height = directives.size
    else:
        count = len(fields)
        width = height = isqrt(count)
        if width * width != count and (width < 2 or width * width + 1 != count):
            expected = msg("n * n numbers, or n * n after the number of the instance")
            found = msg("{number} numbers", number=count)
            raise here.error(found, expected, len(line.rstrip(" \t")))
    size = width * height
    check_size(width, height, here)
    if len(fields) == size + 1 and size > 1:
        name, *fields = fields
        if not (name.text.isascii() and name.text.isdigit()):
            raise here.error(quoted(name.text), msg("the number of the instance"), name.at)
    if len(fields) != size:
        found = msg("a board of {number} numbers", number=len(fields))
        raise here.error(found, str(size), _miscounted(fields, size, line))
    return directives.position(width, height, arrangement([(here, fields)], size))
