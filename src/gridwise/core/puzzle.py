"""A puzzle: its rules, its text forms, its drawing, and the views that it offers to methods.

Optional parts, such as a generator, are capabilities (`core.capabilities`).
"""

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any, ClassVar, Generic, TypeVar

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.core.position import NO_RULES, further_rules, refuse_rules
from gridwise.core.reading import Entry, TextLine
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Scene
from gridwise.core.table import Reading, Table
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, View
from gridwise.core.views import Question as Question  # noqa: PLC0414  (a puzzle names its own)

P = TypeVar("P")
M = TypeVar("M")

MAX_CELLS = 1_000_000
"""A larger board is refused."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a position breaks, and the cells that break it."""

    text: Message
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer(Generic[M]):
    """A view that a puzzle offers of a position: its maker and the maker's options.

    An option named `givens` with the choice `premises` makes a view in which every given is a
    premise of its own, so that givens which contradict each other can be found.
    """

    make: Callable[..., View[M]]
    options: tuple[Option, ...] = ()
    counts_only: bool = False
    """Whether `auto` chooses this view only to count; a method named by the user takes it for all
    questions."""
    by_name: bool = False
    """Whether `auto` never chooses it: loading its code costs more than solving this position."""
    rules: frozenset[str] = NO_RULES
    """The further rules that the view says; a position with another is not offered it."""


UNITS = Option(
    "units",
    "fixpoint",
    ("fixpoint", "single"),
    "fixpoint: unit clauses are followed until none is left; "
    "single: the units among the clauses are filled in, and not what follows from them",
)
"""The option of every clause set: how it is simplified; see `CnfModel.units`."""


def clause_offer(make: Callable[..., CnfModel[M]], options: tuple[Option, ...] = ()) -> Offer[M]:
    """Return the offer of a clause set: the options of its making, and `units`.

    Parameters
    ----------
    make
        Makes the clause set; takes `options` as keywords.
    options
        The puzzle's own options.
    """
    return Offer(partial(_clauses, make), (*options, UNITS))


def _clauses(
    make: Callable[..., CnfModel[M]], /, *, units: str = str(UNITS.default), **options: str | int
) -> CnfModel[M]:
    return replace(make(**options), units=units)


