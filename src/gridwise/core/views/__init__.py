"""The views of a position: what a puzzle offers and a method works on.

Every view codes what can be said of the position as *facts*, plain ints. A *model* is a tuple of
facts: one solution, as a method found it. The view's decoder turns facts into moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import look, looking
from gridwise.core.message import Message
from gridwise.core.trace import CodesFacts, Decoder, Query

if TYPE_CHECKING:
    from gridwise.core.limits import Run
    from gridwise.core.method import Backbone

M = TypeVar("M")
S = TypeVar("S", bound=Hashable)

Model = tuple[int, ...]
Clause = tuple[int, ...]


class View(CodesFacts[M], ABC, Generic[M]):
    """What all views share.

    `multiplicity` is how many solutions one model stands for (free cells); `expanded` is the
    same view with those spelt out, one model a solution.
    """

    kind: ClassVar[str]
    decoder: Decoder[M]

    @property
    def multiplicity(self) -> int:
        """How many solutions one model stands for."""
        return 1

    def expanded(self) -> Self:
        """Return the view whose models are single solutions."""
        return self

    def complete(self, model: Model) -> Model:
        """Return the model with a default fact for each free variable."""
        return model

    def facts(self, model: Model) -> tuple[int, ...]:
        """Return the facts of a model that a backbone is made of, in the view's order."""
        return model

    def forced_by_units(self) -> frozenset[int]:
        """Return facts that hold in every model, known without search."""
        return frozenset()

    def without(self, fact: int) -> Self:
        """Return the view of the same position where `fact` does not hold."""
        raise TypeError(f"a {self.kind} view cannot exclude a fact")

    def order_key(self, model: Model) -> tuple[int, ...]:
        """Return what models compare by in the view's lexicographic order."""
        return model


