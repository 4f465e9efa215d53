"""The trace of a run: rows of integers that a method writes, and the decoder that explains them.

A method writes rows of six int32 in the view's numbers. The view's `Decoder` turns a row into marks
on the board and a reason, only when the row is read. The board at step k is the fold of the first k
rows (`core.playback`).

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
EVALUATE   level        0            the value    constraint + 1, 0 none       free
========== ============ ============ ============ ============================ ==================

Subject and value are the view's: a variable and 0 or 1 for CNF and sums, a variable and a
value for domains, an option and 1 for exact covers. LEARN's subject indexes `Trace.clauses`.
Fold: PREMISE, DECIDE and IMPLY add a fact at their level; ELIMINATE adds a fact that does not
hold; BACKTRACK to level d drops all facts of levels above d. In a state space (GENERATE, EXPAND)
the facts are the operators on the path from the root to the node expanded last.
In a game tree DECIDE makes a move, ELIMINATE leaves one out, and EVALUATE is the value of the
position at its level, for the player who moves at the root.
BACKTRACK to level -1 begins a new search (a question about the same position with one fact
excluded): nothing is assigned, and node numbers start again.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

from gridwise.core.message import Message, msg
from gridwise.core.scene import NO_OVERLAY, Overlay

M = TypeVar("M")

COLUMNS = ("KIND", "DEPTH", "SUBJECT", "VALUE", "CAUSE", "MEASURE")
DEFAULT_MAX_ROWS = 200_000
MOST_TABLE_ROWS = 20_000
"""Rows of a table that follows the steps; later ones are dropped."""


class Kind(IntEnum):
    """The closed set of steps that a method can record."""

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
    EVALUATE = 12


class TraceRow(NamedTuple):
    """One row of a trace, in the view's numbers."""

    kind: Kind
    depth: int
    subject: int
    value: int
    cause: int
    measure: int


class Trace:
    """The rows that a method wrote, at most `max_rows` of them.

    The first rows are kept, so that the fold of k rows is always exact; `dropped` counts the rows
    after them. 24 bytes of memory for each row.
    """

    def __init__(self, max_rows: int = DEFAULT_MAX_ROWS) -> None:
        self.max_rows = max_rows
        self.dropped = 0
        self.view: CodesFacts[Any] | None = None
        """The view whose numbers the rows use; the caller that starts the run sets it."""
        self.clauses: list[tuple[int, ...]] = []
        self.tables: dict[str, list[dict[str, float]]] = {}
        """Tables that follow the steps: `at_step` is the step from which a row holds."""
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
        """Append one row, or count it as dropped if the trace is full."""
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

    def note(self, name: str, rows: Iterable[Mapping[str, float]]) -> None:
        """Add rows to a table that follows the steps; they hold from the step after this one."""
        table = self.tables.setdefault(name, [])
        if self._left > 0 and len(table) < MOST_TABLE_ROWS:
            table.extend({**row, "at_step": len(self) + 1} for row in rows)

    def restart(self) -> None:
        """Append the row that begins a new search: BACKTRACK to level -1, which drops all facts."""
        self.add(Kind.BACKTRACK, -1)

    @property
    def truncated(self) -> bool:
        """Whether rows were dropped."""
        return self.dropped > 0

    def __len__(self) -> int:
        return len(self._cells) // 6

    def __getitem__(self, index: int) -> TraceRow:
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"row {index} of {size}")
        at = (index % size) * 6
        kind, *rest = self._cells[at : at + 6]
        return TraceRow(Kind(kind), *rest)

    def __iter__(self) -> Iterator[TraceRow]:
        return (self[i] for i in range(len(self)))

    @property
    def rows(self) -> Any:
        """The rows as a NumPy array, shape (len, 6), int32, columns as `COLUMNS`; a copy."""
        import numpy as np

        return np.array(self._cells, dtype=np.int32).reshape(-1, 6)


