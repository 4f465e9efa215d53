"""Optional capabilities of a puzzle, each a constant beside `PUZZLE`.

`registry.capability` finds a capability by its class: it looks for the constant in the module that
holds `PUZZLE`, then in the module of that package which the class names. So a rarely used one,
such as a benchmark, is imported only on demand.

They lie in one file, as the author of a puzzle chooses from them; half of it is docstrings.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message
from gridwise.core.method import Option, Refutation
from gridwise.core.numbers import LongInteger
from gridwise.core.position import NO_RULES
from gridwise.core.reading import Entry
from gridwise.core.result import Result, Statistics, Stop
from gridwise.core.run import Run
from gridwise.core.views import CompiledPart, EngineView, Model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwise.core.formula import Formula

P = TypeVar("P")


class Capability:
    """Base of all optional capabilities of a puzzle."""

    __slots__ = ()

    constant: ClassVar[str]
    """The constant's name in the puzzle's package."""
    module: ClassVar[str] = ""
    """The module of the package that holds the constant; empty for the package itself."""


@dataclass(frozen=True, slots=True)
class Features(Capability):
    """Numbers about a position itself: givens, empty cells, a distance.

    Parameters
    ----------
    of
        Returns the numbers by name.
    """

    constant = "FEATURES"

    of: Callable[[Any], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Sampler(Capability):
    """Small random positions to test with.

    Parameters
    ----------
    sample
        Returns a position, solvable or not, on which every method ends.
    """

    constant = "SAMPLER"

    sample: Callable[[Random], Any]


Symmetry = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Maps the order key of a solved position to its image's order key."""


@dataclass(frozen=True, slots=True)
class Symmetries(Capability):
    """The symmetries of a board.

    Parameters
    ----------
    of
        Returns the symmetries that keep a position, without the identity.
    """

    constant = "SYMMETRIES"

    of: Callable[[Any], tuple[Symmetry, ...]]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the paragraphs under it."""

    title: Message
    body: "tuple[Message | Formula, ...]"


@dataclass(frozen=True, slots=True)
class About(Capability):
    """The description of a puzzle.

    Parameters
    ----------
    rules
        The rules: what is given, what is to be found.
    views
        The text about each view, by its kind (`cnf`), or by the kind and an option of the view or
        of the method (`cnf encoding=binomial`, `states heuristic=manhattan`).
    title
        Its name.
    invitation
        One line that invites to play it.
    families
        The meaning of a family's clauses, by the family's name.
    """

    constant = "ABOUT"
    module = "about"

    rules: "tuple[Message | Formula, ...]"
    views: Mapping[str, Section] = field(default_factory=dict)
    title: Message | None = None
    invitation: Message | None = None
    families: Mapping[str, Message] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Generated(Generic[P]):
    """A new position and its claims; the generator has checked every claim."""

    position: P
    claims: Mapping[str, bool | int | str] = field(default_factory=dict)


class GenerationContext(ABC):
    """A generator's means beside the rules: a solver, a time budget and chance."""

    random: Random
    """The only source of chance, so that a seed makes the same position again."""

    nearest: Message | None = None
    """The nearest miss so far, for the error of a generator that times out."""
    _distance = float("inf")

    def missed(self, distance: float, what: Message) -> None:
        """Note a miss at a distance above 0 from the wanted kind; keep the nearest."""
        if distance < self._distance:
            self.nearest, self._distance = what, distance

    def run(self) -> Run:
        """Return a run that ends when the generation does; by default one without limits."""
        return Run()

    @abstractmethod
    def check(self) -> None:
        """Raise `Interrupted` if the generation has timed out or was cancelled."""

    @abstractmethod
    def count(self, position: Any, limit: int) -> int:
        """Return the number of solutions, at most `limit`; raise `Interrupted`."""

    @abstractmethod
    def solution(self, position: Any) -> Any | None:
        """Return the first solved position in the defined order, or None without a solution.

        Raises `Interrupted`.
        """


@dataclass(frozen=True, slots=True)
class Generator(Capability):
    """Makes new positions of a puzzle.

    Parameters
    ----------
    options
        Options of `generate` beside the size.
    sizes
        The sizes that `generate` takes, in words.
    generate
        `generate(size, context, options)` returns a new position, or None if it found none of the
        wanted kind. The same `context.random` makes the same position. Raises `ParameterError`
        for a size or options that no position has, `Interrupted` if it timed out.
    generate_many
        `generate_many(size, contexts, options)` makes at once what `generate` makes of each
        context, or returns None if that is no faster. None for puzzles without such a function.
    """

    constant = "GENERATOR"
    module = "generate"

    options: tuple[Option, ...]
    sizes: str
    generate: Callable[[str, GenerationContext, Mapping[str, str | int]], Generated[Any] | None]
    generate_many: (
        Callable[
            [str, Sequence[GenerationContext], Mapping[str, str | int]],
            list[Generated[Any]] | None,
        ]
        | None
    ) = None


