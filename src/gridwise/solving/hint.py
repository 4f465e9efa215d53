"""The next step and its reason, from the board as it stands; it never fails, and never lies."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities.probabilities import Guess, Probabilities, ProbabilityModel
from gridwise.core.grid import cell_name
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.method import Backbone, Method
from gridwise.core.puzzle import Offer, Puzzle, Question
from gridwise.core.reasons import Reasons
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, Construction, CountModel, Stage, StateSpace
from gridwise.core.views.cardinality import encode, is_large
from gridwise.solving.solve import choose_method, solve

DEFAULT_S = 2.0
"""The time budget of one hint, seconds."""
_SHARE = 0.7
"""The share of the budget that goes into finding shorter reasons."""
_COUNT_LIMIT = 200_000
"""Layouts that are counted at the most for exact chances."""
_LONG = 1_000_000
"""Where there are as many solutions or more, chances are given as percents alone."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What is known of a guess.

    Parameters
    ----------
    holds
        The chance that it is right.
    win
        The chance to win with it and best play after it; None where it was not worked out.
    by
        Who chose it: `exact` (by the chance to win), the name of a policy, or `safest`.
    safest, safest_holds
        Another fact that is more likely to hold, and its chance; None where there is none.
    """

    holds: Fraction
    win: Fraction | None = None
    by: str = "safest"
    safest: Mark | None = None
    safest_holds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """One step.

    Parameters
    ----------
    technique
        `wrong` (something entered contradicts the rest), `forced`, `best_chance` and `a_solution`
        (nothing is forced: a guess), `optimal_move`, `stage` (of a construction), `solved`,
        `unknown` (the time was up before anything was known).
    text
        The step and its reason, in words.
    conclusions
        What follows; the cell to act on first.
    premises
        What it follows from: what stands in the cells of the reason.
    difficulty
        How many givens, numbers or queens the reason needs.
    guess
        Whether the step may turn out wrong.
    move
        As the puzzle writes moves; None where there is none to make.
    details
        Numbers to show: chances by cell, or f, g and h of each alternative.
    reason
        Why, without saying what; None where there is no more to say than `text` does.
    chances
        Of a guess where they are known: how likely it holds, and how often it wins.
    timed_out
        Whether the time was up before it was known whether something is wrong.
    """

    technique: str
    text: Message
    conclusions: tuple[Mark, ...] = ()
    premises: tuple[Mark, ...] = ()
    difficulty: int = 0
    guess: bool = False
    move: Any = None
    details: tuple[Mapping[str, str | int], ...] = ()
    reason: Message | None = None
    chances: "Chances | None" = None
    timed_out: bool = False

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the reason."""
        return tuple(dict.fromkeys(mark.cell for mark in self.premises))


def hint(
    position: object,
    *,
    origin: object | None = None,
    time_s: float = DEFAULT_S,
    cancel: CancelToken | None = None,
) -> Hint:
    """Return the next step from the board as it stands, the easiest one that was found.

    First whether something is wrong already; else a forced fact with a minimal reason: the
    fewest premises from which it follows (by the core of the opposite assumption, shrunk by
    deletion, until the time is up); where nothing is forced, the best guess, and it says so.

    Parameters
    ----------
    position
        The board as it stands.
    origin
        The board as it was given, if known: then entries are told from givens.
    time_s
        The budget, seconds.
    cancel
        Ends it early.

    Returns
    -------
    Hint
        Sound: a `forced` conclusion holds in every solution of the position, and follows from
        the premises alone.
    """
    puzzle = registry.puzzle_of(position)
    limits = Limits(time_s=time_s)
    broken = puzzle.violations(position)
    if broken:
        text = msg("something is wrong: {what}", what=broken[0].text)
        return _wrong(puzzle, position, text, broken[0].cells)
    if puzzle.is_solved(position):
        return Hint("solved", msg("nothing is left to do"))
    unsure = False
    if origin is not None:
        entry, known = _wrong_entry(puzzle, position, origin, Limits(time_s=time_s / 2), cancel)
        if entry is not None:
            return entry
        unsure = not known
    offers = puzzle.views(position)
    try:
        if CnfModel in offers:
            run = Run(limits, cancel=cancel)
            with run.current():
                found = _Search(puzzle, position, run, time_s).step()
            return replace(found, timed_out=found.timed_out or unsure)
        if StateSpace in offers or Construction in offers:
            found = _path_step(puzzle, position, limits, cancel)
            return replace(found, timed_out=found.timed_out or unsure)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
    return _timed_out(time_s)