@dataclass(frozen=True, slots=True)
class Mark:
    """A statement about one cell: it has the value or, if `holds` is False, has not."""

    cell: int
    value: int | str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a fact follows: the constraint in words, its cells, and a drawing that explains it."""

    text: Message
    cells: tuple[int, ...] = ()
    overlay: Overlay = NO_OVERLAY


@dataclass(frozen=True, slots=True)
class Query(Generic[M]):
    """A question that the forced facts leave open: whether a more informative move is forced too.

    Parameters
    ----------
    move, better
        The move that the facts give (None for none), and the more informative one.
    clauses
        `better` holds in every solution if and only if no model satisfies these clauses too.
    """

    move: M | None
    better: M
    clauses: tuple[tuple[int, ...], ...]


class Decoder(ABC, Generic[M]):
    """Translates a view's numbers into marks, moves and reasons; stateless.

    A fact is the int that codes one (subject, value) of the view, see `View.fact`.
    """

    @abstractmethod
    def marks(self, fact: int) -> tuple[Mark, ...]:
        """Return the marks that a fact sets on cells; empty for auxiliary facts."""

    @abstractmethod
    def moves(self, facts: Iterable[int]) -> tuple[M, ...]:
        """Return the moves that enter these facts, which may be a part of a solution."""

    def queries(self, forced: tuple[int, ...], model: tuple[int, ...]) -> "Iterable[Query[M]]":
        """Yield the questions that remain once the forced facts are known; see `Query`."""
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
        """Return the reason that a constraint of the view, by its index, gives; None for none."""
        return None


class WrappedDecoder(Decoder[M]):
    """A decoder that forwards to another one; only its reasons are its own."""

    def __init__(self, inner: Decoder[M]) -> None:
        self._inner = inner

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return self._inner.marks(fact)

    def moves(self, facts: Iterable[int]) -> tuple[M, ...]:
        return self._inner.moves(facts)

    def cell_name(self, cell: int) -> str:
        return self._inner.cell_name(cell)

    def word(self, mark: Mark) -> Message:
        return self._inner.word(mark)


class CodesFacts(ABC, Generic[M]):
    """Anything that codes facts as views do: all that `Playback` needs of a view."""

    decoder: Decoder[M]

    @abstractmethod
    def fact(self, subject: int, value: int) -> int:
        """Return the fact that codes this subject and value."""


RowTest = Callable[[TraceRow], bool]


class CodeLine:
    """A line of a method's pseudo-code, which knows the rows that it writes.

    It is code in the field's signs and keywords, the same in every language.

    Parameters
    ----------
    text
        The line, indented by four spaces a level.
    kinds
        The kinds of rows that are written when it runs.
    only
        A test of these rows; None for all that no other line takes by a test.
    """

    __slots__ = ("kinds", "only", "text")

    def __init__(self, text: str, *kinds: Kind, only: RowTest | None = None) -> None:
        self.text, self.kinds, self.only = text, frozenset(kinds), only

    def __repr__(self) -> str:
        return f"CodeLine({self.text!r})"


Pseudocode = tuple[CodeLine, ...]


def line_of(code: Sequence[CodeLine], row: TraceRow) -> int | None:
    """Return the index of the line that writes a row, or None if no line does. O(lines)."""
    plain = None
    for at, line in enumerate(code):
        if row.kind not in line.kinds:
            continue
        if line.only is not None:
            if line.only(row):
                return at
        elif plain is None:
            plain = at
    return plain


def searches_again(row: TraceRow) -> bool:
    """Return whether a row begins a new search: a BACKTRACK to level -1."""
    return row.depth < 0


def is_root(row: TraceRow) -> bool:
    """Return whether a GENERATE row is the state that a search begins with."""
    return row.cause == 0


def is_first(row: TraceRow) -> bool:
    """Return whether a BOUND row sets the first bound."""
    return row.subject == 0
