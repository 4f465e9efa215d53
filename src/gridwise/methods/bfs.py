"""Breadth-first search: all states one step away, then all two steps away, and so on."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.limits import Interrupted
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.core.views import Model, StateSpace
from gridwise.methods._shared.best_first import COUNTS, EMITS, in_order

LOOKED_AT = 10_000
"""When the run ends early, the best of so many states that were reached last is taken."""


class BreadthFirst(Method):
    """Layer by layer, each state once; no heuristic.

    The first goal that is generated ends the search where the way is the answer. It has the
    fewest steps, and so is a cheapest one where each of them cost 1, the least a step can.
    """

    name = "bfs"
    title = "Breadth-first search"
    source = "Moore 1959, The shortest path through a maze, Int. Symp. Theory of Switching"
    views = (StateSpace,)
    complete = True
    counts = COUNTS - {"reopened"}
    node = "one state expanded"
    emits = EMITS
    rank = 8

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        if view.reachable:
            yield from in_order(self._models(view, run), view, ordered)

    def _models(self, space: StateSpace[Any, Any], run: Run) -> Iterator[Model]:
        search = _Layers(space, run)
        if not space.wants_path:
            for node in search.goals():
                run.count.layouts += 1
                yield space.model_of(search.states[node], search.path(node))
            return
        try:
            first = next(search.goals(), None)
        except Interrupted:
            run.report.best = space.root_facts + search.path(search.nearest())
            raise
        finally:
            search.tell()
        if first is not None:
            path = search.path(first)
            if search.cost[first] == len(path):
                run.report.optimal = True
            run.count.layouts += 1
            yield space.model_of(search.states[first], path)


class _Layers:
    """The states in the order in which they were reached, which is the queue as well."""

    def __init__(self, space: StateSpace[Any, Any], run: Run) -> None:
        self.space, self.run = space, run
        self.states: list[Any] = []
        self.parents: list[int] = []
        self.operators: list[int] = []
        self.cost: list[int] = []
        self.sizes: list[int] = []
        self.head = 0

    def path(self, node: int) -> tuple[int, ...]:
        """Return the operators from the root to a node."""
        path: list[int] = []
        while self.parents and self.parents[node] >= 0:
            path.append(self.operators[node])
            node = self.parents[node]
        return tuple(reversed(path))

    def nearest(self) -> int:
        """Return the node with the least estimate among those reached last."""
        h = next(iter(self.space.heuristics.values())).estimate
        last = range(max(0, len(self.states) - LOOKED_AT), len(self.states))
        return min(last, key=lambda node: h(self.states[node]), default=0)

    def goals(self) -> Iterator[int]:
        """Yield the nodes of goal states."""
        space, run = self.space, self.run
        trace, count = run.trace, run.count
        states, parents, operators, costs = self.states, self.parents, self.operators, self.cost
        goal_at: dict[int, int] = {}
        root = space.initial()
        seen = {root}
        states.append(root)
        parents.append(-1)
        operators.append(0)
        costs.append(0)
        count.generated += 1
        if trace is not None:
            trace.add(Kind.GENERATE)
        if space.is_goal(root):
            goal_at[0] = 1
            if trace is not None:
                trace.add(Kind.SOLUTION, 0, 1, 1)
            yield 0
        self.sizes.append(1)
        steps, layer_end = 0, 1
        while self.head < len(states):
            if self.head == layer_end:
                steps, layer_end = steps + 1, len(states)
            node = self.head
            if node in goal_at:
                self.head += 1
                continue
            run.tick()
            self.head += 1
            count.expanded += 1
            if trace is not None:
                trace.add(Kind.EXPAND, costs[node], node)
            for operator, after, cost in space.successors(states[node]):
                if not space.tree:
                    if after in seen:
                        continue
                    seen.add(after)
                number = len(states)
                states.append(after)
                parents.append(node)
                operators.append(operator)
                costs.append(costs[node] + cost)
                count.generated += 1
                if len(self.sizes) == steps + 1:
                    self.sizes.append(0)
                self.sizes[steps + 1] += 1
                if trace is not None:
                    trace.add(Kind.GENERATE, costs[number], number, operator, node + 1)
                if space.is_goal(after):
                    goal_at[number] = len(goal_at) + 1
                    count.depth = max(count.depth, costs[number])
                    if trace is not None:
                        trace.add(Kind.SOLUTION, costs[number], len(goal_at), number + 1)
                    yield number
            count.frontier_peak = max(count.frontier_peak, len(states) - self.head)

    def tell(self) -> None:
        """Say in tables how large OPEN and CLOSED are, and how many states each layer has."""
        run = self.run
        run.report.tables["open_closed"] = [
            {
                "open": len(self.states) - self.head,
                "open_peak": run.count.frontier_peak,
                "closed": self.head,
                "generated": run.count.generated,
                "expanded": run.count.expanded,
            }
        ]
        run.report.tables["layers"] = [
            {"depth": depth, "states": size} for depth, size in enumerate(self.sizes)
        ]


METHOD = BreadthFirst()
