"""Depth-first search over clauses, with a trail and counters."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import CnfModel, Model


def trace_units(model: CnfModel[Any], trace: Trace) -> None:
    """Record the literals that unit propagation decides before any search, as premises of level 0.

    An assumed literal (the contrary of a fact, in a search for the backbone) is a decision.
    """
    simplified = model.simplified
    for lit, why in zip(simplified.units, simplified.unit_origin, strict=True):
        kind = Kind.PREMISE if why >= 0 else Kind.DECIDE
        trace.add(kind, 0, abs(lit), int(lit > 0), why + 1)


class Trail:
    """A partial assignment of a simplified clause set, with the open literals of each clause.

    To assign or undo a literal takes time proportional to the occurrences of its variable. Lists
    are indexed by literal, negative ones from the end.
    """

    def __init__(self, model: CnfModel[Any], run: Run, implied: frozenset[int] | None) -> None:
        """Start empty. `implied` are the variables that propagation may set, None for all."""
        simplified = model.simplified
        self.clauses, self.origin = simplified.clauses, simplified.origin
        self.run, self.trace, self.implied = run, run.trace, implied
        size = 2 * model.variables + 1
        self.occurs: list[list[int]] = [[] for _ in range(size)]
        self.left = [len(clause) for clause in self.clauses]
        self.true = [0] * len(self.clauses)
        for index, clause in enumerate(self.clauses):
            for lit in clause:
                self.occurs[lit].append(index)
        self.value = [0] * size  # by literal: 1 true, -1 false, 0 open
        self.trail: list[int] = []
        self.open_clauses = len(self.clauses)

    def assign(self, lit: int) -> int | None:
        """Set one literal; return a clause that has become false, else None."""
        value, left, true = self.value, self.left, self.true
        value[lit], value[-lit] = 1, -1
        self.trail.append(lit)
        for index in self.occurs[lit]:
            if not true[index]:
                self.open_clauses -= 1
            true[index] += 1
        bad = None
        for index in self.occurs[-lit]:
            left[index] -= 1
            if not left[index] and not true[index]:
                bad = index
        return bad

    def propagate(self, start: int, level: int) -> int | None:
        """Follow units from trail position `start`; return a clause that became false, else None.

        Only variables in `implied` are set.
        """
        head = start
        value, left, true = self.value, self.left, self.true
        while head < len(self.trail):
            lit = self.trail[head]
            head += 1
            for index in self.occurs[-lit]:
                if true[index] or left[index] != 1:
                    continue
                unit = next((x for x in self.clauses[index] if not value[x]), None)
                if unit is None or (self.implied is not None and abs(unit) not in self.implied):
                    continue
                self.run.count.propagations += 1
                if self.trace is not None:
                    cause = self.origin[index] + 1
                    self.trace.add(Kind.IMPLY, level, abs(unit), int(unit > 0), cause)
                bad = self.assign(unit)
                if bad is not None:
                    return bad
        return None

    def false_clause(self) -> int | None:
        """Return the first clause that is false, or None if none is. O(clauses)."""
        pairs = enumerate(zip(self.true, self.left, strict=True))
        return next((index for index, (true, left) in pairs if not true and not left), None)

    def undo(self, size: int) -> None:
        """Undo assignments until `size` of them are left."""
        value, left, true = self.value, self.left, self.true
        while len(self.trail) > size:
            lit = self.trail.pop()
            value[lit] = value[-lit] = 0
            for index in self.occurs[lit]:
                true[index] -= 1
                if not true[index]:
                    self.open_clauses += 1
            for index in self.occurs[-lit]:
                left[index] += 1

    def in_shortest_clause(self, wanted: frozenset[int]) -> int | None:
        """Return an open literal, its variable in `wanted`, of a shortest open clause."""
        best, best_left = None, 1 << 30
        for index, clause in enumerate(self.clauses):
            if self.true[index] or self.left[index] >= best_left:
                continue
            lit = next((x for x in clause if not self.value[x] and abs(x) in wanted), None)
            if lit is not None:
                best, best_left = lit, self.left[index]
                if best_left <= 2:
                    break
        return best


def depth_first(
    model: CnfModel[Any],
    run: Run,
    *,
    propagate_all: bool,
    by_shortest: bool,
    contrary_first: bool = False,
    check_leaves: bool = False,
) -> Iterator[Model]:
    """Yield every model by chronological backtracking, without recursion.

    Primary variables are decided first, in `model.decisions` order or from a shortest open
    clause; auxiliary ones last, and one extension of the primary variables is enough.

    Parameters
    ----------
    propagate_all
        Whether all variables follow units (DPLL) or the auxiliary ones alone.
    by_shortest
        Whether to branch on a shortest open clause. Without it models come in
        lexicographic order.
    contrary_first
        Whether each primary variable takes its other value first; models then come in the reverse
        order.
    check_leaves
        Whether clauses are checked only when every primary variable has a value. Propagation must
        not set any of them.

    Notes
    -----
    A node is one literal tried. A level's entry in `levels` is (trail size before, literal,
    whether its contrary is still to be tried).
    """
    trace, count = run.trace, run.count
    if trace is not None:
        trace_units(model, trace)
    if model.simplified.contradiction is not None:
        count.conflicts += 1
        if trace is not None:
            trace.add(Kind.CONFLICT, 0, 0, 0, model.simplified.contradiction + 1)
        return
    auxiliary = model.auxiliary
    trail = Trail(model, run, None if propagate_all else frozenset(auxiliary))
    primaries = model.decisions
    if contrary_first:
        primaries = tuple(-lit for lit in primaries)
    unchecked = len(primaries) if check_leaves else 0
    wanted = frozenset(abs(lit) for lit in primaries)
    order = (*primaries, *(-v for v in auxiliary))
    levels: list[tuple[int, int, bool]] = []
    position: list[int] = []  # index in `order` at which each level began
    cursor, solutions = 0, 0
    while True:
        while cursor < len(order) and trail.value[order[cursor]]:
            cursor += 1
        if cursor == len(order):
            solutions += 1
            count.layouts += 1
            if trace is not None:
                trace.add(Kind.SOLUTION, len(levels), solutions)
            yield model.model(lambda v: trail.value[v] > 0)
            while levels and abs(levels[-1][1]) not in wanted:  # other extensions give no new model
                trail.undo(levels.pop()[0])
                position.pop()
            bad: int | None = -1
        else:
            lit = order[cursor]
            if by_shortest and cursor < len(primaries):
                lit = trail.in_shortest_clause(wanted) or lit
            levels.append((len(trail.trail), lit, True))
            position.append(cursor)
            bad = _try(trail, run, lit, len(levels), 2, unchecked)
        while bad is not None:
            # Go back to the last level with a contrary left; if there is none, the search is over.
            while levels and not levels[-1][2]:
                trail.undo(levels.pop()[0])
                position.pop()
            if not levels:
                if trace is not None:
                    trace.add(Kind.BACKTRACK, 0)
                return
            size, lit, _ = levels[-1]
            trail.undo(size)
            levels[-1] = (size, -lit, False)
            cursor = position[-1]
            if trace is not None:
                trace.add(Kind.BACKTRACK, len(levels) - 1)
            bad = _try(trail, run, -lit, len(levels), 1, unchecked)


def _try(
    trail: Trail, run: Run, lit: int, level: int, alternatives: int, unchecked: int
) -> int | None:
    """Set a literal at a level and follow what it implies; return a false clause, else None.

    Levels below `unchecked` check no clause; at that level all clauses are checked.
    """
    run.tick()
    run.count.decisions += alternatives == 2
    run.count.assignments += 1
    run.count.depth = max(run.count.depth, level)
    if run.trace is not None:
        run.trace.add(Kind.DECIDE, level, abs(lit), int(lit > 0), 0, alternatives)
    start = len(trail.trail)
    bad = trail.assign(lit)
    if level < unchecked:
        return None
    if level == unchecked:
        start, bad = 0, trail.false_clause()
    if bad is None:
        bad = trail.propagate(start, level)
    if bad is not None:
        run.count.conflicts += 1
        if run.trace is not None:
            run.trace.add(Kind.CONFLICT, level, 0, 0, trail.origin[bad] + 1)
    return bad
