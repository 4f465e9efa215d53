"""Resolution refutations: clauses, each given or the resolvent of two before it, the last empty."""

from collections.abc import Iterable, Sequence
from typing import Any

from gridwise.core.errors import WrongAnswerError
from gridwise.core.method import Refutation
from gridwise.core.trace import Kind, TraceRow
from gridwise.core.views import CnfModel


class GrowingRefutation:
    """Clauses with their parents, each kept once. Clauses have numbers from 0 while it grows."""

    def __init__(self) -> None:
        self._literals: list[frozenset[int]] = []
        self._parents: list[tuple[int, int] | None] = []
        self._number: dict[frozenset[int], int] = {}

    def __getitem__(self, number: int) -> frozenset[int]:
        return self._literals[number]

    def given(self, clause: Sequence[int]) -> int:
        """Return the number of a given clause."""
        return self._keep(frozenset(clause), None)

    def resolve(self, one: int, other: int, lit: int) -> int:
        """Return the number of the resolvent of a clause with a literal and one without it."""
        literals = (self._literals[one] - {lit}) | (self._literals[other] - {-lit})
        return self._keep(literals, (one, other))

    def ending_in(self, last: int) -> Refutation:
        """Return what leads to a clause, in order, with numbers from 1."""
        wanted, waiting = {last}, [last]
        while waiting:
            for parent in self._parents[waiting.pop()] or ():
                if parent not in wanted:
                    wanted.add(parent)
                    waiting.append(parent)
        number: dict[int, int] = {}
        steps = []
        for old in sorted(wanted):
            number[old] = len(number) + 1
            parents = self._parents[old]
            new = None if parents is None else (number[parents[0]], number[parents[1]])
            steps.append((tuple(sorted(self._literals[old], key=abs)), new))
        return steps

    def _keep(self, literals: frozenset[int], parents: tuple[int, int] | None) -> int:
        at = self._number.setdefault(literals, len(self._literals))
        if at == len(self._literals):
            self._literals.append(literals)
            self._parents.append(parents)
        return at


def of_search(view: CnfModel[Any], rows: Iterable[TraceRow]) -> Refutation:
    """Read the trace of a depth-first search that found no model as a resolution refutation.

    Every leaf of the search tree has a clause that is false there. From the leaf upwards it is
    resolved with the clause from which each literal followed; where both values of a decision have
    failed, the clauses of the two are resolved with each other. So every node of the tree has a
    clause that is false there, and that of the root is empty: tree resolution, and regular.

    Raises
    ------
    WrongAnswerError
        The search found a model.

    Notes
    -----
    A branch whose clause does not have the decision's literal already refutes the node above; the
    other branch is then left out. Each row costs at most one resolution.
    """
    made = GrowingRefutation()
    trail: list[tuple[int, int]] = []  # each literal with its raw clause, -1 of a decision
    failed: dict[int, int] = {}  # the clause of the first value of each decision, by level
    levels = [0]  # the length of the trail where each level begins
    second: dict[int, bool] = {}  # whether a level tries its second value
    root: int | None = None
    for row in rows:
        lit = row.subject if row.value else -row.subject
        if row.kind in (Kind.PREMISE, Kind.IMPLY):
            trail.append((lit, row.cause - 1))
        elif row.kind is Kind.BACKTRACK:
            if row.depth + 1 < len(levels):
                del trail[levels[row.depth + 1] :]
                del levels[row.depth + 1 :]
        elif row.kind is Kind.DECIDE:
            levels.append(len(trail))
            second[row.depth] = row.measure == 1
            trail.append((lit, -1))
        elif row.kind is Kind.CONFLICT:
            clause, level = made.given(view.clauses[row.cause - 1]), len(levels) - 1
            for lit, why in reversed(trail):
                if why >= 0:
                    if -lit in made[clause]:
                        clause = made.resolve(clause, made.given(view.clauses[why]), -lit)
                    continue
                if not second[level]:
                    failed[level] = clause
                    break
                if -lit in made[clause]:
                    before = failed[level]
                    both = lit in made[before]
                    clause = made.resolve(clause, before, -lit) if both else before
                level -= 1
            else:
                root = clause
        elif row.kind is Kind.SOLUTION:
            break
    if root is None or made[root]:
        raise WrongAnswerError("clauses that were to be refuted have a model")
    return made.ending_in(root)