@dataclass(frozen=True, slots=True)
class Premise:
    """Something given that clauses or sums come from: a shown number, a given digit, a total."""

    cells: tuple[int, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class Family:
    """Where clauses come from. `name` is a short key, the same for all clauses of one rule."""

    name: str
    premise: Premise | None = None


@dataclass(frozen=True)
class Simplified:
    """A clause set after its unit clauses were applied, to the fixed point or once.

    No clause twice, none empty, none that holds a decided variable; after the fixed point no unit
    either. `origin[i]` is the raw clause that `clauses[i]` is left of. Where a clause became
    false, `contradiction` is the index of that raw clause and `clauses` are what was left then.
    """

    units: tuple[int, ...]
    """Literals in the order they were found."""
    unit_origin: tuple[int, ...]
    """The raw clause that each of them follows from."""
    clauses: tuple[Clause, ...]
    origin: tuple[int, ...]
    contradiction: int | None = None


@dataclass(frozen=True)
class CnfModel(View[M]):
    """Clauses over variables 1, 2, ...; literals are signed, as in DIMACS.

    Parameters
    ----------
    variables
        The number of variables.
    primary
        Variables 1..primary are the puzzle's; the others are auxiliary, and two models that
        differ only there are one.
    clauses
        The raw set: each clause once (as a set of literals), none empty, no literal twice.
    family_of, families
        `families[family_of[i]]` says where clause i comes from.
    order
        A literal for each primary variable, in branching order: the sign that comes first in the
        lexicographic order of models.
    expand
        Whether variables that are in no clause are enumerated too.
    units
        `fixpoint`: `simplified` follows unit clauses until none is left. `single`: it applies the
        raw unit clauses alone, and leaves the units that result to the search. Either has the same
        models.
    neighbours
        For a primary variable, the variables of the cells beside its own; None where the puzzle
        has no such cells.

    Notes
    -----
    A fact is a literal. `without` adds a unit clause.
    """

    kind: ClassVar[str] = "cnf"

    variables: int
    primary: int
    clauses: tuple[Clause, ...]
    family_of: tuple[int, ...]
    families: tuple[Family, ...]
    order: tuple[int, ...]
    decoder: Decoder[M]
    expand: bool = False
    assumed: tuple[int, ...] = ()
    units: str = "fixpoint"
    neighbours: Callable[[int], tuple[int, ...]] | None = field(default=None, compare=False)

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject

    @cached_property
    def simplified(self) -> Simplified:
        """The clause set after its units were applied. O(total length of the clauses)."""
        return simplify(self.clauses, self.variables, self.assumed, follow=self.units == "fixpoint")

    @cached_property
    def decided(self) -> Mapping[int, bool]:
        """The variables that the units decide."""
        return {abs(lit): lit > 0 for lit in self.simplified.units}

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The primary variables that are undecided and in no simplified clause."""
        used = {abs(lit) for clause in self.simplified.clauses for lit in clause}
        return tuple(
            v for v in range(1, self.primary + 1) if v not in used and v not in self.decided
        )

    @cached_property
    def decisions(self) -> tuple[int, ...]:
        """The literals to branch on, preferred sign first, in order; free ones only if expanded."""
        skip = set(self.decided)
        if not self.expand:
            skip.update(self.free)
        return tuple(lit for lit in self.order if abs(lit) not in skip)

    @cached_property
    def auxiliary(self) -> tuple[int, ...]:
        """The undecided auxiliary variables that are in a simplified clause."""
        used = {abs(lit) for clause in self.simplified.clauses for lit in clause}
        return tuple(v for v in sorted(used) if v > self.primary)

    @property
    def multiplicity(self) -> int:
        return 1 if self.expand else 1 << len(self.free)

    def expanded(self) -> Self:
        return replace(self, expand=True)

    def model(self, value: Callable[[int], bool]) -> Model:
        """Return the model (primary literals in variable order) of a valuation of the decisions."""
        literals = {abs(lit): value(abs(lit)) for lit in self.decisions}
        literals.update((v, b) for v, b in self.decided.items() if v <= self.primary)
        return tuple(v if literals[v] else -v for v in sorted(literals))

    def complete(self, model: Model) -> Model:
        have = {abs(lit) for lit in model}
        rest = tuple(lit for lit in self.order if abs(lit) not in have)
        return tuple(sorted(model + rest, key=abs))

    def forced_by_units(self) -> frozenset[int]:
        return frozenset(lit for lit in self.simplified.units if abs(lit) <= self.primary)

    def without(self, fact: int) -> Self:
        return replace(self, assumed=(*self.assumed, -fact))

    def adding(self, clauses: tuple[Clause, ...]) -> Self:
        """Return the same set with further clauses, of the family `asked`."""
        return replace(
            self,
            clauses=self.clauses + clauses,
            family_of=self.family_of + (len(self.families),) * len(clauses),
            families=(*self.families, Family("asked")),
        )

    def order_key(self, model: Model) -> tuple[int, ...]:
        have = set(model)
        return tuple(0 if lit in have else 1 for lit in self.order)


def simplify(
    clauses: Sequence[Clause], variables: int, assumed: Clause = (), *, follow: bool = True
) -> Simplified:
    """Apply units and drop what they subsume.

    Parameters
    ----------
    clauses
        None empty, no literal twice in one.
    variables
        The number of variables.
    assumed
        Literals taken as units before the clauses' own; their origin is -1.
    follow
        Whether a clause that has become a unit is applied as well, to the fixed point.

    Notes
    -----
    Counts the open literals of each clause; O(total length). Where clauses shrink to the same
    set of literals, the first is kept.
    """
    occurs: list[list[int]] = [[] for _ in range(2 * variables + 2)]
    size = [0] * len(clauses)
    units: list[int] = []
    origin: list[int] = []
    truth = [0] * (variables + 1)  # 1 true, -1 false, 0 open
    for index, clause in enumerate(looking(clauses)):
        size[index] = len(clause)
        for lit in clause:
            occurs[2 * abs(lit) + (lit < 0)].append(index)

    def push(lit: int, why: int) -> bool:
        var, sign = abs(lit), 1 if lit > 0 else -1
        if truth[var] == 0:
            truth[var] = sign
            units.append(lit)
            origin.append(why)
            return True
        return truth[var] == sign

    satisfied = bytearray(len(clauses))
    bad: int | None = None
    for lit in assumed:
        if bad is None and not push(lit, -1):
            bad = -1
    for index, clause in enumerate(clauses):
        if bad is None and len(clause) == 1 and not push(clause[0], index):
            bad = index
    head = 0
    while bad is None and head < len(units):
        lit = units[head]
        head += 1
        if head % 1024 == 0:
            look()
        var = abs(lit)
        for index in occurs[2 * var + (lit < 0)]:
            satisfied[index] = 1
        for index in occurs[2 * var + (lit > 0)]:
            size[index] -= 1
            if satisfied[index]:
                continue
            if size[index] == 0:
                bad = index
                break
            if size[index] == 1 and follow:
                last = next((x for x in clauses[index] if not _true(-x, truth)), None)
                if last is None:  # the literal that is left is false too, and waits in the queue
                    bad = index
                    break
                push(last, index)
    left: dict[Clause, int] = {}
    for index, clause in enumerate(looking(clauses)):
        if any(_true(x, truth) for x in clause):
            continue
        rest = tuple(sorted((x for x in clause if truth[abs(x)] == 0), key=_by_variable))
        if rest:
            left.setdefault(rest, index)
    return Simplified(tuple(units), tuple(origin), tuple(left), tuple(left.values()), bad)


def _by_variable(lit: int) -> tuple[int, int]:
    return abs(lit), lit  # both signs may be there


def _true(lit: int, truth: Sequence[int]) -> bool:
    return truth[abs(lit)] == (1 if lit > 0 else -1)


@dataclass(frozen=True)
class ExactCover(View[M]):
    """Choose options so that each item is covered exactly once (Knuth's Algorithm X).

    Parameters
    ----------
    items
        The number of items, 0-based. The first `primary` must be covered exactly once, the
        others (secondary) at most once.
    options
        Each a tuple of different items, with at least one primary.
    order
        Primary items in branching order, and options ascending, give the lexicographic order.

    Notes
    -----
    A fact is an option's index; subject is the option, value 1. Constraints are items.
    """

    kind: ClassVar[str] = "exact_cover"

    items: int
    primary: int
    options: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    decoder: Decoder[M]
    chosen: tuple[int, ...] = ()
    """Options that the givens already choose; a model includes them."""
    excluded: frozenset[int] = frozenset()

    def fact(self, subject: int, value: int) -> int:
        return subject

    def without(self, fact: int) -> Self:
        return replace(self, excluded=self.excluded | {fact})


@dataclass(frozen=True)
class DomainModel(View[M]):
    """Variables with finite domains, and groups whose variables all differ.

    Parameters
    ----------
    domains
        For each variable its values, ascending. A given has one value.
    groups
        Tuples of variables that take different values.
    complete_groups
        Indices of groups that use up all values: every value of `values` appears in them once
        (so a value with one place left is a hidden single).
    values
        All values, ascending, each below `base`.
    offsets
        For each group None, or one number from 0 for each of its variables: then the sums of
        value and number all differ (diagonals). Empty where no group has any. Complete groups
        have none.
    given
        The variables whose value is on the board; None for all those with one value.
    names
        What a variable and a value are called in tables.

    Notes
    -----
    The fact of variable x and value v is x * base + v. Constraints are groups. The
    lexicographic order is by variable, then value.
    """

    kind: ClassVar[str] = "domains"

    domains: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    complete_groups: frozenset[int]
    values: tuple[int, ...]
    base: int
    decoder: Decoder[M]
    offsets: tuple[tuple[int, ...] | None, ...] = ()
    given: frozenset[int] | None = None
    names: tuple[str, str] = ("variable", "value")

    def fact(self, subject: int, value: int) -> int:
        return subject * self.base + value

    def is_given(self, var: int) -> bool:
        """Return whether the value of a variable is on the board already."""
        return len(self.domains[var]) == 1 if self.given is None else var in self.given

    def without(self, fact: int) -> Self:
        var, value = divmod(fact, self.base)
        domains = list(self.domains)
        domains[var] = tuple(v for v in domains[var] if v != value)
        return replace(self, domains=tuple(domains))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each variable those that must differ from it, ascending."""
        sets: list[set[int]] = [set() for _ in self.domains]
        for group in self.groups:
            for var in group:
                sets[var].update(group)
        return tuple(tuple(sorted(s - {v})) for v, s in enumerate(sets))

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """For each variable the groups it is in."""
        lists: list[list[int]] = [[] for _ in self.domains]
        for index, group in enumerate(self.groups):
            for var in group:
                lists[var].append(index)
        return tuple(map(tuple, lists))

    @cached_property
    def places(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each variable the groups it is in, each with the variable's offset there."""
        lists: list[list[tuple[int, int]]] = [[] for _ in self.domains]
        for index, group in enumerate(self.groups):
            for var, offset in zip(group, self.offsets_of(index), strict=True):
                lists[var].append((index, offset))
        return tuple(map(tuple, lists))

    def offsets_of(self, group: int) -> tuple[int, ...]:
        """Return the offsets of a group's variables, 0 where it has none."""
        found = self.offsets[group] if self.offsets else None
        return (0,) * len(self.groups[group]) if found is None else found

    def excluded(self, var: int, value: int) -> Mapping[int, int]:
        """Return what a value of one variable excludes: variable to bits (bit v for value v).

        O(variables in its groups). A bit may stand for a number that is no value.
        """
        out: dict[int, int] = {}
        for index, offset in self.places[var]:
            bit = 1 << value + offset
            for peer, shift in zip(self.groups[index], self.offsets_of(index), strict=True):
                out[peer] = out.get(peer, 0) | bit >> shift
        del out[var]
        return out


@dataclass(frozen=True, slots=True)
class Sum:
    """Exactly `total` of these 0/1 variables (0-based) are 1."""

    variables: tuple[int, ...]
    total: int
    family: Family


@dataclass(frozen=True)
class CountModel(View[M]):
    """0/1 variables with exact sums.

    Parameters
    ----------
    variables
        Their number, 0-based.
    sums
        Each says how many of some variables are 1. A fixed variable is a sum over itself.
    expand
        Whether variables that are in no sum are enumerated too.

    Notes
    -----
    The fact of variable x is the literal x + 1 (one) or -(x + 1) (zero), as in the CNF made of
    it. Constraints are sums. Lexicographic: by variable, 0 first.
    """

    kind: ClassVar[str] = "counts"

    variables: int
    sums: tuple[Sum, ...]
    decoder: Decoder[M]
    expand: bool = False

    def fact(self, subject: int, value: int) -> int:
        return subject + 1 if value else -(subject + 1)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The variables that are in no sum."""
        used = {v for s in self.sums for v in s.variables}
        return tuple(v for v in range(self.variables) if v not in used)

    @property
    def multiplicity(self) -> int:
        return 1 if self.expand else 1 << len(self.free)

    def expanded(self) -> Self:
        return replace(self, expand=True)

    def complete(self, model: Model) -> Model:
        have = {abs(fact) for fact in model}
        rest = tuple(-(v + 1) for v in range(self.variables) if v + 1 not in have)
        return tuple(sorted(model + rest, key=abs))

    def without(self, fact: int) -> Self:
        fixed = Sum((abs(fact) - 1,), 0 if fact > 0 else 1, Family("assumed"))
        return replace(self, sums=(*self.sums, fixed))

    def order_key(self, model: Model) -> tuple[int, ...]:
        return tuple(int(fact > 0) for fact in sorted(model, key=abs))


@dataclass(frozen=True, slots=True)
class Claims:
    """What a heuristic estimates, and what it claims; see `Heuristic`."""

    admissible: bool
    consistent: bool
    text: Message


@dataclass(frozen=True, slots=True)
class Heuristic(Generic[S]):
    """An estimate of the steps left, with what it claims; the claims are tested.

    `admissible`: never more than the true cost. `consistent`: never drops by more than a step's
    cost.
    """

    name: str
    estimate: Callable[[S], int]
    admissible: bool
    consistent: bool
    text: Message


class StateSpace(View[M], Generic[M, S]):
    """States, successors and a goal. A fact is an operator; a model is a path of operators."""

    kind: ClassVar[str] = "states"

    heuristics: Mapping[str, Heuristic[S]]
    """At least one; the first is the default."""
    root_facts: tuple[int, ...] = ()
    """Facts that hold in the root already; a model starts with them."""
    tree: bool = False
    """Whether no state can be reached by two paths, so that nothing need be closed."""
    wants_path: bool = False
    """Whether what is sought is a way to a goal, cheap if possible: then one path is the answer,
    and a method yields no other. Else every goal state is a solution of its own."""
    reachable: bool = True
    """False where it is known without search that no goal can be reached."""

    @property
    def has_beam(self) -> bool:
        """Whether the space brings a compiled beam search."""
        return False

    def beam(self, width: int, run: "Run") -> Model | None:
        """Return what a compiled beam search finds, None for nothing; see `has_beam`.

        Sets `run.bound` and `run.optimal` where it knows them.
        """
        raise TypeError("this space has no beam search of its own")

    @abstractmethod
    def initial(self) -> S:
        """Return the root."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Return whether the state is a solution."""

    @abstractmethod
    def successors(self, state: S) -> Iterable[tuple[int, S, int]]:
        """Yield (operator, state, cost), in a fixed order, cost at least 1."""

    def heuristic(self, name: str, run: "Run") -> Heuristic[S]:
        """Return a heuristic by name, ready to use; `auto` is the default one.

        Tables that it needs are made here, under the limits of `run`.

        Raises
        ------
        UnknownNameError
            No such heuristic.
        """
        if name == "auto":
            name = next(iter(self.heuristics))
        if name not in self.heuristics:
            raise UnknownNameError("heuristic", name, ("auto", *self.heuristics))
        return self.heuristics[name]

    def claims(self) -> Mapping[str, Claims]:
        """Return what each heuristic claims, by name, the default first; no table is made."""
        return {
            name: Claims(one.admissible, one.consistent, one.text)
            for name, one in self.heuristics.items()
        }

    def missing_tables(self, name: str) -> str | None:
        """Return the command that makes the tables a heuristic lacks, None where it lacks none.

        Only tables that take long to make count. The command is without the program's name.
        """
        return None

    def fact(self, subject: int, value: int) -> int:
        return value

    def model_of(self, state: S, path: tuple[int, ...]) -> Model:
        """Return the model that a goal state and the path to it stand for."""
        return self.root_facts + path


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a construction: what it brings about, in words, and of how many facts it is."""

    aim: Message
    length: int


class Construction(View[M], ABC, Generic[M]):
    """A rule that builds one solution without search, as long as the position fits the rule."""

    kind: ClassVar[str] = "construction"

    @abstractmethod
    def construct(self, run: "Run") -> Iterable[Model]:
        """Yield the one model that the rule builds; nothing where the rule does not apply."""

    def stages(self, run: "Run") -> tuple[Stage, ...]:
        """Return the parts that the model is built in; none where it has no parts worth naming."""
        return ()


class Shortening(View[M], ABC, Generic[M]):
    """A way that is built by a rule and can then be made shorter, as long as there is time."""

    kind: ClassVar[str] = "shortening"

    @abstractmethod
    def shorten(self, run: "Run", widest: int, seconds: float) -> Iterable[Model]:
        """Yield the one way that is left; nothing where the rule does not apply.

        Parameters
        ----------
        run
            One node is one state expanded. `run.bound` is set to the way's cost over a lower
            bound. Where the run is interrupted, `run.best` is the way so far, if there is one.
        widest
            The most steps of a window that is solved anew.
        seconds
            When to be content, counted from the begin of the run.
        """


class LocalSearch(View[M], ABC, Generic[M]):
    """Whole assignments that are repaired step by step; finds solutions, never proves absence."""

    kind: ClassVar[str] = "local_search"

    @abstractmethod
    def descend(self, run: "Run", random: Random) -> Model | None:
        """Repair one random assignment until nothing is in conflict; None where it gets stuck.

        One `run.tick` a repair.
        """


class Kernel(View[M], ABC, Generic[M]):
    """Compiled code for one puzzle: it finds, counts and orders solutions by itself.

    It answers as the plain methods do, only faster; what it cannot do it does not offer. A kernel
    returns to Python every few milliseconds, so that `run.check()` sees the limits.
    """

    kind = "kernel"
    compiled: ClassVar[bool] = True
    """Whether it always runs compiled code; else it loads Numba itself where it needs it."""
    counts_at_once: ClassVar[bool] = False
    """Whether all are counted about as quickly as a first one is found."""
    counts_symmetry: ClassVar[bool] = False
    """Whether `tally` can count solutions up to the board's symmetries."""

    @abstractmethod
    def models(self, run: "Run", *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model once (see `Method.models`)."""

    def tally(self, run: "Run", into: "Tally", *, up_to_symmetry: bool = False) -> bool:
        """Count all models without listing them; return False where only listing will do.

        What is known so far stands in `into` when the run is interrupted.
        """
        return False

    def backbone(self, run: "Run", into: "Backbone") -> bool:
        """Find the facts of all models at once; return False where searches are to find them."""
        return False

    def proved(self, queries: Iterable[Query[M]], run: "Run") -> Iterator[Query[M]]:
        """Yield the queries whose `better` move is proved."""
        return iter(())


class Tally:
    """How many solutions were counted so far."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0
