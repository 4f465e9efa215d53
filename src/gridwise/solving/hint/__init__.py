"""The next step and its reason; it claims only what was found out.

`hint` finds it; `step` holds its type, `stages` tells it in stages.
"""

from collections.abc import Sequence
from dataclasses import fields, replace

from gridwise.core import registry
from gridwise.core.errors import NoSharedViewError
from gridwise.core.limits import CancelToken, Interrupted, Limits, part_of
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, Construction, Deduction, StateSpace
from gridwise.solving.hint.confirm import (
    Confirmation,
    confirmation,
    deduction,
    sound_step,
)
from gridwise.solving.hint.forced import ForcedSearch
from gridwise.solving.hint.path import path_step
from gridwise.solving.hint.step import Hint, cancelled, contents, name_of, timed_out
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve

__all__ = ["DEFAULT_S", "Hint", "hint"]

DEFAULT_S = 2.0
"""The time budget of one hint, seconds."""
_SHARE = 0.6
"""The share of the budget for named techniques; the rest is for forced facts by SAT."""


def hint(
    position: object,
    *,
    origin: object | None = None,
    marks: Sequence[Mark] = (),
    time_s: float = DEFAULT_S,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> Hint:
    """Return the next step from this board, the easiest that was found.

    First an error on the board, if there is one; else the easiest step of a named technique, its
    conclusions checked by SAT; else a forced fact with a minimal reason: the fewest premises from
    which it follows (by the core of the opposite assumption, shrunk by deletion, as long as time
    is left); if nothing is forced, the best guess, marked as a guess.

    Parameters
    ----------
    position
        The board with the entries so far, or its `Instance`.
    origin
        The board as given, if known: it tells entries from givens.
    marks
        The facts that the player has ruled out: marks that do not hold.
    time_s, cpu_s
        The budgets of time on the clock and of processor time, seconds.
    cancel
        A token that ends the search early.

    Returns
    -------
    Hint
        Sound: a `forced` conclusion holds in every solution of the position, and follows from
        the premises alone.

    Raises
    ------
    ParameterError, NoSharedViewError
        A budget that is not above 0; a position that no method can work on.
    """
    limits = Limits(time_s=time_s, cpu_s=cpu_s)
    instance = Instance.of(position)
    puzzle, offers = instance.puzzle, instance.offers
    broken = puzzle.violations(instance.position)
    if broken:
        text = msg("something is wrong: {what}", what=broken[0].text)
        return _wrong(instance, text, broken[0].cells, origin)
    if puzzle.is_solved(instance.position):
        return Hint("solved", msg("nothing is left to do"))
    if not offers:
        raise NoSharedViewError(msg("no method works on {puzzle}", puzzle=puzzle.name))
    if cancel is not None and cancel.is_set():
        return cancelled()
    unsure = False
    if origin is not None:
        half = Limits(time_s=time_s / 2, cpu_s=part_of(cpu_s, 0.5))
        entry, known = _wrong_entry(instance, origin, half, cancel)
        if entry is not None:
            return entry
        unsure = not known
    try:
        if CnfModel in offers:
            run = Run(limits, cancel=cancel)
            with run.current():
                found = _by_clauses(instance, run, time_s, origin, marks)
        elif StateSpace in offers or Construction in offers:
            found = path_step(instance, limits, cancel)
        else:
            return timed_out(time_s, cpu_s)
        return replace(found, timed_out=found.timed_out or unsure)
    except Interrupted as end:
        return cancelled() if end.stop is Stop.CANCELLED else timed_out(time_s, cpu_s)


def _by_clauses(
    instance: Instance, run: Run, time_s: float, origin: object | None, marks: Sequence[Mark]
) -> Hint:
    """Return the easiest step of a named technique, else a step that the clauses force."""
    if Deduction not in instance.offers:
        return ForcedSearch(instance, run, time_s).step()
    with confirmation(instance, run) as check:
        assert check is not None
        ended = False
        try:  # with a part of the time, so that there is always a step
            limits = Limits(
                time_s=_SHARE * (run.remaining_s() or time_s),
                cpu_s=part_of(run.remaining_cpu_s(), _SHARE),
            )
            inner = Run(limits, cancel=run.cancel)
            with inner.current():
                found = _technique_step(instance, inner, check, origin, marks)
        except Interrupted as end:
            if end.stop is Stop.CANCELLED:
                raise
            found, ended = None, True
        found = found or ForcedSearch(instance, run, time_s, check).step()
        return replace(found, timed_out=found.timed_out or ended)


def _technique_step(
    instance: Instance,
    run: Run,
    check: Confirmation,
    origin: object | None,
    marks: Sequence[Mark],
) -> Hint | None:
    """Return a wrong mark, or the easiest step of a named technique, or None."""
    if not check.solvable:
        return None
    if check.unique:
        wrong = next((mark for mark in marks if not check.holds(mark)), None)
        if wrong is not None:
            return _wrong_mark(instance, wrong)
    else:
        marks = [mark for mark in marks if check.holds(mark)]
    view = deduction(instance, origin=origin, marks=marks, unique=check.unique)
    step = sound_step(view, view.begin(), run, check)
    if step is None:
        return None
    moves = step.moves or view.moves((step,))
    given = {one.name: getattr(step, one.name) for one in fields(step)}
    title = registry.techniques(instance.puzzle.name)[step.technique].title
    return Hint(**given, move=moves[0] if moves else None, title=title, timed_out=not check.sure)


def _wrong_mark(instance: Instance, mark: Mark) -> Hint:
    """Return the hint that the player ruled out the right candidate."""
    name = name_of(instance.puzzle, instance.position, mark.cell)
    text = msg("{value} was ruled out in {cell}, but it belongs there", value=mark.value, cell=name)
    return Hint("wrong", text, premises=(mark,), difficulty=1)


def _wrong(
    instance: Instance, text: Message, cells: Sequence[int], origin: object | None = None
) -> Hint:
    """Return the hint that these cells contradict; it names one entry among givens as wrong."""
    values = contents(instance.puzzle.scene(instance.position))
    premises = tuple(Mark(c, value) for c in cells if (value := values[c]) is not None)
    entered: tuple[Mark, ...] = ()
    if origin is not None:
        given = contents(instance.puzzle.scene(origin))
        entered = tuple(replace(one, holds=False) for one in premises if given[one.cell] is None)
    only = entered if len(entered) == 1 else ()
    return Hint("wrong", text, conclusions=only, premises=premises, difficulty=len(cells))


def _wrong_entry(
    instance: Instance, origin: object, limits: Limits, cancel: CancelToken | None
) -> tuple[Hint | None, bool]:
    """Return the first entry that the given board's only solution contradicts.

    Also return whether that is known: False if uniqueness was not decided in time.
    """
    puzzle = instance.puzzle
    result = solve(origin, question=Question.SOLUTION, limits=limits, cancel=cancel)
    if result.answer is None or not result.unique:
        return None, not puzzle.wants_unique or result.unique is False
    solved = result.answer.items[0].position
    boards = (contents(puzzle.scene(board)) for board in (instance.position, solved, origin))
    for cell, (mine, right, given) in enumerate(zip(*boards, strict=True)):
        if mine is not None and mine != right and given is None:
            name = name_of(puzzle, instance.position, cell)
            wrong = Hint(
                "wrong",
                msg("{cell} = {value} is wrong", cell=name, value=mine),
                conclusions=(Mark(cell, mine, holds=False),),
                premises=(Mark(cell, mine),),
                difficulty=1,
            )
            return wrong, True
    return None, True
