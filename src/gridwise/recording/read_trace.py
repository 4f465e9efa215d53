"""Reads the trace of a program: JSON lines in the forms of `docs/trace.md`.

The result is a `Trace` with a view of its own, so the players of a run's trace can play it. Every
kept line is checked; the file is read as a stream, and its beginning is kept. `trace_file` reads
the form that `gridwise solve --trace` writes.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine, quoted
from gridwise.core.trace import DEFAULT_MAX_ROWS, Kind, Trace
from gridwise.recording.trace_file import FORMAT, run_of
from gridwise.recording.trace_lines import (
    A_NUMBER,
    MOST_NUMBER,
    JsonLine,
    json_lines,
    lines_left,
)
from gridwise.recording.traced_board import PathBoard, ProgramTrace, ProgramView, traced_board
from gridwise.solving.inputs import reading

HEADER, VERSION = "gridwise_trace", 1
MOST_NOTE = 500
"""The most characters of a note."""
MOST_CHECKED = 1_000
"""The most claims of a solution that the rules check."""
_SOME_CELLS = msg("a list of cells such as r1c1 or [1, 1]")
_DIRECTIONS = ("tile", "blank")
_HEADER_FIELDS = (HEADER, "board", "program", "puzzle", "directions")
_REASON = ("cause", "note")
_CELL_KINDS: Mapping[str, tuple[str, ...]] = {
    "assign": ("cell", "value", "depth"),
    "imply": ("cell", "value", "depth"),
    "eliminate": ("cell", "value", "depth"),
    "generate": ("node", "parent", "cell", "value", "h"),
}
_PATH_KINDS: Mapping[str, tuple[str, ...]] = {
    "move": ("move", "depth"),
    "generate": ("node", "parent", "move", "h"),
}
_BOTH_KINDS: Mapping[str, tuple[str, ...]] = {
    "expand": ("node", "h"),
    "conflict": (),
    "undo": ("depth",),
    "bound": ("value",),
    "solution": ("node",),
}
_ROWS: Mapping[str, Kind] = {
    "assign": Kind.DECIDE,
    "move": Kind.DECIDE,
    "imply": Kind.IMPLY,
    "eliminate": Kind.ELIMINATE,
}


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
        return run_of(first, lines, max_steps, index)
    if index:
        raise first.here.error(
            msg("a trace of one run"), msg("a run of the puzzle {index}", index=index)
        )
    reader = _TraceReader(first, max_steps)
    for line in lines:
        if len(reader.trace) >= max_steps:
            reader.trace.dropped = 1 + lines_left(stream, source, line.here.number)
            break
        reader.read(line)
    return reader.found


def _header_expected() -> Message:
    return msg("a header such as {header}", header='{"gridwise_trace": 1, "board": "queens:6:"}')


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of a search: g, its parent or -1, the fact of the step to it, its state."""

    g: int
    parent: int
    fact: int
    state: Any


