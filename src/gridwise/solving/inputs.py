"""Read puzzles from paths, standard input, notations and texts.

A bad puzzle loses none of the others.
"""

import difflib
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice, repeat
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import unquote

from gridwise.core import registry
from gridwise.core.capabilities import Goals
from gridwise.core.errors import VALUES, InputError, ParameterError, ParseError, TooLargeError
from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.question import told
from gridwise.core.reading import MAX_INPUT_BYTES, Entry
from gridwise.core.scene import Role
from gridwise.reading import binary, values
from gridwise.reading.choose import by_program, read

NOTATION = "<notation>"
"""The name of a source that is the text of a board itself."""
_SHORTEST, _ONLY_DIGITS, _LONG = 7, 16, 36
"""The least lengths of such a text, of one that has only digits, of one that may be faulty."""
_PATH = re.compile(r"[/\\]|\.[A-Za-z]\w{0,7}\Z")
"""A folder or an ending: parts of a file name."""
_ENDING = re.compile(r"\.\w+\Z|[a-z]{3}|\\")
"""Parts of a path that no rows of a board with slashes between them have."""
_NAME = re.compile(r"\s*([A-Za-z]\w+):(?!//)")
"""The beginning of a notation."""
_LINK = re.compile(r"\s*https?://[^\s#]+#(\S+)\s*\Z")
"""A link to a board, which stands after the #."""
_KEPT = frozenset({Role.GIVEN, Role.NUMBER, Role.QUEEN, Role.BLOCKED})
"""Contents of a given board that a player does not change."""


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle of the input, or its error. `index` counts over all inputs, from 0."""

    index: int
    source: str
    puzzle: Puzzle[Any, Any] | None
    entry: Entry[Any]

    @property
    def place(self) -> str:
        """Where the board begins: FILE:LINE."""
        return f"{self.source}:{self.entry.line}"

    def at_its_place(self, error: InputError) -> InputError:
        """Return an error about the board that begins FILE:LINE:COLUMN."""
        return InputError(msg("{place}: {what}", place=f"{self.place}:1", what=error.message))


def of_link(text: str) -> str:
    """Return the notation in a link to a board of any Gridwise; any other text as it is."""
    match = _LINK.match(text)
    board = unquote(match[1]) if match else ""
    if match is None or not is_notation(board):
        return text
    before = text[: match.start(1)]  # errors name the place in the link
    return "\n" * before.count("\n") + " " * (len(before) - before.rfind("\n") - 1) + board


def is_notation(text: str) -> bool:
    """Return whether a text begins as a notation does: a puzzle's name and a colon."""
    return _of_notation(text) is not None


def _of_notation(text: str) -> str | None:
    """Return the name of the puzzle with which a notation begins, None if the text is none."""
    head, colon, _ = text.lstrip("\ufeff \t\r\n").partition(":")
    return head if colon and registry.is_puzzle(head) else None


def is_text(arg: str) -> bool:
    """Return whether an argument is a board itself, not the name of a file.

    Boards are a notation, a link to a board, a data URL, several lines, and one line that some
    puzzle recognises: 81 characters of a Sudoku, the numbers of a sliding board, the text of a
    program. The name of a file that exists is always a file name.
    """
    if _exists(arg):
        return False
    line = arg.strip()
    if is_notation(of_link(arg)) or "\n" in line or binary.is_url(line):
        return True
    if line[:1] in "[({" or by_program(line, None, "") is not None:
        return True
    if line.count("/") > 1 and _ENDING.search(line) is None:
        found = [entry for _, entry in islice(read(line), 2)]
        return len(found) == 1 and found[0].error is None  # the rows of a board
    if _PATH.search(line) or len(line) < (_ONLY_DIGITS if line.isdigit() else _SHORTEST):
        return False
    return any(entry.error is None for _, entry in read(line)) or (
        len(line) >= _LONG and not re.search("[a-z]{3}", line)
    )


def read_text(
    text: str, *, puzzle: str | None = None, filename: str = "", source: str = "<text>"
) -> Iterator[tuple[Puzzle[Any, Any] | None, Entry[Any]]]:
    """Yield the boards of a text, of a link or of a file as a data URL.

    Texts are read as `reading.choose.read` does.
    """
    try:
        data = binary.of_url(text, source)
        file = None if data is None else binary.read(data, source)
        if file is not None:
            if puzzle not in (None, file[0]):
                found, expected = (msg("a {kind} puzzle", kind=name) for name in (file[0], puzzle))
                raise ParseError(found, expected, source=source)
            yield registry.puzzle(file[0]), file[1]
            return
        if data is not None:
            text = decoded(data, source)
    except ParseError as error:
        yield None, Entry(error.line, error=error)
        return
    legacy = isinstance(text, LegacyText)
    text = of_link(text)
    for kind, entry in read(text, puzzle=puzzle, filename=filename, source=source):
        if entry.error is not None and source == VALUES:
            yield kind, replace(entry, error=values.in_cells(entry.error, text))
        elif legacy:
            legacy = False
            yield kind, replace(entry, notes=(LegacyText.NOTE, *entry.notes))
        else:
            yield kind, entry


