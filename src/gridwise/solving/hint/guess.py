"""The step to try if nothing is forced, by exact chances if they can be counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Guess, Probabilities, ProbabilityModel
from gridwise.core.limits import Interrupted, Limits, part_of
from gridwise.core.message import Message, msg
from gridwise.core.numbers import percent
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.views import CnfModel
from gridwise.render.words import limit_words
from gridwise.solving.hint.step import GuessChances, Hint, timed_out
from gridwise.solving.instance import Instance

_COUNT_LIMIT = 200_000
"""Solutions that are listed for exact chances, at most."""
_LONG = 1_000_000
"""The number of solutions from which chances are given as percents alone."""


@contextmanager
def until_limit() -> Iterator[None]:
    """Leave the block when a limit ends the run; a cancellation passes on."""
    try:
        yield
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise


class GuessSearch:
    """Looks for the best guess on a board on which nothing is forced.

    Parameters
    ----------
    model
        The clauses of the instance.
    solution
        The facts of one solution, for a guess if solutions are too many to be counted.
    run
        The run; its time left is the budget.
    """

    def __init__(
        self, instance: Instance, model: CnfModel[Any], solution: tuple[int, ...], run: Run
    ) -> None:
        self.instance, self.model, self.solution, self.run = instance, model, solution, run
        self.puzzle, self.position = instance.puzzle, instance.position
        self.exact = registry.capability(self.puzzle.name, ProbabilityModel, self.position)
        self.probabilities: Probabilities | None = None

    def step(self, time_s: float) -> Hint:
        """Return the guess; the words name `time_s`, the whole budget of the hint."""
        decoder = self.model.decoder
        counted_all = self._counted()
        if counted_all is None and self.exact is not None:
            limit = limit_words(time_s)
            text = msg("nothing is forced; the best guess was not found in {limit}", limit=limit)
            return Hint("unknown", text, stop=Stop.TIME_LIMIT)
        facts = self.solution if counted_all is None else counted_all[0]
        options = [fact for fact in sorted(facts, key=abs) if self._tries(fact)]
        if counted_all is None:
            if not options:
                return replace(timed_out(time_s, self.run.limits.cpu_s), timed_out=False)
            mark = decoder.marks(options[0])[0]
            text = msg(
                "nothing is forced; {step} is part of a solution; "
                "in how many it holds was not counted",
                step=decoder.word(mark),
            )
            reason = msg("nothing is forced; this guess is part of one solution")
            return self._guess("a_solution", options[0], text, reason)
        if not options:
            return Hint("unknown", msg("nothing is forced, and there is no step to try"))
        return self._best(options, *counted_all)

    def _tries(self, fact: int) -> bool:
        """Return whether the fact is a step to try if nothing is known."""
        return any(map(self.puzzle.is_progress, self.model.decoder.moves((fact,))))

    def _guess(
        self, technique: str, fact: int, text: Message, reason: Message, **more: Any
    ) -> Hint:
        decoder = self.model.decoder
        return Hint(
            technique,
            text,
            conclusions=decoder.marks(fact),
            guess=True,
            move=decoder.moves((fact,))[0],
            reason=reason,
            **more,
        )

    def _best(self, options: Sequence[int], counted: Counter[int], total: int) -> Hint:
        """Return the advised guess, else the fact that holds in the most solutions."""
        decoder = self.model.decoder
        safest = max(options, key=lambda fact: (counted[fact], -abs(fact)))
        best = safest
        advice = self._advice()
        if advice is None and self.exact is not None:
            advice = Guess(0, msg("which cell wins most often is not worked out"))
        elif advice is not None:
            cells = {decoder.marks(fact)[0].cell: fact for fact in reversed(options)}
            best = cells.get(advice.cell, safest)
        holds = Fraction(counted[best], total)
        numbers = {"part": counted[best], "all": total, "percent": percent(holds)}
        step = decoder.word(decoder.marks(best)[0])
        if total < _LONG:
            text = msg(
                "nothing is forced; {step} in {part} of {all} solutions ({percent} %)",
                step=step,
                **numbers,
            )
            reason = msg(
                "nothing is forced; the best guess holds in {part} of {all} solutions "
                "({percent} %)",
                **numbers,
            )
        else:
            text = msg(
                "nothing is forced; {step} in {percent} % of the solutions",
                step=step,
                percent=numbers["percent"],
            )
            reason = msg(
                "nothing is forced; the best guess holds in {percent} % of the solutions",
                percent=numbers["percent"],
            )
        chances = GuessChances(holds)
        if advice is not None:
            text = msg("{guess}; {note}", guess=text, note=advice.note)
            reason = msg("{guess}; {note}", guess=reason, note=advice.note)
            chances = GuessChances(holds, advice.win, advice.by, advice.estimate)
        likely = Fraction(counted[safest], total)
        if percent(likely) != percent(holds):
            mark = decoder.marks(safest)[0]
            text = msg(
                "{guess}; most likely to hold: {step}, {percent} %",
                guess=text,
                step=decoder.word(mark),
                percent=percent(likely),
            )
            chances = replace(chances, safest=mark, safest_holds=likely)
        details = tuple(
            {
                "cell": mark.cell,
                "value": mark.value,
                "holds": mark.holds,
                "chance": str(Fraction(counted[fact], total)),
            }
            for fact in options
            for mark in decoder.marks(fact)
        )
        return self._guess("best_chance", best, text, reason, details=details, chances=chances)

    def _advice(self) -> Guess | None:
        if self.exact is not None and self.probabilities is not None:
            with until_limit():
                return self.exact.best_guess(self.position, self.probabilities, self._rest())
        return None

    def _rest(self) -> Run:
        """Return a run for the time that is left."""
        remaining = self.run.remaining_s()
        limits = Limits(
            time_s=max(0.05, remaining or 0.05), cpu_s=part_of(self.run.remaining_cpu_s(), 1)
        )
        return Run(limits, cancel=self.run.cancel)

    def _counted(self) -> tuple[Counter[int], int] | None:
        """Count all solutions, and the solutions of each fact; return None if they are many.

        If the puzzle gives exact chances, no solution is listed; facts about cells without a chance
        are then left out.
        """
        run = self._rest()
        if self.exact is not None:
            try:
                with until_limit():
                    self.probabilities = self.exact.probabilities(self.position, run)
            finally:
                self.run.compiled(run.compile_s, run.compile_cpu_s)
            return None if self.probabilities is None else self._by_chances(self.probabilities)
        methods = self.instance.methods
        listing = (m for m in methods if m.complete and CnfModel in m.views and m.emits)
        method = next(listing, None)
        view = self.instance.offers[CnfModel].make()
        if method is None or not isinstance(view, CnfModel):
            return None
        counted: Counter[int] = Counter()
        total = 0
        with until_limit():
            models = method.models(view, run)
            for model in islice(models, _COUNT_LIMIT):
                counted.update(model)
                total += 1
            if next(models, None) is None:
                weight = view.multiplicity
                counted = Counter({fact: n * weight for fact, n in counted.items()})
                total *= weight
                for variable in view.free:  # in half of the solutions each
                    counted[variable] = counted[-variable] = total // 2
                return counted, total
        return None

    def _by_chances(self, found: Probabilities) -> tuple[Counter[int], int]:
        counted: Counter[int] = Counter()
        for variable in range(1, self.model.primary + 1):
            for fact in (variable, -variable):
                marks = self.model.decoder.marks(fact)
                chance = found.chance(marks[0].cell) if marks else None
                if chance is not None:
                    part = chance if marks[0].holds else 1 - chance
                    counted[fact] = int(part * found.layouts)
        return counted, found.layouts
