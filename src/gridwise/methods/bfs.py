"""Breadth-first search: all states one step away, then two steps away, and so on."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, is_root
from gridwise.core.views import Model, StateSpace
from gridwise.methods._shared.best_first import COUNTS, EMITS, goals_of, in_order, path_to

LOOKED_AT = 10_000
"""The number of states reached last of which an early end of the run reports the best."""


class BreadthFirst(Method):
    """Layer by layer, each state once; no heuristic.

    If a path is the answer, the first goal generated ends the search. Its path has the fewest
    steps, so it is a cheapest one if each of them costs 1, the least that a step can.
    """

    name = "bfs"
    title = "Breadth-first search"
    source = "Moore 1959, The shortest path through a maze, Int. Symp. Theory of Switching"
    views = (StateSpace,)
    complete = True
    counts = COUNTS - {"reopened"}
    node = "one state expanded"
    emits = EMITS
    pseudocode = (
        CodeLine("search(start):", Kind.BACKTRACK),
        CodeLine("    OPEN ← a queue with start", Kind.GENERATE, only=is_root),
        CodeLine("    while OPEN ≠ ∅:"),
        CodeLine("        n ← the first of OPEN, taken out", Kind.EXPAND),
        CodeLine("        for each successor s of n, not seen before:"),
        CodeLine("            put s at the end of OPEN", Kind.GENERATE),
        CodeLine("            if s is a goal: return the path", Kind.SOLUTION),
        CodeLine("    return no solution"),
    )
    rank = 8

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        if view.reachable:
            yield from in_order(self._models(view, run), view, ordered)

    def _models(self, space: StateSpace[Any, Any], run: Run) -> Iterator[Model]:
        for state, path in goals_of(_Layers(space, run), space, run):
            run.count.layouts += 1
            yield space.model_of(state, path)


class _Layers:
    """The states in the order they were reached, which is also the queue."""

    def __init__(self, space: StateSpace[Any, Any], run: Run) -> None:
        self.space, self.run = space, run
        self.states: list[Any] = []
        self.parents: list[int] = []
        self.operators: list[int] = []
        self.cost: list[int] = []
        self.sizes: list[int] = []
        self.head = 0

    def best_path(self) -> tuple[int, ...]:
        """Return the path to the state with the least estimate among those reached last."""
        h = next(iter(self.space.heuristics.values())).estimate
        last = range(max(0, len(self.states) - LOOKED_AT), len(self.states))
        nearest = min(last, key=lambda node: h(self.states[node]), default=0)
        return path_to(nearest, self.parents, self.operators)

    def _found(self, node: int) -> tuple[Any, tuple[int, ...]]:
        path = path_to(node, self.parents, self.operators)
        if self.space.wants_path and self.cost[node] == len(path):
            self.run.report.optimal = True
        return self.states[node], path

    def goals(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path)."""
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
            yield self._found(0)
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
                    yield self._found(number)
            count.frontier_peak = max(count.frontier_peak, len(states) - self.head)

    def add_tables(self) -> None:
        """Add the sizes of OPEN and CLOSED, and the number of states in each layer."""
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
