"""Nested Net: a candidate that singles refute, with refuted candidates inside where they stall.

This is the floor: two levels of assumptions solve the hardest 9x9 boards that players collected; a
third level is tried last. The effort is bounded, so on large boards it may find nothing.

A node is a candidate: number (digit - 1) * cells + cell. Sets of nodes are ints, and all cells and
houses are searched for singles at once, by shifting such a set onto itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step, technique

_EFFORT = 3000
"""The searches for singles spent on a shorter net than the first."""
_MOST = 200_000
"""The searches for singles spent on finding any net."""
_TRIES = ((1, 600), (1, 4000), (1, _MOST), (2, _MOST))
"""The most nested assumptions, and the searches spent on each candidate."""
_ENDLESS = 10**6
"""A number of rounds of singles that no board reaches."""
_ROUNDS = (2, 1, 1, 2, 3, _ENDLESS)
"""Rounds to which nested nets are followed before others are: shorter ones come first."""


@dataclass(frozen=True, slots=True)
class _NetLayout:
    """The units (cells, and digits in houses) of a shape, as sets of nodes.

    Parameters
    ----------
    kinds
        For cells, and the houses of each form: the first nodes of the units of this kind as a set,
        and the distances from there to all nodes of the unit.
    units
        Each unit as a set of nodes.
    house
        The number of the house of each unit, -1 for a cell.
    of
        For each node the numbers of its units, in the order of `kinds`.
    first
        For each node and kind the first node of its unit, as a set; 0 without a unit.
    keep
        For each node the nodes that it leaves when it is true.
    """

    cells: int
    kinds: tuple[tuple[int, tuple[int, ...]], ...]
    units: tuple[int, ...]
    house: tuple[int, ...]
    of: tuple[tuple[int, ...], ...]
    first: tuple[tuple[int, ...], ...]
    keep: tuple[int, ...]


@lru_cache(maxsize=8)
def _layout(shape: Shape) -> _NetLayout:
    size, cells = shape.size, shape.size**2
    by_kind: list[list[tuple[int, list[int]]]] = [
        [(-1, [digit * cells + cell for digit in range(size)]) for cell in range(cells)]
    ]
    alike: dict[tuple[int, ...], list[int]] = {}  # rows, columns, boxes, and each other house
    for house, those_cells in enumerate(shape.houses):
        alike.setdefault(tuple(cell - those_cells[0] for cell in those_cells), []).append(house)
    by_kind += [
        [
            (house, [digit * cells + cell for cell in shape.houses[house]])
            for digit in range(size)
            for house in houses
        ]
        for houses in alike.values()
    ]
    units: list[int] = []
    house_of: list[int] = []
    of: list[list[int]] = [[] for _ in range(size * cells)]
    first = [[0] * len(by_kind) for _ in of]
    weak = [0] * len(of)
    kinds = []
    for kind, those in enumerate(by_kind):
        lead = those[0][1][0]
        kinds.append(
            (sum(1 << nodes[0] for _, nodes in those), tuple(n - lead for n in those[0][1]))
        )
        for house, nodes in those:
            unit = sum(1 << node for node in nodes)
            for node in nodes:
                of[node].append(len(units))
                first[node][kind] = 1 << nodes[0]
                weak[node] |= unit & ~(1 << node)
            units.append(unit)
            house_of.append(house)
    every = (1 << len(of)) - 1
    return _NetLayout(
        cells,
        tuple(kinds),
        tuple(units),
        tuple(house_of),
        tuple(map(tuple, of)),
        tuple(map(tuple, first)),
        tuple(every & ~mask for mask in weak),
    )


class _NetState:
    """The known nodes under some assumptions.

    Attributes
    ----------
    alive
        The nodes that are not ruled out.
    done
        For each kind the units whose true node is entered, as the set of their first nodes.
    """

    __slots__ = ("alive", "done")

    def __init__(self, alive: int, done: list[int]) -> None:
        self.alive, self.done = alive, done

    def enter(self, layout: _NetLayout, node: int) -> None:
        """Enter a true node."""
        self.alive &= layout.keep[node]
        for kind, first in enumerate(layout.first[node]):
            self.done[kind] |= first


@dataclass(slots=True)
class _NetFact:
    """A fact in the order found: a true node, or with a log inside one that is refuted by it.

    `at` holds the nodes alive when the search inside began.
    """

    node: int
    inside: "list[_NetFact] | None" = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class _NetProof:
    """A contradiction with only the facts that it rests on.

    Parameters
    ----------
    start
        The node assumed.
    steps
        True nodes with the units whose last node they are; refuted nodes with their proofs.
    unit
        The unit that has no node left.
    rests_on
        The refuted nodes outside that it uses.
    size
        The number of assumptions and singles.
    """

    start: int
    steps: "tuple[tuple[int, int | _NetProof], ...]"
    unit: int
    rests_on: int
    size: int


class _NetSearch:
    """The search for nets on a board."""

    def __init__(self, grid: CandidateGrid) -> None:
        self.layout = layout = _layout(grid.shape)
        self.grid = grid
        self.base = 0
        self.count = 0
        cells = layout.cells
        for cell, mask in enumerate(grid.candidates):
            for digit in bits(mask or 1 << grid.digits[cell]):
                self.base |= 1 << (digit - 1) * cells + cell
        self.root = _NetState(self.base, [0] * len(layout.kinds))
        for cell, digit in enumerate(grid.digits):
            if digit:
                self.root.enter(layout, (digit - 1) * cells + cell)

    def singles(self, state: _NetState, log: list[_NetFact], rounds: int = _ENDLESS) -> bool:
        """Enter singles, breadth-first; return whether a unit has no node left."""
        layout = self.layout
        for _ in range(rounds):
            self.count += 1
            alive, new = state.alive, []
            for kind, (anchors, shifts) in enumerate(layout.kinds):
                ones = twos = 0
                for shift in shifts:
                    there = alive >> shift & anchors
                    twos |= ones & there
                    ones |= there
                if ones != anchors:
                    return True
                last = ones & ~twos & ~state.done[kind]
                while last:
                    low = last & -last
                    last ^= low
                    for shift in shifts:
                        if alive & low << shift:
                            new.append(low.bit_length() - 1 + shift)
                            break
            if not new:
                return False
            for node in dict.fromkeys(new):
                state.enter(layout, node)
                log.append(_NetFact(node))
        return False

    def pairs(self, alive: int) -> int:
        """Return the nodes of units with two nodes left."""
        nodes = 0
        for anchors, shifts in self.layout.kinds:
            ones = twos = threes = 0
            for shift in shifts:
                there = alive >> shift & anchors
                threes |= twos & there
                twos |= ones & there
                ones |= there
            twos &= ~threes
            for shift in shifts:
                nodes |= twos << shift & alive
        return nodes

    def refute(
        self, state: _NetState, start: int, levels: int, most: int
    ) -> tuple[list[_NetFact] | None, _NetState]:
        """Return the facts from an assumption to a contradiction, or None if it shows none.

        Parameters
        ----------
        state
            The known nodes before.
        start
            The node to assume.
        levels
            The most assumptions nested in this one.
        most
            The number of searches for singles at which it gives up.
        """
        log = [_NetFact(start)]
        state = _NetState(state.alive, state.done[:])
        state.enter(self.layout, start)
        while not self.singles(state, log):
            if not levels or self.count > most:
                return None, state
            if not self.nested(state, log, levels - 1, most):
                return None, state
        return log, state

    def nested(self, state: _NetState, log: list[_NetFact], levels: int, most: int) -> bool:
        """Rule out nodes that lead to contradictions; return whether there are any."""
        pairs = self.pairs(state.alive)
        open_cells = self.layout.kinds[0][0] & ~state.done[0]
        left = 0
        for shift in self.layout.kinds[0][1]:
            left |= open_cells << shift
        refuted: list[_NetFact] = []
        for nodes in (pairs, state.alive & left & ~pairs):
            if levels:
                for node in bits(nodes):
                    inside, _ = self.refute(state, node, levels, most)
                    if inside is not None:
                        refuted.append(_NetFact(node, inside, state.alive))
                    if self.count > most:
                        break
            else:
                refuted = self.nets(state, nodes)
            if refuted or self.count > most:
                break
        for entry in refuted:
            state.alive &= ~(1 << entry.node)
        log += refuted
        return bool(refuted)

    def nets(self, state: _NetState, nodes: int) -> list[_NetFact]:
        """Return the nodes among these that singles refute, from the shortest searches alone."""
        trials = []
        for node in bits(nodes):
            trial = _NetState(state.alive, state.done[:])
            trial.enter(self.layout, node)
            trials.append((trial, [_NetFact(node)]))
        for rounds in _ROUNDS:
            refuted, more = [], []
            for trial, log in trials:
                size = len(log)
                if self.singles(trial, log, rounds):
                    refuted.append(_NetFact(log[0].node, log, state.alive))
                elif len(log) > size:
                    more.append((trial, log))
            if refuted:
                return refuted
            trials = more
        return []

    def solution(self, state: _NetState, way: int = 1) -> int | None:
        """Return the true nodes of some solution; low digits first, or high ones with way -1."""
        state = _NetState(state.alive, state.done[:])
        if self.singles(state, []):
            return None
        if state.done[0] == self.layout.kinds[0][0]:
            return state.alive
        if self.count > _MOST:
            return None
        opened = (
            unit & state.alive for unit in self.layout.units if (unit & state.alive).bit_count() > 1
        )
        unit = min(opened, key=int.bit_count)
        for other in list(bits(unit & state.alive))[::way]:
            trial = _NetState(state.alive, state.done[:])
            trial.enter(self.layout, other)
            solution = self.solution(trial, way)
            if solution is not None:
                return solution
        return None

    def trim(self, alive: int, log: Sequence[_NetFact]) -> _NetProof:
        """Return the shortest proof in a log that begins with these nodes alive."""
        layout = self.layout
        cause: dict[int, int] = {}
        units: dict[int, int] = {}
        now = alive
        for index, entry in enumerate(log):
            bit = 1 << entry.node
            if entry.inside is not None:
                gone = now & bit
            elif not now & bit:
                break
            else:
                if index:
                    units[index] = next(
                        n for n in layout.of[entry.node] if layout.units[n] & now == bit
                    )
                gone = now & ~layout.keep[entry.node]
            for node in bits(gone):
                cause[node] = index
            now &= ~gone
        inner: dict[int, _NetProof] = {}
        proofs = [
            self._backwards(alive, log, cause, units, inner, number)
            for number, unit in enumerate(layout.units)
            if not unit & now
        ]
        return min(proofs, key=lambda proof: proof.size)

    def _backwards(
        self,
        alive: int,
        log: Sequence[_NetFact],
        cause: dict[int, int],
        units: dict[int, int],
        inner: dict[int, _NetProof],
        end: int,
    ) -> _NetProof:
        """Return the proof of one contradiction, with only the facts it rests on."""
        outside = self.base & ~alive
        used = self.layout.units[end] & self.base
        rests_on = used & outside
        wanted = {cause[node] for node in bits(used & alive)}
        steps: list[tuple[int, int | _NetProof]] = []
        size = 1
        for index in range(len(log) - 1, 0, -1):
            if index not in wanted:
                continue
            entry = log[index]
            if entry.inside is None:
                used = self.layout.units[units[index]] & self.base & ~(1 << entry.node)
                steps.append((entry.node, units[index]))
                size += 1
            else:
                if index not in inner:
                    inner[index] = self.trim(entry.at, entry.inside)
                used = inner[index].rests_on
                steps.append((entry.node, inner[index]))
                size += inner[index].size
            rests_on |= used & outside
            wanted |= {cause[node] for node in bits(used & alive)}
        return _NetProof(log[0].node, tuple(reversed(steps)), end, rests_on, size)

    def shortened(self, log: Sequence[_NetFact]) -> _NetProof:
        """Return a proof from a log without the nested nets that it can do without, and thinned."""
        best = self.trim(self.base, log)
        inside = {fact.node: fact for fact in log if fact.inside is not None}
        tried: set[int] = set()
        while True:
            nested = {n: why for n, why in best.steps if isinstance(why, _NetProof)}
            left = nested.keys() - tried
            if not left:
                return self.thinned(self.base, best)
            out = max(left, key=lambda node: (nested[node].size, node))
            tried.add(out)
            kept = [(inside[n], why.rests_on) for n, why in nested.items() if n != out]
            shorter = self._replayed(best.start, kept)
            if shorter is not None:
                best = min(best, self.trim(self.base, shorter), key=lambda proof: proof.size)

    def _replayed(self, start: int, nested: list[tuple[_NetFact, int]]) -> list[_NetFact] | None:
        """Return the log of an assumption with these nested nets only; None if it shows nothing.

        Each with the nodes that have to be ruled out before.
        """
        log = [_NetFact(start)]
        state = _NetState(self.root.alive, self.root.done[:])
        state.enter(self.layout, start)
        while not self.singles(state, log):
            ready = [fact for fact, before in nested if not before & state.alive]
            ready = [fact for fact in ready if state.alive >> fact.node & 1]
            if not ready:
                return None
            for fact in ready:
                state.alive &= ~(1 << fact.node)
            log += ready
        return log

    def thinned(self, alive: int, proof: _NetProof) -> _NetProof:
        """Return a proof without the steps that the others do not need, inside nested ones too."""
        units = self.layout.units
        steps = [
            (node, self.thinned(self.base & ~why.rests_on, why))
            if isinstance(why, _NetProof)
            else (node, why)
            for node, why in proof.steps
        ]
        for index in reversed(range(len(steps))):
            fewer = steps[:index] + steps[index + 1 :]
            if self.shows(alive, proof.start, fewer, proof.unit):
                steps = fewer
        used, size = units[proof.unit], 1
        for _, why in steps:
            used |= why.rests_on if isinstance(why, _NetProof) else units[why]
            size += why.size if isinstance(why, _NetProof) else 1
        return _NetProof(proof.start, tuple(steps), proof.unit, used & proof.rests_on, size)

    def shows(
        self, alive: int, start: int, steps: "Sequence[tuple[int, int | _NetProof]]", unit: int
    ) -> bool:
        """Return whether every step follows from those before it, and the contradiction from all.

        `alive` holds the nodes that are not ruled out before.
        """
        layout = self.layout
        alive &= layout.keep[start]
        for node, why in steps:
            if isinstance(why, _NetProof):
                if why.rests_on & alive:
                    return False
                alive &= ~(1 << node)
            else:
                if layout.units[why] & alive & ~(1 << node):
                    return False
                alive &= layout.keep[node]
        return not layout.units[unit] & alive

    def proofs(self) -> list[_NetProof]:
        """Return the proofs found within the effort, the shortest first."""
        # A node of a solution cannot be refuted; one that rules out most is soon refuted.
        # With several solutions there may be nothing to find, so the effort is small.
        several = [self.grid.only] * 2
        if not several[0] or several[0] & ~self.base:
            several = [self.solution(self.root, way) or 0 for way in (1, -1)]
        most = _EFFORT
        if several[0] == several[1]:  # the first and the last of all: there is one
            most, self.grid.only = _MOST, several[0]
        logs: list[tuple[int, list[_NetFact]]] = []

        def keep(log: list[_NetFact] | None) -> None:
            if log is not None:
                logs.append((self.trim(self.base, log).size, log))

        starts = []
        for node in bits(self.base & ~several[0] & ~several[1]):
            check_current_run()
            log, state = self.refute(self.root, node, 0, _MOST)
            keep(log)
            starts.append((state.alive.bit_count(), node))
        starts.sort()
        begin = self.count
        for levels, each in _TRIES:
            if logs:
                break
            for _, node in starts:
                if self.count - begin > (_EFFORT if logs else most):
                    break
                check_current_run()
                keep(self.refute(self.root, node, levels, self.count + min(each, most))[0])
        logs.sort(key=lambda one: one[0])
        proofs = [self.shortened(log) for _, log in logs]
        return sorted(proofs, key=lambda proof: (proof.size, proof.start))


def find(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the shortest proofs found within the effort, the shortest first."""
    if not grid.empty or grid.is_broken():
        return
    search = _NetSearch(grid)
    for proof in search.proofs():
        yield _step(grid, label, search, proof)


