"""Weighted A*: expand the open state with the least f = g + w h."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.method import HEURISTIC, Method, Option
from gridwise.core.run import Run
from gridwise.core.views import Model, StateSpace
from gridwise.methods._shared.best_first import (
    COUNTS,
    EMITS,
    ExpansionRule,
    best_first_code,
    models,
)

_WEIGHT = re.compile(r"[0-9]{1,6}(?:/[0-9]{1,6}|\.[0-9]{1,6})?", re.ASCII)


class WeightedAStar(Method):
    """A* with its heuristic multiplied by w.

    With an admissible heuristic the answer costs at most w times the optimum, and the result says
    so; with any other nothing is claimed. It compares whole numbers: q g + p h for w = p/q. Ties go
    to the greater g, and closed states are put back into OPEN, as in A*.
    """

    name = "weighted_a_star"
    title = "Weighted A*: best-first search by f = g + w h"
    source = "Pohl 1970, Artificial Intelligence 1(3-4), 193-204"
    views = (StateSpace,)
    complete = True
    counts = COUNTS
    node = "one state expanded"
    emits = EMITS
    pseudocode = best_first_code("f = g + w h")
    options = (
        HEURISTIC,
        Option("weight", "3/2", (), "w, at least 1: a number or a fraction"),
    )
    rank = 12

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        weight = read_weight(str(self.option(run, "weight")))
        heuristic = view.heuristic(str(self.option(run, "heuristic")), run)
        if view.wants_path and heuristic.admissible:
            run.report.bound = float(weight)
            run.report.optimal = True if weight == 1 else None
        rule = ExpansionRule(weight.denominator, weight.numerator)
        yield from models(view, heuristic, rule, run, ordered)


def read_weight(text: str) -> Fraction:
    """Return w; raise `ParameterError` unless it is a number of at least 1."""
    try:
        weight = Fraction(text) if _WEIGHT.fullmatch(text) else Fraction(0)
    except ZeroDivisionError:
        weight = Fraction(0)
    if weight < 1:
        raise ParameterError(f"weight takes a number or a fraction of at least 1, not {text!r}")
    return weight


METHOD = WeightedAStar()
