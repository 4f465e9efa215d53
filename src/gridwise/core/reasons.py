"""Finds a small set of givens from which a fact follows, by unsatisfiable cores and deletion."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.core.views import CnfModel

Values = Callable[[int], bool]
"""The value of a variable in a model."""


class IncrementalSolver(ABC):
    """An incremental solver: clauses can only be added, assumptions hold for one call."""

    @abstractmethod
    def add(self, clause: Sequence[int]) -> None:
        """Add a clause of signed literals."""

    @abstractmethod
    def solve(self, assumptions: Sequence[int] = ()) -> Values | None:
        """Return a model, or None if there is none; raise `Interrupted` at a limit."""

    @abstractmethod
    def core(self) -> list[int]:
        """Return assumptions that suffice for the last None of `solve`."""

    @abstractmethod
    def close(self) -> None:
        """Free the solver's memory."""

    def __enter__(self) -> "IncrementalSolver":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class Reasons:
    """Finds premises of a clause set that contradict each other, or that force a literal.

    Every family with a premise gets a selector, a new variable that switches its clauses on; the
    clauses of other families always hold.

    Parameters
    ----------
    model
        A clause set with premises (see `Offer`).
    session
        An empty solver. It is filled here; the caller closes it.
    run
        Its limits hold for the solver; `run.seed` sets the orders of deletion.
    """

    def __init__(self, model: CnfModel[Any], session: IncrementalSolver, run: Run) -> None:
        self.model, self.session, self.run = model, session, run
        wanted = [i for i, family in enumerate(model.families) if family.premise is not None]
        self._selector = {family: model.variables + 1 + at for at, family in enumerate(wanted)}
        self._family = {selector: family for family, selector in self._selector.items()}
        last = model.variables + len(wanted)
        session.add([last, -last])  # declares all variables, also those in no clause
        for clause, family in zip(model.clauses, model.family_of, strict=True):
            extra = [-self._selector[family]] if family in self._selector else []
            session.add([*clause, *extra])
        for at, family in model.repeated:
            session.add([*model.clauses[at], -self._selector[family]])

    @property
    def selectors(self) -> list[int]:
        """All selectors; to assume them switches the whole clause set on."""
        return list(self._selector.values())

    @property
    def selected(self) -> Mapping[int, int]:
        """The family that each selector switches on."""
        return self._family

    def why(self, literals: Sequence[int], *, attempts: int = 4) -> tuple[int, ...] | None:
        """Return families that together exclude these literals, or None if a model has them.

        The solver's core is reduced by deletion, one family at a time, in several orders, and the
        smallest result kept. At a time limit the smallest so far is returned.

        Parameters
        ----------
        literals
            Assumed to hold. An empty sequence asks for premises that contradict each other.
        attempts
            The number of orders of deletion tried.
        """
        fixed = list(literals)
        if self.session.solve([*self.selectors, *fixed]) is not None:
            return None
        core = [x for x in self.session.core() if x in self._family]
        best = core
        random = Random(self.run.seed)
        try:
            for attempt in range(attempts):
                kept = sorted(core)
                if attempt:
                    random.shuffle(kept)
                at = 0
                while at < len(kept):
                    trial = kept[:at] + kept[at + 1 :]
                    if self.session.solve([*trial, *fixed]) is None:
                        needed = set(self.session.core())
                        kept = [x for x in trial if x in needed]
                        at = 0 if len(kept) < len(trial) else at
                    else:
                        at += 1
                best = min(best, kept, key=len)
        except Interrupted:
            pass  # not minimal, but a reason all the same
        return tuple(sorted(self._family[x] for x in best))
