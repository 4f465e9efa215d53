"""Traces in files: of `gridwise solve --trace`, and of other programs, as `docs/trace.md` says.

Both are JSON lines, a header and a line for each step. They are read as a `Trace` with a view of
its own, so the players of a run's trace can play it. Every kept line is checked; the file is read
as a stream, and its beginning is kept.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.files import write_whole
from gridwise.core.message import Message, msg
from gridwise.core.numbers import dumps
from gridwise.core.playback import Playback, event_text
from gridwise.core.reading import TextLine, quoted
from gridwise.core.result import Result
from gridwise.core.trace import COLUMNS, DEFAULT_MAX_ROWS, Kind, Mark, Trace, TraceRow
from gridwise.recording.trace_lines import (
    MOST_LINE,
    MOST_NUMBER,
    JsonLine,
    ProgramTrace,
    ProgramView,
    json_lines,
    lines_left,
    traced_board,
    whole_from,
)
from gridwise.render.words import in_words
from gridwise.solving.inputs import reading

FORMAT, VERSION = "gridwise-trace", 1
"""The form of `gridwise solve --trace`."""
HEADER = "gridwise_trace"
"""The field of the header of another program; its value is `VERSION` too."""
MOST_NOTE = 500
"""The most characters of a note."""
MOST_CHECKED = 1_000
"""The most claims of a solution that the rules check."""
_SOME_CELLS = msg("a list of cells such as r1c1 or [1, 1]")
_SOME_MARKS = msg("a list of marks such as {mark}", mark='{"cell": 0, "value": 5, "holds": true}')
_DIRECTIONS = ("tile", "blank")
_REASON = ("cause", "note")
_KINDS: Mapping[str, tuple[str, ...]] = {
    "expand": ("node", "h"),
    "conflict": (),
    "undo": ("depth",),
    "bound": ("value",),
    "solution": ("node",),
}
"""The kinds of events on any board, each with its fields."""
_STEPS: Mapping[str, Kind] = {
    "assign": Kind.DECIDE,
    "move": Kind.DECIDE,
    "imply": Kind.IMPLY,
    "eliminate": Kind.ELIMINATE,
}
_OF_FACTS = frozenset({Kind.DECIDE, Kind.IMPLY, Kind.PREMISE, Kind.GENERATE})


def header(result: Result[Any], index: int) -> dict[str, Any]:
    """Return the header of a run's trace."""
    trace = result.trace
    return {
        "format": FORMAT,
        "version": VERSION,
        "index": index,
        "puzzle": result.puzzle,
        "notation": result.notation,
        "method": result.method,
        "question": result.question,
        "view": None if trace is None else getattr(trace.view, "kind", None),
        "columns": list(COLUMNS),
        "rows": 0 if trace is None else len(trace),
        "dropped": 0 if trace is None else trace.dropped,
    }


def events(trace: Trace | None) -> Iterator[dict[str, Any]]:
    """Yield the events of a trace in words and marks; none if the givens broke a rule."""
    if trace is None or trace.view is None:
        return
    for event in Playback[Any](trace).events():
        yield {
            "step": event.step,
            **event.row._asdict(),
            "kind": event.row.kind.name,
            "text": in_words(event.text),
            "marks": [{"cell": m.cell, "value": m.value, "holds": m.holds} for m in event.marks],
            "cells": list(event.cells),
        }


def write_traces(path: Path, results: Iterable[tuple[int, Result[Any]]]) -> None:
    """Write the traces of (index, result) pairs, one after the other; raise `InputError`."""
    lines = (value for index, run in results for value in (header(run, index), *events(run.trace)))
    write_whole(path, (dumps(value, ensure_ascii=False, allow_nan=False) + "\n" for value in lines))


def read_trace(
    source: str | os.PathLike[str], *, max_steps: int = DEFAULT_MAX_ROWS, index: int | None = None
) -> ProgramTrace:
    """Return the trace in a file, or in standard input for `-`.

    Parameters
    ----------
    source
        The path.
    max_steps
        The most steps that are kept; later lines are only counted.
    index
        The puzzle of the wanted run, in a file of several that `gridwise solve --trace` wrote; by
        default the first run.

    Raises
    ------
    ParseError
        The file is wrong at a line and column; the error says what was found and expected.
    TooLargeError
        A line is over 64 KiB, or the file over 4 GiB.
    """
    name = os.fspath(source)
    if name == "-":
        return trace_of(sys.stdin.buffer, "<stdin>", max_steps=max_steps, index=index)
    with reading(name, name), Path(name).open("rb") as file:
        return trace_of(file, name, max_steps=max_steps, index=index)


