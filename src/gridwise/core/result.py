"""The result of a question: the answer, and why the method stopped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gridwise.core.message import Message, msg
from gridwise.core.numbers import LongInteger

if TYPE_CHECKING:
    from gridwise.core.trace import Trace

T = TypeVar("T")
P = TypeVar("P")
M = TypeVar("M")


class Status(Enum):
    """The answer's state: a solution, a proof that there is none, or neither."""

    SOLVED = "SOLVED"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"


class Stop(Enum):
    """Why the run ended."""

    COMPLETED = "COMPLETED"
    SOLUTION_LIMIT = "SOLUTION_LIMIT"
    TIME_LIMIT = "TIME_LIMIT"
    NODE_LIMIT = "NODE_LIMIT"
    MEMORY_LIMIT = "MEMORY_LIMIT"
    CANCELLED = "CANCELLED"
    INCOMPLETE = "INCOMPLETE"


COUNTERS: Mapping[str, str] = {
    "generated": "states (nodes of the search) made, the root included",
    "expanded": "states whose successors were made",
    "reopened": "closed states put back because a cheaper path to them was found; without CLOSED, "
    "states expanded again",
    "frontier_peak": "most states waiting in OPEN at once",
    "depth": "steps from the root to the answer, or to the deepest node",
    "assignments": "values given to variables by trying; for brute_force, whole assignments tested",
    "decisions": "choices made where nothing was forced",
    "propagations": "values that followed from others",
    "conflicts": "dead ends met",
    "learned": "clauses learnt: from conflicts, or by an agent from what it is shown",
    "resolvents": "clauses made by resolution",
    "layouts": "layouts (models) found or counted",
    "components": "independent parts that were solved apart",
}
"""The closed list of counters: name and definition. Each is a number of things, without a unit."""

MEASURES: Mapping[str, str] = {
    "branching_factor": "effective branching factor b*: generated = 1 + b* + b*^2 + ... + b*^depth",
    "wall_s": "elapsed time, seconds",
    "cpu_s": "processor time of this process, seconds",
    "compile_s": "time spent compiling kernels, seconds; not part of the others",
    "peak_bytes": "growth of resident memory during the run, sampled, bytes",
    "tables_s": "time spent making tables that a method needs, seconds; not part of the others",
    "compile_cpu_s": "processor time of that compiling, seconds; not part of the others",
    "tables_cpu_s": "processor time of making those tables, seconds; not part of the others",
}
"""The other keys of `Statistics.as_dict`, with their units."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counters and measures of one run, keyed as in `COUNTERS` and `MEASURES`."""

    counters: Mapping[str, int] = field(default_factory=dict)
    wall_s: float = 0.0
    cpu_s: float = 0.0
    compile_s: float = 0.0
    tables_s: float = 0.0
    compile_cpu_s: float = 0.0
    tables_cpu_s: float = 0.0
    peak_bytes: int = 0
    searches: int = 1
    """The number of searches that the counters sum over; b* is defined for one search alone."""

    def __post_init__(self) -> None:
        unknown = set(self.counters) - set(COUNTERS)
        if unknown:
            raise ValueError(f"not in the list of counters: {sorted(unknown)}")

    def as_dict(self) -> dict[str, int | float]:
        """Return counters and measures in one flat dict, in the documented order."""
        out: dict[str, int | float] = {k: self.counters[k] for k in COUNTERS if k in self.counters}
        factor = self.branching_factor
        if factor is not None:
            out["branching_factor"] = factor
        out.update(
            wall_s=self.wall_s,
            cpu_s=self.cpu_s,
            compile_s=self.compile_s,
            peak_bytes=self.peak_bytes,
            tables_s=self.tables_s,
            compile_cpu_s=self.compile_cpu_s,
            tables_cpu_s=self.tables_cpu_s,
        )
        return out

    @property
    def branching_factor(self) -> float | None:
        """Return b* for `generated` nodes and a path of `depth` steps, None if meaningless.

        Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.6.1.
        """
        generated, depth = self.counters.get("generated", 0), self.counters.get("depth", 0)
        if self.searches != 1 or depth < 1 or generated <= depth:
            return None
        low, high = 0.0, float(generated)
        for _ in range(200):
            middle = (low + high) / 2
            total = 0.0
            for _ in range(depth + 1):  # Horner's rule: 1 + b + b^2 + ... + b^depth
                total = total * middle + 1.0
                if total > generated:
                    break
            low, high = (middle, high) if total <= generated else (low, middle)
        return round(low, 6)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of an answer, with the checker's verdict.

    Parameters
    ----------
    path
        The file; None if it could not be written.
    claim
        The claim as JSON; None if nothing was claimed.
    proved
        Whether the checker accepted it.
    text
        The verdict in words: "proved: there is exactly one solution".
    checker, steps
        The checker's name, and the number of proof steps that it checked.
    said
        The claim alone, in words.
    clauses
        The number of clauses that the checker made of the board and the claim.
    made_s, checked_s
        Seconds that making it took, and checking it.
    size
        Bytes of the file.
    versions
        The programs that made it, with their versions.
    """

    path: str | None
    claim: Mapping[str, Any] | None
    proved: bool
    text: Message
    checker: str = ""
    steps: int = 0
    said: Message | None = None
    clauses: int = 0
    made_s: float = 0.0
    checked_s: float = 0.0
    size: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Message:
        """The text, with the path before it."""
        if self.path is None:
            return self.text
        return msg("{path}: {text}", path=self.path, text=self.text)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "path": self.path,
            "claim": self.claim,
            "proved": self.proved,
            "text": str(self.text),
            "checker": self.checker,
            "steps": self.steps,
            "clauses": self.clauses,
            "made_s": round(self.made_s, 6),
            "checked_s": round(self.checked_s, 6),
            "bytes": self.size,
            "versions": dict(self.versions),
        }


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions: exactly `number` or, if `exact` is False, at least `number`."""

    number: int
    exact: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", LongInteger.of(self.number))


