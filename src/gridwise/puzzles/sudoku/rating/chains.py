"""Cycles and forcing chains: simple, multiple, dynamic and nested ones.

A *literal* is a candidate that is on (true) or off (false). Implications are followed breadth
first, and each literal keeps the literals that it follows from; the rating of a chain grows with
the number of literals it rests on. Where several chains exist the one with fewest literals counts,
of equal ones double forcing chains before cells, houses and contradictions, then the first found.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from gridwise.puzzles.sudoku.rating.grid import (
    BITS,
    HOUSES,
    HOUSES_OF,
    PEER_SET,
    PLACE,
    Board,
    Removed,
    SeStep,
)
from gridwise.puzzles.sudoku.rating.patterns import fish, hidden, locked_places, naked

NAKED, ASSUMED = -1, -2
"""Causes of a literal: the last candidate of its cell, or an assumption. Else a house, hidden."""
_DOUBLE, _X, _Y, _XY, _CELL, _HOUSE, _ABSURD = 1, 2, 3, 4, 5, 6, 7


class Literal:
    """A candidate (9 * cell + digit) that is on or off, and the literals that it follows from."""

    __slots__ = ("candidate", "cause", "key", "nested", "on", "parents")

    def __init__(
        self,
        candidate: int,
        on: bool,
        parents: "list[Literal]",
        cause: int = ASSUMED,
        nested: "Chain | None" = None,
    ) -> None:
        self.candidate, self.on, self.parents = candidate, on, parents
        self.cause, self.nested = cause, nested
        self.key = 2 * candidate + on


def ancestors(literal: Literal) -> list[Literal]:
    """Return a literal and all that it rests on, each candidate and state once."""
    known = {literal.key}
    literals = [literal]
    for one in literals:
        for parent in one.parents:
            if parent.key not in known:
                known.add(parent.key)
                literals.append(parent)
    return literals


Literals = dict[int, Literal]


@dataclass(slots=True)
class Chain:
    """A deduction from chains of implications.

    Parameters
    ----------
    base
        Its rating in tenths before its length counts.
    order
        The rank of its kind among chains of equal length.
    targets
        The last literals of its chains.
    removed
        Cells and the digits that they lose.
    placed
        The cell and the digit that is placed, if one is.
    cause
        The reason why the first literals of its chains are complete: `NAKED` for the candidates of
        a cell, a house for the places of a digit.
    """

    base: int
    order: int
    targets: tuple[Literal, ...]
    removed: Removed
    placed: tuple[int, int] | None = None
    cause: int = ASSUMED
    length: int = field(default=0)

    def measure(self) -> "Chain":
        """Count the literals of its chains, and of the chains nested in them once."""
        nested: dict[object, Chain] = {}
        length = 0
        for at, target in enumerate(self.targets):
            literals = ancestors(target)
            if at == 0 or self.order not in (_X, _Y, _XY):  # a cycle turned round counts once
                length += len(literals)
            for literal in literals:
                if literal.nested is not None:
                    nested.setdefault(literal.nested.identity(), literal.nested)
        self.length = length + sum(chain.length for chain in nested.values())
        return self

    def identity(self) -> object:
        """Return a key that is equal for nested chains that count as one."""
        return tuple(tuple(literal.key for literal in ancestors(target)) for target in self.targets)

    @property
    def rating(self) -> int:
        """The rating in tenths: longer chains are harder."""
        return self.base + length_rating(self.length)


def length_rating(length: int) -> int:
    """Return the tenths that a number of literals adds: at 6, 8, 12, 16, 24, 32 ... and two."""
    added, limit = 0, 4
    while length - 2 > limit:
        limit = limit * 4 // 3 if added % 2 else limit * 3 // 2
        added += 1
    return added


class ChainSearch:
    """Looks for chains of one kind.

    Parameters
    ----------
    multiple
        Whether the candidates of a cell, and the places of a digit, may be more than two.
    dynamic
        Whether an implication may rest on several literals.
    nishio
        Whether only chains of one digit that end in a contradiction are wanted.
    level
        The steps that a dynamic chain may use beside implications: 0 none, 1 locked
        candidates, pairs and X-Wings, 2 simple chains too, 3 multiple chains too, 4 dynamic ones.
    inner
        The level of the dynamic chains that level 4 uses.
    check
        Called now and then; it raises `Interrupted`.
    """

    def __init__(
        self,
        check: Callable[[], None],
        *,
        multiple: bool = True,
        dynamic: bool = True,
        nishio: bool = False,
        level: int = 0,
        inner: int = 0,
    ) -> None:
        self.check, self.multiple, self.dynamic = check, multiple, dynamic
        self.nishio, self.level, self.inner = nishio, level, inner
        self.nested: list[ChainSearch] = []
        if 2 <= level < 4:
            self.nested.append(ChainSearch(check, multiple=False, dynamic=False))
        if level == 3:
            self.nested.append(ChainSearch(check, dynamic=False))
        if level == 4:
            self.nested.append(ChainSearch(check, level=inner))
        self.base = 85 + 5 * level if level else 75 if nishio else 85 if dynamic else 80

    def best(self, board: Board) -> SeStep | None:
        """Return the step of the shortest chain, or None if there is no chain."""
        chains = self.find(board)
        if not chains:
            return None
        chain = min(chains, key=lambda c: (c.rating, c.length, c.order))
        name = self.title(chain.order, cycle=len(chain.targets) == 2)
        return SeStep(name, chain.rating, chain.removed, chain.placed)

    def title(self, order: int, *, cycle: bool) -> str:
        """Return the name of a technique."""
        if order in (_X, _Y, _XY):
            return "bidirectional cycle" if cycle else "forcing chain"
        kinds = {_DOUBLE: "double", _CELL: "cell", _HOUSE: "region", _ABSURD: "contradiction"}
        if self.nishio:
            return "nishio forcing chain"
        start = "dynamic " if self.dynamic else ""
        more = ("", " (+)", " (+ forcing chains)", " (+ multiple forcing chains)")
        return f"{start}{kinds[order]} forcing chain" + (
            more[self.level] if self.level < 4 else " (+ dynamic forcing chains)"
        )

    def find(self, net: Board) -> list[Chain]:
        """Return all chains, in the order in which they are found."""
        if self.multiple or self.dynamic:
            return self._multiple(net)
        chains: list[Chain] = []
        candidates = [
            9 * cell + digit
            for cell, mask in enumerate(net.masks)
            if mask & (mask - 1)
            for digit in BITS[mask]
        ]
        for digits, places in ((False, True), (True, False), (True, True)):
            for candidate in candidates:
                self._unary(net, candidate, chains, digits, places)
            self.check()
        return chains

    # -- implications ---------------------------------------------------------------------------

    @staticmethod
    def _turned_off(net: Board, candidate: int, in_cell: bool) -> list[tuple[int, int]]:
        """Return the candidates that are off when this one is on, each with the cause."""
        cell, digit = divmod(candidate, 9)
        implied = []
        if in_cell:
            implied = [(9 * cell + d, NAKED) for d in BITS[net.masks[cell]] if d != digit]
        known = {cell}
        for house in HOUSES_OF[cell]:
            for place in BITS[net.places[house][digit]]:
                other = HOUSES[house][place]
                if other not in known:
                    known.add(other)
                    implied.append((9 * other + digit, house))
        return implied

    @staticmethod
    def _turned_on(
        net: Board, candidate: int, in_cell: bool, in_houses: bool
    ) -> list[tuple[int, int]]:
        """Return the candidates that are on when this one is off, each with the cause."""
        cell, digit = divmod(candidate, 9)
        implied: list[tuple[int, int]] = []
        if in_cell and net.masks[cell].bit_count() == 2:
            left = net.masks[cell] & ~(1 << digit)
            implied.append((9 * cell + (left & -left).bit_length() - 1, NAKED))
        if in_houses:
            for house in HOUSES_OF[cell]:
                left = net.places[house][digit] & ~(1 << PLACE[cell][house])
                if left and not left & (left - 1):
                    other = 9 * HOUSES[house][left.bit_length() - 1] + digit
                    if all(other != known for known, _ in implied):
                        implied.append((other, house))
        return implied

    # -- cycles and chains from one candidate ------------------------------------------------------

    def _unary(
        self, net: Board, candidate: int, found: list[Chain], in_cell: bool, in_houses: bool
    ) -> None:
        if not in_houses and net.masks[candidate // 9].bit_count() > 2:
            return
        order = _XY if in_cell and in_houses else _Y if in_cell else _X
        source = Literal(candidate, True, [])
        cycles = self._cycles(net, source, in_cell, in_houses)
        targets: list[Literal] = []
        if in_houses:
            targets += self._chains(net, source, in_cell)
            targets += self._chains(net, Literal(candidate, False, []), in_cell)
        for cycle in cycles:
            removed = _cycle_removed(net, cycle)
            if removed:
                base = 70 if order == _XY else 65
                both = cycle, _turned_round(cycle)
                found.append(Chain(base, order, both, removed).measure())
        for target in targets:
            base = 70 if order == _XY else 66
            cell, digit = divmod(candidate, 9)
            chain = Chain(base, order, (target,), _removed_by(net, target))
            if target.on:
                chain.placed = (cell, digit)
            if chain.removed:
                found.append(chain.measure())

    def _cycles(self, net: Board, source: Literal, in_cell: bool, in_houses: bool) -> list[Literal]:
        on: Literals = {source.candidate: source}
        pending, length, cycles = [source], 0, []
        while pending:
            length += 2
            offs = []
            for literal in pending:
                for candidate, cause in self._turned_off(net, literal.candidate, in_cell):
                    if not _rests_on(literal, candidate):
                        offs.append(Literal(candidate, False, [literal], cause))
            pending = []
            for literal in offs:
                for candidate, cause in self._turned_on(net, literal.candidate, in_cell, in_houses):
                    implied = Literal(candidate, True, [literal], cause)
                    if length >= 4 and candidate == source.candidate:
                        cycles.append(implied)
                    if candidate not in on:
                        on[candidate] = implied
                        pending.append(implied)
        return cycles

    def _chains(self, net: Board, source: Literal, in_cell: bool) -> list[Literal]:
        on: Literals = {source.candidate: source} if source.on else {}
        off: Literals = {} if source.on else {source.candidate: source}
        ons, offs = list(on.values()), list(off.values())
        ends: list[Literal] = []
        while ons or offs:
            for literal in ons:
                for candidate, cause in self._turned_off(net, literal.candidate, in_cell):
                    implied = Literal(candidate, False, [literal], cause)
                    if source.on and candidate == source.candidate and not ends:
                        ends.append(implied)
                    if candidate not in off:
                        off[candidate] = implied
                        offs.append(implied)
            ons = []
            for literal in offs:
                for candidate, cause in self._turned_on(net, literal.candidate, in_cell, True):
                    implied = Literal(candidate, True, [literal], cause)
                    if not source.on and candidate == source.candidate and not ends:
                        ends.append(implied)
                    if candidate not in on:
                        on[candidate] = implied
                        ons.append(implied)
            offs = []
        return ends

    # -- chains from several candidates ------------------------------------------------------------

    def _multiple(self, net: Board) -> list[Chain]:
        chains: list[Chain] = []
        known: dict[int, tuple[Literals, Literals]] = {}
        for cell, mask in enumerate(net.masks):
            count = mask.bit_count()
            if count < 2 or (count == 2 and not self.dynamic):
                continue
            self.check()
            outcomes: list[tuple[Literals, Literals]] = []
            for digit in BITS[mask]:
                candidate = 9 * cell + digit
                outcomes.append(self._binary(net, candidate, chains, known, count))
                if not self.nishio:
                    self._houses(net, candidate, chains, known)
            if not self.nishio and (count == 2 or self.multiple):
                self._reduce(net, chains, _CELL, NAKED, outcomes)
        return chains

    def _consequences(
        self, net: Board, candidate: int, known: dict[int, tuple[Literals, Literals]]
    ) -> tuple[Literals, Literals]:
        """Return the literals on and off when a candidate is on; found once for each net."""
        if candidate not in known:
            on: Literals = {candidate: Literal(candidate, True, [])}
            off: Literals = {}
            self._propagate(net, on, off)
            known[candidate] = on, off
        return known[candidate]

    def _binary(
        self,
        net: Board,
        candidate: int,
        found: list[Chain],
        known: dict[int, tuple[Literals, Literals]],
        count: int,
    ) -> tuple[Literals, Literals]:
        """Look for the consequences of a candidate's being on, being off, and being either."""
        cell, digit = divmod(candidate, 9)
        if not self.dynamic:
            return self._consequences(net, candidate, known)
        on: Literals = {candidate: Literal(candidate, True, [])}
        off: Literals = {}
        absurd = self._propagate(net, on, off)
        known[candidate] = on, off
        if absurd is not None:
            found.append(Chain(self.base, _ABSURD, absurd, ((cell, 1 << digit),)).measure())
        on2: Literals = {}
        off2: Literals = {candidate: Literal(candidate, False, [])}
        absurd = self._propagate(net, on2, off2)
        others = net.masks[cell] & ~(1 << digit)
        if absurd is not None and others:
            chain = Chain(self.base, _ABSURD, absurd, ((cell, others),), (cell, digit))
            found.append(chain.measure())
        if count >= 3 and not self.nishio:
            for mine, theirs in ((on, on2), (off, off2)):
                for key, literal in mine.items():
                    if key in theirs:
                        removed = _removed_by(net, literal)
                        if removed:
                            both = literal, theirs[key]
                            chain = Chain(self.base, _DOUBLE, both, removed)
                            if literal.on:
                                chain.placed = divmod(key, 9)
                            found.append(chain.measure())
        return on, off

    def _houses(
        self,
        net: Board,
        candidate: int,
        found: list[Chain],
        known: dict[int, tuple[Literals, Literals]],
    ) -> None:
        """Look for consequences of all places of a digit, in the houses where this is the first."""
        cell, digit = divmod(candidate, 9)
        for house in HOUSES_OF[cell]:
            places = net.places[house][digit]
            count = places.bit_count()
            if count < 2 or (count > 2 and not self.multiple):
                continue
            cells = [HOUSES[house][place] for place in BITS[places]]
            if cells[0] == cell:
                outcomes = [self._consequences(net, 9 * c + digit, known) for c in cells]
                self._reduce(net, found, _HOUSE, house, outcomes)

    def _reduce(
        self,
        net: Board,
        found: list[Chain],
        order: int,
        cause: int,
        outcomes: list[tuple[Literals, Literals]],
    ) -> None:
        for state in (0, 1):
            sets = [outcome[state] for outcome in outcomes]
            for key, literal in sets[0].items():
                if all(key in other for other in sets[1:]):
                    removed = _removed_by(net, literal)
                    if removed:
                        targets = tuple(each[key] for each in sets)
                        chain = Chain(self.base, order, targets, removed, cause=cause)
                        if literal.on:
                            chain.placed = divmod(key, 9)
                        found.append(chain.measure())

    def _propagate(self, net: Board, on: Literals, off: Literals) -> tuple[Literal, Literal] | None:
        """Follow all implications; return two literals that contradict each other, if any do."""
        start = net
        now = net.copy() if self.dynamic else net
        ons, offs = deque(on.values()), deque(off.values())
        in_cell = not self.nishio
        while True:
            if ons:
                literal = ons.popleft()
                for candidate, cause in self._turned_off(now, literal.candidate, in_cell):
                    implied = Literal(candidate, False, [literal], cause)
                    if candidate in on:
                        return on[candidate], implied
                    if candidate not in off:
                        off[candidate] = implied
                        offs.append(implied)
            elif offs:
                literal = offs.popleft()
                turned = self._turned_on(now, literal.candidate, in_cell, True)
                made_on = []
                for candidate, cause in turned:
                    parents = [literal]
                    if self.dynamic:
                        parents += _hidden_parents(start, now, candidate, cause, off)
                    made_on.append(Literal(candidate, True, parents, cause))
                if self.dynamic:
                    cell, digit = divmod(literal.candidate, 9)
                    now.remove(cell, 1 << digit)
                for implied in made_on:
                    if implied.candidate in off:
                        return implied, off[implied.candidate]
                    if implied.candidate not in on:
                        on[implied.candidate] = implied
                        ons.append(implied)
            else:
                if self.level > 0:
                    self.check()
                    for implied in self._advanced(start, now, off):
                        if implied.candidate not in off:
                            off[implied.candidate] = implied
                            offs.append(implied)
                if not offs:
                    return None

    # -- further steps of dynamic chains -----------------------------------------------------------

    def _advanced(self, start: Board, now: Board, off: Literals) -> list[Literal]:
        """Return the literals that the first helpful pattern turns off."""
        for rule in (_locked, _hidden_pairs, _naked_pairs, _x_wings):
            losses = []
            for removed, parents in rule(start, now):
                if parents:
                    real = [off[parent] for parent in parents]
                    losses += [Literal(c, False, real[:], NAKED) for c in _hashed(removed)]
            if losses:
                return losses
        for search in self.nested:
            losses = self._nested(search, start, now, off)
            if losses:
                return losses
        return []

    @staticmethod
    def _nested(search: "ChainSearch", start: Board, now: Board, off: Literals) -> list[Literal]:
        chains = search.find(now)
        chains.sort(key=lambda c: (c.rating, c.length, c.order))
        losses: list[Literal] = []
        known: set[frozenset[tuple[int, int]]] = set()
        for chain in chains:
            what = frozenset(chain.removed)
            if what in known:
                continue
            known.add(what)
            parents = _rule_parents(chain, start, now)
            if parents:
                real = [off[parent] for parent in parents]
                for candidate in _hashed(_flat(chain.removed)):
                    losses.append(Literal(candidate, False, real[:], NAKED, chain))
        return losses


