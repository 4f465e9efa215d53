"""Helpers of the puzzles' readers: lines, fields of a row, errors at a place in a text."""

import re
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from gridwise.core.errors import ParseError, Phrase, TooLargeError
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_INPUT_BYTES, Entry

Args = ParamSpec("Args")
P = TypeVar("P")

_HEAD_CHARACTERS = 1 << 16
_GAP = re.compile(r"[ \t]*,[ \t]*|[ \t]+")


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


def entry_of(
    number: int, make: Callable[Args, P], *args: Args.args, **options: Args.kwargs
) -> Entry[P]:
    """Return the position that `make` returns or the `ParseError` that it raises, as an entry."""
    try:
        return Entry(number, make(*args, **options))
    except ParseError as error:
        return Entry(number, error=error)


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


def split_fields(row: str) -> list[tuple[int, str]]:
    """Return the fields of a row, between commas or else blanks and tabs, each after its offset."""
    start, end = len(row) - len(row.lstrip(" \t")), len(row.rstrip(" \t"))
    fields: list[tuple[int, str]] = []
    for gap in _GAP.finditer(row, start, end):
        fields.append((start, row[start : gap.start()]))
        start = gap.end()
    return [*fields, (start, row[start:end])]


def matrix_row(line: str, here: TextLine, strange: re.Pattern[str], one: Phrase) -> str:
    """Return the cells of a row of a matrix, one character each, with or without separators.

    Parameters
    ----------
    strange
        Matches a character that is no cell.
    one
        The words for a cell.

    Raises
    ------
    ParseError
        At a character that is no cell, a missing cell, or cells without a separator among others.
    """
    parts = _GAP.split(line.strip(" \t"))
    compact = len(parts) == 1
    joined = "".join(parts)
    fits = compact or (len(joined) == len(parts) and all(parts))
    if fits and strange.search(joined) is None:
        return joined
    for start, piece in split_fields(line):
        wrong = strange.search(piece)
        if wrong is not None:
            raise here.error(quoted(wrong[0]), one, start + wrong.start())
        if not piece:
            raise here.error(msg("nothing"), one, start)
        if not compact and len(piece) > 1:
            raise here.error(quoted(piece), msg("a single cell between separators"), start)
    raise AssertionError("a row that is neither right nor wrong")


def offset_in_row(row: str, index: int) -> int:
    """Return the offset of a cell of a row, or of the row's end if it has fewer cells."""
    fields = split_fields(row)
    if len(fields) == 1:
        return fields[0][0] + index
    return fields[index][0] if index < len(fields) else len(row.rstrip(" \t"))


def head_lines(text: str) -> tuple[list[str], bool]:
    """Return the whole lines among the first 65,536 characters, and whether more follow."""
    cut = len(text) > _HEAD_CHARACTERS
    lines = split_lines(text[:_HEAD_CHARACTERS])
    if cut and len(lines) > 1:
        lines.pop()  # it may be half a line
    return lines, cut
