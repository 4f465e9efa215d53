"""A puzzle: stateless rules, its notations, and the views that it offers to methods."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.generation import Generated, GenerationContext
from gridwise.core.message import Message
from gridwise.core.method import Option
from gridwise.core.probabilities import Guess, Probabilities
from gridwise.core.run import Run
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, View

if TYPE_CHECKING:
    from gridwise.core.batch_result import BatchResult


P = TypeVar("P")
M = TypeVar("M")

Symmetry = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Takes the order key of a solved position to that of its image."""

MAX_INPUT_BYTES = 8 * 1024 * 1024
"""A longer file or text is refused before it is read."""
MAX_CELLS = 1_000_000
"""A larger board is refused."""


class Question(Enum):
    """What can be asked of a position."""

    SOLUTION = "solution"
    """Moves that lead to a solved position: the first, the k-th, all, their number."""
    FORCED = "forced"
    """The moves that every solution contains (the backbone)."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that the position breaks as it stands, and the cells that break it."""

    text: Message
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry(Generic[P]):
    """One puzzle read from a text, or why this part of it is none.

    `line` is where it begins, 1-based. `solution` is the position that the file itself gives as
    the solved one (CSV), unchecked.
    """

    line: int
    position: P | None = None
    error: ParseError | None = None
    solution: P | None = None


@dataclass(frozen=True, slots=True)
class Offer(Generic[M]):
    """A view on offer: how it is made, and the options that its making takes.

    Where an option is named `givens` and has the choice `premises`, that choice makes a view
    whose every given is a premise of its own, for finding givens that contradict each other.
    """

    make: Callable[..., View[M]]
    options: tuple[Option, ...] = ()
    counts_only: bool = False
    """Whether `auto` takes this view for counting alone; by name it is there for all questions."""
    by_name: bool = False
    """Whether `auto` never takes it: loading compiled code costs more than this position."""


UNITS = Option(
    "units",
    "fixpoint",
    ("fixpoint", "single"),
    "fixpoint: unit clauses are followed until none is left; "
    "single: the units among the clauses are filled in, and not what follows from them",
)
"""How a clause set is simplified before the search; see `CnfModel.units`."""


def clause_offer(make: Callable[..., CnfModel[M]], options: tuple[Option, ...] = ()) -> Offer[M]:
    """Return the offer of a clause set: the options of its making, and `units`.

    Parameters
    ----------
    make
        Makes the clause set; takes `options` as keywords.
    options
        The puzzle's own.
    """
    return Offer(partial(_clauses, make), (*options, UNITS))


def _clauses(
    make: Callable[..., CnfModel[M]], /, *, units: str = str(UNITS.default), **options: str | int
) -> CnfModel[M]:
    return replace(make(**options), units=units)