class Puzzle(ABC, Generic[P, M]):
    """The rules of one kind of puzzle, stateless; its package holds an instance as `PUZZLE`.

    Positions and moves are frozen, hashable and small to pickle. A subclass may take a member from
    a function: `read = staticmethod(notation.read)`.
    """

    name: ClassVar[str]
    """Name of the package = kind on the command line = registry key = first word of a notation."""
    title: ClassVar[str]
    """One line for menus."""
    position_type: ClassVar[type[Any]]
    extensions: ClassVar[tuple[str, ...]]
    """Endings of file names that belong to this puzzle alone, with the dot."""
    file_names: ClassVar[str] = ""
    """A regular expression for the names of files that say this puzzle, in any case."""
    styles: ClassVar[Mapping[str, str]]
    """The styles of `format`, each with its description; `notation` and `grid` always."""
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION,)
    """The questions that it answers; `solve` asks the first by default."""
    wants_unique: ClassVar[bool] = False
    """Whether `solve` also looks for a second solution."""
    countable: ClassVar[bool] = True
    """Whether solutions can be listed and counted. Paths cannot: there are infinitely many, so a
    puzzle whose solution is a path is asked for one only."""
    absent: ClassVar[str] = ""
    """The word of a program's trace for an empty cell, in puzzles whose cells take one value."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Notations to show and to test with."""
    rules: ClassVar[Mapping[str, Collection[str]]] = {}
    """The further rules of a position (see `core.position`) that the puzzle's members know; for
    each the styles that write it, and the constants of the capabilities that heed it."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Let the members that would lose a further rule refuse a position with an unknown one."""
        super().__init_subclass__(**options)
        for name in ("format", "violations", "is_solved", "views", "scene"):
            setattr(cls, name, _guarded(cls, name))

    @classmethod
    def further_rules(cls, position: object, part: str = "") -> frozenset[str]:
        """Return the further rules of a position, all of them known.

        Parameters
        ----------
        position
            Of this puzzle.
        part
            A style, or the constant of a capability, that has to know them too.

        Raises
        ------
        ParameterError
            The puzzle, or the part, does not know one of them.
        """
        rules = further_rules(position, cls.position_type)
        if rules:
            refuse_rules(cls.name, rules, cls.rules)
            if part:
                refuse_rules(
                    part.lower(), rules, [rule for rule in rules if part in cls.rules[rule]]
                )
        return rules

    @abstractmethod
    def parse_notation(self, line: str, here: TextLine) -> P:
        """Return the position of a line that holds a notation; raise `ParseError`."""

    @abstractmethod
    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[P]]:
        """Yield every board of a text (a notation or any other form), in order.

        A part that is no board is yielded with its error, and reading goes on if it can. Usually
        `read = reading.choose.boards_of`.
        """

    def interpret(self, table: Table) -> Iterator[Reading[P] | ParseError]:
        """Yield the boards that a table of cells can be, and an error for each part that is none.

        By default a puzzle has no other form than its notation.
        """
        yield table.error(msg("cells"), msg("a notation, {name}:...", name=self.name))

    def likeness(self, table: Table) -> float:
        """Return how like this puzzle a table is that nothing reads: 1 if all cells are signs."""
        return 0.0

    def with_goal_of(self, start: P, goal: P) -> P | None:
        """Return the board that two boards of a text make as start and goal, if they do."""
        return None

    @classmethod
    def is_file_name(cls, name: str) -> bool:
        """Return whether the name of a file says that it holds boards of this puzzle."""
        if name.lower().endswith(cls.extensions):
            return True
        return bool(cls.file_names) and re.search(cls.file_names, name, re.IGNORECASE) is not None

    @abstractmethod
    def format(self, position: P, style: str = "notation") -> str:
        """Return the position as text; no newline at the end."""

    @abstractmethod
    def format_move(self, position: P, move: M) -> str:
        """Return a move as text."""

    @abstractmethod
    def parse_move(self, position: P, text: str) -> M:
        """Return the move that a text names; raise `ParseError` for others."""

    @abstractmethod
    def violations(self, position: P) -> tuple[Violation, ...]:
        """Return the rules that the position breaks, the first violation found of each rule."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[M]:
        """Yield the moves that the rules allow, whether wise or not."""

    @abstractmethod
    def apply(self, position: P, move: M) -> P:
        """Return the position after a move; raise `ParameterError` if it is not allowed."""

    @abstractmethod
    def is_solved(self, position: P) -> bool:
        """Return whether nothing is left to do and no rule is broken."""

    @abstractmethod
    def views(self, position: P) -> Mapping[type[View[Any]], Offer[M]]:
        """Return the views of this position, none of them made yet."""

    @abstractmethod
    def scene(
        self,
        position: P,
        *,
        origin: P | None = None,
        marks: Iterable[Mark] = (),
        highlights: Mapping[int, Highlight] | None = None,
        overlay: Overlay = NO_OVERLAY,
    ) -> Scene:
        """Return the drawing.

        `origin` is the position as given, `marks` are drawn on top, and `overlay` explains a step;
        a puzzle with candidates shows all of them if it needs them.
        """

    @abstractmethod
    def order_key(self, position: P) -> tuple[int, ...]:
        """Return the key that solved positions are ordered by."""

    def apply_all(self, position: P, moves: Iterable[M]) -> P:
        """Return the position after several moves; raise `ParameterError` at one not allowed.

        A puzzle overrides it if applying the moves one by one would be slow.
        """
        for move in moves:
            position = self.apply(position, move)
        return position

    def remarks(self, position: P) -> tuple[str, ...]:
        """Return what no drawing of a position shows, as lines that are read: `mines: 10`."""
        return ()

    def is_progress(self, move: M) -> bool:
        """Return whether a move reveals something, as opening a cell does and a flag does not."""
        return True

    def parse(self, text: str, *, source: str = "<text>") -> P:
        """Return the one puzzle of a text; raise `ParseError` if it holds none or several."""
        entries = self.read(text, source=source)
        first = next(entries, None)
        if first is None:
            raise ParseError("nothing", f"a {self.name} puzzle", source=source)
        if first.error is not None:
            raise first.error
        second = next(entries, None)
        if second is not None:
            raise ParseError(
                "a second puzzle", "one (read_puzzles takes many)", source=source, line=second.line
            )
        assert first.position is not None
        return first.position


def _guarded(puzzle: type[Puzzle[Any, Any]], name: str) -> Any:
    """Return a member of a puzzle with its further rules checked first."""
    member = inspect.getattr_static(puzzle, name)
    if isinstance(member, classmethod):
        return member
    static = isinstance(member, staticmethod)
    function = member.__func__ if static else member
    function = getattr(function, "unguarded", function)  # an inherited member, of another puzzle

    @wraps(function)
    def guarded(*args: Any, **named: Any) -> Any:
        rest = args if static else args[1:]
        position = rest[0] if rest else next(iter(named.values()))
        style = ""
        if name == "format":
            style = rest[1] if len(rest) > 1 else named.get("style", "notation")
        rules = puzzle.further_rules(position, style)
        answer = function(*args, **named)
        if rules and name == "views":
            return {kind: offer for kind, offer in answer.items() if rules <= offer.rules}
        return answer

    guarded.unguarded = function  # type: ignore[attr-defined]
    guarded.__module__, guarded.__qualname__ = puzzle.__module__, f"{puzzle.__qualname__}.{name}"
    return staticmethod(guarded) if static else guarded