class _TraceReader:
    """Turns events into rows; `found` is the trace so far."""

    def __init__(self, header: JsonLine, max_steps: int) -> None:
        if HEADER not in header.fields:
            raise header.here.error(quoted(header.text.strip()), _header_expected())
        header.whole(HEADER, VERSION, VERSION, msg("version {number}", number=VERSION))
        header.only(_HEADER_FIELDS)
        self.trace = trace = Trace(max_steps)
        position = header.position("board")
        puzzle = registry.puzzle_of(position)
        directions = header.fields.get("directions", _DIRECTIONS[0])
        if directions not in _DIRECTIONS:
            header.fail("directions", msg("one of these: {names}", names=_DIRECTIONS))
        board = traced_board(puzzle, position, of_blank=directions != _DIRECTIONS[0])
        if board is None:
            header.fail("board", msg("a board that methods can search: this one is too large"))
        self._board = board
        self._kinds = {**_BOTH_KINDS, **(_PATH_KINDS if self._is_path else _CELL_KINDS)}
        self._view = ProgramView(board.decoder)
        trace.view = self._view
        program = header.words("program", 100) or "?"
        self.found = ProgramTrace(puzzle, position, program, trace)
        self._by_levels: bool | None = None
        """Whether the program works by assign and undo, or by nodes; None while not known."""
        self._solutions = 0
        self._facts: list[tuple[int, int]] = []
        self._states: list[Any] = [board.start]
        self._names: dict[str | int, int] = {}
        """The number of each node of the latest search, by its name."""
        self._nodes: list[_Node] = []

    @property
    def _is_path(self) -> bool:
        return isinstance(self._board, PathBoard)

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
        if kind in _ROWS:
            self._stepped(line, kind, cause)
        elif kind == "undo":
            self._undo(line, cause)
        elif kind in ("generate", "expand"):
            self._of_nodes(line, kind, cause)
        elif kind == "solution":
            self._solution(line, cause)
        elif kind == "bound":
            bound = line.whole("value", 0, MOST_NUMBER, A_NUMBER)
            self.trace.add(Kind.BOUND, cause=cause, measure=bound)
        else:
            self.trace.add(Kind.CONFLICT, self._level, cause=cause)

    def _cause(self, line: JsonLine) -> int:
        """Return the number of the reason of an event; 0 without one."""
        cells: list[int] = []
        given = line.fields.get("cause", [])
        if not isinstance(given, list) or len(given) > self._board.cells:
            line.fail("cause", _SOME_CELLS)
        if len(given) == 2 and all(type(number) is int for number in given):
            given = [given]  # one cell, as [row, column]
        for one in given:
            cell = self._board.cell(one)
            if cell is None:
                line.fail("cause", _SOME_CELLS)
            cells.append(cell)
        return self._view.because(line.words("note", MOST_NOTE), tuple(cells))

    def _searches(self, line: JsonLine, *, by_levels: bool) -> None:
        if self._by_levels is None:
            self._by_levels = by_levels
        if self._by_levels is not by_levels:
            line.fail(
                "kind",
                msg("steps of one sort: assign, move and undo, or else generate and expand"),
            )

    def _stepped(self, line: JsonLine, kind: str, cause: int) -> None:
        self._searches(line, by_levels=True)
        decides = _ROWS[kind] is Kind.DECIDE
        state, level = self._states[-1], self._level + decides
        if "depth" in line.fields:
            least = level if decides else 0
            wanted = msg("{level}: each undo is an event too", level=level)
            if not decides:
                wanted = msg("a level from 0 to {most}", most=level)
            level = line.whole("depth", least, level, wanted)
        fact, after = self._fact(line, state, eliminated=kind == "eliminate")
        self.trace.add(_ROWS[kind], level, value=fact, cause=cause)
        if decides:
            self._states.append(after)
        if kind != "eliminate":
            self._facts.append((level, fact))

    def _fact(self, line: JsonLine, state: Any, *, eliminated: bool = False) -> tuple[int, Any]:
        board = self._board
        if isinstance(board, PathBoard):
            step = board.step(state, line.fields.get("move"))
            if step is None:
                moves = board.moves(state)
                line.fail("move", msg("one of these moves: {moves}", moves=moves))
            return step
        cell = board.cell(line.fields.get("cell"))
        if cell is None:
            last = board.decoder.cell_name(board.cells - 1)
            line.fail("cell", msg("a cell from r1c1 to {last}, or [row, column]", last=last))
        fact = board.fact(cell, line.fields.get("value"))
        if fact is None:
            line.fail("value", msg("one of these values: {takes}", takes=board.values(cell)))
        if not eliminated and not board.fits(cell, fact):
            line.fail("cell", msg("a cell that the board leaves open, or what it holds"))
        return fact, None

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
        h = 0
        if "h" in line.fields:
            h = line.whole("h", 0, MOST_NUMBER, A_NUMBER)
        if kind == "expand":
            number = self._node(line, "node")
            self.trace.add(Kind.EXPAND, self._nodes[number].g, number, cause=cause, measure=h)
            return
        name = line.fields.get("node")
        if not _is_name(name):
            line.fail("node", msg("a number or a short text as the name of the node"))
        if "parent" in line.fields:
            at = self._node(line, "parent")
            fact, state = self._fact(line, self._nodes[at].state)
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
        if self._solutions <= MOST_CHECKED:
            wrong = self._refusal(facts)
            if wrong is not None:
                cause = self._view.because("", (), wrong)
        self.trace.add(Kind.SOLUTION, depth, self._solutions, node, cause)

    def _refusal(self, facts: Iterable[int]) -> Message | None:
        """Return why the rules do not accept a solution, or None if they do."""
        puzzle, position = self.found.puzzle, self.found.position
        try:
            after = puzzle.apply_all(position, self._board.decoder.moves(facts))
        except GridwiseError as error:
            return msg("the rules do not accept it: {why}", why=error.message)
        if puzzle.is_solved(after):
            return None
        broken = puzzle.violations(after)
        why = broken[0].text if broken else msg("the board is not solved")
        return msg("the rules do not accept it: {why}", why=why)


def _is_name(value: object) -> TypeGuard[int | str]:
    return type(value) is int or (isinstance(value, str) and len(value) <= 100)
