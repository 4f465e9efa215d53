"""Reads a trace: the board after so many rows, and each row in words."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from gridwise.core.message import Message, msg
from gridwise.core.scene import NO_OVERLAY, Overlay
from gridwise.core.trace import CodesFacts, Decoder, Kind, Mark, Trace, TraceRow

M = TypeVar("M")


KEYFRAME_EVERY = 256


@dataclass(frozen=True, slots=True)
class Event:
    """A row of a trace in words, with the marks that it sets."""

    step: int
    row: TraceRow
    marks: tuple[Mark, ...]
    text: Message
    cells: tuple[int, ...] = ()
    """The cells of the reason."""
    overlay: Overlay = NO_OVERLAY
    """The drawing that explains the reason."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The state of a run after so many rows."""

    step: int
    facts: tuple[int, ...]
    removed: tuple[int, ...]
    marks: tuple[Mark, ...]
    solutions: int


def event_text(row: TraceRow, marks: tuple[Mark, ...], decoder: "Decoder[Any]") -> Message:
    """Return a row in words, without its reason."""
    what = msg("{marks}", marks=tuple(decoder.word(mark) for mark in marks))
    if not marks:
        what = msg("an auxiliary variable")
    match row.kind:
        case Kind.DECIDE:
            return msg("try {what}", what=what)
        case Kind.IMPLY:
            return msg("so {what}", what=what)
        case Kind.PREMISE:
            return msg("given {what}", what=what)
        case Kind.ELIMINATE:
            return msg("{what}", what=what)
        case Kind.CONFLICT:
            return msg("contradiction")
        case Kind.BACKTRACK:
            if row.depth < 0:
                return msg("search again, with one fact excluded")
            return msg("back to level {level}", level=row.depth)
        case Kind.LEARN:
            return msg("learn a clause of {length} literals", length=row.measure)
        case Kind.GENERATE:
            if marks:
                return msg("generate: {what}, {sum}", what=what, sum=_sum(row))
            return msg("generate: {sum}", sum=_sum(row))
        case Kind.EXPAND:
            if marks:
                return msg("expand: {what}, {sum}", what=what, sum=_sum(row))
            return msg("expand: {sum}", sum=_sum(row))
        case Kind.BOUND:
            return msg("new bound {bound}", bound=row.measure)
        case Kind.SOLUTION:
            return msg("solution {ordinal}", ordinal=row.subject)
        case Kind.EVALUATE:
            return value_text(row.value)


def value_text(value: int) -> Message:
    """Return the value of a position of a game for the player who moves at the root, in words."""
    if value == 0:
        return msg("a draw")
    return msg("the first player wins") if value > 0 else msg("the second player wins")


def _sum(row: TraceRow) -> Message:
    return msg("g = {g}, h = {h}", g=row.depth, h=row.measure)


