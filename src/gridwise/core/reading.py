"""Helpers of the puzzles' readers: lines, fields of a row, errors at a place in a text."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from gridwise.core.errors import ParseError, Phrase, TooLargeError
from gridwise.core.message import Message, msg

Args = ParamSpec("Args")
P = TypeVar("P")
T = TypeVar("T")

MAX_INPUT_BYTES = 8 * 1024 * 1024
"""A longer file or text is refused before it is read."""
_GRID_ROW = re.compile(r"(?=.*[0-9])[0-9.*_|+,\t -]{5,}")
_QUOTE = "> \t"
_COMMENT = re.compile(r"[> \t]*#(?![0-9])")
_HEAD_OF_FORMATS = 4_096


class TextLine(NamedTuple):
    """A line of a source, for errors that name a place in it."""

    source: str
    number: int
    """1-based."""

    def error(self, found: Phrase, expected: Phrase, at: int = 0) -> ParseError:
        """Return the error at an offset (0-based) into this line."""
        place = {"line": self.number, "column": at + 1}
        return ParseError(found, expected, source=self.source, **place)

    def too_large(self, found: Phrase, expected: Phrase, at: int = 0) -> TooLargeError:
        """Return the error for something over a limit at an offset (0-based) into this line."""
        place = {"line": self.number, "column": at + 1}
        return TooLargeError(found, expected, source=self.source, **place)


@dataclass(frozen=True, slots=True)
class Entry(Generic[P]):
    """One puzzle read from a text, or the error of an unreadable part.

    `line` is where it begins, 1-based. `solution` is the solved position that the text itself
    gives, unchecked. `notes` say what was assumed where a text can be read in several ways.
    """

    line: int
    position: P | None = None
    error: ParseError | None = None
    solution: P | None = None
    notes: tuple[Message, ...] = ()


class Format(Protocol):
    """A module in a puzzle's package `formats`: a text format of a program."""

    NAME: str
    """The name of the program or of its format, the same in every language."""

    def claims(self, head: str) -> bool:
        """Return whether a text with these first 4,096 characters is in the format.

        A plain grid never is.
        """
        ...

    def read(self, text: str, source: str) -> Iterator[Entry[Any]]:
        """Yield the boards of a text and the errors of its unreadable parts. O(length)."""
        ...


def entry_of(
    number: int, make: Callable[Args, P], *args: Args.args, **options: Args.kwargs
) -> Entry[P]:
    """Return the position that `make` returns or the `ParseError` that it raises, as an entry."""
    try:
        return Entry(number, make(*args, **options))
    except ParseError as error:
        return Entry(number, error=error)


def entries_at(
    text: str,
    source: str,
    boards: Callable[[str], Iterable[T]],
    make: Callable[[T, TextLine], P],
) -> Iterator[Entry[P]]:
    """Yield the boards that stand anywhere in the lines of a text, and errors.

    Rows of a grid are an error, since they would be lost; other lines are words about the boards.
    Boards after a `#` are read only if nothing else is.

    Parameters
    ----------
    boards
        Returns the boards of a line, such as the matches of a pattern.
    make
        Returns the position of one of them; may raise `ParseError`.

    Notes
    -----
    O(len(text)) if both take O(length of the line).
    """
    in_grid, nothing = False, True
    commented: list[tuple[TextLine, str]] = []
    for number, line in enumerate(split_lines(text), 1):
        if not line:
            continue
        here = TextLine(source, number)
        after_row, in_grid = in_grid, False
        places = list(boards(line))
        if places and _COMMENT.match(line):
            commented.append((here, line))
            continue
        for place in places:
            nothing = False
            yield entry_of(number, make, place, here)
        if not places and (in_grid := is_grid_row(line)) and not after_row:
            nothing = False
            row = line.strip(_QUOTE)
            expected = msg("a board in the same format as the others")
            yield Entry(number, error=here.error(quoted(row), expected, line.index(row)))
    for here, line in commented if nothing else ():
        for place in boards(line):
            yield entry_of(here.number, make, place, here)


def has_boards(head: str, boards: Callable[[str], Iterable[T]]) -> bool:
    """Return whether a line of the begin of a text has a board, and no other is a grid's row.

    Parameters
    ----------
    head
        At most 4,096 characters; the last line may be half a line.
    boards
        As for `entries_at`.
    """
    lines = split_lines(head)
    if len(head) == _HEAD_OF_FORMATS and len(lines) > 1:
        lines.pop()
    without = [line for line in lines if next(iter(boards(line)), None) is None]
    return len(without) < len(lines) and not any(map(is_grid_row, without))


def is_grid_row(line: str) -> bool:
    """Return whether a line has a digit, and nothing but signs of cells and between cells."""
    return _GRID_ROW.fullmatch(line.strip(_QUOTE)) is not None


def quoted(text: str, length: int = 20) -> str:
    """Return a piece of the input as errors show it: in quotes, cut if it is long."""
    return repr(text if len(text) <= length else text[:length] + "...")


def over_limit(text: str, source: str) -> TooLargeError | None:
    """Return the error for a text of more than `MAX_INPUT_BYTES`, None for a shorter one."""
    size = len(text)
    if MAX_INPUT_BYTES // 4 < size <= MAX_INPUT_BYTES and not text.isascii():
        size = len(text.encode("utf-8", "surrogatepass"))
    if size <= MAX_INPUT_BYTES:
        return None
    found = msg("{number} bytes", number=size)
    return TextLine(source, 1).too_large(found, msg("at most {most} bytes", most=MAX_INPUT_BYTES))


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text, ended by \n, \r\n or \r, without a byte order mark."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff").split("\n")
