"""Constructive: a rule that builds one solution, step by step, without any search."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import Construction, Model


class Constructive(Method):
    """Builds one solution by the view's rule; if the rule does not fit, nothing is known.

    The rule is a closed form, or a sequence of stages. It has no choices, so this is no search and
    has no trace. Polynomial in the size of the board.
    """

    name = "constructive"
    title = "Constructive: build a solution by a rule, without search"
    source = "the view's rule; each puzzle's page names its paper"
    views = (Construction,)
    complete = False
    counts = frozenset({"layouts"})
    node = "one solution built"
    rank = 20

    def models(
        self, view: Construction[Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        run.report.incomplete = True
        run.tick()
        built = False
        for model in view.construct(run):
            built = True
            run.count.layouts += 1
            yield model
        if not built and run.report.note is None:
            run.report.note = msg("the rule does not fit this position")


METHOD = Constructive()
