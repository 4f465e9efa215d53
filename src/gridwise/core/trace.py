"""What a method did, recorded once as integers and read by every face.

A method writes rows of six int32 in its own numbers. The view's `Decoder` turns a row into marks on
the board and a reason, only when someone reads it. The board at step k is the fold of the first k
rows; `Playback` keeps a keyframe every so many rows, so that any step is reached quickly.

Row conventions, by kind (a column that a kind does not use holds 0):

========== ============ ============ ============ ============================ ==================
KIND       DEPTH        SUBJECT      VALUE        CAUSE                        MEASURE
========== ============ ============ ============ ============================ ==================
PREMISE    level        subject      value        constraint + 1               free
DECIDE     level        subject      value        constraint + 1, 0 none       alternatives left
IMPLY      level        subject      value        constraint + 1, 0 none       free
ELIMINATE  level        subject      value        constraint + 1, 0 none       free
CONFLICT   level        subject      value        constraint + 1, 0 none       free
BACKTRACK  level kept   0            0            0                            free
LEARN      level        clause       0            constraint + 1, 0 none       length of clause
GENERATE   g            node         operator     parent node + 1, 0 the root  h
EXPAND     g            node         0            0                            h
BOUND      0            iteration    0            0                            the new bound
SOLUTION   level or g   ordinal, 1.. node + 1     0                            free
========== ============ ============ ============ ============================ ==================

Subject and value are those of the view: a variable and 0 or 1 for CNF and sums, a variable and a
value for domains, an option and 1 for exact covers. LEARN's subject indexes `Trace.clauses`.
Fold: PREMISE, DECIDE and IMPLY add a fact at their level; ELIMINATE adds a fact that does not
hold; BACKTRACK to level d drops all facts of levels above d. In a state space (GENERATE, EXPAND)
the facts are the operators on the path from the root to the node expanded last.
BACKTRACK to level -1 begins a new search (a question about the same position with one fact
excluded): nothing is assigned, and node numbers start again.
"""

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from gridwise.core.message import Message, msg

M = TypeVar("M")

COLUMNS = ("KIND", "DEPTH", "SUBJECT", "VALUE", "CAUSE", "MEASURE")
KEYFRAME_EVERY = 256
DEFAULT_MAX_ROWS = 200_000


class Kind(IntEnum):
    """The closed set of things that a method may say it did."""

    DECIDE = 1
    IMPLY = 2
    ELIMINATE = 3
    CONFLICT = 4
    BACKTRACK = 5
    LEARN = 6
    GENERATE = 7
    EXPAND = 8
    BOUND = 9
    SOLUTION = 10
    PREMISE = 11


class Row(NamedTuple):
    """One row, in the method's numbers."""

    kind: Kind
    depth: int
    subject: int
    value: int
    cause: int
    measure: int


class Trace:
    """A growing record of rows, up to `max_rows`; what comes after is counted, not kept.

    The head is kept, so that the fold of the first k rows is always exact; `dropped` says how
    many rows are missing at the end. Memory: 24 bytes a row.
    """

    def __init__(self, max_rows: int = DEFAULT_MAX_ROWS) -> None:
        self.max_rows = max_rows
        self.dropped = 0
        self.view: CodesFacts[Any] | None = None
        """The view that the rows speak of; set by whoever starts the run."""
        self.clauses: list[tuple[int, ...]] = []
        self._cells = array("i")
        self._left = max_rows

    def add(
        self,
        kind: int,
        depth: int = 0,
        subject: int = 0,
        value: int = 0,
        cause: int = 0,
        measure: int = 0,
    ) -> None:
        """Append one row, or count it as dropped where the record is full."""
        if self._left > 0:
            self._left -= 1
            self._cells.extend((kind, depth, subject, value, cause, measure))
        else:
            self.dropped += 1

    def learn(self, clause: tuple[int, ...], depth: int = 0, cause: int = 0) -> None:
        """Append a LEARN row for a clause of signed literals."""
        if self._left > 0:
            self.clauses.append(clause)
        self.add(Kind.LEARN, depth, max(0, len(self.clauses) - 1), 0, cause, len(clause))

    def restart(self) -> None:
        """Append the row that begins a new search: BACKTRACK to level -1, which drops all facts."""
        self.add(Kind.BACKTRACK, -1)

    @property
    def truncated(self) -> bool:
        """Whether rows were dropped."""
        return self.dropped > 0

    def __len__(self) -> int:
        return len(self._cells) // 6

    def __getitem__(self, index: int) -> Row:
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"row {index} of {size}")
        at = (index % size) * 6
        kind, *rest = self._cells[at : at + 6]
        return Row(Kind(kind), *rest)

    def __iter__(self) -> Iterator[Row]:
        return (self[i] for i in range(len(self)))

    @property
    def rows(self) -> Any:
        """The rows as a NumPy array, shape (len, 6), int32, columns as `COLUMNS`; a copy."""
        import numpy as np

        return np.array(self._cells, dtype=np.int32).reshape(-1, 6)


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell and what is said of it: `holds` False for "is not"."""

    cell: int
    value: int | str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a fact follows: the constraint in words, and the cells it speaks of."""

    text: Message
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Query(Generic[M]):
    """A question that forced facts leave open: whether a move may say more than they do.

    Parameters
    ----------
    move, better
        What the facts give (None for nothing), and the move that says more.
    clauses
        `better` holds in every solution exactly if no model satisfies these clauses too.
    """

    move: M | None
    better: M
    clauses: tuple[tuple[int, ...], ...]


