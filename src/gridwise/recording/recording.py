"""Reads a recording of `recorder`: drawing and words of any step, search tree, KB.

Construction is a pass over all rows: a server does it off its loop.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gridwise.core.message import Message, from_json, msg
from gridwise.core.numbers import number
from gridwise.core.scene import Scene
from gridwise.core.trace import Kind, TraceRow
from gridwise.recording.frames import START
from gridwise.recording.pack import MessageReader, SceneReader, unpacked
from gridwise.recording.timelines import BoundTimeline, KnowledgeTimeline, SearchTree

DECISION, CONFLICT, SOLUTION, BOUND = "decision", "conflict", "solution", "bound"

_MARKERS: Mapping[Kind, str] = {
    Kind.DECIDE: DECISION,
    Kind.CONFLICT: CONFLICT,
    Kind.BACKTRACK: CONFLICT,
    Kind.SOLUTION: SOLUTION,
    Kind.BOUND: BOUND,
}
_CUT: Mapping[str | None, Message] = {
    "time": msg("recording timed out"),
    "size": msg("the recording would have been too large"),
}
"""The reasons why a recording is shorter than its run."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The state of a search at a step: the last expanded node, and the sizes of both lists."""

    g: int
    h: int
    open: int
    closed: int

    @property
    def f(self) -> int:
        """G + h."""
        return self.g + self.h