class Playback(Generic[M]):
    """Folds the rows of a trace into frames.

    Parameters
    ----------
    trace
        The rows.
    view
        The view that the method ran on; by default the trace's own.

    Notes
    -----
    The constructor makes one pass over the rows and keeps a keyframe every `KEYFRAME_EVERY` rows;
    `frame(k)` then folds at most that many.
    """

    def __init__(self, trace: Trace, view: "CodesFacts[M] | None" = None) -> None:
        self.trace = trace
        found = view or trace.view
        if found is None:
            raise ValueError("a trace without its view cannot be read")
        self.view: CodesFacts[M] = found
        self._parents: dict[tuple[int, int], tuple[int, int]] = {}
        self._starts: list[int] = []
        self._keyframes: list[_Fold] = []
        fold = _Fold()
        for step, row in enumerate(trace):
            if step % KEYFRAME_EVERY == 0:
                self._keyframes.append(fold.copy())
            if row.kind is Kind.GENERATE:
                self._parents[fold.search, row.subject] = (row.cause - 1, row.value)
            fold.apply(row, self)
            if row.depth < 0:
                self._starts.append(step)
        self._last = fold

    def __len__(self) -> int:
        return len(self.trace)

    def path(self, node: int, search: int = 0) -> tuple[int, ...]:
        """Return the operators from the root to a node generated in a search (0 is the first)."""
        operators: list[int] = []
        while (search, node) in self._parents:
            parent, operator = self._parents[search, node]
            if parent < 0:
                break
            operators.append(operator)
            node = parent
        return tuple(reversed(operators))

    def frame(self, step: int) -> Frame:
        """Return the state after the first `step` rows, 0 <= step <= len."""
        if not 0 <= step <= len(self):
            raise IndexError(f"step {step} of {len(self)}")
        if step == len(self):
            fold = self._last
        else:
            fold = self._keyframes[step // KEYFRAME_EVERY].copy()
            for index in range(step - step % KEYFRAME_EVERY, step):
                fold.apply(self.trace[index], self)
        return self._framed(step, fold, self.view.decoder.marks)

    def frames(self) -> Iterator[Frame]:
        """Yield the states after 0, 1, 2, ... rows, in one pass."""
        fold, marks = _Fold(), cache(self.view.decoder.marks)
        yield self._framed(0, fold, marks)
        for step, row in enumerate(self.trace, 1):
            fold.apply(row, self)
            yield self._framed(step, fold, marks)

    def _framed(
        self, step: int, fold: "_Fold", marks_of: Callable[[int], tuple[Mark, ...]]
    ) -> Frame:
        facts = fold.facts(self)
        removed = tuple(fact for _, fact in fold.removed)
        marks = [mark for fact in facts for mark in marks_of(fact)]
        marks += [
            Mark(mark.cell, mark.value, not mark.holds)
            for fact in removed
            for mark in marks_of(fact)
        ]
        return Frame(step, facts, removed, tuple(marks), fold.solutions)

    def event(self, step: int) -> Event:
        """Return row `step` (0-based) in words."""
        row = self.trace[step]
        decoder = self.view.decoder
        marks: tuple[Mark, ...] = ()
        if row.kind in _FACT_KINDS:
            marks = decoder.marks(self.view.fact(row.subject, row.value))
            if row.kind is Kind.ELIMINATE:
                marks = tuple(Mark(m.cell, m.value, not m.holds) for m in marks)
        elif row.kind is Kind.EXPAND or row.kind is Kind.GENERATE:
            made = self._parents.get((bisect_right(self._starts, step), row.subject))
            marks = decoder.marks(made[1]) if made is not None and made[0] >= 0 else ()
        reason = None
        if row.cause > 0 and row.kind is not Kind.GENERATE:
            reason = decoder.reason(row.cause - 1)
        text = event_text(row, marks, decoder)
        if reason is not None:
            text = msg("{what}: {why}", what=text, why=reason.text)
        if reason is None:
            return Event(step, row, marks, text)
        return Event(step, row, marks, text, reason.cells, reason.overlay)

    def events(self) -> Iterator[Event]:
        """Yield every row in words."""
        return (self.event(step) for step in range(len(self)))

    def steps_of(self, kind: Kind) -> tuple[int, ...]:
        """Return the indices of the rows of one kind."""
        return tuple(i for i, row in enumerate(self.trace) if row.kind is kind)


_FACT_KINDS = frozenset({Kind.DECIDE, Kind.IMPLY, Kind.ELIMINATE, Kind.PREMISE})


class _Fold:
    """The state that rows are folded into."""

    __slots__ = ("assigned", "node", "removed", "rising", "search", "solutions")

    def __init__(self) -> None:
        self.assigned: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self.node: int | None = None
        self.rising = True  # no fact so far is of a lower level than the one before it
        self.solutions = 0
        self.search = 0

    def copy(self) -> "_Fold":
        twin = _Fold()
        twin.assigned, twin.removed = list(self.assigned), list(self.removed)
        twin.node, twin.rising, twin.solutions = self.node, self.rising, self.solutions
        twin.search = self.search
        return twin

    def apply(self, row: TraceRow, playback: "Playback[Any]") -> None:
        kind = row.kind
        if kind is Kind.DECIDE or kind is Kind.IMPLY or kind is Kind.PREMISE:
            self._push(self.assigned, row, playback)
        elif kind is Kind.ELIMINATE:
            self._push(self.removed, row, playback)
        elif kind is Kind.BACKTRACK:
            self._drop(self.assigned, row.depth)
            self._drop(self.removed, row.depth)
            if row.depth < 0:
                self.node = None
                self.search += 1
        elif kind is Kind.EXPAND:
            self.node = row.subject
        elif kind is Kind.SOLUTION:
            self.solutions += 1
            if row.value > 0:
                self.node = row.value - 1

    def _push(self, facts: list[tuple[int, int]], row: TraceRow, playback: "Playback[Any]") -> None:
        if facts and facts[-1][0] > row.depth:
            self.rising = False
        facts.append((row.depth, playback.view.fact(row.subject, row.value)))

    def _drop(self, facts: list[tuple[int, int]], level: int) -> None:
        while facts and facts[-1][0] > level:
            facts.pop()
        if not self.rising:  # then some may lie further down
            facts[:] = [item for item in facts if item[0] <= level]

    def facts(self, playback: "Playback[Any]") -> tuple[int, ...]:
        assigned = tuple(fact for _, fact in self.assigned)
        return assigned if self.node is None else assigned + playback.path(self.node, self.search)
