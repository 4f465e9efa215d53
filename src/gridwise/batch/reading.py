"""Reads a file of puzzles as a stream of slices: blocks of whole lines.

Plain, gzip or zstd; lines of text, CSV with a column of puzzles, or JSON lines. The reader knows
all by its content, so a pipe needs no name. Boards of several lines are read as in all other
commands, the whole file at once, and each becomes a line, with the notes on its reading.
"""

import csv
import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParseError
from gridwise.core.message import Message, from_json, msg
from gridwise.core.numbers import dumps
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import MAX_INPUT_BYTES, Entry
from gridwise.reading.binary import may_be_binary
from gridwise.reading.columns import COLUMNS, board_name
from gridwise.render.extras import needed
from gridwise.solving.inputs import (
    NOTATION,
    LegacyText,
    decoded,
    is_notation,
    is_text,
    read_text,
)

_GZIP, _ZSTD, _MARK = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xef\xbb\xbf"
_FIRST = 1 << 16  # bytes that are searched for the first line
_LOOKED_AT = 64  # boards of them


@dataclass(frozen=True, slots=True)
class Form:
    """The form in which a line of the input holds its puzzle.

    Parameters
    ----------
    name
        `text`, `csv`, `jsonl`, or `boards`: boards of several lines, each made a line of JSON.
    column
        The column of the puzzle in CSV.
    """

    name: str = "text"
    column: int = 0