def _step(grid: CandidateGrid, label: Label, search: _NetSearch, proof: _NetProof) -> Step:
    def candidate(node: int) -> tuple[int, int]:
        digit, cell = divmod(node, search.layout.cells)
        return cell, digit + 1

    first: dict[tuple[int, int], None] = {candidate(proof.start): None}
    second: dict[tuple[int, int], None] = {}

    def fact(node: int) -> Message:
        cell, digit = candidate(node)
        return msg("{cell} = {value}", cell=grid.shape.cell_name(cell), value=digit)

    def told(proof: _NetProof) -> tuple[Message, ...]:
        """Return the steps of a proof in words, its contradiction as the last."""
        out = []
        for node, why in proof.steps:
            cell, digit = candidate(node)
            if isinstance(why, _NetProof):
                second[candidate(node)] = None
                out.append(
                    msg(
                        "(if also {start}: {steps}), so {cell} is not {digit}",
                        start=fact(why.start),
                        steps=told(why),
                        cell=grid.shape.cell_name(cell),
                        digit=digit,
                    )
                )
                continue
            if proof is outer:
                first[candidate(node)] = None
            else:
                second[candidate(node)] = None
            house = search.layout.house[why]
            if house < 0:
                out.append(msg("{fact} (last candidate)", fact=fact(node)))
            else:
                where = grid.shape.house_name(house)
                out.append(msg("{fact} (last place in {house})", fact=fact(node), house=where))
        cell, digit = candidate(next(bits(search.layout.units[proof.unit])))
        house = search.layout.house[proof.unit]
        if house < 0:
            out.append(msg("{cell} has no candidate left", cell=grid.shape.cell_name(cell)))
        else:
            where = grid.shape.house_name(house)
            out.append(msg("{digit} has no place left in {house}", digit=digit, house=where))
        return tuple(out)

    outer = proof
    reason = msg("if {start}: {steps}", start=fact(proof.start), steps=told(proof))
    return make_step(
        grid,
        label,
        reason,
        removed=[candidate(proof.start)],
        first=first,
        second=[one for one in second if one not in first],
    )


TECHNIQUE = replace(
    technique(find, "extreme", "nested_net", msg("Nested Net"), 10_000, 900, ""),
    ratings={"se": 9.5},
)
