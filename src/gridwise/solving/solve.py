"""Ask a question of a position: the first solution, the k-th, all, how many, what is forced."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Symmetries, Symmetry
from gridwise.core.errors import (
    NoSharedViewError,
    ParameterError,
    UnknownNameError,
    WrongAnswerError,
)
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.method import Backbone, Method
from gridwise.core.puzzle import Offer, Puzzle, Question
from gridwise.core.reasons import Reasons
from gridwise.core.result import Conflict, Count, Result, Solution, Solutions, Status, Stop
from gridwise.core.run import Progress, Run
from gridwise.core.trace import DEFAULT_MAX_ROWS, Trace
from gridwise.core.views import CnfModel, EngineView, Model, ModelCount, View

EXPLAIN_S = 0.5
"""How long is spent on finding which givens contradict each other."""

Options = Mapping[str, str | int]


def solve(
    position: object,
    *,
    method: str = "auto",
    question: Question | None = None,
    nth: int | None = None,
    all_solutions: bool = False,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    progress: Progress | None = None,
    seed: int = 0,
    options: Options | None = None,
) -> Result[Solutions[Any, Any]]:
    """Solve a position, and check the answer by replaying it through the rules.

    Parameters
    ----------
    position
        A position of any registered puzzle.
    method
        A method's name; `auto` takes the highest-ranked complete one (with `trace`, one that
        can be watched).
    question
        What is asked; by default the puzzle's first question (Minesweeper: what is forced;
        else: a solution).
    nth
        Ask for the k-th solution in the puzzle's order of solutions, 1-based, alone.
    all_solutions
        Ask for all solutions in that order, up to `limits.solutions`.
    limits, cancel
        Where and by whom the run is ended.
    trace
        True, or the most rows to keep, records what the method does in `Result.trace`.
    progress
        Called about ten times a second with the seconds and the counters so far.
    seed
        For methods that make random choices.
    options
        Options of the method and of the view's making, by name.

    Returns
    -------
    Result[Solutions]
        SOLVED with `answer.items`, each replayed. UNSATISFIABLE where it is proved that none
        exists, with the givens that contradict each other in `conflict` where they were found.
        UNKNOWN where the run ended before either; for the forced question `best` then holds what
        was proved until then. `unique` is set for puzzles that want it. Where fewer than `nth`
        solutions exist, `answer.items` is empty and `answer.count` says how many there are.

    Raises
    ------
    UnknownNameError
        No such method or option.
    NoSharedViewError
        The method cannot work on this puzzle.
    ParameterError
        An option's value, or parameters that exclude each other.
    WrongAnswerError
        The method's answer did not survive its replay: a defect.
    """
    if nth is not None and nth < 1:
        raise ParameterError(f"nth counts from 1, not {nth}")
    if nth is not None and all_solutions:
        raise ParameterError("nth and all_solutions exclude each other")
    wants_list = nth is not None or all_solutions
    job = _Job.of(position, method, limits, cancel, trace, progress, seed, options)
    asked = question or (Question.SOLUTION if wants_list else job.puzzle.questions[0])
    if not job.puzzle.countable and (wants_list or asked is Question.FORCED):
        raise _not_countable(job.puzzle)
    if asked is Question.FORCED and wants_list:
        raise ParameterError("the forced question has one answer: leave out nth and all_solutions")
    if asked is Question.FORCED:
        return job.answer("forced", job.forced)
    if nth is not None:
        return job.answer("nth", lambda: job.kth(nth))
    if all_solutions:
        return job.answer("all", job.all)
    return job.answer("solution", job.first)


def count(
    position: object,
    *,
    method: str = "auto",
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    options: Options | None = None,
    up_to_symmetry: bool = False,
) -> Result[Count]:
    """Count the solutions of a position.

    Parameters
    ----------
    position, method, cancel, progress, seed, options
        As for `solve`.
    limits
        With `limits.solutions` = N the answer is exact up to N, and "at least N" beyond.
    up_to_symmetry
        Count solutions that a symmetry of the board takes to each other once (fundamental
        solutions): those that come first, in the defined order, among their images. Only
        symmetries that keep what is given count.

    Returns
    -------
    Result[Count]
        SOLVED with `answer.number`, exact where `answer.exact`, else a lower bound (and `stop`
        says what ended the counting). UNSATISFIABLE for none. UNKNOWN where the run ended before
        a first solution was found.

    Raises
    ------
    UnknownNameError, NoSharedViewError, ParameterError
        As for `solve`.
    """
    job = _Job.of(position, method, limits, cancel, False, progress, seed, options, counting=True)
    if not job.puzzle.countable:
        raise _not_countable(job.puzzle)
    if not up_to_symmetry:
        return job.count()
    symmetries = registry.capability(job.puzzle.name, Symmetries)
    if symmetries is None:
        raise ParameterError(f"{job.puzzle.name} is not counted up to symmetry")
    return job.fundamental(symmetries.of(position))


def _not_countable(puzzle: Puzzle[Any, Any]) -> ParameterError:
    return ParameterError(
        f"{puzzle.name} has no finite number of solutions: any way can be made longer; "
        "ask for one solution"
    )


@dataclass
class _Found:
    """What a question brought until it ended, by itself or at a limit."""

    solutions: list[Solution[Any, Any]]
    number: int = 0
    exact: bool = False
    solvable: bool = False
    unique: bool | None = None
    nth: int | None = None
    listed: bool = False
    best: Solution[Any, Any] | None = None
    stop: Stop = Stop.COMPLETED


@dataclass
class _Job:
    """One question to one method about one position."""

    puzzle: Puzzle[Any, Any]
    position: Any
    method: Method
    offer: Offer[Any]
    view_options: dict[str, str | int]
    run: Run

    @classmethod
    def of(
        cls,
        position: object,
        name: str,
        limits: Limits,
        cancel: CancelToken | None,
        trace: bool | int,
        progress: Progress | None,
        seed: int,
        options: Options | None,
        *,
        counting: bool = False,
    ) -> "_Job":
        puzzle = registry.puzzle_of(position)
        offers = puzzle.views(position)
        method = choose_method(
            position, name, traced=bool(trace), counting=counting, options=options
        )
        kind = method.view_for(frozenset(offers))
        assert kind is not None
        offer = offers[kind]
        view_names = {option.name: option for option in offer.options}
        method_names = {option.name for option in method.options_for(kind)}
        view_options: dict[str, str | int] = {}
        method_options: dict[str, str | int] = {}
        for key, value in (options or {}).items():
            if key in view_names:
                view_options[key] = view_names[key].read(value)
            elif key in method_names:
                method_options[key] = value
            elif any(option.name == key for option in method.options):
                raise ParameterError(
                    f"{key} of {method.name} is not for {kind.kind}, its view of {puzzle.name}"
                )
            else:
                raise UnknownNameError(
                    f"option of {method.name}", key, (*view_names, *method_names)
                )
        record = None
        if trace:
            record = Trace(DEFAULT_MAX_ROWS if trace is True else int(trace))
        run = Run(
            limits,
            cancel=cancel,
            trace=record,
            progress=progress,
            options=method_options,
            seed=seed,
        )
        for option in method.options:
            method.option(run, option.name)  # a bad value is refused before anything runs
        return cls(puzzle, position, method, offer, view_options, run)

    @contextmanager
    def _limited(self, found: _Found) -> Iterator[None]:
        """Hold to the limits inside, and note which one ended it."""
        try:
            with self.run.current():
                yield
        except Interrupted as end:
            found.stop = end.stop

    def view(self) -> View[Any]:
        view = self.offer.make(**self.view_options)
        self.run.check()
        if self.run.trace is not None:
            self.run.trace.view = view
        return view

    def replay(self, view: View[Any], model: Model, *, whole: bool = True) -> Solution[Any, Any]:
        """Turn a model into moves and play them; refuse what the rules refuse."""
        return self.play(view.decoder.moves(view.complete(model) if whole else model), whole=whole)

    def play(self, moves: tuple[Any, ...], *, whole: bool = True) -> Solution[Any, Any]:
        """Play moves from the position; refuse what the rules refuse."""
        try:
            position = self.puzzle.apply_all(self.position, moves)
        except ParameterError as error:
            raise WrongAnswerError(f"{self.method.name}: {error}") from error
        if whole and not self.puzzle.is_solved(position):
            raise WrongAnswerError(f"{self.method.name} answered a position that is not solved")
        if not whole and self.puzzle.violations(position):
            raise WrongAnswerError(f"{self.method.name} answered a position that breaks a rule")
        return Solution(tuple(moves), position)

    def first(self) -> _Found:
        found = _Found([])
        view = None
        with self._limited(found):
            view = self.view()
            for model in self.method.models(view, self.run):
                if found.solutions:
                    found.unique = False
                    break
                found.solutions.append(self.replay(view, model))
                found.solvable = True
                if view.multiplicity > 1:
                    found.unique = False
                if not self.puzzle.wants_unique or found.unique is False:
                    break
            else:
                self._exhausted(found)
                if found.exact and found.solutions:
                    found.unique = True
        best = None if found.solutions or found.exact else self.run.report.best
        if view is not None and best is not None:
            found.best = self.replay(view, best, whole=False)
        if not self.puzzle.wants_unique:
            found.unique = None
        return found

    def kth(self, nth: int) -> _Found:
        found = _Found([], nth=nth)
        with self._limited(found):
            view = self.view().expanded()
            if self._knows_no_order(found):
                return found
            for model in self.method.models(view, self.run, ordered=True):
                found.number += 1
                found.solvable = True
                if found.number == nth:
                    if self.run.report.incomplete or not self.method.complete:
                        break  # an earlier one may be missing
                    found.solutions.append(self.replay(view, model))
                    return found
            self._exhausted(found)
        return found

    def all(self) -> _Found:
        found = _Found([], listed=True)
        limit = self.run.limits.solutions
        with self._limited(found):
            view = self.view().expanded()
            if self._knows_no_order(found):
                return found
            models = self.method.models(view, self.run, ordered=True)
            for model in islice(models, limit):
                found.solutions.append(self.replay(view, model))
                found.solvable = True
                found.number += 1
            if limit is not None and found.number == limit and next(models, None) is not None:
                found.stop = Stop.SOLUTION_LIMIT
            else:
                self._exhausted(found)
        if found.exact and found.solvable and self.puzzle.wants_unique:
            found.unique = found.number == 1
        elif found.number > 1 and self.puzzle.wants_unique:
            found.unique = False
        return found

    def forced(self) -> _Found:
        found = _Found([])
        backbone = Backbone()
        better: dict[Any, Any] = {}
        further: list[Any] = []
        view = None
        with self._limited(found):
            view = self.view()
            self.method.backbone(view, self.run, backbone)
            if backbone.model is not None:
                self.replay(view, backbone.model)
            if backbone.model is not None and isinstance(view, CnfModel | EngineView):
                queries = view.decoder.queries(tuple(backbone.forced), backbone.model)
                for query in self.method.proved(view, queries, self.run):
                    if query.move is None:
                        further.append(query.better)
                    else:
                        better[query.move] = query.better
            self._exhausted(found)
        if view is not None and backbone.model is not None:
            found.solvable = True
            moves = view.decoder.moves(tuple(backbone.forced))
            moves = (*(better.get(move, move) for move in moves), *further)
            found.solutions.append(self.play(moves, whole=False))
        return found

    def count(self) -> Result[Count]:
        def ask() -> _Found:
            found = _Found([])
            limit = self.run.limits.solutions
            with self._limited(found):
                view = self.view()
                if self._tallied(view, found):
                    return found
                weight = view.multiplicity
                for model in self.method.models(view, self.run):
                    if not found.number:
                        self.replay(view, model)
                    found.number += weight
                    found.solvable = True
                    if limit is not None and found.number > limit:
                        found.number, found.stop = limit, Stop.SOLUTION_LIMIT
                        break
                else:
                    self._exhausted(found)
            return found

        return self._counted("count", ask)

    def _tallied(self, view: View[Any], found: _Found, *, up_to_symmetry: bool = False) -> bool:
        """Count without listing, where the method can; a first solution is replayed all the same.

        A limit on solutions is better met by listing, but for views that count at once.
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
            with suppress(
                Interrupted
            ):  # the number is known, whether or not a solution is looked at
                self.replay(view, next(iter(self.method.models(view, self.run))))
        found.number, found.solvable = tally.number, tally.number > 0
        if limit is not None and found.number > limit:
            found.number, found.exact, found.stop = limit, False, Stop.SOLUTION_LIMIT
        return True

    def fundamental(self, symmetries: Sequence[Symmetry]) -> Result[Count]:
        """Count the solutions that no symmetry takes to an earlier one."""

        def ask() -> _Found:
            found = _Found([])
            limit = self.run.limits.solutions
            with self._limited(found):
                view = self.view().expanded()
                if self._tallied(view, found, up_to_symmetry=True):
                    return found
                for model in self.method.models(view, self.run):
                    found.solvable = True
                    key = self.puzzle.order_key(self.replay(view, model).position)
                    found.number += all(key <= image(key) for image in symmetries)
                    if limit is not None and found.number > limit:
                        found.number, found.stop = limit, Stop.SOLUTION_LIMIT
                        break
                else:
                    self._exhausted(found)
            if found.solvable:  # one image of what was found comes first, seen or not
                found.number = max(1, found.number)
            return found

        return self._counted("fundamental", ask)

    def _counted(self, question: str, ask: Callable[[], _Found]) -> Result[Count]:
        found, conflict = self._ask(ask)
        answer = Count(found.number, found.exact) if found.solvable else None
        unique = found.number == 1 if found.exact and answer is not None else None
        if found.number > 1:
            unique = False
        if not self.puzzle.wants_unique or question != "count":
            unique = None
        return self._result(question, found, conflict, answer, None, unique)

    def answer(self, question: str, ask: Callable[[], _Found]) -> Result[Solutions[Any, Any]]:
        """Ask, unless the givens contradict each other already, and say what is known."""
        found, conflict = self._ask(ask)
        items = tuple(found.solutions)
        number = None
        if found.listed or found.nth is not None:
            number = Count(found.number, found.exact)
        have: Solutions[Any, Any] | None = Solutions(items, number, found.nth) if items else None
        if have is None and found.nth is not None and found.exact and found.solvable:
            have = Solutions((), number, found.nth)
        partial = None
        if question == "forced" and found.stop is not Stop.COMPLETED and have is not None:
            have, partial = None, have if items[0].moves else None
        if have is None and found.best is not None:
            partial = Solutions((found.best,))
        return self._result(question, found, conflict, have, partial, found.unique)

    def _ask(self, ask: Callable[[], _Found]) -> tuple[_Found, Conflict | None]:
        broken = self.puzzle.violations(self.position)
        if broken:
            if self.run.trace is not None:  # nothing runs: the record stays empty, but readable
                self.run.trace.view = self.offer.make(**self.view_options)
            return _Found([], exact=True), Conflict(broken[0].text, broken[0].cells)
        found = ask()
        conflict = None
        if found.exact and not found.solvable:
            conflict = self._explain()
        return found, conflict

    def _knows_no_order(self, found: _Found) -> bool:
        """Return whether the method cannot tell where a solution stands among all of them."""
        if self.method.complete:
            return False
        found.stop = Stop.INCOMPLETE
        self.run.report.incomplete = True
        self.run.report.note = msg("{name} does not find all solutions", name=self.method.name)
        return True

    def _exhausted(self, found: _Found) -> None:
        """Note that the method has looked everywhere, if it has."""
        if self.run.report.incomplete or not self.method.complete:
            found.stop = Stop.INCOMPLETE
        else:
            found.exact = True

    def _explain(self) -> Conflict | None:
        """Find givens that contradict each other, with a method that can name them."""
        offer = self.puzzle.views(self.position).get(CnfModel)
        helper = next((m for m in registry.methods_for(self.position) if m.explains), None)
        if offer is None or helper is None:
            return None
        options: dict[str, str | int] = {}
        if any(o.name == "givens" and "premises" in o.choices for o in offer.options):
            options["givens"] = "premises"
        budget = EXPLAIN_S
        remaining = self.run.remaining_s()
        if remaining is not None:
            budget = max(min(budget, remaining), 0.1)
        run = Run(Limits(time_s=budget), cancel=self.run.cancel)
        try:
            with run.current():
                model = offer.make(**options)
                assert isinstance(model, CnfModel)
                with helper.session(run) as session:
                    families = Reasons(model, session, run).why((), attempts=8)
        except Interrupted:
            return None
        if not families:
            return None
        premises = [p for i in families if (p := model.families[i].premise) is not None]
        cells = dict.fromkeys(cell for premise in premises for cell in premise.cells)
        what = tuple(premise.text for premise in premises)
        if len(what) == 1:
            return Conflict(
                msg("this rules every solution out: {what}", what=what[0]), tuple(cells)
            )
        return Conflict(msg("these contradict each other: {what}", what=what), tuple(cells))

    def _result(
        self,
        question: str,
        found: _Found,
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
        stop = found.stop
        if unique and stop is not Stop.COMPLETED:
            unique = None
        return Result(
            status=status,
            stop=stop,
            answer=answer,
            best=best,
            unique=unique if status is Status.SOLVED else None,
            puzzle=self.puzzle.name,
            notation=self.puzzle.format(self.position),
            method=self.method.name,
            question=question,
            statistics=self.run.statistics(self.method.counts),
            features=registry.features(self.position),
            conflict=conflict,
            trace=self.run.trace,
            optimal=self.run.report.optimal
            if status is Status.SOLVED and question == "solution"
            else None,
            bound=self.run.report.bound if status is Status.SOLVED else None,
            tables=self.run.report.tables,
            note=self.run.report.note if stop is Stop.INCOMPLETE else None,
        )


def choose_method(
    position: object,
    name: str = "auto",
    *,
    traced: bool = False,
    counting: bool = False,
    options: Iterable[str] | None = None,
) -> Method:
    """Return the method of that name if it can work on the position; `auto` chooses.

    Views that a puzzle offers for counting alone are chosen only where that is asked. Where
    options are named, `auto` takes the first that knows them all, if any does.

    Raises
    ------
    UnknownNameError, NoSharedViewError
        No such method; one that shares no view with the puzzle.
    ParameterError
        `traced`, and the method emits nothing.
    """
    fitting = registry.methods_for(position)
    puzzle = registry.puzzle_of(position)
    watchable = tuple(m.name for m in fitting if m.emits)
    if name == "auto":
        offers = puzzle.views(position)
        chosen: list[tuple[Method, set[str]]] = []
        for method in fitting:
            kind = method.view_for(frozenset(offers))
            offer = None if kind is None else offers[kind]
            if offer is not None and (offer.by_name or (offer.counts_only and not counting)):
                continue
            if method.complete and (method.emits or not traced):
                known = (*method.options, *(() if offer is None else offer.options))
                chosen.append((method, {option.name for option in known}))
        wanted = set(options or ())
        for method, names in chosen:
            if wanted <= names:
                return method
        for method, names in chosen:  # none will do: one whose names are worth telling
            if names:
                return method
        for method in fitting:  # a board too large for those may still be solved by a rule
            if method.emits or not traced:
                return method
        raise NoSharedViewError(f"no method works on {puzzle.name}")
    method = registry.method(name)
    if method not in fitting:
        raise NoSharedViewError(
            f"{name} cannot work on this board of {puzzle.name}; these can:"
            f" {', '.join(m.name for m in fitting)}"
        )
    if traced and not method.emits:
        raise ParameterError(
            f"{name} cannot be watched: it records no steps; these do: {', '.join(watchable)}"
        )
    return method