def detect(text: str, filename: str = "", *, source: str = "<text>") -> Puzzle[Any, Any]:
    """Return the puzzle of a text's first board; raise `ParseError` if no puzzle reads it."""
    kind, entry = next(read_text(text, filename=filename, source=source))
    if kind is None:
        assert entry.error is not None
        raise entry.error
    return kind


class Inputs(Iterator[Item]):
    """Every puzzle of paths, notations, texts, values and `-` (standard input), in order.

    Attributes
    ----------
    source, text
        The name and the text of the current source.

    Parameters
    ----------
    args, puzzle
        The sources, and the kind of their puzzles; by default each source tells its kind.
    goal
        The goal of every board, in place of its own; as for `with_goal`.
    """

    def __init__(
        self,
        args: Sequence[Any],
        *,
        puzzle: str | None = None,
        goal: str | None = None,
    ) -> None:
        if puzzle is not None:
            registry.puzzle(puzzle)
        self._args, self._puzzle, self._goal = args, puzzle, goal
        self.source = self.text = ""
        self.index = 0
        """The index of the next item."""
        self._rest: str | None = None
        self._items = self._read()

    def __next__(self) -> Item:
        return next(self._items)

    def go_on(self, lines: Sequence[str], last: int) -> None:
        """Read on in the current source after the board in the line of this index."""
        self._rest = "\n" * last + "\n".join(lines[last:])

    def _read(self) -> Iterator[Item]:
        for given in self._args:
            table = values.text_of(given)
            arg = VALUES if table is not None else os.fspath(given)
            source = "<stdin>" if arg == "-" else arg
            name = "" if arg == "-" else Path(arg).name
            try:
                if table is not None:
                    name, text = "", table
                elif isinstance(given, str) and is_text(arg):
                    source, name, text = NOTATION, "", arg
                else:
                    text = load(arg, source)
            except ParseError as error:
                yield self._item(source, None, Entry(1, error=error))
                continue
            self.source, self.text = source, text
            entries = read_text(text, puzzle=self._puzzle, filename=name, source=source)
            while (found := next(entries, None)) is not None:
                kind, entry = found
                yield self._item(source, kind, entry)
                if self._rest is not None and kind is not None:
                    rest = islice(kind.read(self._rest, source=source), 1, None)
                    entries, self._rest = zip(repeat(kind), rest), None

    def _item(self, source: str, kind: Puzzle[Any, Any] | None, entry: Entry[Any]) -> Item:
        self.index += 1
        if self._goal is not None and entry.error is None:
            try:
                entry = replace(entry, position=with_goal(entry.position, self._goal))
            except ParseError as error:
                entry = Entry(entry.line, error=error)
        return Item(self.index - 1, source, kind, entry)


def read_inputs(
    args: Sequence[Any], *, puzzle: str | None = None, goal: str | None = None
) -> Iterator[Item]:
    """Yield every puzzle of paths, notations, texts, values and `-` (standard input), in order."""
    return Inputs(args, puzzle=puzzle, goal=goal)


def with_goal(position: Any, goal: Any) -> Any:
    """Return a position with another goal.

    Parameters
    ----------
    goal
        A name of a goal (`first`, `last`, `snail`), its numbers with commas between them, the
        path of a file whose board is the goal, or the values or the position of that board.

    Raises
    ------
    ParameterError
        The puzzle's boards have no goal, or the goal is none of these.
    ParseError
        The text is no goal, or a goal of another size.
    """
    kind = registry.puzzle_of(position)
    goals = registry.capability(kind.name, Goals, position)
    if goals is None:
        fitting = ", ".join(registry.capabilities(Goals))
        what = msg(
            "boards of {puzzle} have no goal; those of {fitting} have",
            puzzle=kind.name,
            fitting=fitting,
        )
        raise ParameterError(what)
    if isinstance(goal, kind.position_type):
        return goals.like(position, goal)
    table = values.text_of(goal)
    if table is None and not isinstance(goal, str | os.PathLike):
        expected = msg("a goal: its name, its rows, or the path of a file")
        raise ParameterError(
            msg("found {found}, expected {expected}", found=told(goal), expected=expected)
        )
    if table is not None and "\n" not in table:
        return goals.named(position, table)
    if table is not None:
        return goals.like(position, read_board(goal, puzzle=kind.name)[1].position)
    name = os.fspath(goal)
    if isinstance(goal, str) and (name in goals.names or not (_exists(name) or _PATH.search(name))):
        return goals.named(position, name)
    return goals.like(position, read_board(Path(name), puzzle=kind.name)[1].position)


