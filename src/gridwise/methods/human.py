"""Human: solves step by step, by the named techniques that a person uses."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind
from gridwise.core.views import Backbone, Deduction, Model


class Human(Method):
    """Takes the easiest technique that applies, again and again, until none does.

    It never guesses, so it may end without the solution. Each step says its reason in the trace.
    """

    name = "human"
    title = "Human: the easiest named technique, step by step"
    source = "the techniques' own sources; each puzzle's page names them"
    views = (Deduction,)
    complete = False
    counts = frozenset({"assignments", "layouts"})
    node = "one step"
    emits = frozenset({Kind.PREMISE, Kind.IMPLY, Kind.ELIMINATE, Kind.SOLUTION})
    pseudocode = (
        CodeLine("note the board and its candidates", Kind.PREMISE),
        CodeLine("repeat:"),
        CodeLine("    t ← the easiest technique that finds a step"),
        CodeLine("    if there is none: stop"),
        CodeLine("    enter the values that t gives", Kind.IMPLY),
        CodeLine("    strike out the candidates that t excludes", Kind.ELIMINATE),
        CodeLine("if every cell has a value: return the board", Kind.SOLUTION),
    )
    rank = 10

    def models(self, view: Deduction[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        yield from self._models(view, view.begin(), run)

    def backbone(self, view: Deduction[Any], run: Run, into: Backbone) -> None:
        board = view.begin()
        into.model = next(self._models(view, board, run), None)
        view.backbone(board, run, into)

    def _models(self, view: Deduction[Any], board: Any, run: Run) -> Iterator[Model]:
        """Go on to the last step, and yield the solution if that is one."""
        run.report.incomplete = True
        if run.trace is not None:
            known = sorted(view.forced_by_units(), key=abs)
            for mark in (mark for fact in known for mark in view.decoder.marks(fact)):
                subject, value, _ = view.row(mark)
                run.trace.add(Kind.PREMISE, 0, subject, value)
        while (step := view.next_step(board, run)) is not None:
            run.tick()
            view.record(step, run)
            view.apply(board, step)
        model = view.model(board)
        if model is not None:
            run.count.layouts += 1
            if run.trace is not None:
                run.trace.add(Kind.SOLUTION, 0, 1)
            yield model


METHOD = Human()