class SliceReader:
    """The input of a batch, read in blocks of whole lines.

    Parameters
    ----------
    source
        A path, `-` for standard input, a notation, or the text of a board.
    puzzle
        The kind of boards that are no notation; by default the text is recognised.

    Attributes
    ----------
    form
        The form of the lines.
    line
        The number of the first unanswered line, from 1; the caller counts.
    first
        The first line that holds a puzzle, without its end; empty if none is near the beginning.

    Raises
    ------
    ParseError
        The file does not exist, CSV has no column of puzzles, or a board of several lines is bad.
    UsageError
        The package for zstd is missing.
    """

    def __init__(self, source: str, puzzle: str | None = None) -> None:
        self._puzzle = puzzle
        text = source != "-" and is_text(source)
        self.source = "<stdin>" if source == "-" else NOTATION if text else source
        name = "" if self.source.startswith("<") else Path(self.source).name
        self._name = name.removesuffix(".gz").removesuffix(".zst")
        self.line = 1
        raw = io.BufferedReader(_Text(source)) if text else self._opened(source)
        self._raw = raw
        try:
            self.size = os.fstat(raw.fileno()).st_size if source != "-" else 0
        except (OSError, ValueError):
            self.size = 0
        self._bytes = 0
        peeked = raw.peek(4)[:4]
        self._stream: Any = raw
        self._packed = peeked.startswith((_GZIP, _ZSTD))
        if peeked.startswith(_GZIP):
            self._stream = gzip.GzipFile(fileobj=raw)
        elif peeked.startswith(_ZSTD):
            zstd = needed("zstandard", extra="batch", purpose=msg("zstd input").words())
            self._stream = zstd.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
        self._kept, self._ended, self.first = b"", False, ""
        try:
            self.form = self._recognised()
        except BaseException:
            self.close()
            raise

    def _opened(self, source: str) -> io.BufferedReader:
        if source == "-":
            stream = getattr(sys.stdin, "buffer", None)
            return io.BufferedReader(stream) if stream is not None else io.BufferedReader(_Text())
        try:
            return Path(source).open("rb")
        except FileNotFoundError:
            raise self._error(msg("no such file"), msg("a file of puzzles, or -")) from None
        except IsADirectoryError:
            raise self._error(msg("a directory"), msg("a file")) from None
        except OSError as error:
            raise self._error(
                (error.strerror or str(error)).lower(), msg("a readable file")
            ) from None

    def _error(
        self, found: Message | str, expected: Message, line: int | None = None
    ) -> ParseError:
        return ParseError(found, expected, source=self.source, line=line or self.line)

    def _recognised(self) -> Form:
        """Look at the first lines; take away the header of CSV."""
        start = self._read(_FIRST)
        if start.startswith(_MARK):
            start = start[len(_MARK) :]
        self._kept = start
        if may_be_binary(start):
            return self._join_boards()
        lines = start.split(b"\n")
        text = start.decode("utf-8", "replace")
        first = lines[0].decode("utf-8", "replace").strip()
        if first.startswith(("{", '"')) and _is_json(first):
            self.first = next((one for line in lines if (one := _json_puzzle(line))), "")
            return Form("jsonl")
        fields = _fields(first)
        names = [field.strip().lower() for field in fields]
        known = [*islice(self._entries(text), _LOOKED_AT)]
        boards_of_lines = self._are_of_lines(known, text.split("\n"))
        board = board_name(names, registry.puzzle_names())
        if board is not None and (len(names) > 1 or not boards_of_lines):
            self._kept = start[len(lines[0]) + 1 :]
            self._ended = self._ended and not self._kept
            self.line += 1
            column = names.index(board)
            row = _fields(lines[1].decode("utf-8", "replace") if lines[1:] else "")
            self.first = row[column] if column < len(row) else ""
            return Form("csv", column)
        if boards_of_lines:
            return self._join_boards()
        texts = map(str.strip, text.split("\n"))
        self.first = next((line for line in texts if line and not line.startswith("#")), "")
        if self._name.lower().endswith(".csv") and not any(
            entry.error is None for _, entry in known
        ):
            expected = msg("a header with one of the columns {names}", names=COLUMNS)
            raise self._error(repr(first[:40]), expected)
        return Form()

    def _are_of_lines(
        self, known: Sequence[tuple[Puzzle[Any, Any] | None, Entry[Any]]], lines: Sequence[str]
    ) -> bool:
        """Return whether the line of one of these boards does not say by itself what it is.

        The errors tell if there is no board.
        """
        good = [(kind, entry) for kind, entry in known if entry.error is None]
        first = self._puzzle
        for kind, entry in good or known:
            line = lines[entry.line - 1]
            given = None if is_notation(line) else first
            alone = next(read_text(line, puzzle=given))[1]
            if entry.position != alone.position or (
                entry.error is not None
                and (alone.error is None or entry.error.phrases != alone.error.phrases)
            ):
                return True
            first = first or (kind.name if kind is not None else None)
        return False

    def _entries(self, text: str) -> Iterator[tuple[Puzzle[Any, Any] | None, Entry[Any]]]:
        return read_text(text, puzzle=self._puzzle, filename=self._name, source=self.source)

    def _join_boards(self) -> Form:
        """Read all boards, and go on as if each stood in the line of its beginning."""
        data = self._kept + self._read(MAX_INPUT_BYTES + 1 - len(self._kept))
        if not self._ended:
            found = msg("more than {n} bytes of boards of several lines", n=MAX_INPUT_BYTES)
            raise self._error(found, msg("one puzzle a line"))
        lines: list[str] = []
        for kind, entry in self._entries(decoded(data, self.source)):
            if entry.error is not None:
                raise entry.error
            assert kind is not None
            board = _in_one_line(kind, entry.position)
            self.first = self.first or board
            joined = dumps([board, *(note.as_json() for note in entry.notes)])
            lines += [""] * (entry.line - 1 - len(lines)) + [joined]
        self._kept = "\n".join([*lines, ""]).encode()
        self._bytes = self.size = len(self._kept)
        return Form("boards")

    def take(self, size: int) -> bytes:
        """Return at most so many bytes of whole lines, at least one line; none at the end.

        A last line without an end gets one.

        Raises
        ------
        ParseError
            The file is damaged, or a line is longer than any puzzle.
        """
        data = self._kept
        if not self._ended and len(data) < size:
            data += self._read(size - len(data))
        end = data.rfind(b"\n", 0, size) + 1
        while not end and not self._ended:
            if len(data) > MAX_INPUT_BYTES:
                found = msg("a line of more than {n} bytes", n=MAX_INPUT_BYTES)
                raise self._error(found, msg("one puzzle a line"))
            before = len(data)
            data += self._read(max(size, _FIRST))
            end = data.find(b"\n", before) + 1
        if not end:
            end = data.find(b"\n") + 1 or len(data)
        self._kept = data[end:]
        part = data[:end] if self._kept else data
        return part + b"\n" if part and not part.endswith(b"\n") else part

    def exactly(self, size: int) -> bytes:
        """Return so many bytes, or the rest: the slice of a record."""
        data = self._kept + self._read(max(0, size - len(self._kept)))
        self._kept = data[size:]
        part = data[:size]
        return part + b"\n" if len(part) == size - 1 and not self._kept else part

    @property
    def position(self) -> int:
        """The number of bytes of the file that were read."""
        try:
            return self._raw.tell() if self._packed else self._bytes - len(self._kept)
        except (OSError, ValueError):
            return 0

    def close(self) -> None:
        """Close the file; standard input stays open."""
        if self.source != "<stdin>":
            self._raw.close()

    def _read(self, size: int) -> bytes:
        """Return so many bytes, fewer only at the end."""
        parts, left = [], size
        try:
            while left and (data := self._stream.read(left)):
                parts.append(data)
                left -= len(data)
        except (OSError, EOFError, zlib.error) as error:
            raise self._damaged(str(error)) from error
        except Exception as error:
            if type(error).__name__ != "ZstdError":
                raise
            raise self._damaged(str(error)) from error
        self._ended = left > 0
        found = parts[0] if len(parts) == 1 else b"".join(parts)
        self._bytes += len(found)
        return found

    def _damaged(self, why: str) -> ParseError:
        return self._error(msg("a damaged file ({why})", why=why), msg("a whole one"))


