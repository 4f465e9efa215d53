"""The clause base of the founding report's program: a list that is changed while it is walked.

The report resolves a unit with the clauses of KB by their places, 0, 1, 2, ... A resolvent is
appended, and the clauses that it subsumes are deleted: the resolved one at least. What stands
behind moves up, so the next place holds the clause after the next, and the clause between is
missed. It stays in KB with its false literal. Two such clauses are often neighbours, as a number
adds its clauses together.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.policies._knowledge import Literals


@dataclass(slots=True, eq=False)
class _Clause:
    literals: Literals
    mask: int
    """A bit for each literal."""
    contrary: int
    """A bit for each contrary literal."""
    paired: bool = False
    """Whether it was there when pairs were last resolved."""


class KnowledgeList:
    """KB as the report's program keeps it, with the methods of `KnowledgeBase`.

    Parameters
    ----------
    short
        As for `KnowledgeBase`; None as in the report.
    run
        The run that counts and holds the limits.

    Attributes
    ----------
    units
        The unit clauses in their order in the list, each with its cause.
    contradiction
        Whether the clauses contradict each other.

    Notes
    -----
    An insertion looks at the clauses that share a literal, resolving all pairs costs
    O(clauses ** 2). The report resolves all pairs again each time. Pairs that were resolved before
    are left out here: while both clauses are there, a clause of KB subsumes their resolvent.
    """

    def __init__(self, short: int | None, run: Run) -> None:
        self.run = run
        self.short = short
        self.units: dict[int, int] = {}
        self.contradiction = False
        self._clauses: list[_Clause] = []
        self._holding: defaultdict[int, list[_Clause]] = defaultdict(list)
        """For each literal the clauses with it."""
        self._true = self._false = 0

    def __len__(self) -> int:
        return len(self._clauses)

    def __iter__(self) -> Iterator[Literals]:
        return (clause.literals for clause in self._clauses)

    def insert(self, literals: Literals, cause: int = 0) -> bool:
        """Resolve a clause with KB0, and append it unless it is subsumed; see `KnowledgeBase`."""
        left = tuple(lit for lit in literals if not self._false >> lit & 1)
        if not left:
            self.contradiction = True
            return False
        mask = sum(1 << lit for lit in left)
        if (len(left) == 1 and mask & self._true) or self._subsumed(left, mask):
            return False
        for one in [one for one in self._holding[left[0]] if one.mask & mask == mask]:
            self._drop(one)
        clause = _Clause(left, mask, sum(1 << (lit ^ 1) for lit in left))
        self._clauses.append(clause)
        for lit in left:
            self._holding[lit].append(clause)
        if len(left) == 1:
            self.contradiction |= left[0] ^ 1 in self.units
            self.units[left[0]] = cause
        return True

    def _subsumed(self, literals: Sequence[int], mask: int) -> bool:
        for lit in literals:
            for one in self._holding[lit]:
                if one.mask & mask == one.mask:
                    return True
        return False

    def _drop(self, clause: _Clause) -> None:
        self._clauses.remove(clause)
        for lit in clause.literals:
            self._holding[lit].remove(clause)

    def resolve_unit(self, lit: int) -> None:
        """Move a unit to KB0 and resolve it with KB, place by place."""
        if self.units.pop(lit, None) is not None:
            self._drop(next(one for one in self._holding[lit] if len(one.literals) == 1))
        self._true |= 1 << lit
        self._false |= 1 << (lit ^ 1)
        place = 0
        while place < len(self._clauses):
            literals = self._clauses[place].literals
            if lit ^ 1 in literals:
                self.run.count.resolvents += 1
                self.insert(literals)
            place += 1

    def resolve_pairs(self) -> Iterator[Literals]:
        """Resolve all pairs, then insert the resolvents; yield those that KB did not subsume."""
        run, short, made = self.run, self.short, []
        for at, one in enumerate(self._clauses):
            run.tick()
            for other in self._clauses[at + 1 :]:
                pivot = one.mask & other.contrary
                if not pivot or pivot & (pivot - 1) or (one.paired and other.paired):
                    continue
                run.check()
                run.count.resolvents += 1
                lit = pivot.bit_length() - 1
                mask = (one.mask | other.mask) & ~(pivot | 1 << (lit ^ 1))
                if short is not None:
                    lengths = len(one.literals), len(other.literals)
                    if min(lengths) > short or mask.bit_count() > max(lengths):
                        continue
                both = (*one.literals, *other.literals)
                resolvent = tuple(dict.fromkeys(x for x in both if x >> 1 != lit >> 1))
                if not self._subsumed(resolvent, mask):
                    made.append(resolvent)
        for clause in self._clauses:
            clause.paired = True
        for resolvent in made:
            if self.insert(resolvent):
                yield self._clauses[-1].literals