def _timed_out(time_s: float) -> Hint:
    text = msg("no step was found in {seconds} s", seconds=f"{time_s:g}")
    return Hint("unknown", text, timed_out=True)


def _wrong(puzzle: Puzzle[Any, Any], position: object, text: Message, cells: Sequence[int]) -> Hint:
    return Hint("wrong", text, premises=_standing(puzzle, position, cells), difficulty=len(cells))


def _standing(puzzle: Puzzle[Any, Any], position: object, cells: Sequence[int]) -> tuple[Mark, ...]:
    """Return what stands in these cells."""
    values = _values(puzzle.scene(position))
    return tuple(Mark(c, value) for c in cells if (value := values[c]) is not None)


def _values(scene: Scene) -> list[int | str | None]:
    """Return what stands in each cell, as hints say it; None where nothing does."""
    return [_value(cell) for cell in scene.cells]


def _value(cell: SceneCell) -> int | str | None:
    if cell.role in (Role.MINE, Role.QUEEN):
        return str(cell.role.value)
    text: str = cell.text
    return int(text) if text.isdigit() else None


def _name(puzzle: Puzzle[Any, Any], position: object, cell: int) -> str:
    return cell_name(cell, puzzle.scene(position).width)


def _wrong_entry(
    puzzle: Puzzle[Any, Any],
    position: object,
    origin: object,
    limits: Limits,
    cancel: CancelToken | None,
) -> tuple[Hint | None, bool]:
    """Return the first entry that the given board's only solution contradicts.

    And whether that was looked for: False where it was not found out if there is just one.
    """
    result = solve(origin, question=Question.SOLUTION, limits=limits, cancel=cancel)
    if result.answer is None or not result.unique:
        return None, not puzzle.wants_unique or result.unique is False
    solved = result.answer.items[0].position
    boards = (_values(puzzle.scene(board)) for board in (position, solved, origin))
    for cell, (mine, right, given) in enumerate(zip(*boards, strict=True)):
        if mine is not None and mine != right and given is None:
            name = _name(puzzle, position, cell)
            text = msg("{cell} = {value} is wrong", cell=name, value=mine)
            wrong = Hint(
                "wrong",
                text,
                conclusions=(Mark(cell, mine, holds=False),),
                premises=(Mark(cell, mine),),
                difficulty=1,
            )
            return wrong, True
    return None, True


@dataclass(frozen=True, slots=True)
class _Known:
    """What was found out before any reason is looked for, as marks on the board.

    `solution` is None where there is none.
    """

    solution: frozenset[Mark] | None
    forced: frozenset[Mark]


