"""Brute force: test every whole assignment."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, searches_again
from gridwise.core.views import CnfModel, CountModel, DomainModel, Model, View
from gridwise.methods._shared.clauses import depth_first, trace_units

Test = Callable[[Sequence[int]], int | None]
"""Maps the choice (index) of each variable to a constraint that fails, None if all hold."""


class BruteForce(Method):
    """Enumerates whole assignments in lexicographic order and tests each; it prunes nothing.

    It leaves out only what is decided before any choice: on clauses, the variables that units
    decide and those in no clause; on domains, the values that the givens exclude. With k open
    variables of d values it tests d**k assignments, which `assignments` counts.
    """

    name = "brute_force"
    title = "Brute force: test every whole assignment"
    source = "Russell and Norvig, Artificial Intelligence: A Modern Approach, section 6.3"
    views = (DomainModel, CnfModel, CountModel)
    complete = True
    counts = frozenset({"assignments", "conflicts", "depth", "layouts"})
    node = "one whole assignment tested"
    emits = frozenset({Kind.PREMISE, Kind.DECIDE, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION})
    pseudocode = (
        CodeLine("enter what is given", Kind.PREMISE),
        CodeLine("for each whole assignment, in order:", Kind.BACKTRACK, only=searches_again),
        CodeLine("    give every open cell its value", Kind.DECIDE),
        CodeLine("    if a rule is broken: reject it", Kind.CONFLICT),
        CodeLine("    else: return the board", Kind.SOLUTION),
        CodeLine("    change the last cell that has another value", Kind.BACKTRACK),
    )
    rank = 10

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        if isinstance(view, DomainModel):
            yield from _domains(view, run)
        elif isinstance(view, CnfModel):
            yield from _clauses(view, run)
        elif isinstance(view, CountModel):
            yield from _counts(view, run)


def _odometer(
    run: Run, sizes: Sequence[int], test: Test, row: Callable[[int, int], tuple[int, int]]
) -> Iterator[Sequence[int]]:
    """Yield the choices that pass the test; the last variable changes fastest.

    `row` gives the (subject, value) of a variable and a choice, for the trace.
    """
    trace, count = run.trace, run.count
    depth = len(sizes)
    if not all(sizes):
        return
    choice = [0] * depth
    count.depth = max(count.depth, depth)
    changed, solutions = 0, 0
    while True:
        run.tick()
        count.assignments += 1
        if trace is not None:
            for at in range(changed, depth):
                trace.add(Kind.DECIDE, at + 1, *row(at, choice[at]), 0, sizes[at] - choice[at])
        failed = test(choice)
        if failed is None:
            solutions += 1
            count.layouts += 1
            if trace is not None:
                trace.add(Kind.SOLUTION, depth, solutions)
            yield choice
        else:
            count.conflicts += 1
            if trace is not None:
                trace.add(Kind.CONFLICT, depth, 0, 0, failed + 1)
        changed = depth - 1
        while changed >= 0 and choice[changed] == sizes[changed] - 1:
            choice[changed] = 0
            changed -= 1
        if trace is not None:
            trace.add(Kind.BACKTRACK, max(changed, 0))
        if changed < 0:
            return
        choice[changed] += 1


def _domains(view: DomainModel[Any], run: Run) -> Iterator[Model]:
    if run.trace is not None:
        for var, domain in enumerate(view.domains):
            if len(domain) == 1 and view.is_given(var):
                run.trace.add(Kind.PREMISE, 0, var, domain[0])
    variables = [
        v for v, domain in enumerate(view.domains) if len(domain) != 1 or not view.is_given(v)
    ]
    values = [domain[0] if domain else 0 for domain in view.domains]
    offsets = view.offsets or (None,) * len(view.groups)

    def test(choice: Sequence[int]) -> int | None:
        for var, index in zip(variables, choice, strict=True):
            values[var] = view.domains[var][index]
        for index, group in enumerate(view.groups):
            seen = 0
            offset = offsets[index]
            for at, var in enumerate(group):
                bit = 1 << values[var] if offset is None else 1 << values[var] + offset[at]
                if seen & bit:
                    return index
                seen |= bit
        return None

    def row(at: int, choice: int) -> tuple[int, int]:
        return variables[at], view.domains[variables[at]][choice]

    for _ in _odometer(run, [len(view.domains[v]) for v in variables], test, row):
        yield tuple(view.fact(var, value) for var, value in enumerate(values))


def _clauses(view: CnfModel[Any], run: Run) -> Iterator[Model]:
    if run.trace is not None:
        trace_units(view, run.trace)
    reduced = view.simplified
    if reduced.contradiction is not None:
        run.count.conflicts += 1
        if run.trace is not None:
            run.trace.add(Kind.CONFLICT, 0, 0, 0, reduced.contradiction + 1)
        return
    # Choice 0 is the preferred sign, so that the odometer runs in lexicographic order.
    literals = view.decisions
    place = {lit: (at, 0) for at, lit in enumerate(literals)}
    place.update({-lit: (at, 1) for at, lit in enumerate(literals)})
    # Clauses with auxiliary variables are tested last, once the others hold.
    own = [i for i, clause in enumerate(reduced.clauses) if all(lit in place for lit in clause)]
    clauses = [(reduced.origin[i], tuple(place[lit] for lit in reduced.clauses[i])) for i in own]
    auxiliary = bool(view.auxiliary)

    def chosen(choice: Sequence[int]) -> list[int]:
        return [-lit if at else lit for lit, at in zip(literals, choice, strict=True)]

    def test(choice: Sequence[int]) -> int | None:
        for origin, clause in clauses:
            for at, wanted in clause:
                if choice[at] == wanted:
                    break
            else:
                return origin
        if auxiliary:
            # Auxiliary variables are not enumerated: some values for them must fit.
            rest = replace(view, assumed=(*view.assumed, *chosen(choice)))
            if next(depth_first(rest, Run(), propagate_all=True, by_shortest=True), None) is None:
                return rest.simplified.contradiction or 0
        return None

    def row(at: int, choice: int) -> tuple[int, int]:
        lit = -literals[at] if choice else literals[at]
        return abs(lit), int(lit > 0)

    for choice in _odometer(run, [2] * len(literals), test, row):
        true = set(chosen(choice))
        yield view.model(true.__contains__)


def _counts(view: CountModel[Any], run: Run) -> Iterator[Model]:
    skip = set() if view.expand else set(view.free)
    variables = [v for v in range(view.variables) if v not in skip]
    place = {v: at for at, v in enumerate(variables)}
    sums = [(tuple(place[v] for v in s.variables), s.total) for s in view.sums]

    def test(choice: Sequence[int]) -> int | None:
        for index, (places, total) in enumerate(sums):
            if sum(choice[at] for at in places) != total:
                return index
        return None

    for choice in _odometer(run, [2] * len(variables), test, lambda at, c: (variables[at], c)):
        yield tuple(view.fact(v, choice[at]) for at, v in enumerate(variables))


METHOD = BruteForce()