def parse(text: str, *, puzzle: str | None = None, source: str = "<text>") -> Any:
    """Return the one position of a text: a notation, or the content of any file format.

    Parameters
    ----------
    text
        The text itself, not a file name.
    puzzle
        The kind; by default it is read from the content.
    source
        The name of the text in error messages.

    Raises
    ------
    ParseError
        The text is no puzzle; the error says line, column, what was found and what was expected.
    UnknownNameError
        The puzzle does not exist.
    """
    entries = parse_many(text, puzzle=puzzle, source=source)
    if entries[0].error is not None:
        raise entries[0].error
    if len(entries) > 1:
        found, line = msg("a second puzzle"), entries[1].line
        raise ParseError(found, msg("one puzzle"), source=source, line=line)
    return entries[0].position


def parse_many(text: str, *, puzzle: str | None = None, source: str = "<text>") -> list[Entry[Any]]:
    """Return every puzzle of a text, in order; a bad one is an entry with its `ParseError`.

    Parameters as for `parse`.
    """
    return [entry for _, entry in read_text(text, puzzle=puzzle, source=source)]


def read_board(source: Any, *, puzzle: str | None = None) -> tuple[Puzzle[Any, Any], Entry[Any]]:
    """Return the puzzle and the board of a notation, a text, values or the file at a path.

    Parameters
    ----------
    source
        A path object is a file; a text is one too unless `is_text` takes it for a board. Values are
        what `reading.values` takes.
    puzzle
        The kind; by default it is read from the content.

    Raises
    ------
    ParseError
        The source holds no board or several, or the file does not exist.
    UnknownNameError
        The puzzle does not exist.
    """
    if puzzle is not None:
        registry.puzzle(puzzle)
    table = values.text_of(source)
    if table is not None:
        where, name, text = VALUES, "", table
    elif isinstance(source, str) and (not source.strip() or (source != "-" and is_text(source))):
        where, name, text = "<text>", "", source
    else:
        where = arg = os.fspath(source)
        if arg == "-":
            arg = "./-"  # a file of this name: standard input is for the command line
        name, text = Path(arg).name, load(arg, where)
    entries = read_text(text, puzzle=puzzle, filename=name, source=where)
    kind, first = next(entries)
    if first.error is not None:
        raise first.error
    second = next(entries, None)
    if second is not None:
        found, line = msg("a second puzzle"), second[1].line
        raise ParseError(found, msg("one puzzle"), source=where, line=line)
    assert kind is not None
    return kind, first


def origin_error(position: Any, origin: Any | None, *, name: str = "origin") -> InputError | None:
    """Return the error if an origin (the board as given) does not belong to a board.

    It does not belong if its kind, size, boxes or a given differ; return None if it belongs.
    `name` is the origin's name in the message.
    """
    why = None if origin is None else _differ(position, origin, of_origin=True)
    return None if why is None else InputError(msg("{name}: {why}", name=name, why=why))


def answer_error(answer: Any, asked: Any) -> Message | None:
    """Return why an answer does not belong to the asked board, or None if it does."""
    return _differ(answer, asked, of_origin=False)


def _differ(position: Any, origin: Any, *, of_origin: bool) -> Message | None:
    """Return how a board differs from its origin; with `of_origin` the origin is wrong."""

    def said(of_the_origin: str, of_the_board: str) -> dict[str, str]:
        names = ("found", "expected") if of_origin else ("expected", "found")
        return dict(zip(names, (of_the_origin, of_the_board), strict=True))

    puzzle, other = registry.puzzle_of(position), registry.puzzle_of(origin)
    board, start = puzzle.scene(position), other.scene(origin, origin=origin)
    sizes = [f"{scene.width}x{scene.height}" for scene in (start, board)]
    kinds = (other.name, puzzle.name)
    if differing := next((pair for pair in (kinds, sizes) if pair[0] != pair[1]), None):
        return msg("found a board of {found}, expected one of {expected}", **said(*differing))
    if (board.heavy_rows, board.heavy_cols) != (start.heavy_rows, start.heavy_cols):
        return msg("found other boxes, expected those of the board")
    for cell, (given, now) in enumerate(zip(start.cells, board.cells, strict=True)):
        kept = given.given or given.role in _KEPT
        if kept and (given.role, given.text) != (now.role, now.text):
            return msg(
                "found {found} in {cell}, expected {expected}, as on the board",
                cell=cell_name(cell, board.width),
                **said(*(one.text or one.role.value for one in (given, now))),
            )
    return None


