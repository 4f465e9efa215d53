"""A strict checker of RUP proofs: each clause must follow by unit propagation alone.

A proof is a list of additions and deletions. An added clause follows (reverse unit propagation)
if its negation, with the clauses so far, leads to a contradiction by unit propagation. The proof
is right if the clauses contradict each other in the end by unit propagation; steps after that are
not looked at. Strict: every addition is checked, a deletion must name a clause that is
there, and a deleted unit is gone. No RAT steps are taken.

Goldberg and Novikov 2003 (proofs by unit propagation); Wetzler, Heule and Hunt 2014 (DRAT-trim,
which, unlike this checker, ignores deletions of units); watched literals: Moskewicz et al. 2001.
"""

from collections.abc import Iterable, Sequence

from gridwise.verifier.stop import check_stop
from gridwise.verifier.words import UnprovedError, msg

Step = tuple[int, bool, Sequence[int]]
"""The line of the file, whether a clause is added rather than deleted, and the clause."""


class Checker:
    """Clauses with their consequences by unit propagation.

    Parameters
    ----------
    variables
        Literals are from -variables to variables, without 0.
    clauses
        The clauses taken for true.
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        self.variables = variables
        # Index -v of a list is the same as 2 * variables + 1 - v: one list holds both signs.
        self._value = [0] * (2 * variables + 1)  # 1 true, -1 false, 0 open
        self._watches: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._clauses: list[list[int] | None] = []
        self._places: dict[tuple[int, ...], list[int]] = {}
        self._trail: list[int] = []
        self._reasons: dict[int, int] = {}  # the clause that made each literal true for good
        self._units: dict[int, int] = {}  # the literals of clauses of one, by place
        self._stale = False  # such a reason was deleted
        self._empty = 0
        self.contradictory = False
        for clause in clauses:
            self._add(clause)
        self._start()

    def check(self, steps: Iterable[Step]) -> int:
        """Check a proof and return the number of clauses that it added.

        Raises
        ------
        UnprovedError
            A step that does not follow, or a proof that ends without a contradiction.
        """
        added, line = 0, 0
        for at, (line, is_added, clause) in enumerate(steps):
            if self.contradictory:
                return added
            if at % 64 == 0:
                check_stop()
            if any(not 0 < abs(lit) <= self.variables for lit in clause):
                what = msg("a literal outside 1 to {last}", last=self.variables)
                raise UnprovedError(line, what)
            if not is_added:
                self._delete(clause, line)
                continue
            if not self.follows(clause):
                raise UnprovedError(line, msg("this clause does not follow by unit propagation"))
            added += 1
            self._learn(clause)
        if not self.contradictory:
            raise UnprovedError(line, msg("the proof ends without a contradiction"))
        return added

    def follows(self, clause: Sequence[int]) -> bool:
        """Return whether a clause follows by unit propagation; changes nothing."""
        self._renew()
        if self.contradictory:
            return True
        value, start = self._value, len(self._trail)
        holds = False
        for lit in clause:
            if value[lit] > 0:
                holds = True  # it holds already
                break
            if not value[lit]:
                self._assign(-lit)
        holds = holds or self._propagate(start, None)
        while len(self._trail) > start:
            lit = self._trail.pop()
            value[lit] = value[-lit] = 0
        return holds

    def _add(self, clause: Sequence[int]) -> int:
        literals = list(dict.fromkeys(clause))
        place = len(self._clauses)
        self._clauses.append(literals)
        self._places.setdefault(tuple(sorted(literals)), []).append(place)
        if not literals:
            self._empty += 1
        elif len(literals) > 1:
            # Two literals that are not false are watched, if there are two.
            if self._trail:
                literals.sort(key=self._value.__getitem__, reverse=True)
            self._watches[literals[0]].append(place)
            self._watches[literals[1]].append(place)
        else:
            self._units[place] = literals[0]
        return place

    def _renew(self) -> None:
        """Take back the consequences of deleted clauses: once for several deleted in a row."""
        if self._stale:
            self._start()

    def _start(self) -> None:
        """Find the consequences of the clauses alone, from the beginning."""
        self._stale = False
        for lit in self._trail:
            self._value[lit] = self._value[-lit] = 0
        self._trail.clear()
        self._reasons.clear()
        self.contradictory = self._empty > 0
        for place, lit in self._units.items():
            self._take(lit, place, alone=True)
        if self._propagate(0, self._reasons):
            self.contradictory = True

    def _take(self, lit: int, place: int, *, alone: bool) -> None:
        """Give a literal its value for good; `alone` if it is the whole clause."""
        if self._value[lit] < 0:
            self.contradictory = True
            return
        if alone or not self._value[lit]:
            # A clause of one is the better reason: solvers write it, then delete the others.
            self._reasons[lit] = place
        if not self._value[lit]:
            self._assign(lit)

    def _learn(self, clause: Sequence[int]) -> None:
        place, start = self._add(clause), len(self._trail)
        literals = self._clauses[place] or []
        if not literals or self._value[literals[0]] < 0:
            self.contradictory = True
        elif len(literals) == 1 or self._value[literals[1]] < 0:
            self._take(literals[0], place, alone=len(literals) == 1)
            if self._propagate(start, self._reasons):
                self.contradictory = True

    def _delete(self, clause: Sequence[int], line: int) -> None:
        key = tuple(sorted(set(clause)))
        places = self._places.get(key)
        if not places:
            raise UnprovedError(line, msg("it deletes a clause that is not there"))
        place = places.pop()
        self._clauses[place] = None  # the lists of watches drop it when they meet it
        if not key:
            self._empty -= 1
        self._units.pop(place, None)
        self._stale |= any(self._reasons.get(lit) == place for lit in key)

    def _assign(self, lit: int) -> None:
        self._value[lit], self._value[-lit] = 1, -1
        self._trail.append(lit)

    def _propagate(self, head: int, reasons: dict[int, int] | None) -> bool:
        """Follow unit clauses from a place of the trail; return whether they contradict."""
        value, watches, clauses, trail = self._value, self._watches, self._clauses, self._trail
        while head < len(trail):
            false = -trail[head]
            head += 1
            watching = watches[false]
            kept: list[int] = []
            watches[false] = kept
            for at, place in enumerate(watching):
                clause = clauses[place]
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    kept.append(place)
                    continue
                for other in range(2, len(clause)):
                    lit = clause[other]
                    if value[lit] >= 0:
                        clause[1], clause[other] = lit, false
                        watches[lit].append(place)
                        break
                else:
                    kept.append(place)
                    if value[first] < 0:
                        kept.extend(watching[at + 1 :])
                        return True
                    value[first], value[-first] = 1, -1
                    trail.append(first)
                    if reasons is not None:
                        reasons[first] = place
        return False
