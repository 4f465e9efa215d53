"""Slow, readable twins of the clause routines: plain enumeration and naive propagation."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

Clause = tuple[int, ...]


def holds(clause: Clause, literals: Iterable[int]) -> bool:
    """Return whether one literal of the clause is among those that hold."""
    return not set(clause).isdisjoint(literals)


def models(clauses: Sequence[Clause], variables: int) -> Iterator[frozenset[int]]:
    """Yield every total assignment that satisfies all clauses, as its set of literals. O(2**n)."""
    for signs in product((-1, 1), repeat=variables):
        literals = frozenset(v * sign for v, sign in enumerate(signs, 1))
        if all(holds(clause, literals) for clause in clauses):
            yield literals


def propagate(clauses: Sequence[Clause], assumed: Clause = ()) -> frozenset[int] | None:
    """Return the literals that unit propagation finds, None where it meets a contradiction.

    Looks at every clause again until nothing changes.
    """
    known = set(assumed)
    changed = True
    while changed:
        changed = False
        if any(-lit in known for lit in known):
            return None
        for clause in clauses:
            if holds(clause, known):
                continue
            rest = {lit for lit in clause if -lit not in known}
            if not rest:
                return None
            if len(rest) == 1:
                known |= rest
                changed = True
    return frozenset(known)


def backbone(clauses: Sequence[Clause], variables: int) -> frozenset[int] | None:
    """Return the literals that hold in every model, None where there is no model."""
    found = list(models(clauses, variables))
    return frozenset.intersection(*found) if found else None