def _exists(arg: str) -> bool:
    try:
        return Path(arg).exists()
    except (OSError, ValueError):
        return False


def is_file(source: object) -> bool:
    """Return whether a source of boards is the path of a file."""
    try:
        return isinstance(source, str | os.PathLike) and Path(source).is_file()
    except (OSError, ValueError):
        return False


def load(arg: str, source: str) -> str:
    """Return the text of a file, or of standard input for `-`; raise `InputError`."""
    limit = MAX_INPUT_BYTES
    with reading(arg, source):
        if arg == "-":
            stream = getattr(sys.stdin, "buffer", None)
            data = stream.read(limit + 1) if stream else sys.stdin.read(limit + 1).encode()
        else:
            path = Path(arg)
            if path.is_file() and path.stat().st_size > limit:
                raise _too_large(f"{path.stat().st_size:,} bytes", source)
            with path.open("rb") as file:
                data = file.read(limit + 1)
    if len(data) > limit:
        raise _too_large(f"more than {limit:,} bytes", source)
    return decoded(data, source)


@contextmanager
def reading(arg: str, source: str) -> Iterator[None]:
    """Turn the system's error for a file that cannot be read into an `InputError`."""
    try:
        yield
    except InputError:
        raise
    except FileNotFoundError:
        raise _missing(arg, source) from None
    except IsADirectoryError:
        raise ParseError(msg("a directory"), msg("a file"), source=source) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(f"{reason.lower()}", msg("a readable file"), source=source) from None


def _missing(arg: str, source: str) -> ParseError:
    """Return the error for a missing file, with the nearest name that exists."""
    named = _NAME.match(arg)
    if named is not None:
        near = difflib.get_close_matches(named[1].lower(), registry.puzzles(), n=1, cutoff=0.5)
        known: Message | str = ", ".join(registry.puzzles())
        if near:
            known = msg("{known}; did you mean {near}?", known=known, near=near[0])
        found = msg("a notation of {name}", name=named[1])
        return ParseError(found, msg("one of these puzzles: {known}", known=known), source="<text>")
    expected = msg("a path, a notation, the text of a board or -")
    near = _near(Path(arg))
    if near:
        expected = msg("{expected}; did you mean {near}?", expected=expected, near=near[0])
    return ParseError(msg("no such file"), expected, source=source)


def _near(path: Path) -> list[str]:
    """Return the path of the file beside a missing file with the nearest name, if one is near."""
    try:
        names = [one.name for one in os.scandir(path.parent) if one.is_file()]
    except (OSError, ValueError):
        return []
    near = difflib.get_close_matches(path.name, names, n=1)
    return [str(path.with_name(name)) for name in near]


class LegacyText(str):
    """The text of a file that is not Unicode, read as Windows-1252."""

    __slots__ = ()

    NOTE: ClassVar[Message] = msg("the file is no UTF-8 text; it is read as Windows-1252")


def decoded(data: bytes, source: str) -> str:
    """Return the text of a file: UTF-8, UTF-16 with or without a mark, or else a `LegacyText`.

    A file that is no text and that some puzzle reads becomes a data URL; see `reading.binary`.

    Raises
    ------
    ParseError
        The bytes are no text; the error is at the first that is not UTF-8.
    """
    url = binary.as_url(data, source)
    if url is not None:
        return url
    head = data[:256]
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    if len(data) % 2 == 0 and b"\0" in head and encoding != "utf-16":
        odd, even = head[1::2].count(0), head[::2].count(0)
        if 4 * max(odd, even) > len(head) // 2 and min(odd, even) == 0:
            encoding = "utf-16-le" if odd else "utf-16-be"
    try:
        with io.TextIOWrapper(io.BytesIO(data), encoding=encoding, newline="") as reader:
            return reader.read()
    except UnicodeDecodeError as error:
        if b"\0" not in data:
            with suppress(UnicodeDecodeError):
                return LegacyText(data.decode("cp1252"))
        if b"\0" in data:
            found, expected = msg("a file that is no text"), msg("a text, or a file of a program")
            raise ParseError(found, expected, source=source) from None
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode(encoding, "replace")) + 1
        raise ParseError(
            msg("byte {byte}", byte=f"0x{data[error.start]:02x}"),
            msg("UTF-8 text"),
            source=source,
            line=line,
            column=column,
        ) from None


def _too_large(size: str, source: str) -> TooLargeError:
    return TooLargeError(size, f"at most {MAX_INPUT_BYTES:,}", source=source)
