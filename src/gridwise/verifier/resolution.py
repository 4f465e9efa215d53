"""Checks resolution refutations: a list of clauses, each of the board or made from two before it.

From two clauses of which one has a variable and the other its negation, and that clash in no other
variable, follows the clause of all other literals (the resolvent). A list that ends in the empty
clause refutes the conjunction of its leaves.

Robinson 1965, "A machine-oriented logic based on the resolution principle", Journal of the ACM
12(1).
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from gridwise.verifier.words import UnprovedError, Words, msg

Parents = tuple[int, int]
"""The numbers of two clauses of the list, from 1."""


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """A clause of the list.

    Parameters
    ----------
    line
        The line of the file.
    clause
        The literals, as in DIMACS.
    parents
        The clauses that it is the resolvent of; None for a leaf, a clause of the board.
    """

    line: int
    clause: tuple[int, ...]
    parents: Parents | None = None


@dataclass(frozen=True, slots=True)
class Derivation:
    """A checked resolution refutation, with the meaning of its literals.

    Parameters
    ----------
    steps
        The clauses in order; the last is empty.
    assumed
        Leaves that are no clauses of the board: the contrary of the conclusion, or the exclusion of
        the listed solutions.
    name
        Returns a variable's meaning: `r1c2=3`, or the cell alone if it holds one thing or not.
    """

    steps: tuple[ResolutionStep, ...]
    assumed: frozenset[tuple[int, ...]]
    name: Callable[[int], str]

    def literals(self, at: int) -> tuple[str, ...]:
        """Return the literals of the clause with a number, from 1, by cell and value."""
        return tuple(
            f"{'¬' if lit < 0 else ''}{self.name(abs(lit))}"
            for lit in sorted(set(self.steps[at - 1].clause), key=abs)
        )

    def listing(self) -> Iterator[Words]:
        """Yield a line for each clause: its number, its literals, and where it comes from."""
        for number, step in enumerate(self.steps, 1):
            clause = " ∨ ".join(self.literals(number)) or "□"
            if step.parents is not None:
                a, b = step.parents
                yield msg(
                    "{number}. {clause}   from {a} and {b}", number=number, clause=clause, a=a, b=b
                )
            elif tuple(sorted(step.clause)) in self.assumed:
                yield msg("{number}. {clause}   assumed", number=number, clause=clause)
            else:
                yield msg("{number}. {clause}   of the board", number=number, clause=clause)


def check(given: Set[frozenset[int]], steps: Sequence[ResolutionStep]) -> int:
    """Check a resolution refutation of given clauses and return its number of resolvents.

    Raises
    ------
    UnprovedError
        A leaf that is no clause of the board, a parent that does not come earlier, a clause that is
        not the resolvent of its parents, or a last clause that is not empty.

    Notes
    -----
    O(length of the list), no search. Clauses are compared as sets of literals.
    """
    known: list[frozenset[int]] = []
    resolvents = 0
    for number, step in enumerate(steps, 1):
        literals = frozenset(step.clause)
        what = {"number": number}
        if step.parents is None:
            if literals not in given:
                raise UnprovedError(
                    step.line, msg("clause {number} is not one of the board", **what)
                )
        else:
            if not all(0 < parent < number for parent in step.parents):
                raise UnprovedError(
                    step.line, msg("clause {number} has a parent that is not before it", **what)
                )
            first, second = (known[parent - 1] for parent in step.parents)
            clash = [lit for lit in first if -lit in second]
            if len(clash) != 1:
                raise UnprovedError(
                    step.line,
                    msg("the parents of clause {number} do not clash in one variable", **what),
                )
            if literals != (first - {clash[0]}) | (second - {-clash[0]}):
                raise UnprovedError(
                    step.line, msg("clause {number} is not the resolvent of its parents", **what)
                )
            resolvents += 1
        known.append(literals)
    if not known or known[-1]:
        line = steps[-1].line if steps else 1
        raise UnprovedError(line, msg("the last clause is not empty"))
    return resolvents