def _removed_by(net: Board, target: Literal) -> Removed:
    cell, digit = divmod(target.candidate, 9)
    if not target.on:
        return ((cell, 1 << digit),)
    others = net.masks[cell] & ~(1 << digit)
    return ((cell, others),) if others else ()


def _rests_on(literal: Literal, candidate: int) -> bool:
    """Return whether a literal of a chain follows from this candidate's being off."""
    while literal.parents:
        literal = literal.parents[0]
        if not literal.on and literal.candidate == candidate:
            return True
    return False


def _cycle_removed(net: Board, end: Literal) -> Removed:
    """Return the candidates that a cycle takes: they see one that is on and one that is off."""
    cells = 0
    seen: dict[tuple[int, bool], int] = {}
    literal = end
    while literal.parents:
        cell, digit = divmod(literal.candidate, 9)
        cells |= 1 << cell
        seen[digit, literal.on] = seen.get((digit, literal.on), 0) | PEER_SET[cell]
        literal = literal.parents[0]
    gone: dict[int, int] = {}
    for (digit, on), peers in seen.items():
        if on:
            both = peers & seen.get((digit, False), 0) & ~cells
            while both:
                low = both & -both
                cell = low.bit_length() - 1
                both ^= low
                if net.masks[cell] >> digit & 1:
                    gone[cell] = gone.get(cell, 0) | 1 << digit
    return tuple(sorted(gone.items()))