class _Search:
    """Looks for the forced fact with the shortest reason, by one incremental solver."""

    def __init__(self, puzzle: Puzzle[Any, Any], position: Any, run: Run, time_s: float) -> None:
        self.puzzle, self.position, self.run, self.time_s = puzzle, position, run, time_s
        self.model: CnfModel[Any]
        self.solution: tuple[int, ...] = ()
        """The facts of one solution, as soon as there is one."""
        self.exact = registry.capability(puzzle.name, ProbabilityModel)
        self.probabilities: Probabilities | None = None

    def step(self) -> Hint:
        """Return what is wrong, the easiest forced step, or the best guess.

        Where sums take many clauses (a total over a large board), what is forced is found by the
        method that `auto` takes, and a reason first looked for among the other sums.
        """
        small = self._small_sums()
        if small is None:
            self.model = self._whole()
            return self._look() or self._guess()
        self.model = small
        known = self._known()
        if known is None:  # what a part of the sums forces is forced, whatever the rest says
            sure = self._look() or _timed_out(self.time_s)
            return replace(sure, timed_out=sure.technique != "wrong")
        acting = [fact for fact in self._facts(known.forced) if self._acts(fact)]
        found = self._look(acting)
        if found is not None:
            return found
        if known.solution is not None:
            self.solution = self._facts(known.solution)
            if not acting:
                return self._guess()
        try:
            self.model = self._whole()
            found = self._look(acting)
            assert found is not None
            return found
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
        if known.solution is None:
            return Hint("wrong", msg("something is wrong: there is no solution"))
        return self._without_reason(acting[0])

    def _whole(self) -> CnfModel[Any]:
        """Return all clauses, every given a premise of its own."""
        offer = self.puzzle.views(self.position)[CnfModel]
        options: dict[str, str | int] = {}
        if any(o.name == "givens" and "premises" in o.choices for o in offer.options):
            options["givens"] = "premises"
        model = offer.make(**options)
        assert isinstance(model, CnfModel)
        return model

    def _small_sums(self) -> CnfModel[Any] | None:
        """Return the clauses of the sums that take few; None where all do."""
        offer = self.puzzle.views(self.position).get(CountModel)
        if offer is None:
            return None
        view = offer.make()
        assert isinstance(view, CountModel)
        sums = tuple(s for s in view.sums if not is_large(len(s.variables), s.total))
        return None if len(sums) == len(view.sums) else encode(replace(view, sums=sums))

    def _known(self) -> _Known | None:
        """Return what the method that `auto` takes says is forced; None where it takes long."""
        method = choose_method(self.position)
        offers = self.puzzle.views(self.position)
        kind = method.view_for(frozenset(offers))
        assert kind is not None
        share = (self.run.remaining_s() or self.time_s) / 2
        run = Run(Limits(time_s=max(0.001, share)), cancel=self.run.cancel)
        backbone = Backbone()
        try:
            with run.current():
                view = offers[kind].make()
            method.backbone(view, run, backbone)
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
            return None
        finally:
            self.run.compiled(run.compile_s, 0.0)  # that counts against no limit
        if run.report.incomplete or not method.complete:
            return None

        def marks(facts: Iterable[int]) -> frozenset[Mark]:
            return frozenset(mark for fact in facts for mark in view.decoder.marks(fact))

        solution = backbone.model
        return _Known(None if solution is None else marks(solution), marks(backbone.forced))

    def _facts(self, marks: frozenset[Mark]) -> tuple[int, ...]:
        """Return the facts of the clauses that say these marks."""
        literals = (x for v in range(1, self.model.primary + 1) for x in (v, -v))
        return tuple(
            x for x in literals if (said := self.model.decoder.marks(x)) and marks.issuperset(said)
        )

    def _look(self, forced: Sequence[int] | None = None) -> Hint | None:
        """Return what is wrong, or the easiest step that the clauses force; None without either.

        Parameters
        ----------
        forced
            The facts to look for reasons of; None where it is not known what is forced.
        """
        helper = next(m for m in registry.methods_for(self.position) if m.explains)
        with helper.session(self.run) as session:
            reasons = Reasons(self.model, session, self.run)
            first = session.solve(reasons.selectors)
            if first is None:
                families = reasons.why((), attempts=4) or ()
                what, marks = self._reason(families)
                text = msg("something is wrong: these contradict each other: {what}", what=what)
                if len(what) == 1:
                    text = msg(
                        "something is wrong: this rules every solution out: {what}", what=what[0]
                    )
                return Hint("wrong", text, premises=marks, difficulty=len(what))
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
                    if cores and self._late():
                        break
                elif forced is None:
                    candidates = [x for x in candidates if other(abs(x)) == (x > 0)]
            return self._easiest(reasons, sorted(cores)) if cores else None

    def _late(self) -> bool:
        """Return whether the time for shorter reasons is over."""
        return self.run.elapsed_s() > _SHARE * self.time_s

    def _without_reason(self, fact: int) -> Hint:
        decoder = self.model.decoder
        step = msg("{marks}", marks=tuple(map(decoder.word, decoder.marks(fact))))
        reason = msg("it holds in every solution; why was not found in time")
        return Hint(
            "forced",
            msg("{step}: {reason}", step=step, reason=reason),
            conclusions=decoder.marks(fact),
            move=decoder.moves((fact,))[0],
            reason=reason,
        )

    def _acts(self, fact: int) -> bool:
        """Return whether entering the fact changes the board."""
        return bool(self.model.decoder.moves((fact,)))

    def _tries(self, fact: int) -> bool:
        """Return whether the fact is a step to try where nothing is known."""
        return any(map(self.puzzle.is_progress, self.model.decoder.moves((fact,))))

    def _easiest(self, reasons: Reasons, cores: list[tuple[int, int]]) -> Hint:
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
        conclusions = self.model.decoder.marks(chosen)
        step = msg("{marks}", marks=tuple(self.model.decoder.word(mark) for mark in conclusions))
        text = msg("{step} because {why}", step=step, why=why) if why else step
        return Hint(
            "forced",
            text,
            conclusions=conclusions,
            premises=marks,
            difficulty=len(why),
            move=self.model.decoder.moves((chosen,))[0],
            reason=msg("it follows from {why}", why=why) if why else None,
        )

    def _reason(self, families: Sequence[int]) -> tuple[tuple[Message, ...], tuple[Mark, ...]]:
        """Return the premises of these families in words, and as marks on the board.

        A premise that is nothing to be seen in its cell (a blocked square) is marked as the fact
        that it says, which its one clause of one literal is.
        """
        wanted = {i: p for i in families if (p := self.model.families[i].premise) is not None}
        values = _values(self.puzzle.scene(self.position))
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
        """Nothing is forced: the fact to try, by exact chances where they can be counted."""
        decoder = self.model.decoder
        counted_all = self._chances()
        facts = self.solution if counted_all is None else counted_all[0]
        options = [fact for fact in sorted(facts, key=abs) if self._tries(fact)]
        if not options and counted_all is None:
            return replace(_timed_out(self.time_s), timed_out=False)
        if not options:
            return Hint("unknown", msg("nothing is forced, and there is no step to try"))
        if counted_all is not None:
            return self._best_guess(options, *counted_all)
        best = options[0]
        return Hint(
            "a_solution",
            msg(
                "nothing is forced; {step} is part of a solution",
                step=decoder.word(decoder.marks(best)[0]),
            ),
            conclusions=decoder.marks(best),
            guess=True,
            move=decoder.moves((best,))[0],
            reason=msg("nothing is forced; what one solution has there is a guess"),
        )

    def _best_guess(self, options: Sequence[int], counted: Counter[int], total: int) -> Hint:
        decoder = self.model.decoder
        safest = max(options, key=lambda fact: (counted[fact], -abs(fact)))
        best = safest
        advice = self._advice()
        if advice is not None:
            cells = {decoder.marks(fact)[0].cell: fact for fact in reversed(options)}
            best = cells.get(advice.cell, safest)
        holds = Fraction(counted[best], total)
        numbers = {"part": counted[best], "all": total, "percent": _percent(holds)}
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
        chances = Chances(holds)
        if advice is not None:
            text = msg("{guess}; {note}", guess=text, note=advice.note)
            reason = msg("{guess}; {note}", guess=reason, note=advice.note)
            chances = Chances(holds, advice.win, advice.by)
        likely = Fraction(counted[safest], total)
        if _percent(likely) != _percent(holds):
            mark = decoder.marks(safest)[0]
            text = msg(
                "{guess}; most likely to hold: {step}, {percent} %",
                guess=text,
                step=decoder.word(mark),
                percent=_percent(likely),
            )
            chances = replace(chances, safest=mark, safest_holds=likely)
        return Hint(
            "best_chance",
            text,
            conclusions=decoder.marks(best),
            guess=True,
            move=decoder.moves((best,))[0],
            details=tuple(
                {
                    "cell": mark.cell,
                    "value": mark.value,
                    "holds": mark.holds,
                    "chance": str(Fraction(counted[f], total)),
                }
                for f in options
                for mark in decoder.marks(f)
            ),
            reason=reason,
            chances=chances,
        )

    def _advice(self) -> Guess | None:
        if self.exact is None or self.probabilities is None:
            return None
        try:
            return self.exact.best_guess(self.position, self.probabilities, self._rest())
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
            return None

    def _rest(self) -> Run:
        """Return a run for the time that is left."""
        remaining = self.run.remaining_s()
        return Run(Limits(time_s=max(0.05, remaining or 0.05)), cancel=self.run.cancel)

    def _marginals(self, exact: ProbabilityModel) -> tuple[Counter[int], int] | None:
        run = self._rest()
        try:
            self.probabilities = found = exact.probabilities(self.position, run)
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
            return None
        finally:
            self.run.compiled(run.compile_s, 0.0)
        if found is None:
            return None
        counted: Counter[int] = Counter()
        for variable in range(1, self.model.primary + 1):
            for fact in (variable, -variable):
                marks = self.model.decoder.marks(fact)
                chance = found.chance(marks[0].cell) if marks else None
                if chance is not None:
                    part = chance if marks[0].holds else 1 - chance
                    counted[fact] = int(part * found.layouts)
        return counted, found.layouts

    def _chances(self) -> tuple[Counter[int], int] | None:
        """Count all models, and for each fact those it holds in; None where they are many.

        Where the puzzle gives exact chances no model is listed; of a fact that speaks of no cell
        with a chance nothing is said.
        """
        if self.exact is not None:
            return self._marginals(self.exact)
        method = _counting_method(self.position)
        offer = self.puzzle.views(self.position)[CnfModel]
        view = offer.make()
        if method is None or not isinstance(view, CnfModel):
            return None
        counted: Counter[int] = Counter()
        total = 0
        run = self._rest()
        try:
            models = method.models(view, run)
            for model in islice(models, _COUNT_LIMIT):
                counted.update(model)
                total += 1
            if next(models, None) is not None:
                return None
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
            return None
        weight = view.multiplicity
        counted = Counter({fact: n * weight for fact, n in counted.items()})
        total *= weight
        for variable in view.free:  # in half of the layouts each
            counted[variable] = counted[-variable] = total // 2
        return counted, total


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f}"


