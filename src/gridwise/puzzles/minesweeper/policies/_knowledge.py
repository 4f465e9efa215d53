"""A clause base with subsumption and resolution, for the resolution agent.

A literal is 2 * cell for "a mine" and 2 * cell + 1 for "safe", so its contrary is `literal ^ 1`. A
clause is kept as the tuple of its literals, as one long integer with a bit for each (its
signature) and as the signature of the contrary literals:

- D subsumes C if `D & C == D`;
- C and D have exactly one complementary pair if `C & contrary(D)` has exactly one bit.

Every clause is in the occurrence list of each of its literals, and in the watch list of one. A
clause that subsumes C has its watched literal in C, so it is in a watch list of C's literals; a
clause that C subsumes is in the shortest occurrence list of C's literals.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations

from gridwise.core.run import Run
from gridwise.core.views.refutation import GrowingRefutation

Literals = tuple[int, ...]


class KnowledgeBase:
    """A set of clauses of which none subsumes another, with a queue of units.

    Parameters
    ----------
    literals
        The number of literals, twice the number of cells.
    short
        Two clauses are resolved if one of them has at most so many literals, and the resolvent is
        kept if it is no longer than the longer of them. None: all pairs are resolved and every
        resolvent is kept.
    run
        The run that counts.
    derived
        Records the two clauses behind each resolvent; its literals are `signed`.
    """

    def __init__(
        self,
        literals: int,
        short: int | None,
        run: Run,
        derived: GrowingRefutation | None = None,
    ) -> None:
        self.run = run
        self.derived = derived
        self.short = short
        self.units: dict[int, int] = {}
        """Unit clauses to propagate, oldest first, each with its cause."""
        self.contradiction = False
        self._clauses: dict[int, Literals] = {}
        self._mask: dict[int, int] = {}
        self._contrary: dict[int, int] = {}
        self._watched: dict[int, int] = {}
        self._occurs: list[set[int]] = [set() for _ in range(literals)]
        self._short_occurs: list[set[int]] = [set() for _ in range(literals)]
        self._watch: list[dict[int, int]] = [{} for _ in range(literals)]
        """For each literal the clauses in its watch list, each with its signature."""
        self._bit = [1 << lit for lit in range(literals)]
        self._next = 0
        self._unpaired: deque[int] = deque()
        self._paired: set[int] = set()

    def __len__(self) -> int:
        return len(self._clauses) + len(self.units)

    def __iter__(self) -> Iterator[Literals]:
        """Yield the clauses, units first."""
        yield from ((lit,) for lit in self.units)
        yield from self._clauses.values()

    def insert(self, literals: Literals, cause: int = 0) -> bool:
        """Add a clause unless one subsumes it, and drop the clauses that it subsumes.

        Parameters
        ----------
        literals
            Distinct literals, no two of them contrary.
        cause
            The cause, stored with a unit.

        Returns
        -------
        bool
            Whether it was added.
        """
        if len(literals) == 1:
            return self._insert_unit(literals[0], cause)
        if not literals:
            self.contradiction = True
            return False
        units = self.units
        mask = contrary = 0
        bits = self._bit
        for lit in literals:
            if lit in units:
                return False
            mask |= bits[lit]
            contrary |= bits[lit ^ 1]
        masks, watch, occurs = self._mask, self._watch, self._occurs
        for lit in literals:
            for theirs in watch[lit].values():
                if theirs & mask == theirs:
                    return False
        fewest = min(literals, key=lambda lit: len(occurs[lit]))
        if occurs[fewest]:
            for other in [o for o in occurs[fewest] if masks[o] & mask == mask]:
                self._remove(other)
        name = self._next
        self._next += 1
        self._clauses[name] = literals
        masks[name], self._contrary[name] = mask, contrary
        for lit in literals:
            occurs[lit].add(name)
        if self.short is not None and len(literals) <= self.short:
            for lit in literals:
                self._short_occurs[lit].add(name)
        first = min(literals, key=lambda lit: len(watch[lit]))
        self._watched[name] = first
        watch[first][name] = mask
        self._unpaired.append(name)
        return True

    def _insert_unit(self, lit: int, cause: int) -> bool:
        if lit in self.units:
            return False
        if lit ^ 1 in self.units:
            self.contradiction = True
            return False
        self.units[lit] = cause
        for name in list(self._occurs[lit]):
            self._remove(name)
        return True

    def _remove(self, name: int) -> None:
        for lit in self._clauses[name]:
            self._occurs[lit].discard(name)
            self._short_occurs[lit].discard(name)
        del self._watch[self._watched.pop(name)][name]
        del self._clauses[name], self._mask[name], self._contrary[name]
        self._paired.discard(name)

    def resolve_unit(self, lit: int) -> None:
        """Assert a literal: drop the clauses with it, resolve the ones with its contrary."""
        self.units.pop(lit, None)
        if lit ^ 1 in self.units:
            self.contradiction = True
        for name in list(self._occurs[lit]):  # it may not have been a unit clause before
            self._remove(name)
        for name in sorted(self._occurs[lit ^ 1]):
            if name not in self._clauses:
                continue  # subsumed by an earlier resolvent
            rest = tuple(x for x in self._clauses[name] if x != lit ^ 1)
            if self.derived is not None:
                self._note(self._clauses[name], (lit,), lit ^ 1)
            self._remove(name)
            self.run.count.resolvents += 1
            self.insert(rest)

    def resolve_pairs(self) -> Iterator[Literals]:
        """Resolve pairs until a unit is found or no pair is left; yield the clauses added.

        Every pair of clauses that shares a cell is tried once, over all calls: each clause is
        paired with the ones paired before it.
        """
        run, clauses, short = self.run, self._clauses, self.short
        masks, contrary = self._mask, self._contrary
        while self._unpaired and not self.units:
            name = self._unpaired.popleft()
            if name not in clauses:
                continue
            run.tick()
            literals = clauses[name]
            length = len(literals)
            every = short is None or length <= short
            lists = self._occurs if every else self._short_occurs
            mask = masks[name]
            for lit in literals:
                run.check()
                rest = [x for x in literals if x != lit]
                for other in sorted(lists[lit ^ 1] & self._paired):
                    if other not in clauses:
                        continue
                    both = mask & contrary[other]
                    if both & (both - 1):
                        continue  # two complementary pairs: the resolvent is a tautology
                    run.count.resolvents += 1
                    theirs = clauses[other]
                    size = (mask | masks[other]).bit_count() - 2
                    if short is not None and size > max(length, len(theirs)):
                        continue
                    resolvent = tuple(dict.fromkeys(rest + [x for x in theirs if x != lit ^ 1]))
                    if self.insert(resolvent):
                        if self.derived is not None:
                            self._note(literals, theirs, lit)
                        yield resolvent
                        if name not in clauses:
                            break
                if name not in clauses:
                    break
            else:
                self._paired.add(name)

    def _note(self, one: Literals, other: Literals, lit: int) -> None:
        """Note the resolvent of a clause with a literal and one with its contrary."""
        derived = self.derived
        assert derived is not None
        first, second = (derived.given([*map(signed, clause)]) for clause in (one, other))
        derived.resolve(first, second, signed(lit))


def signed(lit: int) -> int:
    """Return a literal as DIMACS has it: cell + 1, positive for a mine."""
    return -(lit >> 1) - 1 if lit & 1 else (lit >> 1) + 1


def combinations_of(cells: Iterable[int], mines: int) -> Iterator[Literals]:
    """Yield the clauses of "exactly k of these n cells are mines".

    Any n - k + 1 cells include a mine and any k + 1 a safe cell: C(n, n-k+1) positive and
    C(n, k+1) negative clauses, units if k is 0 or n. An impossible k gives the empty clause.
    """
    those = list(cells)
    size = len(those)
    if not 0 <= mines <= size:
        yield ()
        return
    for group in combinations(those, size - mines + 1):
        yield tuple(2 * c for c in group)
    for group in combinations(those, mines + 1):
        yield tuple(2 * c + 1 for c in group)
