"""The forced step with the shortest reason, found by one incremental solver."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.core.reasons import Reasons
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel
from gridwise.solving.hint.confirm import Confirmation, KnownMarks, known_marks, small_sums
from gridwise.solving.hint.guess import GuessSearch, until_limit
from gridwise.solving.hint.step import Hint, contents, timed_out
from gridwise.solving.instance import Instance, contradiction

_SHARE = 0.7
"""The share of the budget for finding shorter reasons."""


class ForcedSearch:
    """Looks for the forced fact with the shortest reason; if nothing is forced, for a guess.

    If sums take many clauses (a total over a large board), the method of `auto` finds the forced
    facts, and a reason is first sought among the other sums.

    Parameters
    ----------
    check
        The check, if it was made already; it knows the forced facts.
    """

    def __init__(
        self, instance: Instance, run: Run, time_s: float, check: Confirmation | None = None
    ) -> None:
        self.instance, self.run, self.time_s, self.check = instance, run, time_s, check
        self.puzzle, self.position = instance.puzzle, instance.position
        self.model: CnfModel[Any]
        self.solution: tuple[int, ...] = ()
        """The facts of one solution, as soon as one is known."""

    def step(self) -> Hint:
        """Return an error of the board, the easiest forced step, or the best guess."""
        small = small_sums(self.instance) if self.check is None else self.check.part
        if small is None:
            self.model = self.instance.premises()
            return self._look() or self._guess()
        self.model = small
        known = self._known()
        if known is None:  # a fact that some of the sums force is forced by all
            sure = self._look() or timed_out(self.time_s, self.run.limits.cpu_s)
            return replace(sure, timed_out=sure.technique != "wrong")
        acting = [fact for fact in self._facts(known.forced) if self._acts(fact)]
        hint = self._look(acting)
        if hint is not None:
            return hint
        if known.solution is not None:
            self.solution = self._facts(known.solution)
            if not acting:
                return self._guess()
        with until_limit():
            self.model = self.instance.premises()
            hint = self._look(acting)
            assert hint is not None
            return hint
        if known.solution is None:
            return Hint("wrong", msg("something is wrong: there is no solution"))
        return self._without_reason(acting[0])

    def _known(self) -> KnownMarks | None:
        """Return the facts that the method of `auto` finds forced, or None if it takes long."""
        if self.check is not None:
            return self.check.known
        return known_marks(self.instance, self.run, self.time_s)

    def _facts(self, marks: frozenset[Mark]) -> tuple[int, ...]:
        """Return the facts of the clauses that say these marks."""
        literals = (x for v in range(1, self.model.primary + 1) for x in (v, -v))
        return tuple(
            x for x in literals if (said := self.model.decoder.marks(x)) and marks.issuperset(said)
        )

    def _look(self, forced: Sequence[int] | None = None) -> Hint | None:
        """Return an error of the board, the easiest step that the clauses force, or None.

        Parameters
        ----------
        forced
            The facts to find reasons for; None if the forced facts are not known.
        """
        with self.instance.reasons(self.model, self.run) as (session, reasons):
            first = session.solve(reasons.selectors)
            if first is None:
                what, marks = self._reason(reasons.why((), attempts=4) or ())
                why = contradiction(what)
                text = msg("something is wrong: {what}", what=why)
                return Hint("wrong", text, premises=marks, difficulty=len(what), reason=why)
            shared = {v if first(v) else -v for v in range(1, self.model.primary + 1)}
            candidates = [fact for fact in sorted(shared, key=abs) if self._acts(fact)]
            if forced is None:
                self.solution = self.model.complete(self.model.model(first))
            else:
                candidates = [fact for fact in forced if fact in shared]
            cores: list[tuple[int, int]] = []
            while candidates:
                fact = candidates.pop(0)
                other = session.solve([*reasons.selectors, -fact])
                if other is None:
                    size = sum(1 for x in session.core() if abs(x) > self.model.variables)
                    cores.append((size, fact))
                    if self._late():
                        break
                elif forced is None:
                    candidates = [x for x in candidates if other(abs(x)) == (x > 0)]
            return self._easiest(reasons, sorted(cores)) if cores else None

    def _late(self) -> bool:
        """Return whether the time for shorter reasons is over."""
        return self.run.elapsed_s() > _SHARE * self.time_s

    def _acts(self, fact: int) -> bool:
        """Return whether entering the fact changes the board."""
        return bool(self.model.decoder.moves((fact,)))

    def _easiest(self, reasons: Reasons, cores: list[tuple[int, int]]) -> Hint:
        """Return the fact with the shortest reason, of (core size, fact) pairs."""
        best: tuple[int, ...] | None = None
        chosen = cores[0][1]
        for attempts, few in ((1, len(cores)), (6, 6)):
            for _, fact in cores[:few]:
                if best is not None and self._late():
                    break
                families = reasons.why((-fact,), attempts=attempts)
                if families is not None and (best is None or len(families) < len(best)):
                    best, chosen = families, fact
            cores = sorted((n if f != chosen else 0, f) for n, f in cores)
        why, marks = self._reason(best or ())
        step = self._words(chosen)
        return self._forced(
            chosen,
            msg("{step} because {why}", step=step, why=why) if why else step,
            msg("it follows from {why}", why=why) if why else None,
            marks,
            len(why),
        )

    def _without_reason(self, fact: int) -> Hint:
        reason = msg("it holds in every solution; no reason was found in time")
        return self._forced(
            fact, msg("{step}: {reason}", step=self._words(fact), reason=reason), reason
        )

    def _words(self, fact: int) -> Message:
        decoder = self.model.decoder
        return msg("{marks}", marks=tuple(map(decoder.word, decoder.marks(fact))))

    def _forced(
        self,
        fact: int,
        text: Message,
        reason: Message | None,
        premises: tuple[Mark, ...] = (),
        difficulty: int = 0,
    ) -> Hint:
        return Hint(
            "forced",
            text,
            conclusions=self.model.decoder.marks(fact),
            premises=premises,
            difficulty=difficulty,
            move=self.model.decoder.moves((fact,))[0],
            reason=reason,
        )

    def _reason(self, families: Sequence[int]) -> tuple[tuple[Message, ...], tuple[Mark, ...]]:
        """Return the premises of these families in words, and as marks on the board.

        A premise of a cell that shows nothing (a blocked square) is marked as its fact, the
        clause of one literal.
        """
        wanted = {i: p for i in families if (p := self.model.families[i].premise) is not None}
        values = contents(self.puzzle.scene(self.position))
        marks: dict[Mark, None] = {}
        for family, premise in wanted.items():
            for cell in premise.cells:
                value = values[cell]
                if value is not None:
                    marks[Mark(cell, value)] = None
                    continue
                for clause, owner in zip(self.model.clauses, self.model.family_of, strict=True):
                    if owner == family and len(clause) == 1:
                        said = self.model.decoder.marks(clause[0])
                        marks.update((mark, None) for mark in said if mark.cell == cell)
        return tuple(premise.text for premise in wanted.values()), tuple(marks)

    def _guess(self) -> Hint:
        return GuessSearch(self.instance, self.model, self.solution, self.run).step(self.time_s)