class Puzzle(ABC, Generic[P, M]):
    """The rules of one puzzle. An instance is stateless; its package holds it as `PUZZLE`.

    Positions and moves are frozen, hashable and small to pickle.
    """

    name: ClassVar[str]
    """Package = command-line kind = registry key = head of the notation."""
    title: ClassVar[str]
    """One line for menus."""
    position_type: ClassVar[type[Any]]
    extensions: ClassVar[tuple[str, ...]]
    """Endings of file names that belong to this puzzle alone, with the dot."""
    styles: ClassVar[Mapping[str, str]]
    """The styles that `format` takes, and what each is; `notation` and `grid` always."""
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION,)
    """The first is what `solve` asks unless told otherwise."""
    wants_unique: ClassVar[bool] = False
    """Whether `solve` also looks for a second solution."""
    countable: ClassVar[bool] = True
    """Whether solutions can be listed and counted. Where the way is the solution there is no end
    of them, and only a first one can be asked for."""
    has_probabilities: ClassVar[bool] = False
    """Whether `probabilities` says how likely each cell is to hold a mine."""
    makes: ClassVar[tuple[Option, ...] | None] = None
    """The options of `generate`; None where there is no generator."""
    params: ClassVar[str] = ""
    """What `generate` takes as the size, in words."""
    many: ClassVar[str] = ""
    """What `solve_many` takes, in words; empty where it is not offered."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Notations to show and to test with."""

    @abstractmethod
    def recognise(self, text: str, filename: str = "") -> int:
        """Return how sure it is that the text is of this puzzle: 0 no, 100 certainly.

        Reads at most the first lines; never raises.
        """

    @abstractmethod
    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[P]]:
        """Yield every puzzle of a text (a notation or any file format), in order.

        A part that is no puzzle is yielded with its error, and reading goes on where it can.
        """

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
        """Return the rules that the position breaks as it stands, the first found of each sort."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[M]:
        """Yield the moves that the rules allow, whether wise or not."""

    @abstractmethod
    def apply(self, position: P, move: M) -> P:
        """Return the position after a move; raise `ParameterError` where it is not allowed."""

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
    ) -> Scene:
        """Return the drawing. `origin` tells what was given; `marks` are put on top."""

    @abstractmethod
    def facts(self, position: P) -> Mapping[str, int]:
        """Return numbers about the position itself, by name."""

    @abstractmethod
    def order_key(self, position: P) -> tuple[int, ...]:
        """Return what solved positions compare by in the defined order of solutions."""

    @abstractmethod
    def sample(self, random: Random) -> P:
        """Return a small random position, solvable or not, that every method can finish."""

    def replay(self, position: P, moves: Iterable[M]) -> P:
        """Return the position after all these moves; raise `ParameterError` at a wrong one.

        A puzzle overrides it where a move at a time would be slow.
        """
        for move in moves:
            position = self.apply(position, move)
        return position

    def is_progress(self, move: M) -> bool:
        """Return whether a move is worth trying where nothing is known; a flag, say, is not."""
        return True

    def generate(
        self, params: str, context: GenerationContext, options: Mapping[str, str | int]
    ) -> Generated[P] | None:
        """Return a new position, None where none of the wanted kind was found.

        The same dice (`context.random`) make the same position. Raises `ParameterError` for a size
        or options that no position has, `Interrupted` where the time is up.
        """
        raise ParameterError(f"there is no generator for {self.name}")

    benches: ClassVar[Mapping[str, str]] = {}
    """The sets that `bench` measures, each with what it is."""
    tables: ClassVar[Mapping[str, str]] = {}
    """What `prepare` can make ahead, each with what it is; `kernels` is the compiled code."""
    tables_default: ClassVar[tuple[str, ...]] = ()
    """Those of `tables` that are made where none is named."""

    def bench(
        self, name: str, *, data: str | None = None, scale: float = 1.0
    ) -> Mapping[str, int | float | str]:
        """Measure one set; the answers are checked before anything is timed.

        Parameters
        ----------
        name
            One of `benches`.
        data
            The text of a file that takes the place of the built-in instances.
        scale
            The share of the instances that is taken, where there are many.

        Returns
        -------
        Mapping
            `set`, `items`, `cpu_s` (compile time apart), `rate_per_s`, `compile_s`, and what else
            the set measures.
        """
        raise ParameterError(f"nothing of {self.name} is measured")

    def prepare(self, name: str, run: Run) -> None:
        """Make one of `tables` and keep it on disk; raises `Interrupted`, and leaves no half."""
        raise ParameterError(f"there is nothing to prepare for {self.name}")

    def solve_many(self, puzzles: object, run: "Run", *, limit: int) -> "BatchResult":
        """Look for up to `limit` solutions of each of many positions, side by side.

        Offered where `many` says what is taken. A limit of the run ends it with what was found
        until then.
        """
        raise ParameterError(f"{self.name} has no engine for many puzzles at once")

    def unique_among(self, positions: Sequence[P], run: "Run") -> Sequence[tuple[P, int] | None]:
        """Return the solved position and the guesses of positions that have just one solution.

        Both as the compiled kernel finds them for each alone, and each solution checked against
        the rules. None for positions that have none or several, that the engine for many does not
        take, or that the run left unsettled.

        Raises `Fault` where an answer breaks the rules.
        """
        return [None] * len(positions)

    def moves_to(self, position: P, solved: P) -> tuple[M, ...]:
        """Return the moves from a position to one of `unique_among`, as the kernel's view does."""
        raise ParameterError(f"{self.name} has no engine for many puzzles at once")

    def probabilities(self, position: P, run: "Run") -> Probabilities | None:
        """Return how likely each cell is to hold a mine, None where no layout fits.

        Only of puzzles that set `has_probabilities`. Raises `Interrupted` where the run has to end.
        """
        raise ParameterError(f"{self.name} has no cells whose content is a matter of chance")

    def best_guess(self, position: P, chances: Probabilities, run: "Run") -> Guess | None:
        """Return the cell to open on a position where nothing is forced, None for no advice.

        Only of puzzles that set `has_probabilities`; `chances` is their answer. Raises
        `Interrupted` where the run has to end.
        """
        return None

    def symmetries(self, position: P) -> tuple[Symmetry, ...] | None:
        """Return the symmetries of the board that keep this position, without the identity.

        Each maps the `order_key` of a solved position to that of its image. None where the
        puzzle knows of no symmetries.
        """
        return None

    def parse(self, text: str, *, source: str = "<text>") -> P:
        """Return the one puzzle of a text; raise `ParseError` where it holds none or several."""
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