def _turned_round(end: Literal) -> Literal:
    """Return the cycle in the other direction: every literal of it turned from on to off."""
    chain = [end]
    while chain[-1].parents:
        chain.append(chain[-1].parents[0])
    turned = [Literal(one.candidate, not one.on, [], one.cause) for one in reversed(chain)]
    for one, parent in pairwise(turned):
        one.parents.append(parent)
    return turned[0]


def _hidden_parents(
    start: Board, now: Board, candidate: int, cause: int, off: Literals
) -> list[Literal]:
    """Return the literals that went off before, and without which this one would not be on."""
    cell, digit = divmod(candidate, 9)
    if cause == NAKED:
        return [off[9 * cell + d] for d in BITS[start.masks[cell] & ~now.masks[cell]]]
    gone = start.places[cause][digit] & ~now.places[cause][digit]
    return [off[9 * HOUSES[cause][place] + digit] for place in BITS[gone]]


def _rule_parents(chain: Chain, start: Board, now: Board) -> list[int]:
    """Return the candidates that had to go off before a nested chain came to be."""
    parents: dict[int, None] = {}
    for target in chain.targets:
        for literal in ancestors(target):
            cause = chain.cause if literal.cause == ASSUMED else literal.cause
            if not literal.on or cause == ASSUMED:
                continue
            cell, digit = divmod(literal.candidate, 9)
            if cause == NAKED:
                for d in BITS[start.masks[cell] & ~now.masks[cell]]:
                    parents[9 * cell + d] = None
            else:
                if cell not in HOUSES[cause]:  # the first house of this kind that holds the cell
                    cause = HOUSES_OF[cell][cause // 9]
                for place in BITS[start.places[cause][digit] & ~now.places[cause][digit]]:
                    parents[9 * HOUSES[cause][place] + digit] = None
    return list(parents)


Pattern = tuple[list[int], list[int]]
"""The candidates that a pattern takes, and the candidates that had to go before."""


def _hashed(candidates: list[int]) -> list[int]:
    """Return candidates in the order in which a hash table of 16 places for cells has them."""
    return sorted(candidates, key=lambda candidate: candidate // 9 % 16)


def _flat(removed: Removed) -> list[int]:
    return [9 * cell + digit for cell, mask in removed for digit in BITS[mask]]


def _locked(start: Board, now: Board) -> Iterable[Pattern]:
    for digit, house, other, _ in locked_places(now):
        gone = BITS[start.places[house][digit] & ~now.places[house][digit]]
        before = [cell for place in gone if (cell := HOUSES[house][place]) not in HOUSES[other]]
        if before:
            cells = [cell for cell in HOUSES[other] if cell not in HOUSES[house]]
            removed = now.without(cells, 1 << digit)
            yield _flat(removed), [9 * cell + digit for cell in before]


def _hidden_pairs(start: Board, now: Board) -> Iterable[Pattern]:
    for house, pair, places, removed in hidden(now, 2):
        yield (
            _flat(removed),
            [
                9 * cell + digit
                for place, cell in enumerate(HOUSES[house])
                if not places >> place & 1
                for digit in pair
                if start.masks[cell] >> digit & 1
            ],
        )


def _naked_pairs(start: Board, now: Board) -> Iterable[Pattern]:
    for house, places, pair, removed in naked(now, 2):
        cells = [HOUSES[house][place] for place in places]
        yield _flat(removed), [9 * c + d for c in cells for d in BITS[start.masks[c] & ~pair]]


def _x_wings(start: Board, now: Board) -> Iterable[Pattern]:
    for base, lines, digit, places, removed in fish(now, 2):
        yield (
            _flat(removed),
            [
                9 * HOUSES[base + line][place] + digit
                for line in lines
                for place in BITS[start.places[base + line][digit] & ~places]
            ],
        )
