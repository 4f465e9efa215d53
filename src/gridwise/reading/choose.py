"""The puzzle of a text is chosen, and its boards are read: the second and third step of reading.

Every puzzle interprets the first tables. The one that fits with the least doubt is taken; the name
of the file decides among those that fit, and a puzzle whose own rules the board breaks at once
comes last. Where another puzzle fits as well, a note says which was taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Goals
from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import Entry, TextLine, entry_of, over_limit
from gridwise.core.table import BROKEN, Directive, Reading, Table
from gridwise.reading.lines import Line, Sort
from gridwise.reading.unwrap import left_out, pieces

_TABLES, _BOARDS = 12, 4
"""The tables by which a puzzle is chosen, and the boards that are looked at in each."""
_UNREADABLE = BROKEN + 1
_CLOSE = 1
"""The most by which the doubt of a puzzle that is named in a note exceeds that of the taken."""
MAX_ERRORS = 1_000
"""The most by which parts that are no board outnumber the boards before reading ends."""
_HEAD = 4_096

Kind = Puzzle[Any, Any]


def read(
    text: str, *, puzzle: Kind | str | None = None, filename: str = "", source: str = "<text>"
) -> Iterator[tuple[Kind | None, Entry[Any]]]:
    """Yield the boards of a text in order, each with its puzzle, and an error for each other part.

    Parameters
    ----------
    text
        Any form: see `docs/formats.md`.
    puzzle
        The puzzle; by default it is chosen.
    filename
        The name of the file, which may say the puzzle.
    source
        The name of the text in errors.

    Notes
    -----
    O(characters). A text that no puzzle can read is one bad entry, without a puzzle.
    """
    error = over_limit(text, source)
    if error is not None:
        yield None, Entry(1, error=error)
        return
    boards = errors = 0
    for kind, entry in _entries(text, puzzle, filename, source):
        errors += entry.error is not None
        boards += entry.error is None
        if errors > boards + MAX_ERRORS:
            what = msg("{number} parts without a board", number=number(errors))
            stop = TextLine(source, entry.line).too_large(
                what, msg("boards; the rest of the text is not read")
            )
            yield kind, Entry(entry.line, error=stop)
            return
        yield kind, entry


def boards_of(kind: Kind, text: str, *, source: str = "<text>") -> Iterator[Entry[Any]]:
    """Yield the boards of a text as one puzzle; `Puzzle.read`."""
    return (entry for _, entry in read(text, puzzle=kind, source=source))


def _entries(
    text: str, puzzle: Kind | str | None, filename: str, source: str
) -> Iterator[tuple[Kind | None, Entry[Any]]]:
    given = registry.puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    line = text.strip(" \t\r\n\ufeff")
    head, colon, _ = line.partition(":")
    if colon and "\n" not in line and "\r" not in line and registry.is_puzzle(head):
        # A notation alone: no other puzzle need be imported.
        before = text[: text.index(line)]
        at = Line(
            before.count("\n") + 1,
            Sort.NOTATION,
            line,
            len(before) - before.rfind("\n") - 1,
            head,
        )
        yield from _read(iter([at]), given, given, source)
        return
    of_program = by_program(text, given, source)
    if of_program is not None:
        yield from of_program
        return
    parts = pieces(text, source, frozenset(registry.puzzle_names()))
    sample = list(islice(parts, _TABLES))
    tables = [part for part in sample if isinstance(part, Table)]
    kind, note = given, None
    if tables and kind is None:
        try:
            kind, note = choose(tables, filename)
        except ParseError as error:
            if len(tables) == len(sample):
                yield None, Entry(error.line, error=error)
                return
    if not sample:
        what = msg("no puzzle") if line else msg("nothing")
        wanted = _any_puzzle() if kind is None else msg("a {kind} puzzle", kind=kind.name)
        if kind is None and line:
            what = msg("a text of no known form")
        yield kind, Entry(1, error=ParseError(what, wanted, source=source))
        return
    entries = _read(chain(sample, parts), kind, given, source)
    yield from _joined(entries, note)


def _any_puzzle() -> Message:
    return msg("a puzzle ({known}); or name its kind", known=", ".join(registry.puzzles()))


def by_program(
    text: str, given: Kind | None, source: str
) -> Iterator[tuple[Kind | None, Entry[Any]]] | None:
    """Return the boards of a text in the form of a program, None if it is in none."""
    head = text.lstrip("\ufeff")[:_HEAD]
    names = registry.puzzle_names() if given is None else (given.name,)
    for name in names:
        for form in registry.formats(name).values():
            if form.claims(head):
                kind = registry.puzzle(name)
                return ((kind, entry) for entry in form.read(text, source))
    return None


def _joined(
    entries: Iterator[tuple[Kind | None, Entry[Any]]], note: Message | None
) -> Iterator[tuple[Kind | None, Entry[Any]]]:
    """Yield entries with the note on the first, and a start and its goal as one board."""
    first = list(islice(entries, 3))
    if note is not None and first:
        kind, entry = first[0]
        first[0] = kind, replace(entry, notes=(*entry.notes, note))
    if len(first) == 2 and all(entry.error is None for _, entry in first):
        (kind, start), (other, goal) = first
        if kind is other and kind is not None:
            board = kind.with_goal_of(start.position, goal.position)
            if board is not None:
                second = msg("the second board is read as the goal of the first")
                yield kind, replace(start, position=board, notes=(*start.notes, second))
                return
    yield from first
    yield from entries


def _read(
    parts: Iterator[Table | Line], kind: Kind | None, given: Kind | None, source: str
) -> Iterator[tuple[Kind | None, Entry[Any]]]:
    good = False
    for part in parts:
        if isinstance(part, Line):
            here = TextLine(source, part.number)
            own = registry.puzzle(part.name)
            if given is not None and own is not given:
                wrong = here.error(repr(f"{part.name}:"), f"'{given.name}:'", part.at)
                yield given, Entry(part.number, error=wrong)
                continue
            yield own, entry_of(part.number, own.parse_notation, " " * part.at + part.text, here)
            continue
        tables = [part]
        if (
            part.goal is not None
            and kind is not None
            and registry.capability(kind.name, Goals) is None
        ):
            tables.append(part.goal)
        for table in tables:
            for entry in _of_table(table, kind, source):
                if entry.error is not None and good and _is_remark(table):
                    continue
                good = good or entry.error is None
                yield kind, entry


def _is_remark(table: Table) -> bool:
    """Return whether a table is too small for a board: the number of the next one, say."""
    return len(table.rows) == 1 and table.width <= 2


def _of_table(table: Table, kind: Kind | None, source: str) -> Iterator[Entry[Any]]:
    if kind is None:
        error = table.error(msg("a text of no known form"), _any_puzzle())
        yield Entry(table.line, error=error)
        return
    solutions = _solutions(table, kind)
    table = replace(table, directives=_Directives(table.directives))
    boards = 0
    for reading in kind.interpret(table):
        if isinstance(reading, ParseError):
            yield Entry(table.line if len(table.rows) < 2 else reading.line, error=reading)
            continue
        notes = (*table.notes, *reading.notes)
        if not boards:
            notes += _unheeded(table)
        if reading.doubt >= BROKEN and not reading.notes:
            broken = kind.violations(reading.position)
            notes += (_broken(broken[0].text),) if broken else ()
        if table.solution is not None and not solutions and not table.solution.title:
            line = table.solution.line
            notes += (msg("the solution in line {line} is left out: it is none", line=line),)
        solution = solutions[boards] if solutions else None
        boards += 1
        yield Entry(reading.line, reading.position, solution=solution, notes=notes)
    if table.solution is not None and not solutions and table.solution.title:
        yield from _of_table(table.solution, kind, source)  # the words spoke of something else


def _broken(what: Message) -> Message:
    return msg("the board breaks a rule: {what}", what=what)


def assumptions(notes: Sequence[Message]) -> tuple[Message, ...]:
    """Return the notes on how a board was read, without the one on a rule that it breaks."""
    return tuple(note for note in notes if note.template != _broken(note).template)


class _Directives(dict[str, Directive]):
    """Directives that keep which of them a puzzle reads: `in` and `get` only look."""

    def __init__(self, said: Mapping[str, Directive]) -> None:
        super().__init__(said)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Directive:
        self.read.add(name)
        return super().__getitem__(name)


def _unheeded(table: Table) -> tuple[Message, ...]:
    """Return a note on each directive that was not read, unless it gives the size of the table."""
    assert isinstance(table.directives, _Directives)
    shape = {table.width, len(table.rows)}
    return tuple(
        left_out(name, said)
        for name, said in table.directives.items()
        if name not in table.directives.read
        and not (name in ("n", "size") and {*map(int, re.findall(r"\d+", said[0]))} == shape)
    )


def _solutions(table: Table, kind: Kind) -> list[Any]:
    """Return the solutions of all boards of a table in order; none unless each is solved."""
    if table.solution is None or table.solution.signs().total() != table.signs().total():
        return []
    boards = sum(isinstance(reading, Reading) for reading in kind.interpret(table))
    solved = [
        reading.position
        for reading in kind.interpret(table.solution)
        if isinstance(reading, Reading) and kind.is_solved(reading.position)
    ]
    return solved if len(solved) == boards else []


def choose(tables: Sequence[Table], filename: str = "") -> tuple[Kind, Message | None]:
    """Return the puzzle of tables, and a note if another fits nearly as well.

    Raises
    ------
    ParseError
        No puzzle fits; the error is that of the likeliest.
    """
    kinds = dict(reversed([*registry.puzzles().items()]))
    doubts: dict[str, list[int]] = {}
    errors: dict[str, ParseError] = {}
    for name, kind in kinds.items():
        doubts[name] = []
        for table in tables:
            doubt, error = _doubt(kind, table)
            doubts[name].append(doubt)
            if error is not None:
                errors.setdefault(name, error)
    use = [at for at in range(len(tables)) if min(doubts[name][at] for name in kinds) < _UNREADABLE]
    named = [name for name in kinds if kinds[name].is_file_name(filename)]
    hint = named[0] if len(named) == 1 else ""
    if not use:
        raise _likeliest(kinds, tables, errors, hint)
    cost = {name: sum(doubts[name][at] for at in use) / len(use) for name in kinds}
    best = min(cost, key=lambda name: cost[name])
    if hint:
        if cost[hint] >= _UNREADABLE:
            raise _named(errors[hint], hint)
        return kinds[hint], None
    others = [
        name
        for name in kinds
        if name != best and cost[name] < BROKEN and cost[name] - cost[best] <= _CLOSE
    ]
    note = None
    if others:
        note = msg(
            "read as {puzzle}; it fits {others} too, which --puzzle {other} says",
            puzzle=best,
            others=tuple(others),
            other=others[0],
        )
    return kinds[best], note


def _doubt(kind: Kind, table: Table) -> tuple[int, ParseError | None]:
    """Return the doubt of a puzzle about the first boards of a table, and its first error."""
    doubt, error, boards = 0, None, 0
    table = replace(table, directives=_Directives(table.directives))
    for reading in islice(kind.interpret(table), _BOARDS):
        if isinstance(reading, ParseError):
            error = error or reading
        else:
            boards += 1
            doubt = max(doubt, reading.doubt)
    if not boards:
        return _UNREADABLE, error
    goal = table.goal is not None and registry.capability(kind.name, Goals) is None
    if doubt < BROKEN and (goal or _unheeded(table)):
        doubt += 1  # what is said beside the board is of another puzzle
    return (max(doubt, BROKEN) if error is not None else doubt), error


def _likeliest(
    kinds: Mapping[str, Kind], tables: Sequence[Table], errors: Mapping[str, ParseError], hint: str
) -> ParseError:
    """Return the error of the puzzle that the tables are most like."""
    table = max(tables[:4], key=lambda one: len(one.rows) * one.width)
    alike = {name: kind.likeness(table) for name, kind in kinds.items() if name in errors}
    name = hint or max(alike, key=lambda key: alike[key], default="")
    if not name or (not hint and alike[name] < 0.5):
        return table.error(msg("a text of no known form"), _any_puzzle())
    error = next(
        (one for one in kinds[name].interpret(table) if isinstance(one, ParseError)), errors[name]
    )
    return _named(error, name)


def _named(error: ParseError, name: str) -> ParseError:
    """Return an error that says which puzzle the text was read as."""
    found, expected = error.phrases
    wanted = msg("{expected} (read as {puzzle})", expected=expected, puzzle=name)
    return type(error)(found, wanted, source=error.source, line=error.line, column=error.column)