def trace_of(
    stream: BinaryIO, source: str, *, max_steps: int = DEFAULT_MAX_ROWS, index: int | None = None
) -> ProgramTrace:
    """Return the trace in a stream; `source` is its name in errors. As `read_trace`."""
    lines = json_lines(stream, source)
    first = next(lines, None)
    if first is None:
        raise TextLine(source, 1).error(msg("nothing"), _header_expected())
    if first.fields.get("format") == FORMAT:
        return _run_of(first, lines, max_steps, index)
    if index:
        raise first.here.error(
            msg("a trace of one run"), msg("a run of the puzzle {index}", index=index)
        )
    reader = _EventReader(first, max_steps)
    for line in lines:
        if len(reader.trace) >= max_steps:
            reader.trace.dropped = 1 + lines_left(stream, source, line.here.number)
            break
        reader.read(line)
    return reader.found


def _run_of(
    first: JsonLine, lines: Iterator[JsonLine], max_steps: int, index: int | None
) -> ProgramTrace:
    """Return the trace of one run of `gridwise solve --trace`, whose first header is `first`."""
    here: JsonLine | None = first
    runs: list[object] = []
    while here is not None:
        runs.append(here.fields.get("index"))
        reader = _RowReader(here, max_steps) if index in (None, runs[-1]) else None
        here = None
        for line in lines:
            if "format" in line.fields:
                here = line
                break
            if reader is not None and len(reader.trace) < max_steps:
                reader.read(line)
            elif reader is not None:
                reader.trace.dropped += 1
        if reader is not None:
            return replace(reader.found, more=here is not None)
    raise first.here.error(
        msg("runs of the puzzles {runs}", runs=tuple(map(str, runs))),
        msg("a run of the puzzle {index}", index=index or 0),
    )


def _header_expected() -> Message:
    return msg("a header such as {header}", header='{"gridwise_trace": 1, "board": "queens:6:"}')


