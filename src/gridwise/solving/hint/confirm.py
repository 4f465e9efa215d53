"""The next step by techniques; SAT checks its conclusions, so that no faulty one is shown."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import NoSharedViewError
from gridwise.core.limits import Interrupted, Limits, part_of
from gridwise.core.message import msg
from gridwise.core.reasons import IncrementalSolver
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Backbone, CnfModel, CountModel, Deduction
from gridwise.core.views.cardinality import encode, is_large
from gridwise.solving.instance import Instance

_KNOWN_S = 2.0
"""Seconds for the forced facts of a large board, if the run has no limit."""


def small_sums(instance: Instance) -> CnfModel[Any] | None:
    """Return the clauses of the small sums, or None if all sums are small."""
    offer = instance.offers.get(CountModel)
    if offer is None:
        return None
    view = offer.make()
    assert isinstance(view, CountModel)
    sums = tuple(s for s in view.sums if not is_large(len(s.variables), s.total))
    return None if len(sums) == len(view.sums) else encode(replace(view, sums=sums))


@dataclass(frozen=True, slots=True)
class KnownMarks:
    """The facts known before any reason is sought: one solution (or None), and the forced facts."""

    solution: frozenset[Mark] | None
    forced: frozenset[Mark]


def known_marks(instance: Instance, run: Run, time_s: float) -> KnownMarks | None:
    """Return the facts that the method of `auto` finds forced, or None if it takes long."""
    method = instance.choose()
    share = (run.remaining_s() or time_s) / 2
    limits = Limits(time_s=max(0.001, share), cpu_s=part_of(run.remaining_cpu_s(), 0.5))
    inner = Run(limits, cancel=run.cancel)
    backbone = Backbone()
    try:
        with inner.current():
            view = instance.offers[instance.view_of(method)].make()
        method.backbone(view, inner, backbone)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        return None
    finally:
        run.compiled(inner.compile_s, inner.compile_cpu_s)  # that counts against no limit
    if inner.report.incomplete or not method.complete:
        return None

    def marks(facts: Iterable[int]) -> frozenset[Mark]:
        return frozenset(mark for fact in facts for mark in view.decoder.marks(fact))

    solution = backbone.model
    return KnownMarks(None if solution is None else marks(solution), marks(backbone.forced))


class Confirmation:
    """Says whether a mark holds in every solution of a position.

    Attributes
    ----------
    solvable
        Whether there is a solution.
    unique
        Whether there is exactly one.
    sure
        Whether `solvable` is known; it is not if sums that take many clauses took too long.
    part
        The clauses of the small sums, all that the check works on; None if all sums are small.
    known
        With a `part`, the facts of `known_marks`.
    """

    def __init__(self, instance: Instance, run: Run, stack: ExitStack) -> None:
        self._instance, self._run, self._stack = instance, run, stack
        self.part = part = small_sums(instance)
        self.known: KnownMarks | None = KnownMarks(None, frozenset())
        self._model = self._opened(part)
        model, session, _ = self._model
        first = session.solve()
        self.solvable = first is not None
        self.unique = False
        self.sure = True
        self._forced: frozenset[Mark] = frozenset()
        if part is not None and first is not None:
            self.known = known_marks(instance, run, run.remaining_s() or _KNOWN_S)
            self.sure = self.known is not None
            if self.known is not None:
                self.solvable = self.known.solution is not None
                self._forced = self.known.forced
        self._solution: frozenset[Mark] = frozenset()
        if first is not None and part is None:
            facts = [v if first(v) else -v for v in range(1, model.primary + 1)]
            switch = model.variables + 1  # switches on the clause that another solution is wanted
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
        if mark in self._forced:
            return True
        _, session, literals = self._model
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


def deduction(
    instance: Instance,
    techniques: Sequence[str] | None = None,
    *,
    origin: object | None = None,
    marks: Sequence[Mark] = (),
    unique: bool = True,
) -> Deduction[Any]:
    """Return the view on which techniques find the next step.

    Parameters
    ----------
    techniques
        Names of the techniques; None for all.
    origin, marks
        The board as given, and the player's notes.
    unique
        Whether the position is known to have one solution; if not, techniques that rest on that are
        left out.

    Raises
    ------
    UnknownNameError, NoSharedViewError
        The technique does not exist, or none works on the position.
    """
    kind = instance.puzzle.name
    offer = instance.offers.get(Deduction)
    if offer is None:
        raise NoSharedViewError(msg("there are no techniques for {puzzle}", puzzle=kind))
    chosen = registry.chosen_techniques(kind, techniques, instance.position)
    names = [technique.name for technique in chosen if unique or not technique.assumes_unique]
    view = offer.make(techniques=names, origin=origin, marks=tuple(marks))
    assert isinstance(view, Deduction)
    return view


def sound_step(
    view: Deduction[Any], board: Any, run: Run, check: Confirmation | None
) -> Step | None:
    """Return the next step whose conclusions hold, or None if no technique finds one.

    A technique that made a wrong step is left out from then on.
    """
    while (step := view.next_step(board, run)) is not None:
        if check is None or check.all_hold(step.conclusions):
            return step
        view.techniques = tuple(t for t in view.techniques if t.name != step.technique)
    return None
