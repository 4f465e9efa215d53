"""A*: expand the open state with the least f = g + h."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import Run
from gridwise.core.method import Method, Option
from gridwise.core.trace import Kind
from gridwise.core.views import CnfModel, Model, StateSpace, View
from gridwise.methods._cnf_states import CnfStates


class AStar(Method):
    """A* with a CLOSED set; clauses are seen as a state space of partial assignments.

    Ties in f are broken for the greater g, then for the state generated later. On clauses,
    h = open_clauses (the default) counts the clauses without a true literal. It is not
    admissible: one step can give several clauses their true literal, so it may exceed the steps
    left. `open_clauses_bound` divides it by the most clauses that one literal is in, rounded up,
    and is admissible and consistent. For "which layout" neither matters but for speed.

    A goal state may leave variables open; it stands for all their values.
    """

    name = "a_star"
    title = "A*: best-first search by f = g + h"
    source = "Hart, Nilsson and Raphael 1968, IEEE Trans. Systems Science and Cybernetics 4(2)"
    views = (StateSpace, CnfModel)
    complete = True
    counts = frozenset(
        {"generated", "expanded", "reopened", "frontier_peak", "depth", "conflicts", "layouts"}
    )
    node = "one state expanded"
    emits = frozenset(
        {
            Kind.PREMISE,
            Kind.DECIDE,  # what a backbone question assumes
            Kind.CONFLICT,
            Kind.BACKTRACK,  # between the searches of a backbone question
            Kind.GENERATE,
            Kind.EXPAND,
            Kind.SOLUTION,
        }
    )
    options = (
        Option("heuristic", "open_clauses", (), "a heuristic of the state space, by name"),
        Option("max_steps", 1_000_000, (), "states deeper than this are not generated"),
    )
    rank = 40

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        space = CnfStates(view, run) if isinstance(view, CnfModel) else view
        assert isinstance(space, StateSpace)
        if not ordered:
            yield from self._models(space, run)
            return
        # Goals come by cost, not in the order of models: all are found first.
        key = view.order_key
        yield from sorted(self._models(space, run), key=key)

    def _models(self, space: StateSpace[Any, Any], run: Run) -> Iterator[Model]:
        clauses = space if isinstance(space, CnfStates) else None
        if clauses is not None:
            if run.trace is not None:
                clauses.trace_root(run.trace)
            if clauses.contradiction is not None:
                run.count.conflicts += 1
                return
        seen: set[Model] = set()
        auxiliary = clauses is not None and bool(clauses.model.auxiliary)
        for state, path in self._goals(space, run):
            if clauses is None:
                run.count.layouts += 1
                yield space.model_of(state, path)
                continue
            for model in clauses.models_of(state):
                if auxiliary:  # states that differ there alone stand for one model
                    if model in seen:
                        continue
                    seen.add(model)
                run.check()
                run.count.layouts += 1
                yield model

    def _goals(
        self, space: StateSpace[Any, Any], run: Run
    ) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path), cheapest f first."""
        clauses = space if isinstance(space, CnfStates) else None
        name = str(run.options.get("heuristic", next(iter(space.heuristics))))
        if name not in space.heuristics:
            raise UnknownNameError("heuristic", name, space.heuristics)
        h = space.heuristics[name].estimate
        max_steps = int(self.option(run, "max_steps"))
        trace, count = run.trace, run.count
        root = space.initial()
        parents: list[int] = [-1]
        operators: list[int] = [0]
        best_g: dict[Any, int] = {} if space.tree else {root: 0}
        start = h(root)
        count.generated += 1
        if trace is not None:
            trace.add(Kind.GENERATE, 0, 0, 0, 0, start)
        frontier: list[tuple[int, int, int, Any, int]] = [(start, 0, 0, root, start)]
        closed: set[Any] = set()
        found = 0
        while frontier:
            count.frontier_peak = max(count.frontier_peak, len(frontier))
            _, minus_g, minus_node, state, estimate = heappop(frontier)
            g, node = -minus_g, -minus_node
            if not space.tree:
                if g > best_g[state]:
                    continue  # a cheaper way was found since
                closed.add(state)
            if clauses is not None and clauses.is_settled(state):
                continue
            if space.is_goal(state):
                if clauses is not None:
                    clauses.settle(state)
                found += 1
                count.depth = max(count.depth, g)
                if trace is not None:
                    trace.add(Kind.SOLUTION, g, found, node + 1)
                yield state, _path(node, parents, operators)
                continue
            run.tick()
            count.expanded += 1
            if trace is not None:
                trace.add(Kind.EXPAND, g, node, 0, 0, estimate)
            if g >= max_steps:
                run.incomplete = True
                continue
            for operator, after, cost in space.successors(state):
                cheaper = g + cost
                if not space.tree:
                    if best_g.get(after, cheaper + 1) <= cheaper:
                        continue
                    if after in closed:
                        closed.discard(after)
                        count.reopened += 1
                    best_g[after] = cheaper
                number = len(parents)
                parents.append(node)
                operators.append(operator)
                count.generated += 1
                after_h = h(after)
                if trace is not None:
                    trace.add(Kind.GENERATE, cheaper, number, operator, node + 1, after_h)
                heappush(frontier, (cheaper + after_h, -cheaper, -number, after, after_h))


def _path(node: int, parents: list[int], operators: list[int]) -> tuple[int, ...]:
    path: list[int] = []
    while parents[node] >= 0:
        path.append(operators[node])
        node = parents[node]
    return tuple(reversed(path))


METHOD = AStar()
