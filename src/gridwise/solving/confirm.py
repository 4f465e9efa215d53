"""Checks the conclusions of steps by SAT, so that a fault in a technique is never shown."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from gridwise.core.reasons import IncrementalSolver
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, CountModel
from gridwise.core.views.cardinality import encode, is_large
from gridwise.solving.instance import Instance


def small_sums(instance: Instance) -> CnfModel[Any] | None:
    """Return the clauses of the sums that take few; None where all do."""
    offer = instance.offers.get(CountModel)
    if offer is None:
        return None
    view = offer.make()
    assert isinstance(view, CountModel)
    sums = tuple(s for s in view.sums if not is_large(len(s.variables), s.total))
    return None if len(sums) == len(view.sums) else encode(replace(view, sums=sums))


class Confirmation:
    """Says whether a mark holds in every solution of a position.

    Attributes
    ----------
    solvable
        Whether there is a solution.
    unique
        Whether there is exactly one.
    """

    def __init__(self, instance: Instance, run: Run, stack: ExitStack) -> None:
        self._instance, self._run, self._stack = instance, run, stack
        part = small_sums(instance)
        self._models = [self._opened(part)] if part is not None else []
        self._whole = part is None
        if self._whole:
            self._models.append(self._opened(None))
        model, session, _ = self._models[0]
        first = session.solve()
        self.solvable = first is not None
        self.unique = False
        self._solution: frozenset[Mark] = frozenset()
        if first is not None and self._whole:
            facts = [v if first(v) else -v for v in range(1, model.primary + 1)]
            switch = model.variables + 1  # it switches on that the solution is another one
            session.add([-switch, *(-fact for fact in facts)])
            self.unique = session.solve([switch]) is None
            self._solution = frozenset(mark for x in facts for mark in model.decoder.marks(x))

    def _opened(
        self, model: CnfModel[Any] | None
    ) -> tuple[CnfModel[Any], IncrementalSolver, dict[Mark, int]]:
        if model is None:
            made = self._instance.offers[CnfModel].make()
            assert isinstance(made, CnfModel)
            model = made
        helper = self._instance.explainer
        assert helper is not None
        session = self._stack.enter_context(helper.session(self._run))
        session.add([model.variables, -model.variables])
        for clause in model.clauses:
            session.add(clause)
        literals = {
            marks[0]: literal
            for variable in range(1, model.primary + 1)
            for literal in (variable, -variable)
            if (marks := model.decoder.marks(literal))
        }
        return model, session, literals

    def holds(self, mark: Mark) -> bool:
        """Return whether a mark holds in every solution."""
        if self.unique:
            return mark in self._solution
        if self._refuted(0, mark):
            return True
        if self._whole:
            return False
        if len(self._models) == 1:
            self._models.append(self._opened(None))
        return self._refuted(1, mark)

    def _refuted(self, at: int, mark: Mark) -> bool:
        _, session, literals = self._models[at]
        literal = literals.get(mark)
        return literal is not None and session.solve([-literal]) is None

    def all_hold(self, marks: Iterable[Mark]) -> bool:
        """Return whether every one of these marks holds in every solution."""
        return all(self.holds(mark) for mark in marks)


@contextmanager
def confirmation(instance: Instance, run: Run) -> Iterator[Confirmation | None]:
    """Open a check of the conclusions about a position; None for a puzzle without clauses."""
    if CnfModel not in instance.offers:
        yield None
        return
    with ExitStack() as stack:
        yield Confirmation(instance, run, stack)