@dataclass(frozen=True, slots=True)
class Solution(Generic[P, M]):
    """A solution: moves, and the position that the rules make of them."""

    moves: tuple[M, ...]
    position: P


@dataclass(frozen=True, slots=True)
class Solutions(Generic[P, M]):
    """The solutions asked for, in the order that the question defines.

    `items` is empty only if the k-th was asked for and `count` proves that there are fewer.
    """

    items: tuple[Solution[P, M], ...]
    count: Count | None = None
    nth: int | None = None


@dataclass(frozen=True, slots=True)
class BestPlay(Solutions[P, M]):
    """The value of a game of two players, and in `items` a line of best play to an end.

    The first move of the line is a best one. `value` is above 0 if the player to move wins, below
    it if the other one does, and 0 for a draw.
    """

    value: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Givens (cells) that contradict each other, in words."""

    text: Message
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """The answer to a question: what is known (`status`), why the run ended (`stop`), the rest.

    Parameters
    ----------
    status, stop
        UNSATISFIABLE needs stop COMPLETED, UNKNOWN needs another one, SOLVED needs an answer.
    answer
        Only with SOLVED.
    best
        With UNKNOWN: the partial answer found before the run ended, if any.
    optimal, unique
        True or False is a proved claim, None is no claim. Only with SOLVED.
    puzzle, notation, method, question
        The question, the position and the method.
    features
        Numbers about the position itself (givens, empty cells ...).
    conflict
        With UNSATISFIABLE: givens that contradict each other, if they were found.
    certificate
        The certificates written, if they were asked for.
    bound
        The answer costs at most this times the optimum, at least 1; None is no claim. Only with
        SOLVED.
    tables
        Tables of the method, by name.
    note
        With stop INCOMPLETE: why the method gave up, if it gave a reason.
    began_with
        The method that `auto` began with before `method` took over, if one did; `statistics` cover
        both.

    Raises
    ------
    ValueError
        For fields that contradict each other.
    """

    status: Status
    stop: Stop
    answer: T | None = None
    best: T | None = None
    optimal: bool | None = None
    unique: bool | None = None
    puzzle: str = ""
    notation: str = ""
    method: str = ""
    question: str = ""
    statistics: Statistics = field(default_factory=Statistics)
    features: Mapping[str, int] = field(default_factory=dict)
    conflict: Conflict | None = None
    trace: "Trace | None" = None
    certificate: "Sequence[Certificate] | None" = None
    bound: float | None = None
    tables: Mapping[str, Sequence[Mapping[str, float]]] = field(default_factory=dict)
    note: Message | None = None
    position: Any = field(default=None, repr=False)
    began_with: str = ""

    def __post_init__(self) -> None:
        if self.status is Status.SOLVED:
            if self.answer is None:
                raise ValueError("SOLVED without an answer")
            if self.best is not None or self.conflict is not None:
                raise ValueError("SOLVED has its answer, no best-so-far and no conflict")
        elif self.answer is not None:
            raise ValueError(f"{self.status.name} with an answer")
        if self.status is Status.UNSATISFIABLE:
            if self.stop is not Stop.COMPLETED:
                raise ValueError(f"UNSATISFIABLE after {self.stop.name}: nothing was proved")
            if self.best is not None:
                raise ValueError("UNSATISFIABLE with a best-so-far")
        if self.status is Status.UNKNOWN:
            if self.stop in (Stop.COMPLETED, Stop.SOLUTION_LIMIT):
                raise ValueError(f"UNKNOWN after {self.stop.name}: then something is known")
            if self.conflict is not None:
                raise ValueError("UNKNOWN with a conflict")
        claims = (self.unique, self.optimal, self.bound)
        if self.status is not Status.SOLVED and claims != (None, None, None):
            raise ValueError(f"{self.status.name} with a claim about its answer")
        if self.bound is not None:
            if not self.bound >= 1:
                raise ValueError(f"no answer costs {self.bound} times the optimum")
            if self.bound == 1 and self.optimal is False:
                raise ValueError("not optimal, but at most once the optimum")
        if self.unique and self.stop is not Stop.COMPLETED:
            raise ValueError(f"unique after {self.stop.name}: another one was not excluded")
