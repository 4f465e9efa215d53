"""Best-first search over a state space, shared by the methods that differ in f alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Protocol

from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, Pseudocode, is_root
from gridwise.core.views import Heuristic, Model, StateSpace, View

COUNTS = frozenset({"generated", "expanded", "reopened", "frontier_peak", "depth", "layouts"})
EMITS = frozenset({Kind.GENERATE, Kind.EXPAND, Kind.SOLUTION, Kind.BACKTRACK})
UNBOUNDED = 1 << 60


def best_first_code(
    least: str, emits: frozenset[Kind] = EMITS, *, added: str = "new or cheaper"
) -> Pseudocode:
    """Return the pseudo-code of the search that expands the node with the least of a measure.

    `emits` are the kinds of rows of the method, `added` says which successors are put into OPEN.
    """
    return (
        CodeLine("search(start):", *emits & {Kind.PREMISE, Kind.DECIDE, Kind.BACKTRACK}),
        CodeLine("    OPEN ← {start}, CLOSED ← ∅", Kind.GENERATE, only=is_root),
        CodeLine("    while OPEN ≠ ∅:"),
        CodeLine(f"        n ← the node of OPEN with the least {least}"),
        CodeLine("        if n is a goal: return the path to n", Kind.SOLUTION),
        CodeLine("        move n from OPEN to CLOSED", Kind.EXPAND),
        CodeLine(f"        for each successor s of n, {added}:"),
        CodeLine("            put s into OPEN", Kind.GENERATE),
        CodeLine("    return no solution", *emits & {Kind.CONFLICT}),
    )


@dataclass(frozen=True, slots=True)
class ExpansionRule:
    """Which open state is expanded next, and which states are put back into OPEN.

    Parameters
    ----------
    g, h
        Whole numbers: the state with the least g * (cost so far) + h * (estimate) is expanded.
        Ties go to the greater cost so far if `g` is above 0, to the smaller one if it is 0, then
        by `order`.
    closed
        Whether CLOSED is kept. Without it only the state that a state came from is not generated
        again.
    improve
        Whether a state in OPEN that is reached again at less cost takes the cheaper path.
    reopen
        Whether a state in CLOSED that is reached again at less cost is put back into OPEN.
    max_steps
        States of a greater cost are not expanded.
    max_expanded
        At most so many states are expanded.
    order
        Of states that tie, the one with the least value is expanded first; None takes the state
        generated later.
    """

    g: int
    h: int
    closed: bool = True
    improve: bool = True
    reopen: bool = True
    max_steps: int = UNBOUNDED
    max_expanded: int = UNBOUNDED
    order: Callable[[Any], int] | None = None


def best_first(
    space: StateSpace[Any, Any],
    heuristic: Heuristic[Any],
    rule: ExpansionRule,
    run: Run,
    skip: Callable[[Any], bool] | None = None,
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield (goal state, path), by f. A state for which `skip` holds is expanded no further.

    The best path reported is the one to the state with the least estimate (ties: the first
    generated).
    """
    return goals_of(_BestFirst(space, heuristic, rule, run, skip), space, run)


class PathSearch(Protocol):
    """A search of a state space, for `goals_of`."""

    def goals(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path)."""
        ...

    def best_path(self) -> tuple[int, ...]:
        """Return the most promising path so far."""
        ...

    def add_tables(self) -> None:
        """Add tables of the search to the run's report."""
        ...


def goals_of(
    search: PathSearch, space: StateSpace[Any, Any], run: Run
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield (goal state, path): only the first if a path is the answer.

    Then the search adds its tables to the report, and the best path if it found no goal.
    """
    if not space.wants_path:
        yield from search.goals()
        return
    try:
        goal = next(search.goals(), None)
    except Interrupted:
        run.report.best = space.root_facts + search.best_path()
        raise
    finally:
        search.add_tables()
    if goal is not None:
        yield goal
    elif run.report.incomplete:
        run.report.best = space.root_facts + search.best_path()


def path_to(node: int, parents: Sequence[int], operators: Sequence[int]) -> tuple[int, ...]:
    """Return the operators from the root, whose parent is -1, to a node."""
    path: list[int] = []
    while parents and parents[node] >= 0:
        path.append(operators[node])
        node = parents[node]
    return tuple(reversed(path))


class _BestFirst:
    """OPEN, CLOSED, and the tree of generated states."""

    def __init__(
        self,
        space: StateSpace[Any, Any],
        heuristic: Heuristic[Any],
        rule: ExpansionRule,
        run: Run,
        skip: Callable[[Any], bool] | None,
    ) -> None:
        self.skip = skip
        self.space, self.estimate, self.rule, self.run = space, heuristic.estimate, rule, run
        self.parents: list[int] = []
        self.operators: list[int] = []
        self.open: list[tuple[int, int, int, int, Any, int, Any]] = []
        self.best_g: dict[Any, int] = {}
        self.closed: set[Any] = set()
        self.best = 0

    def best_path(self) -> tuple[int, ...]:
        return path_to(self.best, self.parents, self.operators)

    def goals(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Yield (goal state, path)."""
        skip = self.skip
        space, rule, run, h = self.space, self.rule, self.run, self.estimate
        trace, count = run.trace, run.count
        parents, operators, frontier = self.parents, self.operators, self.open
        best_g, closed = self.best_g, self.closed
        by_g, by_h, max_steps, left = rule.g, rule.h, rule.max_steps, rule.max_expanded
        improve, reopen, order = rule.improve, rule.reopen, rule.order
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
        frontier.append((by_h * start, 0, 0, 0, root, start, None))
        solutions = 0
        while frontier:
            count.frontier_peak = max(count.frontier_peak, len(frontier))
            _, tied_g, _, node, state, estimate, before = heappop(frontier)
            g = tie * tied_g
            if known:
                if g > best_g[state]:
                    continue  # a cheaper path was found since
                closed.add(state)
            if skip is not None and skip(state):
                continue
            if space.is_goal(state):
                solutions += 1
                count.depth = max(count.depth, g)
                if trace is not None:
                    trace.add(Kind.SOLUTION, g, solutions, node + 1)
                yield state, path_to(node, parents, operators)
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
                last = -number if order is None else order(after)
                heappush(frontier, (f, tie * cheaper, last, number, after, after_h, state))

    def add_tables(self) -> None:
        """Add the sizes of OPEN and CLOSED, and how often states were expanded again."""
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
    """Yield the models of a state space, in its order if `ordered`."""
    if not space.reachable:
        return

    def found() -> Iterator[Model]:
        for state, path in best_first(space, heuristic, rule, run):
            run.count.layouts += 1
            yield space.model_of(state, path)

    yield from in_order(found(), space, ordered)


def in_order(found: Iterator[Model], view: View[Any], ordered: bool) -> Iterator[Model]:
    """Yield models as they are found or, if `ordered`, sorted: a search finds goals by cost."""
    if ordered:
        yield from sorted(found, key=view.order_key)
    else:
        yield from found