def _counting_method(position: object) -> Method | None:
    fitting = registry.methods_for(position)
    watchable = [m for m in fitting if m.complete and CnfModel in m.views and m.emits]
    return watchable[0] if watchable else None


def _path_step(
    puzzle: Puzzle[Any, Any], position: Any, limits: Limits, cancel: CancelToken | None
) -> Hint:
    """Return the first move of a shortest path, else of a construction."""
    offers: Mapping[Any, Offer[Any]] = puzzle.views(position)
    details: tuple[Mapping[str, str | int], ...] = ()
    name, optimal = "", False
    if StateSpace in offers:
        space = offers[StateSpace].make()
        assert isinstance(space, StateSpace)
        result = solve(position, limits=limits, cancel=cancel)
        name, heuristic = next(iter(space.heuristics.items()))
        details = tuple(
            {
                "move": puzzle.format_move(position, space.decoder.moves((operator,))[0]),
                "g": cost,
                "h": heuristic.estimate(state),
                "f": cost + heuristic.estimate(state),
            }
            for operator, state, cost in space.successors(space.initial())
        )
        optimal = result.status is Status.SOLVED and result.optimal is True
    stage: Stage | None = None
    if not optimal and Construction in offers:
        builder = next(m for m in registry.methods_for(position) if Construction in m.views)
        result = solve(position, method=builder.name, limits=NO_LIMITS, cancel=cancel)
        rule = offers[Construction].make()
        assert isinstance(rule, Construction)
        stage = next(iter(rule.stages(Run(NO_LIMITS, cancel=cancel))), None)
    if result.answer is None or not result.answer.items[0].moves:
        text = msg("no step was found in time")
        return Hint("unknown", text, details=details, timed_out=True)
    moves = result.answer.items[0].moves
    first = puzzle.format_move(position, moves[0])
    counted = msg("1 move") if len(moves) == 1 else msg("{number} moves", number=len(moves))
    if optimal:
        text = msg(
            "{move}: it begins a shortest solution, {length} ({heuristic})",
            move=first,
            length=counted,
            heuristic=name,
        )
        reason = msg("a shortest solution takes {length}", length=counted)
    elif stage is not None:
        text = msg(
            "{move}: the next stage takes {aim}, in {steps} of {length}",
            move=first,
            aim=stage.aim,
            steps=stage.length,
            length=counted,
        )
        reason = msg(
            "the next stage takes {aim}, in {steps} of {length}",
            aim=stage.aim,
            steps=stage.length,
            length=counted,
        )
    else:
        reason = msg("no shortest solution was found in time; one of {length} is", length=counted)
        text = msg(
            "{move}: no shortest solution was found in time; this begins one of {length}",
            move=first,
            length=counted,
        )
    after = puzzle.apply(position, moves[0])
    boards = (_values(puzzle.scene(board)) for board in (position, after))
    changed = [
        Mark(cell, new)
        for cell, (old, new) in enumerate(zip(*boards, strict=True))
        if new != old and new is not None
    ]
    return Hint(
        "optimal_move" if optimal else "stage",
        text,
        conclusions=tuple(changed),
        difficulty=1,
        move=moves[0],
        details=details,
        reason=reason,
    )