class Recording:
    """One recording.

    Parameters
    ----------
    record
        The JSON object of `recorder`.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.puzzle, self.notation = str(record["puzzle"]), str(record["notation"])
        self.name, self.is_game = str(record["name"]), record["by"] in ("policy", "person")
        self.steps, self.dropped = int(record["steps"]), int(record["dropped"])
        self.cut: str | None = record["cut"]
        self.result: Mapping[str, Any] = record["result"]
        self.tables: Mapping[str, Sequence[Mapping[str, Any]]] = record["tables"]
        self.table_sizes: Mapping[str, int] = record["table_sizes"]
        self._scenes = SceneReader(record["scenes"])
        self._texts = MessageReader(record["messages"])
        self._said = unpacked(record["said"])
        self._named = unpacked(record["named"])
        self._rows = unpacked(record["rows"])
        self._row_at = unpacked(record["row_at"])
        self.code: Sequence[str] = record["code"]["lines"]
        """The pseudo-code, line by line, or empty."""
        self._line_at = unpacked(record["code"]["at"])
        self._decided = unpacked(record["decided"]) if self.is_game else array("i")
        self._of_kind: dict[Kind, array[int]] = {}
        facts = {int(literal): at for literal, at in record["facts"].items()}
        self.knowledge: KnowledgeTimeline | None = None
        if facts:
            clauses = unpacked(record["clauses"])
            self.knowledge = KnowledgeTimeline(self.rows(), clauses, facts, self._texts)
        self.tree: SearchTree | None = None
        if not self.is_game and self.steps:
            self.tree = SearchTree(self.rows())
        self.deepening: BoundTimeline | None = None
        if self.tree is not None and self._steps_of(Kind.BOUND):
            self.deepening = BoundTimeline(self.rows())

    @cached_property
    def begins(self) -> int:
        """The step after which it goes beyond the givens; 0 if they are no steps."""
        kinds = self._rows[::6]
        count = next((at for at, kind in enumerate(kinds) if kind != Kind.PREMISE), len(kinds))
        return 0 if self.is_game or count == self.steps else count

    @property
    def total(self) -> int:
        """The number of steps, recorded or not."""
        return self.steps + self.dropped

    @property
    def width(self) -> int:
        """The board's width in cells."""
        return self._scenes.width

    def rows(self) -> Iterator[TraceRow]:
        """Yield the rows of the trace."""
        return map(self.row, range(len(self._rows) // 6))

    def row(self, index: int) -> TraceRow:
        """Return a row of the trace."""
        kind, *rest = self._rows[6 * index : 6 * index + 6]
        return TraceRow(Kind(kind), *rest)

    def last(self, kind: Kind, step: int) -> TraceRow | None:
        """Return the last row of a kind up to a step, or None."""
        steps = self._steps_of(kind)
        at = bisect_right(steps, step)
        return self.row(steps[at - 1] - 1) if at else None

    def choices(self, name: str, step: int) -> "tuple[list[Mapping[str, Any]], int | None]":
        """Return the rows of a table of choices at a step, and the index of the chosen row.

        The first two columns of such a table are the variable and the value. At a step it has the
        rows of the variable decided last; before any decision, of the first variable.
        """
        rows = self.tables[name]
        variable, value = list(rows[0])[:2]
        decided = self.last(Kind.DECIDE, step)
        subject = rows[0][variable] if decided is None else decided.subject
        is_cut = self.table_sizes[name] > len(rows)
        if is_cut and step > rows[-1].get("at_step", step):
            return [], None  # the rows of this step were not kept
        table = [row for row in rows if row[variable] == subject and row.get("at_step", 0) <= step]
        newest = max((row.get("at_step", 0) for row in table), default=0)
        table = [row for row in table if row.get("at_step", 0) == newest]
        if decided is None:
            return table, None
        lit = (at for at, row in enumerate(table) if row[value] == decided.value)
        return table, next(lit, None)

    def _steps_of(self, kind: Kind) -> "array[int]":
        steps = self._of_kind.get(kind)
        if steps is None:
            kinds = self._rows[::6]
            steps = array("i", (at for at, marker in enumerate(kinds, 1) if marker == kind))
            self._of_kind[kind] = steps
        return steps

    def rows_at(self, step: int) -> int:
        """Return the number of rows of the trace at a step."""
        return self._row_at[step]

    def scene(self, step: int) -> Scene:
        """Return the drawing at a step from 0 to `steps`."""
        return self._scenes[step]

    def message(self, step: int) -> Message:
        """Return the event of a step, in words."""
        if step == 0:
            return START
        return self._texts[self._said[step - 1]]

    def line(self, step: int) -> int | None:
        """Return the index of the line of the pseudo-code at a step, or None."""
        at = self._line_at[step - 1] if 0 < step <= len(self._line_at) else -1
        return at if at >= 0 else None

    def name_of(self, node: int) -> Message:
        """Return the name of a tree node: the decision, or the move to its state."""
        tree = self.tree
        assert tree is not None
        at = self._named[tree.born[node] - 1] if tree.born[node] else -1
        if at >= 0:
            return self._texts[at]
        number = tree.search_of(node)
        return msg("search {number}", number=number) if number > 1 else msg("start")

    def kind(self, step: int) -> str:
        """Return the marker of a step, or an empty text."""
        return self._kinds.get(step, "")

    @cached_property
    def _kinds(self) -> dict[int, str]:
        markers: dict[int, str] = {}
        if self.is_game:
            for turn, why in enumerate(self._decided, 1):
                if why != 1:
                    markers[turn] = DECISION
            if self.steps and not self.dropped and self.result.get("outcome") is not None:
                lost = self.result["outcome"] in ("lost", "stuck")
                markers[self.steps] = CONFLICT if lost else SOLUTION
            return markers
        for index in range(self.steps):
            kind = _MARKERS.get(Kind(self._rows[6 * index]))
            if kind is not None:
                markers[index + 1] = kind
        return markers

    @cached_property
    def markers(self) -> Mapping[str, Sequence[int]]:
        """The steps of each marker, ascending."""
        steps: dict[str, list[int]] = {}
        for step, kind in self._kinds.items():
            steps.setdefault(kind, []).append(step)
        return steps

    def next_marker(self, kind: str, step: int) -> int | None:
        """Return the next step with a marker, or None."""
        steps = self.markers.get(kind, ())
        at = bisect_right(steps, step)
        return steps[at] if at < len(steps) else None

    def measures(self, step: int) -> Measures | None:
        """Return g, h and the sizes of OPEN and CLOSED, or None outside a state space."""
        tree = self.tree
        if tree is None or not tree.is_space:
            return None
        node = tree.current(step)
        return Measures(tree.depth[node], tree.h[node], *tree.sizes(step))

    def note(self) -> Message | None:
        """Return a note about the end: a conflict, a reason, or the outcome of a game."""
        for name in ("conflict", "note"):
            if self.result.get(name) is not None:
                return from_json(self.result[name])
        return None

    def coverage(self) -> Message:
        """Return the number of recorded steps out of all, in words."""
        steps, total = number(self.steps), number(self.total)
        if not self.dropped:
            return msg("recorded all {steps} steps", steps=steps)
        why = _CUT.get(self.cut)
        if why is None:
            return msg("recorded the first {steps} of {total} steps", steps=steps, total=total)
        return msg(
            "recorded the first {steps} of {total} steps, as {why}",
            steps=steps,
            total=total,
            why=why,
        )