class _Reader:
    """Turns lines into rows; `found` is the trace so far. `header` is the first line of the run."""

    version: str
    board: str
    program: str
    """The fields of the header that hold the version, the board and the name of the program."""
    fields: tuple[str, ...]
    """All fields of the header."""

    def __init__(self, header: JsonLine, max_steps: int) -> None:
        header.whole(self.version, VERSION, VERSION, msg("version {number}", number=VERSION))
        header.only(self.fields)
        position = header.position(self.board)
        puzzle = registry.puzzle_of(position)
        directions = header.fields.get("directions", _DIRECTIONS[0])
        if directions not in _DIRECTIONS:
            header.fail("directions", msg("one of these: {names}", names=_DIRECTIONS))
        board = traced_board(puzzle, position, of_blank=directions != _DIRECTIONS[0])
        if board is None:
            header.fail(self.board, msg("a board that methods can search: this one is too large"))
        self._board, self._view = board, ProgramView(board.decoder)
        self.trace = trace = Trace(max_steps)
        trace.view = self._view
        program = header.words(self.program, 100) or "?"
        self.found = ProgramTrace(puzzle, position, program, trace)


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of a search: g, its parent or -1, the fact of the step to it, its state."""

    g: int
    parent: int
    fact: int
    state: Any


class _EventReader(_Reader):
    """Reads the events of another program."""

    version, board, program = HEADER, "board", "program"
    fields = (version, board, program, "puzzle", "directions")

    def __init__(self, header: JsonLine, max_steps: int) -> None:
        if HEADER not in header.fields:
            raise header.here.error(quoted(header.text.strip()), _header_expected())
        super().__init__(header, max_steps)
        self._kinds = {**_KINDS, **self._board.kinds}
        self._by_levels: bool | None = None
        """Whether the program works by assign and undo, or by nodes; None while not known."""
        self._solutions = 0
        self._facts: list[tuple[int, int]] = []
        self._states: list[Any] = [self._board.start]
        self._names: dict[str | int, int] = {}
        """The number of each node of the latest search, by its name."""
        self._nodes: list[_Node] = []

    @property
    def _level(self) -> int:
        return len(self._states) - 1

    def read(self, line: JsonLine) -> None:
        """Add the row of an event."""
        kind = line.fields.get("kind")
        if not isinstance(kind, str) or kind not in self._kinds:
            line.fail("kind", msg("one of these kinds: {names}", names=tuple(self._kinds)))
        line.only(("kind", *self._kinds[kind], *(() if kind == "generate" else _REASON)))
        cause = self._cause(line)
        if kind in _STEPS:
            self._stepped(line, _STEPS[kind], cause)
        elif kind == "undo":
            self._undo(line, cause)
        elif kind in ("generate", "expand"):
            self._of_nodes(line, kind, cause)
        elif kind == "solution":
            self._solution(line, cause)
        elif kind == "bound":
            bound = line.whole("value", 0, MOST_NUMBER, whole_from(0))
            self.trace.add(Kind.BOUND, cause=cause, measure=bound)
        else:
            self.trace.add(Kind.CONFLICT, self._level, cause=cause)

    def _cause(self, line: JsonLine) -> int:
        """Return the number of the reason of an event; 0 without one."""
        given = line.fields.get("cause", [])
        if not isinstance(given, list) or len(given) > self._board.cells:
            line.fail("cause", _SOME_CELLS)
        if len(given) == 2 and all(type(number) is int for number in given):
            given = [given]  # one cell, as [row, column]
        cells = [cell for one in given if (cell := self._board.cell(one)) is not None]
        if len(cells) < len(given):
            line.fail("cause", _SOME_CELLS)
        return self._view.because(line.words("note", MOST_NOTE), tuple(cells))

    def _searches(self, line: JsonLine, *, by_levels: bool) -> None:
        if self._by_levels is None:
            self._by_levels = by_levels
        if self._by_levels is not by_levels:
            line.fail(
                "kind",
                msg("steps of one sort: assign, move and undo, or else generate and expand"),
            )

    def _stepped(self, line: JsonLine, kind: Kind, cause: int) -> None:
        self._searches(line, by_levels=True)
        decides = kind is Kind.DECIDE
        state, level = self._states[-1], self._level + decides
        if "depth" in line.fields:
            wanted = msg("{level}: each undo is an event too", level=level)
            if not decides:
                wanted = msg("a level from 0 to {most}", most=level)
            level = line.whole("depth", level if decides else 0, level, wanted)
        ruled_out = kind is Kind.ELIMINATE
        fact, after = self._board.step(line, state, ruled_out=ruled_out)
        self.trace.add(kind, level, value=fact, cause=cause)
        if decides:
            self._states.append(after)
        if not ruled_out:
            self._facts.append((level, fact))

    def _undo(self, line: JsonLine, cause: int) -> None:
        if not self._level:
            line.fail("kind", msg("an assign or a move before it: nothing is left to undo"))
        level = self._level - 1
        if "depth" in line.fields:
            expected = msg("a level from 0 to {most}", most=level)
            level = line.whole("depth", 0, level, expected)
        del self._states[level + 1 :]
        self._facts = [fact for fact in self._facts if fact[0] <= level]
        self.trace.add(Kind.BACKTRACK, level, cause=cause)

    def _of_nodes(self, line: JsonLine, kind: str, cause: int) -> None:
        self._searches(line, by_levels=False)
        h = line.whole("h", 0, MOST_NUMBER, whole_from(0)) if "h" in line.fields else 0
        if kind == "expand":
            number = self._node(line, "node")
            self.trace.add(Kind.EXPAND, self._nodes[number].g, number, cause=cause, measure=h)
            return
        name = line.fields.get("node")
        if not _is_name(name):
            line.fail("node", msg("a number or a short text as the name of the node"))
        if "parent" in line.fields:
            at = self._node(line, "parent")
            fact, state = self._board.step(line, self._nodes[at].state, ruled_out=False)
            node = _Node(self._nodes[at].g + 1, at, fact, state)
        else:
            for other in ("move", "cell"):
                if other in line.fields:
                    line.fail(other, msg("a parent beside it, or neither for the first node"))
            self._names.clear()
            node = _Node(0, -1, 0, self._board.start)
        self._names[name] = number = len(self._nodes)
        self._nodes.append(node)
        self.trace.add(Kind.GENERATE, node.g, number, node.fact, node.parent + 1, h)

    def _node(self, line: JsonLine, field: str) -> int:
        name = line.fields.get(field)
        if not _is_name(name) or name not in self._names:
            line.fail(field, msg("the name of a node that was generated"))
        return self._names[name]

    def _path(self, number: int) -> list[int]:
        facts: list[int] = []
        while self._nodes[number].parent >= 0:
            facts.append(self._nodes[number].fact)
            number = self._nodes[number].parent
        return facts[::-1]

    def _solution(self, line: JsonLine, cause: int) -> None:
        self._solutions += 1
        facts: Iterable[int] = [fact for _, fact in self._facts]
        depth, node = self._level, 0
        if "node" in line.fields:
            at = self._node(line, "node")
            depth, facts, node = self._nodes[at].g, self._path(at), at + 1
        elif self._by_levels is False:
            line.fail("node", msg("the name of the node of the solution"))
        wrong = self._refusal(facts) if self._solutions <= MOST_CHECKED else None
        if wrong is not None:
            wrong = msg("the rules do not accept it: {why}", why=wrong)
            cause = self._view.because(wrong)
        self.trace.add(Kind.SOLUTION, depth, self._solutions, node, cause)

    def _refusal(self, facts: Iterable[int]) -> Message | None:
        """Return why the rules do not accept a solution, or None if they do."""
        puzzle, position = self.found.puzzle, self.found.position
        try:
            after = puzzle.apply_all(position, self._board.decoder.moves(facts))
        except GridwiseError as error:
            return error.message
        if puzzle.is_solved(after):
            return None
        broken = puzzle.violations(after)
        return broken[0].text if broken else msg("the board is not solved")


def _is_name(value: object) -> TypeGuard[int | str]:
    return type(value) is int or (isinstance(value, str) and len(value) <= 100)


class _RowReader(_Reader):
    """Reads the rows of one run of `gridwise solve --trace`.

    A row has the method's own numbers and their meaning: the marks that it sets, its words, the
    cells of its reason. So a file is played without the view and the method that made it.
    """

    version, board, program = "version", "notation", "method"
    fields = (
        *("format", version, "index", "puzzle", board, program),
        *("question", "view", "columns", "rows", "dropped"),
    )

    def __init__(self, header: JsonLine, max_steps: int) -> None:
        super().__init__(header, max_steps)
        self.trace.dropped = header.whole("dropped", 0, MOST_NUMBER, whole_from(0))
        self._parents: dict[int, int] = {}
        """The parent of each generated node of the latest search; -1 for a root."""

    def read(self, line: JsonLine) -> None:
        """Add a row."""
        line.only(("step", *map(str.lower, COLUMNS), "text", "marks", "cells"))
        name = line.fields.get("kind")
        if not isinstance(name, str) or name not in Kind.__members__:
            line.fail("kind", msg("one of these kinds: {names}", names=tuple(Kind.__members__)))
        kind = Kind[name]
        least = {"value": -MOST_NUMBER, "depth": -1 if kind is Kind.BACKTRACK else 0}
        depth, subject, value, cause, measure = (
            line.whole(column, least.get(column, 0), MOST_NUMBER, whole_from(least.get(column, 0)))
            for column in map(str.lower, COLUMNS[1:])
        )
        marks = self._marks(line)
        if kind is Kind.GENERATE:
            self._generated(line, subject, cause - 1)
        elif kind is Kind.BACKTRACK and depth < 0:
            self._parents.clear()
        if kind is Kind.ELIMINATE:  # it states the contrary of its fact
            fact = tuple(Mark(mark.cell, mark.value, not mark.holds) for mark in marks)
            value = self._view.fact_of(fact)
        elif kind in _OF_FACTS:
            value = self._view.fact_of(marks)
        if kind is not Kind.GENERATE:
            cause = self._reason(line, TraceRow(kind, depth, subject, value, 0, measure), marks)
        self.trace.add(kind, depth, subject, value, cause, measure)

    def _marks(self, line: JsonLine) -> tuple[Mark, ...]:
        given = line.fields.get("marks")
        if not isinstance(given, list):
            line.fail("marks", _SOME_MARKS)
        marks = tuple(known for mark in given if (known := self._mark(mark)) is not None)
        if len(marks) < len(given):
            line.fail("marks", _SOME_MARKS)
        return marks

    def _mark(self, given: object) -> Mark | None:
        if not isinstance(given, Mapping) or given.keys() != {"cell", "value", "holds"}:
            return None
        cell, value, holds = given["cell"], given["value"], given["holds"]
        if type(cell) is not int or not 0 <= cell < self._board.cells or type(holds) is not bool:
            return None
        return Mark(cell, value, holds) if self._board.takes(cell, value) else None

    def _generated(self, line: JsonLine, node: int, parent: int) -> None:
        above = parent
        while above >= 0:
            if above not in self._parents or above == node:
                line.fail("cause", msg("0, or 1 more than a node that was generated before it"))
            if node not in self._parents:
                break  # only nodes made before can lie above a new node
            above = self._parents[above]
        self._parents[node] = parent

    def _reason(self, line: JsonLine, row: TraceRow, marks: tuple[Mark, ...]) -> int:
        """Return the number of the reason in the words of a row; 0 without one."""
        cells = line.fields.get("cells")
        if not isinstance(cells, list) or not all(
            type(cell) is int and 0 <= cell < self._board.cells for cell in cells
        ):
            line.fail("cells", msg("a list of cells, numbered row by row from 0"))
        text = str(event_text(row, marks, self._view))
        why = line.words("text", MOST_LINE).removeprefix(text).removeprefix(": ")
        return self._view.because(why, tuple(cells))
