"""Min-conflicts: repair a random whole assignment; restart from another one when stuck."""

from collections.abc import Iterator
from random import Random
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method, Option
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, TraceRow
from gridwise.core.views import LocalSearch, Model


def _restarts(row: TraceRow) -> bool:
    """Return whether a BACKTRACK row drops a whole assignment."""
    return row.depth <= 0


class MinConflicts(Method):
    """Local search that changes a variable in conflict to the value with the fewest conflicts.

    The view repairs a random assignment until nothing is in conflict or its steps are used up;
    then it restarts. The method finds one solution, or gives up after `restarts` attempts. It never
    proves that there is none, or no other. The same seed gives the same run.
    """

    name = "min_conflicts"
    title = "Min-conflicts: repair a random assignment, restart when stuck"
    source = "Minton, Johnston, Philips and Laird 1992, Artificial Intelligence 58, 161-205"
    views = (LocalSearch,)
    complete = False
    counts = frozenset({"assignments", "conflicts", "layouts"})
    node = "one repair"
    emits = frozenset({Kind.PREMISE, Kind.DECIDE, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION})
    pseudocode = (
        CodeLine("for each restart:", Kind.BACKTRACK, only=_restarts),
        CodeLine("    keep what is given", Kind.PREMISE),
        CodeLine("    assign the rest at random"),
        CodeLine("    while something is in conflict, and steps are left:"),
        CodeLine("        find the change with the fewest conflicts", Kind.BACKTRACK),
        CodeLine("        make it: x ← its new value", Kind.DECIDE),
        CodeLine("    if nothing is in conflict: return the board", Kind.SOLUTION),
        CodeLine("    else: restart", Kind.CONFLICT),
    )
    options = (Option("restarts", 20, (), "random assignments that are tried"),)
    rank = 30

    def models(self, view: LocalSearch[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = True
        trace, restarts = run.trace, int(self.option(run, "restarts"))
        for attempt in range(restarts):
            run.check()
            model = view.descend(run, Random(f"{run.seed} {attempt}"))
            if model is not None:
                run.count.layouts += 1
                if trace is not None:
                    trace.add(Kind.SOLUTION, 0, 1)
                yield model
                return
            if trace is not None:
                trace.add(Kind.CONFLICT)
        run.report.note = msg(
            "no solution was found in {restarts} random starts", restarts=restarts
        )


METHOD = MinConflicts()
