"""`CnfModel`: clauses over 0/1 variables, as given and after unit propagation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from gridwise.core.run import check_current_run, checking
from gridwise.core.trace import Decoder
from gridwise.core.views.base import Clause, Family, Model, View

if TYPE_CHECKING:
    pass

M = TypeVar("M")


@dataclass(frozen=True)
class Simplified:
    """A clause set after its unit clauses were applied, to the fixed point or once.

    It has no clause twice, none empty, none with a decided variable and, after the fixed point, no
    unit. `origin[i]` is the raw clause that `clauses[i]` comes from. Where a clause became false,
    `contradiction` is the index of that raw clause and `clauses` are those left then.
    """

    units: tuple[int, ...]
    """Literals in the order they were found."""
    unit_origin: tuple[int, ...]
    """The raw clause from which each unit follows."""
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
    repeated
        (i, j): family j, which has a premise, gives clause i as well.
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
        Returns the variables of the cells beside a primary variable's cell; None if the puzzle
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
    repeated: tuple[tuple[int, int], ...] = ()
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
    """Apply units and drop the clauses that they subsume.

    Parameters
    ----------
    clauses
        The clauses; none is empty, none has a literal twice.
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
    for index, clause in enumerate(checking(clauses)):
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
            check_current_run()
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
                if last is None:  # the last literal is false too; it waits in the queue
                    bad = index
                    break
                push(last, index)
    left: dict[Clause, int] = {}
    for index, clause in enumerate(checking(clauses)):
        if any(_true(x, truth) for x in clause):
            continue
        rest = tuple(sorted((x for x in clause if truth[abs(x)] == 0), key=_by_variable))
        if rest:
            left.setdefault(rest, index)
    return Simplified(tuple(units), tuple(origin), tuple(left), tuple(left.values()), bad)


def _by_variable(lit: int) -> tuple[int, int]:
    return abs(lit), lit  # a clause may hold both signs


def _true(lit: int, truth: Sequence[int]) -> bool:
    return truth[abs(lit)] == (1 if lit > 0 else -1)
