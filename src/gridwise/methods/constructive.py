"""Constructive: a rule that builds one solution, step by step, without any search."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import Construction, Model


class Constructive(Method):
    """Follows the rule that the view has; where the rule does not fit, nothing is known.

    The rule is the view's: a closed form, or stages that each bring something to its place. There
    is no choice in it, so it is no search and cannot be watched. It builds one solution of a
    position, in time polynomial in the board's size.
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