class Decoder(ABC, Generic[M]):
    """How one view's numbers look on the board. Made by the puzzle, owned by the view.

    A fact is an int that stands for one (subject, value) of the view; each view says how it
    codes them (`View.fact`). A decoder only reads.
    """

    @abstractmethod
    def marks(self, fact: int) -> tuple[Mark, ...]:
        """Return what the fact says of cells; empty for auxiliary facts."""

    @abstractmethod
    def moves(self, facts: Iterable[int]) -> tuple[M, ...]:
        """Return the moves that enter these facts, which may be only a part of a solution."""

    def queries(self, forced: tuple[int, ...], model: tuple[int, ...]) -> "Iterable[Query[M]]":
        """Yield what is still to be asked once the forced facts are known; see `Query`."""
        return ()

    def cell_name(self, cell: int) -> str:
        """Return the cell's name for people."""
        return str(cell)

    def word(self, mark: Mark) -> Message:
        """Return one mark in words."""
        cell = self.cell_name(mark.cell)
        if mark.holds:
            return msg("{cell} = {value}", cell=cell, value=mark.value)
        return msg("{cell} is not {value}", cell=cell, value=mark.value)

    def reason(self, constraint: int) -> Reason | None:
        """Return why, for the view's constraint of this index; None for nothing to say."""
        return None


@dataclass(frozen=True, slots=True)
class Event:
    """A row, lifted: marks that it touches, and one line in words."""

    step: int
    row: Row
    marks: tuple[Mark, ...]
    text: Message
    cells: tuple[int, ...] = ()
    """The cells of the reason."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The state of a run after so many rows."""

    step: int
    facts: tuple[int, ...]
    removed: tuple[int, ...]
    marks: tuple[Mark, ...]
    solutions: int


def _event_text(row: Row, marks: tuple[Mark, ...], decoder: "Decoder[Any]") -> Message:
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
            return msg("generate: g = {g}, h = {h}", g=row.depth, h=row.measure)
        case Kind.EXPAND:
            return msg("expand: g = {g}, h = {h}", g=row.depth, h=row.measure)
        case Kind.BOUND:
            return msg("new bound {bound}", bound=row.measure)
        case Kind.SOLUTION:
            return msg("solution {ordinal}", ordinal=row.subject)


class Playback(Generic[M]):
    """Reads a trace through the view that it was recorded on.

    Parameters
    ----------
    trace
        The rows.
    view
        The view the method ran on: it codes facts and owns the decoder. By default the trace's own.

    Notes
    -----
    Making it is one pass over the rows; `frame(k)` then costs at most `KEYFRAME_EVERY` rows.
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
        """Yield the states after 0, 1, 2, ... rows: one pass over them, for whoever wants all."""
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
        """Lift row `step` (0-based)."""
        row = self.trace[step]
        decoder = self.view.decoder
        marks: tuple[Mark, ...] = ()
        if row.kind in _FACT_KINDS:
            marks = decoder.marks(self.view.fact(row.subject, row.value))
            if row.kind is Kind.ELIMINATE:
                marks = tuple(Mark(m.cell, m.value, not m.holds) for m in marks)
        elif row.kind is Kind.EXPAND or row.kind is Kind.GENERATE:
            path = self.path(row.subject, bisect_right(self._starts, step))
            marks = decoder.marks(path[-1]) if path else ()
        reason = None
        if row.cause > 0 and row.kind is not Kind.GENERATE:
            reason = decoder.reason(row.cause - 1)
        text = _event_text(row, marks, decoder)
        if reason is not None:
            text = msg("{what}: {why}", what=text, why=reason.text)
        return Event(step, row, marks, text, () if reason is None else reason.cells)

    def events(self) -> Iterator[Event]:
        """Lift every row."""
        return (self.event(step) for step in range(len(self)))

    def steps_of(self, kind: Kind) -> tuple[int, ...]:
        """Return the indices of the rows of one kind, for markers on a scrub bar."""
        return tuple(i for i, row in enumerate(self.trace) if row.kind is kind)


_FACT_KINDS = frozenset({Kind.DECIDE, Kind.IMPLY, Kind.ELIMINATE, Kind.PREMISE})


class CodesFacts(ABC, Generic[M]):
    """What `Playback` needs of a view: its decoder, and how it codes (subject, value) as a fact."""

    decoder: Decoder[M]

    @abstractmethod
    def fact(self, subject: int, value: int) -> int:
        """Return the fact that stands for this subject and value."""


class _Fold:
    """The state that rows are folded into."""

    __slots__ = ("assigned", "node", "removed", "rising", "search", "solutions")

    def __init__(self) -> None:
        self.assigned: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self.node: int | None = None
        self.rising = True  # no fact so far stands at a lower level than the one before it
        self.solutions = 0
        self.search = 0

    def copy(self) -> "_Fold":
        twin = _Fold()
        twin.assigned, twin.removed = list(self.assigned), list(self.removed)
        twin.node, twin.rising, twin.solutions = self.node, self.rising, self.solutions
        twin.search = self.search
        return twin

    def apply(self, row: Row, playback: "Playback[Any]") -> None:
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

    def _push(self, facts: list[tuple[int, int]], row: Row, playback: "Playback[Any]") -> None:
        if facts and facts[-1][0] > row.depth:
            self.rising = False
        facts.append((row.depth, playback.view.fact(row.subject, row.value)))

    def _drop(self, facts: list[tuple[int, int]], level: int) -> None:
        while facts and facts[-1][0] > level:
            facts.pop()
        if not self.rising:  # then some may stand further down
            facts[:] = [item for item in facts if item[0] <= level]

    def facts(self, playback: "Playback[Any]") -> tuple[int, ...]:
        assigned = tuple(fact for _, fact in self.assigned)
        return assigned if self.node is None else assigned + playback.path(self.node, self.search)
