"""IDA*: depth-first searches, each to a bound on f = g + h, the bound rising in between."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import HEURISTIC, Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, TraceRow, is_first, is_root
from gridwise.core.views import Heuristic, Model, StateSpace
from gridwise.methods._shared.best_first import goals_of, in_order


def _begins(row: TraceRow) -> bool:
    """Return whether a BOUND row is the first of a search, or a BACKTRACK row begins another."""
    return row.kind is Kind.BACKTRACK or is_first(row)


class IdaStar(Method):
    """Iterative deepening A*, without recursion; its memory is the length of the path.

    The first bound is h of the root, each next one the least f above the bound before. No state
    that is on the path already is entered, so the last search of a finite space without a goal
    ends. Every search generates the states within the former bound again, and each generation
    counts.

    With an admissible heuristic the first answer is a cheapest one.
    """

    name = "ida_star"
    title = "IDA*: iterative deepening by f = g + h"
    source = "Korf 1985, Artificial Intelligence 27(1), 97-109"
    views = (StateSpace,)
    complete = True
    counts = frozenset({"generated", "expanded", "depth", "layouts"})
    node = "one state expanded, as often as it is"
    emits = frozenset({Kind.GENERATE, Kind.EXPAND, Kind.BOUND, Kind.SOLUTION, Kind.BACKTRACK})
    pseudocode = (
        CodeLine("bound ← h(start)", Kind.BOUND, Kind.BACKTRACK, only=_begins),
        CodeLine("repeat:"),
        CodeLine("    search(start)", Kind.GENERATE, only=is_root),
        CodeLine("    bound ← the least f above it", Kind.BOUND),
        CodeLine("search(n):"),
        CodeLine("    for each successor s of n, not on the path:", Kind.EXPAND),
        CodeLine("        f ← g(s) + h(s)", Kind.GENERATE),
        CodeLine("        if f > bound: cut s"),
        CodeLine("        else if s is a goal: return the path", Kind.SOLUTION),
        CodeLine("        else: search(s)"),
    )
    options = (HEURISTIC,)
    rank = 45

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        heuristic = view.heuristic(str(self.option(run, "heuristic")), run)
        if not view.reachable:
            return
        if view.wants_path and heuristic.admissible:
            run.report.optimal = True
        yield from in_order(self._models(view, heuristic, run), view, ordered)

    def _models(
        self, space: StateSpace[Any, Any], heuristic: Heuristic[Any], run: Run
    ) -> Iterator[Model]:
        for state, path in goals_of(_Deepening(space, heuristic, run), space, run):
            run.count.layouts += 1
            yield space.model_of(state, path)


class _Deepening:
    """A series of searches with rising bounds, and the best path so far."""

    def __init__(self, space: StateSpace[Any, Any], heuristic: Heuristic[Any], run: Run) -> None:
        self.space, self.estimate, self.run = space, heuristic.estimate, run
        self.least = 1 << 60
        self.best: tuple[int, ...] = ()
        self.iterations: list[dict[str, float]] = []
        self.nodes = 0  # numbers of the trace go on from one search to the next

    def goals(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path), each goal state once."""
        space, run = self.space, self.run
        root = space.initial()
        start = self.estimate(root)
        self.least = start
        before, bound = -1, start
        goals: set[Any] = set()
        while True:
            if run.trace is not None:
                run.trace.add(Kind.BOUND, 0, len(self.iterations), 0, 0, bound)
            self.iterations.append({"bound": bound, "generated": 0, "expanded": 0})
            first = (run.count.generated, run.count.expanded)
            above: list[int] = []
            try:
                yield from self.search(root, start, before, bound, goals, above)
            finally:
                self.iterations[-1]["generated"] = run.count.generated - first[0]
                self.iterations[-1]["expanded"] = run.count.expanded - first[1]
            if not above:
                return
            before, bound = bound, above[0]

    def search(
        self,
        root: Any,
        start: int,
        before: int,
        bound: int,
        found: set[Any],
        above: list[int],
    ) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Search depth-first all paths whose f stays within the bound.

        `above` receives the least f beyond it, if there is one. Goals within the bound `before`
        are not yielded again. A state takes the greatest f on its path, so that this also holds
        for heuristics that are not consistent.
        """
        space, run, h = self.space, self.run, self.estimate
        trace, count, tick = run.trace, run.count, run.tick
        is_goal, successors = space.is_goal, space.successors
        least_above = 0
        numbers = [self.nodes]
        self.nodes += 1
        count.generated += 1
        if trace is not None:
            trace.add(Kind.GENERATE, 0, numbers[0], 0, 0, start)
        if is_goal(root):
            if root not in found:
                found.add(root)
                if trace is not None:
                    trace.add(Kind.SOLUTION, 0, len(found), numbers[0] + 1)
                yield root, ()
            return
        tick()
        count.expanded += 1
        if trace is not None:
            trace.add(Kind.EXPAND, 0, numbers[0], 0, 0, start)
        path: list[int] = []
        states, costs, tops = [root], [0], [max(start, 0)]
        on_path = set() if space.tree else {root}
        todo = [iter(successors(root))]
        generated = 0
        try:
            while todo:
                g, top = costs[-1], tops[-1]
                for operator, after, cost in todo[-1]:
                    if after in on_path:
                        continue
                    generated += 1
                    estimate = h(after)
                    cheaper = g + cost
                    f = cheaper + estimate
                    number = self.nodes
                    self.nodes = number + 1
                    if trace is not None:
                        trace.add(
                            Kind.GENERATE, cheaper, number, operator, numbers[-1] + 1, estimate
                        )
                    if estimate < self.least:
                        self.least, self.best = estimate, (*path, operator)
                    f = max(f, top)
                    if f > bound:
                        if not least_above or f < least_above:
                            least_above = f
                        continue
                    if is_goal(after):
                        if f > before and after not in found:
                            found.add(after)
                            count.depth = max(count.depth, cheaper)
                            if trace is not None:
                                trace.add(Kind.SOLUTION, cheaper, len(found), number + 1)
                            count.generated += generated
                            generated = 0
                            yield after, (*path, operator)
                        continue
                    tick()
                    count.expanded += 1
                    if trace is not None:
                        trace.add(Kind.EXPAND, cheaper, number, 0, 0, estimate)
                    states.append(after)
                    path.append(operator)
                    costs.append(cheaper)
                    tops.append(f)
                    numbers.append(number)
                    if not space.tree:
                        on_path.add(after)
                    todo.append(iter(successors(after)))
                    break
                else:
                    todo.pop()
                    state = states.pop()
                    costs.pop()
                    tops.pop()
                    numbers.pop()
                    if todo:
                        path.pop()
                    on_path.discard(state)
        finally:
            count.generated += generated
        if least_above:
            above.append(least_above)

    def best_path(self) -> tuple[int, ...]:
        return self.best

    def add_tables(self) -> None:
        """Add the nodes of each search."""
        self.run.report.tables["iterations"] = self.iterations


METHOD = IdaStar()
