"""One question to one method about one position; every answer is replayed through the rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Symmetry
from gridwise.core.errors import ParameterError, UnknownNameError, WrongAnswerError
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import (
    BestPlay,
    Conflict,
    Count,
    Result,
    Solution,
    Solutions,
    Status,
    Stop,
)
from gridwise.core.run import Progress, Run
from gridwise.core.trace import DEFAULT_MAX_ROWS, Trace
from gridwise.core.views import Backbone, CnfModel, EngineView, GameTree, Model, ModelCount, View
from gridwise.solving.instance import Instance, contradiction

EXPLAIN_S = 0.5
"""Seconds for finding givens that contradict each other."""

Options = Mapping[str, str | int]


@dataclass
class Findings:
    """The findings of a question until it ended, by itself or at a limit.

    `exact`: the method looked everywhere.
    """

    solutions: list[Solution[Any, Any]] = field(default_factory=list)
    number: int = 0
    exact: bool = False
    solvable: bool = False
    unique: bool | None = None
    nth: int | None = None
    listed: bool = False
    best: Solution[Any, Any] | None = None
    stop: Stop = Stop.COMPLETED


def checked(
    puzzle: Puzzle[Any, Any],
    position: Any,
    moves: tuple[Any, ...],
    method: str,
    *,
    whole: bool = True,
) -> Solution[Any, Any]:
    """Return the solution that moves lead to; raise `WrongAnswerError` if the rules refuse it.

    If it is not `whole`, the position need not be solved, only break no rule.
    """
    try:
        after = puzzle.apply_all(position, moves)
    except ParameterError as error:
        raise WrongAnswerError(msg("{what}: {why}", what=method, why=error.message)) from error
    if whole and not puzzle.is_solved(after):
        raise WrongAnswerError(msg("{name} answered a position that is not solved", name=method))
    if not whole and puzzle.violations(after):
        raise WrongAnswerError(msg("{name} answered a position that breaks a rule", name=method))
    return Solution(tuple(moves), after)


class InstanceSolver:
    """One question to one method about one instance. Used once.

    Raises
    ------
    UnknownNameError, ParameterError
        An option that neither the method nor its view has, or a bad value.
    """

    def __init__(
        self,
        instance: Instance,
        method: Method,
        limits: Limits,
        cancel: CancelToken | None,
        options: Options | None,
        *,
        progress: Progress | None = None,
        seed: int = 0,
        trace: bool | int = False,
    ) -> None:
        self.instance, self.method = instance, method
        self.puzzle, self.position = instance.puzzle, instance.position
        kind = instance.view_of(method)
        self.offer = instance.offers[kind]
        of_view = {option.name: option for option in self.offer.options}
        of_method = {option.name for option in method.options_for(kind)}
        self.view_options: dict[str, str | int] = {}
        method_options: dict[str, str | int] = {}
        for key, value in (options or {}).items():
            if key in of_view:
                self.view_options[key] = of_view[key].read(value)
            elif key in of_method:
                method_options[key] = value
            elif any(option.name == key for option in method.options):
                raise ParameterError(
                    msg(
                        "{option} of {method} is not for {view}, its view of {puzzle}",
                        option=key,
                        method=method.name,
                        view=kind.kind,
                        puzzle=self.puzzle.name,
                    )
                )
            else:
                raise UnknownNameError(
                    msg("option of {name}", name=method.name), key, (*of_view, *of_method)
                )
        rows = DEFAULT_MAX_ROWS if trace is True else int(trace)
        self.run = Run(
            limits,
            cancel=cancel,
            trace=Trace(rows) if rows else None,
            progress=progress,
            options=method_options,
            seed=seed,
        )
        for option in method.options:
            method.option(self.run, option.name)  # a bad value is refused before anything runs

    def first(self) -> Findings:
        """Find a solution, and whether it is unique if the puzzle asks for that."""
        findings = Findings()
        view = None
        with self._limited(findings):
            view = self._view()
            for model in self.method.models(view, self.run):
                if findings.solutions:
                    findings.unique = False
                    break
                findings.solutions.append(self._replay(view, model))
                findings.solvable = True
                if view.multiplicity > 1:
                    findings.unique = False
                if not self.puzzle.wants_unique or findings.unique is False:
                    break
            else:
                self._exhausted(findings)
                if findings.exact and findings.solutions:
                    findings.unique = True
        best = None if findings.solutions or findings.exact else self.run.report.best
        if view is not None and best is not None:
            findings.best = self._replay(view, best, whole=False)
        return findings

    def kth(self, nth: int) -> Findings:
        """Find the k-th solution in the puzzle's order."""
        findings = Findings(nth=nth)
        with self._limited(findings):
            view = self._view().expanded()
            if self._knows_no_order(findings):
                return findings
            for model in self.method.models(view, self.run, ordered=True):
                findings.number += 1
                findings.solvable = True
                if findings.number == nth:
                    if self.run.report.incomplete or not self.method.complete:
                        break  # an earlier one may be missing
                    findings.solutions.append(self._replay(view, model))
                    return findings
            self._exhausted(findings)
        return findings

    def all(self) -> Findings:
        """List the solutions in the puzzle's order, up to the limit."""
        findings = Findings(listed=True)
        limit = self.run.limits.solutions
        with self._limited(findings):
            view = self._view().expanded()
            if self._knows_no_order(findings):
                return findings
            models = self.method.models(view, self.run, ordered=True)
            for model in islice(models, limit):
                findings.solutions.append(self._replay(view, model))
                findings.solvable = True
                findings.number += 1
            if limit is not None and findings.number == limit and next(models, None) is not None:
                findings.stop = Stop.SOLUTION_LIMIT
            else:
                self._exhausted(findings)
        if findings.number > 1 or (findings.exact and findings.solvable):
            findings.unique = findings.number == 1
        return findings

    def forced(self) -> Findings:
        """Find the moves that every solution contains."""
        findings = Findings()
        backbone = Backbone()
        better: dict[Any, Any] = {}
        further: list[Any] = []
        view = None
        with self._limited(findings):
            view = self._view()
            self.method.backbone(view, self.run, backbone)
            if backbone.model is not None:
                self._replay(view, backbone.model)
            if backbone.model is not None and isinstance(view, CnfModel | EngineView):
                queries = view.decoder.queries(tuple(backbone.forced), backbone.model)
                for query in self.method.proved(view, queries, self.run):
                    if query.move is None:
                        further.append(query.better)
                    else:
                        better[query.move] = query.better
            if backbone.is_whole:
                findings.exact = True
            else:
                self._exhausted(findings)
        if view is not None and (
            backbone.model is not None or backbone.forced or backbone.is_whole
        ):
            findings.solvable = True
            moves = view.decoder.moves(tuple(backbone.forced))
            moves = (*(better.get(move, move) for move in moves), *further)
            findings.solutions.append(self._play(moves, whole=False))
        return findings

    def winner(self) -> Findings:
        """Find who wins if two players make the moves by turns, and a line of best play."""
        findings = Findings()
        with self._limited(findings):
            view = self._view()
            assert isinstance(view, GameTree)
            line = next(self.method.models(view, self.run))
            self._check_play(view, line)
            findings.solutions.append(self._replay(view, line, whole=False))
            findings.solvable = findings.exact = True
        return findings

    def _check_play(self, view: GameTree[Any, Any], line: Model) -> None:
        """Raise `WrongAnswerError` if a line is not played to an end of the value reported."""
        state, sign = view.initial(), 1
        for move in line:
            state, sign = dict(view.moves(state)).get(move), -sign
            if state is None:
                break
        ended = state is not None and next(iter(view.moves(state)), None) is None
        if not ended or sign * view.value(state) != self.run.report.value:
            raise WrongAnswerError(
                msg("{name} answered a play that does not end as it says", name=self.method.name)
            )

    def count(self, symmetries: Sequence[Symmetry] | None = None) -> Result[Count]:
        """Count the solutions; with symmetries, leave out images of earlier solutions."""
        found, conflict = self._ask(lambda: self._counted(symmetries))
        answer = Count(found.number, found.exact) if found.solvable else None
        unique = None
        if symmetries is None and (found.number > 1 or (found.exact and answer is not None)):
            unique = found.number == 1
        question = "count" if symmetries is None else "fundamental"
        return self._result(question, found, conflict, answer, None, unique)

    def answer(self, question: str, ask: Callable[[], Findings]) -> Result[Solutions[Any, Any]]:
        """Ask, unless the givens contradict each other already, and return the result."""
        found, conflict = self._ask(ask)
        items = tuple(found.solutions)
        number = None
        if found.listed or found.nth is not None:
            number = Count(found.number, found.exact)
        have: Solutions[Any, Any] | None = Solutions(items, number, found.nth) if items else None
        if have is None and found.nth is not None and found.exact and found.solvable:
            have = Solutions((), number, found.nth)
        if have is not None and self.run.report.value is not None:
            have = BestPlay(items, value=self.run.report.value)
        partial = None
        if question == "forced" and found.stop is not Stop.COMPLETED and have is not None:
            have, partial = None, have if items[0].moves else None
        if have is None and found.best is not None:
            partial = Solutions((found.best,))
        return self._result(question, found, conflict, have, partial, found.unique)

    @contextmanager
    def _limited(self, found: Findings) -> Iterator[None]:
        """Apply the limits to the block, and note which one ended the run."""
        try:
            with self.run.current():
                yield
        except Interrupted as end:
            found.stop = end.stop

    def _view(self) -> View[Any]:
        view = self.offer.make(**self.view_options)
        self.run.check()
        if self.run.trace is not None:
            self.run.trace.view = view
        return view

    def _replay(self, view: View[Any], model: Model, *, whole: bool = True) -> Solution[Any, Any]:
        """Turn a model into moves and play them; raise an error if the rules refuse one."""
        moves = view.decoder.moves(view.complete(model) if whole else model)
        return self._play(moves, whole=whole)

    def _play(self, moves: tuple[Any, ...], *, whole: bool) -> Solution[Any, Any]:
        return checked(self.puzzle, self.position, moves, self.method.name, whole=whole)

    def _counted(self, symmetries: Sequence[Symmetry] | None) -> Findings:
        findings = Findings()
        limit = self.run.limits.solutions
        with self._limited(findings):
            view = self._view()
            if symmetries is not None:
                view = view.expanded()
            if self._counted_at_once(view, findings, up_to_symmetry=symmetries is not None):
                return findings
            for model in self.method.models(view, self.run):
                if symmetries is not None:
                    key = self.puzzle.order_key(self._replay(view, model).position)
                    findings.number += all(key <= image(key) for image in symmetries)
                else:
                    if not findings.solvable:
                        self._replay(view, model)
                    findings.number += view.multiplicity
                findings.solvable = True
                if limit is not None and findings.number > limit:
                    findings.number, findings.stop = limit, Stop.SOLUTION_LIMIT
                    break
            else:
                self._exhausted(findings)
        if findings.solvable:  # one image of the findings comes first, seen or not
            findings.number = max(1, findings.number)
        return findings

    def _counted_at_once(
        self, view: View[Any], found: Findings, *, up_to_symmetry: bool = False
    ) -> bool:
        """Count without listing, if the method can; a first solution is replayed all the same.

        Listing keeps a limit on solutions better, except for views that count at once.
        """
        limit = self.run.limits.solutions
        if limit is not None and not (isinstance(view, EngineView) and view.counts_at_once):
            return False
        tally = ModelCount()
        with self._limited(found):
            if not self.method.count_models(view, self.run, tally, up_to_symmetry=up_to_symmetry):
                return False
            self._exhausted(found)
        if tally.number and found.exact:
            with suppress(Interrupted):  # the number is known, with or without a solution
                self._replay(view, next(iter(self.method.models(view, self.run))))
        found.number, found.solvable = tally.number, tally.number > 0
        if limit is not None and found.number > limit:
            found.number, found.exact, found.stop = limit, False, Stop.SOLUTION_LIMIT
        return True

    def _ask(self, ask: Callable[[], Findings]) -> tuple[Findings, Conflict | None]:
        broken = self.puzzle.violations(self.position)
        if broken:
            if self.run.trace is not None:  # nothing runs: the trace stays empty, but readable
                self.run.trace.view = self.offer.make(**self.view_options)
            return Findings(exact=True), Conflict(broken[0].text, broken[0].cells)
        findings = ask()
        return findings, self._explain() if findings.exact and not findings.solvable else None

    def _knows_no_order(self, found: Findings) -> bool:
        """Note that an incomplete method cannot tell where a solution stands in the order."""
        if self.method.complete:
            return False
        found.stop = Stop.INCOMPLETE
        self.run.report.incomplete = True
        self.run.report.note = msg("{name} does not find all solutions", name=self.method.name)
        return True

    def _exhausted(self, found: Findings) -> None:
        """Note that the method has looked everywhere, if it has."""
        if self.run.report.incomplete or not self.method.complete:
            found.stop = Stop.INCOMPLETE
        else:
            found.exact = True

    def _explain(self) -> Conflict | None:
        """Find givens that contradict each other, with a method that can name them."""
        if CnfModel not in self.instance.offers or self.instance.explainer is None:
            return None
        remaining = self.run.remaining_s()
        budget = EXPLAIN_S if remaining is None else max(min(EXPLAIN_S, remaining), 0.1)
        run = Run(Limits(time_s=budget), cancel=self.run.cancel)
        try:
            with run.current():
                model = self.instance.premises()
                with self.instance.reasons(model, run) as (_, reasons):
                    families = reasons.why((), attempts=8)
        except Interrupted:
            return None
        if not families:
            return None
        premises = [p for i in families if (p := model.families[i].premise) is not None]
        cells = dict.fromkeys(cell for premise in premises for cell in premise.cells)
        return Conflict(contradiction(tuple(p.text for p in premises)), tuple(cells))

    def _result(
        self,
        question: str,
        found: Findings,
        conflict: Conflict | None,
        answer: Any,
        best: Any,
        unique: bool | None,
    ) -> Result[Any]:
        if answer is not None:
            status = Status.SOLVED
        elif found.exact and not found.solvable:
            status = Status.UNSATISFIABLE
        else:
            status = Status.UNKNOWN
        solved = status is Status.SOLVED
        if not (
            solved and self.puzzle.wants_unique and (found.stop is Stop.COMPLETED or not unique)
        ):
            unique = None
        return Result(
            status=status,
            stop=found.stop,
            answer=answer,
            best=best,
            unique=unique,
            puzzle=self.puzzle.name,
            notation=self.puzzle.format(self.position),
            method=self.method.name,
            question=question,
            statistics=self.run.statistics(self.method.counts),
            features=registry.features(self.position),
            conflict=conflict,
            trace=self.run.trace,
            optimal=self.run.report.optimal if solved and question == "solution" else None,
            bound=self.run.report.bound if solved else None,
            tables=self.run.report.tables,
            note=self.run.report.note if found.stop is Stop.INCOMPLETE else None,
            position=self.position,
        )
