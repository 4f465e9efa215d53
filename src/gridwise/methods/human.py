"""Human: solves step by step, by the named techniques that a person uses."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.core.views import Deduction, Model


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
    rank = 10

    def models(self, view: Deduction[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = True
        board = view.begin()
        if run.trace is not None:
            for subject, value in view.given():
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
