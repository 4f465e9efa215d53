"""Best-first search over a state space, shared by the methods that differ in f alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.core.views import Heuristic, Model, StateSpace, View

COUNTS = frozenset({"generated", "expanded", "reopened", "frontier_peak", "depth", "layouts"})
EMITS = frozenset({Kind.GENERATE, Kind.EXPAND, Kind.SOLUTION, Kind.BACKTRACK})
UNBOUNDED = 1 << 60


@dataclass(frozen=True, slots=True)
class ExpansionRule:
    """Which open state comes next, and which are put back.

    Parameters
    ----------
    g, h
        Whole numbers: the state with the least g * (cost so far) + h * (estimate) is expanded.
        Ties go to the greater cost so far where `g` is above 0, to the smaller one where it is
        0, then to the state generated later.
    closed
        Whether states already reached are known again. Without, only the state that one came from
        is not generated again.
    improve
        Whether a state in OPEN that is reached again at less cost takes the cheaper path.
    reopen
        Whether a state in CLOSED that is reached again at less cost is put back into OPEN.
    max_steps
        States of a greater cost are not expanded.
    max_expanded
        So many states are expanded at most.
    """

    g: int
    h: int
    closed: bool = True
    improve: bool = True
    reopen: bool = True
    max_steps: int = UNBOUNDED
    max_expanded: int = UNBOUNDED


def best_first(
    space: StateSpace[Any, Any],
    heuristic: Heuristic[Any],
    rule: ExpansionRule,
    run: Run,
    skip: Callable[[Any], bool] | None = None,
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield (goal state, path), by f. A state for which `skip` holds is taken and dropped.

    Counts, traces and meets the limits; where the run ends early and the way is the answer,
    `run.report.best` is the way to the state with the least estimate (ties: the first generated).
    """
    search = _BestFirst(space, heuristic, rule, run)
    if not space.wants_path:
        yield from search.goals(skip)
        return
    try:
        found = next(search.goals(), None)
    except Interrupted:
        run.report.best = space.root_facts + search.path(search.best)
        raise
    finally:
        search.tell()
    if found is not None:
        yield found
    elif run.report.incomplete:
        run.report.best = space.root_facts + search.path(search.best)


class _BestFirst:
    """OPEN, CLOSED, and the tree of what was generated."""

    def __init__(
        self, space: StateSpace[Any, Any], heuristic: Heuristic[Any], rule: ExpansionRule, run: Run
    ) -> None:
        self.space, self.estimate, self.rule, self.run = space, heuristic.estimate, rule, run
        self.parents: list[int] = []
        self.operators: list[int] = []
        self.open: list[tuple[int, int, int, Any, int, Any]] = []
        self.best_g: dict[Any, int] = {}
        self.closed: set[Any] = set()
        self.best = 0

    def path(self, node: int) -> tuple[int, ...]:
        """Return the operators from the root to a node."""
        path: list[int] = []
        while self.parents and self.parents[node] >= 0:
            path.append(self.operators[node])
            node = self.parents[node]
        return tuple(reversed(path))

    def goals(
        self, skip: Callable[[Any], bool] | None = None
    ) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path)."""
        space, rule, run, h = self.space, self.rule, self.run, self.estimate
        trace, count = run.trace, run.count
        parents, operators, frontier = self.parents, self.operators, self.open
        best_g, closed = self.best_g, self.closed
        by_g, by_h, max_steps, left = rule.g, rule.h, rule.max_steps, rule.max_expanded
        improve, reopen = rule.improve, rule.reopen
        known = rule.closed and not space.tree
        again = not rule.closed and not space.tree  # only to count what is expanded twice
        tie = -1 if by_g else 1
        root = space.initial()
        least = start = h(root)
        parents.append(-1)
        operators.append(0)
        count.generated += 1
        if trace is not None:
            trace.add(Kind.GENERATE, 0, 0, 0, 0, start)
        if known:
            best_g[root] = 0
        frontier.append((by_h * start, 0, 0, root, start, None))
        found = 0
        while frontier:
            count.frontier_peak = max(count.frontier_peak, len(frontier))
            _, tied_g, minus_node, state, estimate, before = heappop(frontier)
            g, node = tie * tied_g, -minus_node
            if known:
                if g > best_g[state]:
                    continue  # a cheaper way was found since
                closed.add(state)
            if skip is not None and skip(state):
                continue
            if space.is_goal(state):
                found += 1
                count.depth = max(count.depth, g)
                if trace is not None:
                    trace.add(Kind.SOLUTION, g, found, node + 1)
                yield state, self.path(node)
                continue
            if not left:
                run.report.incomplete = True
                return
            left -= 1
            run.tick()
            count.expanded += 1
            if again:
                if state in closed:
                    count.reopened += 1
                else:
                    closed.add(state)
            if trace is not None:
                trace.add(Kind.EXPAND, g, node, 0, 0, estimate)
            if g >= max_steps:
                run.report.incomplete = True
                continue
            for operator, after, cost in space.successors(state):
                cheaper = g + cost
                if known:
                    if after in best_g:
                        if best_g[after] <= cheaper:
                            continue
                        was_closed = after in closed
                        if not (reopen if was_closed else improve):
                            continue
                        if was_closed:
                            closed.discard(after)
                            count.reopened += 1
                    best_g[after] = cheaper
                elif again and after == before:
                    continue
                number = len(parents)
                parents.append(node)
                operators.append(operator)
                count.generated += 1
                after_h = h(after)
                if after_h < least:
                    least, self.best = after_h, number
                if trace is not None:
                    trace.add(Kind.GENERATE, cheaper, number, operator, node + 1, after_h)
                f = by_g * cheaper + by_h * after_h
                heappush(frontier, (f, tie * cheaper, -number, after, after_h, state))

    def tell(self) -> None:
        """Say in a table how large OPEN and CLOSED are now, and how often work was repeated."""
        count = self.run.count
        waiting = len(self.best_g) - len(self.closed) if self.best_g else len(self.open)
        self.run.report.tables["open_closed"] = [
            {
                "open": waiting,
                "open_peak": count.frontier_peak,
                "closed": len(self.closed) if self.rule.closed else 0,
                "generated": count.generated,
                "expanded": count.expanded,
                "expanded_states": len(self.closed),
                "reopened": count.reopened,
            }
        ]


def models(
    space: StateSpace[Any, Any],
    heuristic: Heuristic[Any],
    rule: ExpansionRule,
    run: Run,
    ordered: bool,
) -> Iterator[Model]:
    """Yield the models of a state space, sorted in its order where that is asked for."""
    if not space.reachable:
        return

    def found() -> Iterator[Model]:
        for state, path in best_first(space, heuristic, rule, run):
            run.count.layouts += 1
            yield space.model_of(state, path)

    yield from in_order(found(), space, ordered)


def in_order(found: Iterator[Model], view: View[Any], ordered: bool) -> Iterator[Model]:
    """Yield models as they come, or all of them sorted: searches meet goals by cost."""
    if ordered:
        yield from sorted(found, key=view.order_key)
    else:
        yield from found
