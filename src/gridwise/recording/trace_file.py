"""The traces that `gridwise solve --trace` writes: JSON lines, a header for each run, its rows.

A row has the method's own numbers and their meaning: the marks that it sets, its words, the cells
of its reason. So a file is played without the view and the method that made it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import Phrase
from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.core.playback import Playback, event_text
from gridwise.core.result import Result
from gridwise.core.trace import COLUMNS, Decoder, Kind, Mark, Trace, TraceRow, WrappedDecoder
from gridwise.recording.trace_lines import A_NUMBER, MOST_LINE, MOST_NUMBER, JsonLine
from gridwise.recording.traced_board import ProgramTrace, ProgramView, TracedBoard, traced_board
from gridwise.render.words import in_words
from gridwise.solving.files import write_whole

FORMAT = "gridwise-trace"
VERSION = 1
_HEADER_FIELDS = (
    "format",
    "version",
    "index",
    "puzzle",
    "notation",
    "method",
    "question",
    "view",
    "columns",
    "rows",
    "dropped",
)
_ROW_FIELDS = ("step", "kind", *map(str.lower, COLUMNS[1:]), "text", "marks", "cells")
_OF_FACTS = frozenset({Kind.DECIDE, Kind.IMPLY, Kind.PREMISE, Kind.GENERATE})
_SOME_MARKS = msg("a list of marks such as {mark}", mark='{"cell": 0, "value": 5, "holds": true}')


def header(result: Result[Any], index: int) -> dict[str, Any]:
    """Return the header of a run's trace."""
    trace = result.trace
    view = getattr(trace.view, "kind", None) if trace is not None else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "index": index,
        "puzzle": result.puzzle,
        "notation": result.notation,
        "method": result.method,
        "question": result.question,
        "view": view,
        "columns": list(COLUMNS),
        "rows": 0 if trace is None else len(trace),
        "dropped": 0 if trace is None else trace.dropped,
    }


def events(trace: Trace | None) -> Iterator[dict[str, Any]]:
    """Yield the events of a trace in words and marks; none if the givens broke a rule."""
    if trace is None or trace.view is None:
        return
    for event in Playback[Any](trace).events():
        row = event.row
        yield {
            "step": event.step,
            "kind": row.kind.name,
            "depth": row.depth,
            "subject": row.subject,
            "value": row.value,
            "cause": row.cause,
            "measure": row.measure,
            "text": in_words(event.text),
            "marks": [
                {"cell": mark.cell, "value": mark.value, "holds": mark.holds}
                for mark in event.marks
            ],
            "cells": list(event.cells),
        }


def write_traces(path: Path, results: Iterable[tuple[int, Result[Any]]]) -> None:
    """Write the traces of (index, result) pairs, one after the other; raise `InputError`."""
    write_whole(path, _lines(results))


def _lines(results: Iterable[tuple[int, Result[Any]]]) -> Iterator[str]:
    for index, result in results:
        for value in (header(result, index), *events(result.trace)):
            yield dumps(value, ensure_ascii=False, allow_nan=False) + "\n"


class _MarksDecoder(WrappedDecoder[Any]):
    """A decoder whose facts are numbers of a file's marks."""

    def __init__(self, inner: Decoder[Any]) -> None:
        super().__init__(inner)
        self._known: dict[tuple[Mark, ...], int] = {}
        self._marks: list[tuple[Mark, ...]] = []

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return self._marks[fact]

    def fact_of(self, marks: tuple[Mark, ...]) -> int:
        """Return the fact of these marks."""
        fact = self._known.setdefault(marks, len(self._marks))
        if fact == len(self._marks):
            self._marks.append(marks)
        return fact


def run_of(
    first: JsonLine, lines: Iterator[JsonLine], max_steps: int, index: int | None
) -> ProgramTrace:
    """Return the trace of one run.

    Parameters
    ----------
    first
        The header of the file's first run.
    lines
        The lines after the header.
    max_steps
        The most steps that are kept; later steps are only counted.
    index
        The puzzle of the wanted run; by default the first run.
    """
    here: JsonLine | None = first
    runs: list[object] = []
    while here is not None:
        runs.append(here.fields.get("index"))
        wanted = index is None or runs[-1] == index
        reader = _RowReader(here, max_steps) if wanted else None
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


class _RowReader:
    """Reads the rows of one run; `found` is the trace so far."""

    def __init__(self, header: JsonLine, max_steps: int) -> None:
        header.only(_HEADER_FIELDS)
        header.whole("version", VERSION, VERSION, msg("version {number}", number=VERSION))
        position = header.position("notation")
        puzzle = registry.puzzle_of(position)
        board = traced_board(puzzle, position)
        if board is None:
            header.fail("notation", msg("a board that methods can search: this one is too large"))
        self.trace = trace = Trace(max_steps)
        trace.dropped = header.whole("dropped", 0, MOST_NUMBER, A_NUMBER)
        self._board: TracedBoard = board
        self._decoder = _MarksDecoder(board.decoder)
        self._view = ProgramView(self._decoder)
        trace.view = self._view
        self.found = ProgramTrace(puzzle, position, header.words("method", 100) or "?", trace)
        self._parents: dict[int, int] = {}
        """The parent of each generated node of the latest search; -1 for a root."""

    def read(self, line: JsonLine) -> None:
        """Add a row."""
        line.only(_ROW_FIELDS)
        name = line.fields.get("kind")
        if not isinstance(name, str) or name not in Kind.__members__:
            line.fail("kind", msg("one of these kinds: {names}", names=tuple(Kind.__members__)))
        kind = Kind[name]
        least = -1 if kind is Kind.BACKTRACK else 0
        depth = line.whole("depth", least, MOST_NUMBER, _whole(least))
        subject = line.whole("subject", 0, MOST_NUMBER, A_NUMBER)
        value = line.whole("value", -MOST_NUMBER, MOST_NUMBER, _whole(-MOST_NUMBER))
        cause = line.whole("cause", 0, MOST_NUMBER, A_NUMBER)
        measure = line.whole("measure", 0, MOST_NUMBER, A_NUMBER)
        marks = self._marks(line)
        if kind is Kind.GENERATE:
            self._generated(line, subject, cause - 1)
        elif kind is Kind.BACKTRACK and depth < 0:
            self._parents.clear()
        if kind is Kind.ELIMINATE:  # it states the contrary of its fact
            fact = tuple(Mark(mark.cell, mark.value, not mark.holds) for mark in marks)
            value = self._decoder.fact_of(fact)
        elif kind in _OF_FACTS:
            value = self._decoder.fact_of(marks)
        if kind is not Kind.GENERATE:
            cause = self._reason(line, TraceRow(kind, depth, subject, value, 0, measure), marks)
        self.trace.add(kind, depth, subject, value, cause, measure)

    def _marks(self, line: JsonLine) -> tuple[Mark, ...]:
        given = line.fields.get("marks")
        if not isinstance(given, list):
            line.fail("marks", _SOME_MARKS)
        known = [self._mark(mark) for mark in given]
        marks = tuple(mark for mark in known if mark is not None)
        if len(marks) < len(known):
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
        text = str(event_text(row, marks, self._view.decoder))
        why = line.words("text", MOST_LINE).removeprefix(text).removeprefix(": ")
        reason = msg("{what}", what=why) if why else None
        return self._view.because("", tuple(cells), reason)


def _whole(least: int) -> Phrase:
    return msg("a whole number from {least} to {most}", least=least, most=MOST_NUMBER)