def _in_one_line(kind: Puzzle[Any, Any], position: Any) -> str:
    """Return a board as a line of cells if that can be read again, else as a notation."""
    if "line" in kind.styles:
        with suppress(GridwiseError):  # a line cannot say all that a board is
            line = kind.format(position, "line")
            if kind.parse(line) == position:
                return line
    return kind.format(position, "notation")


class _Text(io.RawIOBase):
    """The bytes of a text, as a stream."""

    def __init__(self, text: str = "") -> None:
        self._text = io.BytesIO(text.encode())

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; return the number of bytes."""
        return self._text.readinto(buffer)


def _fields(line: str) -> list[str]:
    """Return the fields of a line of CSV, or none."""
    try:
        return next(csv.reader([line]), [])
    except csv.Error:  # a carriage return within the line
        return []


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _json_puzzle(line: bytes) -> str:
    try:
        return puzzle_of(json.loads(line))
    except ValueError:
        return ""


def puzzle_of(value: object) -> str:
    """Return the puzzle of one JSON line; raise `ValueError` if it has none."""
    if isinstance(value, dict):
        named = {key.lower(): text for key, text in value.items()}
        value = named.get(board_name(named, registry.puzzle_names()) or "")
    if not isinstance(value, str):
        raise ValueError("no puzzle")
    return value


class PuzzleText(NamedTuple):
    """The puzzle of a line, the column in which it begins, from 1, and notes on its reading."""

    text: str
    column: int
    notes: tuple[Message, ...] = ()


def puzzle_text(line: bytes, column: int = 1) -> PuzzleText:
    """Return the puzzle of a line that holds nothing else; raise `ParseError`."""
    text = _decoded(line)
    notes = (LegacyText.NOTE,) if isinstance(text, LegacyText) else ()
    return PuzzleText(str(text), column, notes)


def text_in(form: Form) -> Callable[[bytes], PuzzleText | None]:
    """Return the function that finds the puzzle of one line.

    The function returns None for a blank line or a comment, and raises `ParseError`.
    """
    find = {"text": _of_text, "jsonl": _of_json, "boards": _of_board}.get(form.name) or (
        lambda text: _of_csv(text, form.column)
    )

    def puzzle_in(line: bytes) -> PuzzleText | None:
        text, _, notes = puzzle_text(line)
        puzzle = find(text.rstrip("\r\n"))
        return puzzle and puzzle._replace(notes=(*notes, *puzzle.notes))

    return puzzle_in


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        with suppress(UnicodeDecodeError):
            return LegacyText(line.decode("cp1252"))
        found = msg("byte {byte}", byte=f"0x{line[error.start]:02x}")
        raise ParseError(found, msg("UTF-8 text"), column=error.start + 1) from None


def _of_text(text: str) -> PuzzleText | None:
    puzzle = text.strip()
    if not puzzle or puzzle.startswith("#"):
        return None
    return PuzzleText(puzzle, len(text) - len(text.lstrip()) + 1)


def _of_board(text: str) -> PuzzleText | None:
    if not text:
        return None
    puzzle, *notes = json.loads(text)
    return PuzzleText(puzzle, 1, tuple(map(from_json, notes)))


def _of_csv(text: str, column: int) -> PuzzleText | None:
    if not text.strip():
        return None
    try:
        fields = next(csv.reader([text], strict=True))
    except csv.Error as error:
        raise ParseError(str(error), msg("a row of CSV on one line")) from None
    if column >= len(fields):
        found = msg("{n} fields", n=len(fields))
        raise ParseError(found, msg("a puzzle in field {n}", n=column + 1), column=len(text) + 1)
    return PuzzleText(fields[column].strip(), max(0, text.find(fields[column])) + 1)


def _of_json(text: str) -> PuzzleText | None:
    if not text.strip():
        return None
    try:
        puzzle = puzzle_of(json.loads(text)).strip()
    except json.JSONDecodeError as error:
        raise ParseError(error.msg, "JSON", column=error.colno) from None
    except ValueError:
        expected = msg("an object with one of the keys {names}", names=COLUMNS)
        raise ParseError(repr(text[:40]), expected) from None
    return PuzzleText(puzzle, max(0, text.find(puzzle)) + 1)
