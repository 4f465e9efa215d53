"""Min-max with backtracking: the values of `min_max` as the order of a complete search."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, searches_again
from gridwise.core.views import DomainModel, Model
from gridwise.methods._shared.min_max import F2, LookAhead, bits, ranked


class MinMaxBacktracking(Method):
    """Chronological backtracking in the order of the variables, with forward checking.

    The candidates of a variable are tried in the order in which the greedy `min_max` prefers them;
    for ordered questions they ascend. A candidate that leaves some later variable without a value
    is dropped. If the greedy finds a solution, it is also the first one here.
    """

    name = "min_max_backtracking"
    title = "Min-max with backtracking: the greedy's values order a complete search"
    source = "min_max's values; Haralick and Elliott 1980, Artificial Intelligence 14, 263-313"
    views = (DomainModel,)
    complete = True
    counts = frozenset({"assignments", "decisions", "conflicts", "depth", "layouts"})
    node = "one value tried for one variable"
    emits = frozenset({Kind.PREMISE, Kind.DECIDE, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION})
    pseudocode = (
        CodeLine("enter what is given", Kind.PREMISE),
        CodeLine("search(x):", Kind.BACKTRACK, only=searches_again),
        CodeLine("    if every variable has a value: return the board", Kind.SOLUTION),
        CodeLine("    for each value v of x, by (F1 + F2) / 2:"),
        CodeLine("        x ← v", Kind.DECIDE),
        CodeLine("        if a later variable has no value left: skip v", Kind.CONFLICT),
        CodeLine("        else: search(the next variable)"),
        CodeLine("        take v out of x", Kind.BACKTRACK),
    )
    options = (F2,)
    rank = 45

    def models(self, view: DomainModel[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        count, trace = run.count, run.trace
        ahead = LookAhead(view, run, self.option(run, "f2"))
        if ahead.broken:
            count.conflicts += 1
            return
        ahead.premises()
        if not all(ahead.start):
            count.conflicts += 1
            if trace is not None:
                trace.add(Kind.CONFLICT, 0, ahead.open[ahead.start.index(0)])
            return
        depth, solutions = len(ahead.open), 0
        domains = [ahead.start]  # by level: the domains of all open variables
        left: list[list[int]] = []  # by level: values still to be tried, the next one last
        while True:
            level = len(domains) - 1
            if level == depth:
                solutions += 1
                count.layouts += 1
                if trace is not None:
                    trace.add(Kind.SOLUTION, depth, solutions)
                yield ahead.model(domains[-1], depth)
            elif len(left) == level:  # reached from the level above
                left.append(self._order(ahead, domains[-1], level, run, ordered))
            if len(left) > level and left[level]:
                self._try(ahead, domains, left[level], run)
                continue
            if len(left) > level:
                left.pop()
            if not left:
                return
            domains.pop()
            if trace is not None:
                trace.add(Kind.BACKTRACK, len(domains) - 1)

    def _order(
        self, ahead: LookAhead, masks: list[int], level: int, run: Run, ordered: bool
    ) -> list[int]:
        """Return the values to try, the first one last."""
        if ordered:
            order = list(bits(masks[level]))
        else:
            scored = list(ahead.scores(masks, level))
            order = ranked(scored)
            if level == 0 and not run.report.tables and scored:
                run.report.tables["min_max"] = list(ahead.rows(0, scored, order[0]))
            if run.trace is not None and scored:
                run.trace.note("min_max", ahead.rows(level, scored, order[0]))
        run.count.decisions += len(order) > 1
        return order[::-1]

    def _try(self, ahead: LookAhead, domains: list[list[int]], left: list[int], run: Run) -> None:
        """Try the next value; go a level down if it leaves every later variable a value."""
        level = len(domains) - 1
        run.tick()
        run.count.assignments += 1
        value = left.pop()
        trace = run.trace
        if trace is not None:
            trace.add(Kind.DECIDE, level + 1, ahead.open[level], value, 0, len(left) + 1)
        after = ahead.after(domains[-1], level, value)
        empty = next((i for i in range(level + 1, len(after)) if not after[i]), None)
        if empty is None:
            domains.append(after)
            run.count.depth = max(run.count.depth, level + 1)
            return
        run.count.conflicts += 1
        if trace is not None:
            trace.add(Kind.CONFLICT, level + 1, ahead.open[empty])
            trace.add(Kind.BACKTRACK, level)


METHOD = MinMaxBacktracking()