def record(found: Hint, position: object, *, level: int = 4) -> dict[str, Any]:
    """Return the JSON object of a hint, with as much as the level tells.

    Level 0: whether something is wrong. 1: where to look (a row). 2: the cell. 3: the reason too.
    4: what to do.
    """
    puzzle = registry.puzzle_of(position)
    out: dict[str, Any] = {
        "notation": puzzle.format(position),
        "level": level,
        "technique": found.technique,
        "text": str(words(found, position, level)),
        "premises": [],
        "conclusions": [],
        "difficulty": found.difficulty,
    }
    if found.guess:
        out["guess"] = True
    if found.timed_out:
        out["timed_out"] = True
    wrong = found.technique == "wrong"
    if level >= 3 or (wrong and level >= 2):
        out["premises"] = [_mark(mark) for mark in found.premises]
    if level >= 4:
        out["conclusions"] = [_mark(mark) for mark in found.conclusions]
        if found.move is not None:
            out["move"] = puzzle.format_move(position, found.move)
        if found.details:
            out["details"] = [dict(row) for row in found.details]
        if found.chances is not None:
            out["chances"] = chances_record(found.chances)
    elif level >= 2:
        out["cells"] = [mark.cell for mark in found.conclusions]
    return out


def chances_record(chances: Chances) -> dict[str, Any]:
    """Return the JSON object of the chances of a guess; chances as "numerator/denominator"."""
    return {
        "holds": str(chances.holds),
        "win": None if chances.win is None else str(chances.win),
        "by": chances.by,
        "safest": None if chances.safest is None else _mark(chances.safest),
        "safest_holds": None if chances.safest_holds is None else str(chances.safest_holds),
    }


def words(found: Hint, position: object, level: int) -> Message:
    """Return the hint in words, as much of it as the level tells."""
    puzzle = registry.puzzle_of(position)
    wrong = found.technique == "wrong"
    if level == 0 and found.timed_out:
        return msg("time ran out before it was known whether something is wrong")
    if level == 0:
        return msg("something is wrong") if wrong else msg("nothing is wrong so far")
    if level >= 4 or not (found.conclusions or found.premises):
        return found.text
    where = (found.conclusions or found.premises)[0].cell
    name = _name(puzzle, position, where)
    if level == 1:
        return msg("look at row {row}", row=name[1:].split("c")[0])
    if level == 2:
        return msg("look at {cell}", cell=name)
    cells = tuple(_name(puzzle, position, cell) for cell in found.cells)
    if not cells:
        return msg("look at {cell}; nothing forces it", cell=name)
    return msg("look at {cell}, and at what stands in {cells}", cell=name, cells=cells)


def _mark(mark: Mark) -> dict[str, Any]:
    return {"cell": mark.cell, "value": mark.value, "holds": mark.holds}