@dataclass(frozen=True, slots=True)
class GameLevel:
    """One level: the generator's size and options for its boards.

    Parameters
    ----------
    title
        Its name for people, a word or two.
    line
        A few words about its boards.
    size
        The generator's size.
    options
        The generator's options, by name.
    """

    title: Message
    line: Message
    size: str
    options: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameLevels(Capability):
    """The levels of a puzzle; every board of one is made within a few seconds by plain code.

    Parameters
    ----------
    by_name
        The levels by name, the easiest first.
    daily
        The name of the level of the daily puzzle.
    """

    constant = "GAME_LEVELS"
    module = "generate"

    by_name: Mapping[str, GameLevel]
    daily: str

    def named(self, name: str) -> GameLevel:
        """Return one level, or raise `UnknownNameError`."""
        if name not in self.by_name:
            raise UnknownNameError("level", name, self.by_name)
        return self.by_name[name]


@dataclass(frozen=True, slots=True)
class Goals(Capability):
    """How the goal of a position is changed.

    Parameters
    ----------
    names
        The names of goals of any size.
    named
        `named(position, goal)` returns the position with the goal of such a name, or of a text;
        raises `ParseError`.
    like
        `like(position, other)` returns the position with the board `other` as its goal; raises
        `ParseError` for a board of another size.
    """

    constant = "GOALS"
    module = "goals"

    names: Sequence[str]
    named: Callable[[Any, str], Any]
    like: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class BinaryFiles(Capability):
    """The files of other programs that are no text: boards and recorded games.

    Parameters
    ----------
    takes
        `takes(data, source)` returns whether the bytes are one of them; `source` is the file's name
        here and below, also in errors.
    read
        `read(data, source)` returns the board in it; raises `ParseError`.
    played
        `played(data, source)` returns the game recorded in it as `games.session.GameSession.played`
        does, the actions with the time of each (`time_s`); raises `ParseError`.
    """

    constant = "BINARY_FILES"
    module = "files"

    takes: Callable[[bytes, str], bool]
    read: Callable[[bytes, str], Entry[Any]]
    played: Callable[[bytes, str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Givens(Capability):
    """The givens of a position, for a setter's bench.

    Parameters
    ----------
    cells
        `cells(position)` returns the cells that hold a given.
    without
        `without(position, cell)` returns the position without the given of that cell.
    values
        `values(position)` returns the text of each cell, "" for an empty one.
    """

    constant = "GIVENS"
    module = "givens"

    cells: Callable[[Any], Iterable[int]]
    without: Callable[[Any, int], Any]
    values: Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """The exact chance of every covered cell, over all layouts that fit, all equally likely.

    Parameters
    ----------
    chances
        An array of shape (height, width) of objects: a `fractions.Fraction`, None on an open cell.
    layouts
        The number of layouts that fit.
    """

    chances: "np.ndarray[Any, Any]"
    layouts: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "layouts", LongInteger.of(self.layouts))

    def chance(self, cell: int) -> Fraction | None:
        """Return the chance of a cell, 0-based row-major."""
        value: Fraction | None = self.chances.flat[cell]
        return value


@dataclass(frozen=True, slots=True)
class Guess:
    """The cell to open if nothing is certain.

    Parameters
    ----------
    cell
        0-based, row-major.
    note
        The chance to win with it, as far as known, in words.
    win
        The exact chance with best play from there on; None if it was not computed.
    by
        Who chose the cell: `exact` (no other wins more often), the name of a policy, or `safest`.
    estimate
        The policy's estimate of that chance; None beside an exact `win` or without an estimate.
    """

    cell: int
    note: Message
    win: Fraction | None = None
    by: str = "safest"
    estimate: float | None = None


@dataclass(frozen=True, slots=True)
class ProbabilityModel(Capability):
    """Exact chances for a puzzle whose cells hide something.

    Parameters
    ----------
    probabilities
        Returns the chances of a position, or None if no layout fits. Raises `Interrupted`.
    best_guess
        `best_guess(position, chances, run)` returns the cell to open if nothing is forced, None for
        no advice. Raises `Interrupted`.
    """

    constant = "PROBABILITIES"
    module = "probabilities"

    probabilities: Callable[[Any, Run], Probabilities | None]
    best_guess: Callable[[Any, Probabilities, Run], Guess | None]


Rating = Mapping[str, int | float | str]
"""The numbers of a rating by name, as JSON shows them: `{"er": 7.2, "ep": 1.2, "ed": 1.2}`."""


@dataclass(frozen=True, slots=True)
class RatingModel:
    """One measure of difficulty.

    Parameters
    ----------
    name, version
        Both are shown with every rating.
    title
        One line for menus.
    rate
        `rate(position, run)` returns the rating; raises `ParameterError` for a position that the
        model does not rate, in one sentence, and `Interrupted` at a limit.
    rules
        The further rules (see `core.position`) that it takes into account.
    """

    name: str
    version: str
    title: Message
    rate: Callable[[Any, Run], Rating]
    rules: frozenset[str] = NO_RULES


@dataclass(frozen=True, slots=True)
class Ratings(Capability):
    """The rating models of a puzzle; the first is the default of menus."""

    constant = "RATINGS"
    module = "ratings"

    models: Mapping[str, RatingModel]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a board with its evidence, both as JSON.

    Parameters
    ----------
    claim
        The claim: `kind` and its parameters.
    evidence
        JSON objects, one a line of the certificate.
    """

    claim: Mapping[str, Any]
    evidence: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Certificates(Capability):
    """How answers become claims; puzzles with clauses give the first three, others `more`.

    Parameters
    ----------
    facts
        Returns the literals over the primary variables of the clauses that a position fixes; a
        solved one fixes all.
    filled
        `filled(position, facts)` returns the solved position of a full set of facts.
    options
        Options of the clauses that the verifier knows.
    minimal
        Whether a board with one solution and no given to spare is worth a claim of its own.
    hidden
        Whether forced cells are claimed, one by one.
    refuted
        `refuted(position, run)` returns, for some forced literals, a resolution refutation of the
        contrary, which a person can follow without a solver.
    more
        Returns further claims that a result makes.
    """

    constant = "CERTIFICATES"
    module = "certificates"

    facts: Callable[[Any], tuple[int, ...]] | None = None
    filled: Callable[[Any, Iterable[int]], Any] | None = None
    options: Mapping[str, str | int] = field(default_factory=dict)
    minimal: bool = False
    hidden: bool = False
    refuted: Callable[[Any, Run], Mapping[int, Refutation]] | None = None
    more: Callable[[Result[Any]], Iterable[Claim]] = lambda _: ()


class Uniqueness(Enum):
    """The number of solutions of a position, as far as known; `GAVE_UP`: nothing is known."""

    GAVE_UP = "gave up"
    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    SOME = "at least one"
    """A second solution was not looked for, or neither found nor excluded in time."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """The answers about many positions, in their order.

    Parameters
    ----------
    solutions
        Row i is the first solution found of position i, a byte a cell; zeros without a solution.
    found
        The number of solutions found of each, at most `limit`.
    settled
        Whether all solutions of each, or `limit` of them, were found. False if the run ended
        before.
    limit
        The number of solutions asked for of each.
    stop
        Why the run ended.
    guesses
        The number of guesses made on each, if they were counted.
    """

    solutions: "NDArray[np.uint8]"
    found: "NDArray[np.int64]"
    settled: "NDArray[np.bool]"
    limit: int
    stop: Stop
    puzzle: str = ""
    guesses: "NDArray[np.int64] | None" = None
    statistics: Statistics = field(default_factory=Statistics)

    def __len__(self) -> int:
        return len(self.found)

    @property
    def exact(self) -> "NDArray[np.bool]":
        """Whether `found` is the number of all solutions, for each position."""
        every: Any = self.settled & (self.found < self.limit)
        return every  # type: ignore[no-any-return]  # NumPy's operators are typed loosely

    @property
    def uniqueness(self) -> list[Uniqueness]:
        """The uniqueness of each position."""
        pairs = zip(self.found.tolist(), self.exact.tolist(), strict=True)
        return [_uniqueness(found, exact) for found, exact in pairs]


def _uniqueness(found: int, exact: bool) -> Uniqueness:
    if found > 1:
        return Uniqueness.SEVERAL
    if found == 1:
        return Uniqueness.UNIQUE if exact else Uniqueness.SOME
    return Uniqueness.NONE if exact else Uniqueness.GAVE_UP


@dataclass(frozen=True, slots=True, eq=False)
class LineAnswers:
    """The answers about many boards that are lines of characters, in their order.

    Parameters
    ----------
    solutions
        Row i is the first solution found of line i, in characters (uint8); undefined without a
        solution.
    found
        The number of solutions found of each, at most the limit; -1 for a line that is no board.
    settled
        Whether all solutions of each, or `limit` of them, were found.
    """

    solutions: "NDArray[np.uint8]"
    found: "NDArray[np.int64]"
    settled: "NDArray[np.bool]"


@dataclass(frozen=True, slots=True)
class LineSolver:
    """An engine for boards that are lines of one length, in a block of bytes.

    Parameters
    ----------
    width
        Characters of a line. A line of another length is another board, or none.
    solve
        `solve(lines, run, limit)` looks for up to `limit` solutions of each row of an array
        (uint8, number x width). A limit of the run ends it with the solutions found so far.
    keeps_rules
        `keeps_rules(lines, solutions)` returns of each row whether the solution has the givens of
        the line and breaks no rule, by the rules alone.
    """

    width: int
    solve: "Callable[[NDArray[np.uint8], Run, int], LineAnswers]"
    keeps_rules: "Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.bool]]"


@dataclass(frozen=True, slots=True)
class BatchSolver(Capability):
    """A puzzle's engine for very many positions.

    Parameters
    ----------
    takes
        The positions that `solve_many` takes, in words.
    solve_many
        `solve_many(puzzles, run, limit=n)` looks for up to `limit` solutions of each. A limit of
        the run ends it with the solutions found so far.
    unique_among
        Returns, for each position, its solved position and the number of guesses that the engine
        makes on it alone, if it has exactly one solution, checked against the rules. None for
        positions that have none or several, that the engine does not take, or that the run left
        undecided. Raises `Fault` if an answer breaks the rules.
    moves_to
        Returns the moves from a position to its solved position, in the order of the engine view.
    lines
        The engine for blocks of lines.
    """

    constant = "BATCH"
    module = "batch"

    takes: str
    solve_many: Callable[..., BatchResult]
    unique_among: Callable[[Sequence[Any], Run], Sequence[tuple[Any, int] | None]]
    moves_to: Callable[[Any, Any], tuple[Any, ...]]
    lines: LineSolver


@dataclass(frozen=True, slots=True)
class CountInParts(Capability):
    """Cuts a count into independent parts.

    Parameters
    ----------
    parts
        `parts(position, least)` returns at least so many parts if the position has them: plain,
        picklable data. Their numbers of solutions sum to the position's. A position without parts
        is counted as a whole.
    count
        `count(part, run)` returns the number of solutions of a part. Raises `Interrupted`.
    """

    constant = "PARTS"
    module = "batch"

    parts: Callable[[Any, int], Sequence[Any]]
    count: Callable[[Any, Run], int]


@dataclass(frozen=True, slots=True)
class Subtrees:
    """The subtrees of a search for a cheapest path.

    Parameters
    ----------
    bound
        A lower bound of the cost, the first to search to.
    common
        The data that all subtrees share: plain and picklable, as they are.
    subtrees
        They hold every path that has to be searched, in a fixed order.
    least
        For each subtree a lower bound of the cost of the paths in it.
    found
        The answer, if cutting met it; there are no subtrees then.
    """

    bound: int
    common: Any = None
    subtrees: Sequence[Any] = ()
    least: Sequence[int] = ()
    found: Model | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """The outcome of searching some subtrees to a bound.

    Parameters
    ----------
    expanded
        The nodes expanded in each subtree, up to the one with a solution.
    generated
        The nodes generated in all subtrees.
    next_bound
        The least cost that a path beyond the bound may have.
    found
        The first path within the bound, or None without one.
    """

    expanded: tuple[int, ...]
    generated: int
    next_bound: int
    found: Model | None = None


@dataclass(frozen=True, slots=True)
class SearchInParts(Capability):
    """Splits one search for a cheapest path into subtrees, bound by bound.

    Parameters
    ----------
    cut
        `cut(view, least, run)` returns at least so many subtrees of a view's board, fewer only
        with the answer; None for a board without a solution. Raises `ParameterError` for
        options of the view that cannot be shared out.
    search
        `search(common, subtrees, bound, run)` searches the subtrees in order. Raises
        `Interrupted`.
    split
        `split(common, subtree, least, run)` returns about so many subtrees in place of one, in its
        order, each with a lower bound of the cost of its paths; the subtree itself if it cannot be
        split.
    """

    constant = "SUBTREES"
    module = "batch"

    cut: Callable[[EngineView[Any], int, Run], Subtrees | None]
    search: Callable[[Any, Sequence[Any], int, Run], Searched]
    split: Callable[[Any, Any, int, Run], Sequence[tuple[Any, int]]]


Figures = dict[str, Any]
"""Measurements of a benchmark, by name; a list is shown below the table, one entry a line."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A set after it was measured: each call of `work` with its answer, its run, its CPU seconds.

    `items` are a sequence or an array, `warm` is the run of the warm-up.
    """

    items: Any
    answers: list[Any]
    runs: list[Run]
    times: list[float]
    warm: Run


@dataclass(frozen=True, slots=True)
class BenchSet:
    """A set of instances that `gridwise bench` measures.

    Parameters
    ----------
    title
        A line of description.
    number, items
        `items(number)` returns the built-in instances; a set of files has none, and the number 0.
    work
        `work(item, run)` returns the answer to an instance; the CPU time that it takes is measured.
    check
        Raises an error if an answer is wrong, and returns further figures.
    read
        Returns the instances of the text of a file, or None for a set that takes no file.
    warm
        Returns the instances of the warm-up; by default the first.
    together
        Whether `work` takes all instances at once, as often as the clock needs.
    """

    title: str
    number: int
    items: Callable[[int], Iterable[Any]]
    work: Callable[[Any, Run], Any]
    check: Callable[[Measured], Figures]
    read: Callable[[str], Iterable[Any]] | None = None
    warm: Callable[[Sequence[Any]], Iterable[Any]] = lambda items: items[:1]
    together: bool = False


@dataclass(frozen=True, slots=True)
class Benchmarks(Capability):
    """The sets that `gridwise bench` measures, by name.

    `other` returns the set of a name that is not listed, or None; `load` compiles what sets need.
    """

    constant = "BENCH"
    module = "bench"

    sets: Mapping[str, BenchSet]
    other: Callable[[str], BenchSet | None] = lambda name: None
    load: Callable[[Run], None] = lambda run: None


@dataclass(frozen=True, slots=True)
class CodeTask:
    """Compiled code that can be made apart from other code, in a process of its own.

    Parameters
    ----------
    codes
        The compiled parts.
    make
        A module's function that calls them, so that they are compiled.
    """

    codes: tuple[CompiledPart, ...]
    make: Callable[[Run], None]

    @property
    def missing_s(self) -> float:
        """Processor seconds that compiling the missing parts takes; 0 if none is missing."""
        return sum(code.missing_s for code in self.codes)


@dataclass(frozen=True, slots=True)
class TableCode:
    """The compiled code of a table, with the amounts that a progress bar needs.

    Parameters
    ----------
    kernels
        By full name of each module of kernels: the number of functions to compile, a function for
        each tuple of types, and the processor seconds; `benchmarks/compile.py` measures both.
    tasks
        Tasks that make all of it; they may run at the same time.
    """

    kernels: Mapping[str, tuple[int, float]]
    tasks: tuple[CodeTask, ...]

    def make(self, run: Run) -> None:
        """Make all of it here, one task after the other."""
        for task in self.tasks:
            run.check()
            task.make(run)


@dataclass(frozen=True, slots=True)
class Preparation(Capability):
    """Tables and compiled code that `gridwise prepare` makes in advance and keeps on disk.

    Parameters
    ----------
    tables
        The tables by name, each with a line of description; `kernels` is the compiled code.
    default
        The tables made if none is named.
    code
        The compiled code of the tables that consist of it, by name.
    prepare
        Makes another table; raises `Interrupted` and then leaves no half-made file.
    """

    constant = "PREPARE"
    module = "prepare"

    tables: Mapping[str, str]
    default: tuple[str, ...]
    code: Mapping[str, TableCode] = field(default_factory=dict)
    prepare: Callable[[str, Run], None] | None = None

    def make(self, name: str, run: Run) -> None:
        """Make a table, or find it made.

        Raises
        ------
        UnknownNameError
            No such table.
        Interrupted
            The run was stopped; code compiled so far is kept.
        """
        if name not in self.tables:
            raise UnknownNameError("table", name, self.tables)
        if name in self.code or self.prepare is None:
            self.code[name].make(run)
        else:
            self.prepare(name, run)
