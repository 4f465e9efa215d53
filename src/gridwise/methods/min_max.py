"""Min-max: the greedy of a course note; takes the value that leaves most values later."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind
from gridwise.core.views import DomainModel, Model
from gridwise.methods._shared.min_max import F2, LookAhead, choose


class MinMax(Method):
    """Gives each variable in order its best candidate, and never goes back.

    A candidate's score is (F1 + F2) / 2. F1 is the number of candidates that it leaves to the later
    variables (on a queens board: free squares in the rows below), F2 the least number that it
    leaves to one of them. A given variable has no candidates left, so F2 is 0 if a later one is
    given, and at the last variable. With `f2=open_rows` F2 ignores given variables. The candidate
    with the highest score is taken; among equals the middle one of an odd number, the last one of
    an even number. Given variables are skipped.

    The table `min_max` has a row for each candidate of each variable reached. At a variable
    without candidates the run ends with nothing known, and reports its placements as the best.
    """

    name = "min_max"
    title = "Min-max: greedy, by the room that a choice leaves; never goes back"
    source = "a course note on N-Queens (greedy by mean of total and least free squares)"
    views = (DomainModel,)
    complete = False
    counts = frozenset({"assignments", "decisions", "conflicts", "depth", "layouts"})
    node = "one candidate valued"
    emits = frozenset({Kind.PREMISE, Kind.DECIDE, Kind.CONFLICT, Kind.SOLUTION})
    pseudocode = (
        CodeLine("enter what is given", Kind.PREMISE),
        CodeLine("for each open variable x, in order:"),
        CodeLine("    for each value v that x may take:"),
        CodeLine("        F1 ← values left to all later variables"),
        CodeLine("        F2 ← the least left to one of them"),
        CodeLine("    if x has no value: stop", Kind.CONFLICT),
        CodeLine("    x ← v with the greatest (F1 + F2) / 2", Kind.DECIDE),
        CodeLine("return the board", Kind.SOLUTION),
    )
    options = (F2,)
    rank = 5

    def models(self, view: DomainModel[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = True
        count, trace = run.count, run.trace
        ahead = LookAhead(view, run, self.option(run, "f2"))
        if ahead.broken:
            count.conflicts += 1
            run.report.note = msg("what is given breaks a rule")
            return
        ahead.premises()
        table = run.report.tables["min_max"] = []
        masks = ahead.start
        for index, var in enumerate(ahead.open):
            scored = []
            for item in ahead.scores(masks, index):
                run.tick()
                scored.append(item)
            if not scored:
                count.conflicts += 1
                if trace is not None:
                    trace.add(Kind.CONFLICT, index, var)
                run.report.best = ahead.model(masks, index)
                run.report.note = msg(
                    "the greedy met a {kind} without a free place and does not go back",
                    kind=view.names[0],
                )
                return
            value = choose(scored)
            table.extend(ahead.rows(index, scored, value))
            masks = ahead.after(masks, index, value)
            count.assignments += 1
            count.decisions += len(scored) > 1
            count.depth = index + 1
            if trace is not None:
                trace.add(Kind.DECIDE, index + 1, var, value, 0, len(scored))
        count.layouts += 1
        if trace is not None:
            trace.add(Kind.SOLUTION, len(ahead.open), 1)
        yield ahead.model(masks, len(ahead.open))


METHOD = MinMax()
