"""Greedy best-first search: expand the open state with the least h."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import HEURISTIC, Method
from gridwise.core.run import Run
from gridwise.core.views import Model, StateSpace
from gridwise.methods._shared.best_first import (
    COUNTS,
    EMITS,
    ExpansionRule,
    best_first_code,
    models,
)


class GreedyBestFirst(Method):
    """Expands the state that seems nearest to a goal, whatever the cost of its path.

    Ties in h go to the smaller g, then to the state generated later. A state is reached once and
    never put back into OPEN. Nothing is claimed of the length of the answer.
    """

    name = "greedy_best_first"
    title = "Greedy best-first search by h"
    source = "Doran and Michie 1966, Proc. Royal Society A 294, 235-259"
    views = (StateSpace,)
    complete = True
    counts = COUNTS
    node = "one state expanded"
    emits = EMITS
    pseudocode = best_first_code("h", added="new")
    options = (HEURISTIC,)
    rank = 10

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        heuristic = view.heuristic(str(self.option(run, "heuristic")), run)
        yield from models(
            view, heuristic, ExpansionRule(0, 1, improve=False, reopen=False), run, ordered
        )


METHOD = GreedyBestFirst()
