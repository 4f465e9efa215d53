"""The first move of a path to the goal: of a shortest path, else of a lesson's path."""

from collections.abc import Mapping
from typing import Any

from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Construction, Deduction, Stage, StateSpace
from gridwise.solving.hint.step import Hint, contents
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve


def path_step(instance: Instance, limits: Limits, cancel: CancelToken | None) -> Hint:
    """Return the first move of a shortest path, else of an explanation, else of a construction.

    The details have a row for each move: g, h and f by the default heuristic, and the value of
    every other heuristic that has its tables. A board that the rules can lead to the goal always
    has a step: an explanation and a construction search for nothing, and have no time limit.
    """
    puzzle, position, offers = instance.puzzle, instance.position, instance.offers
    details: tuple[Mapping[str, str | int], ...] = ()
    name, optimal = "", False
    if StateSpace in offers:
        space = offers[StateSpace].make()
        assert isinstance(space, StateSpace)
        result = solve(instance, limits=limits, cancel=cancel)
        name = next(iter(space.heuristics))
        details = _alternatives(instance, space)
        optimal = result.status is Status.SOLVED and result.optimal is True
    stage: Stage | None = None
    if not optimal:
        step = _explained(instance, cancel)
        if step is not None:
            return _lesson_hint(instance, step, details)
    if not optimal and Construction in offers:
        builder = next(m for m in instance.methods if Construction in m.views)
        result = solve(instance, method=builder, limits=NO_LIMITS, cancel=cancel)
        rule = offers[Construction].make()
        assert isinstance(rule, Construction)
        stage = next(iter(rule.stages(Run(NO_LIMITS, cancel=cancel))), None)
    if result.answer is None or not result.answer.items[0].moves:
        text = msg("no step was found in time")
        return Hint("unknown", text, details=details, timed_out=True, stop=result.stop)
    moves = result.answer.items[0].moves
    first = puzzle.format_move(position, moves[0])
    length = msg("1 move") if len(moves) == 1 else msg("{number} moves", number=len(moves))
    if optimal:
        text = msg(
            "{move}: the first move of a shortest solution of {length} ({heuristic})",
            move=first,
            length=length,
            heuristic=name,
        )
        reason = msg("a shortest solution takes {length}", length=length)
    elif stage is not None:
        words = {"aim": stage.aim, "steps": stage.length, "length": length}
        text = msg(
            "{move}: the next stage takes {aim}, in {steps} of {length}", move=first, **words
        )
        reason = msg("the next stage takes {aim}, in {steps} of {length}", **words)
    else:
        reason = msg("no shortest solution was found in time, but one of {length}", length=length)
        text = msg(
            "{move}: the first move of a solution of {length}; no shortest one was found in time",
            move=first,
            length=length,
        )
    return Hint(
        "optimal_move" if optimal else "stage",
        text,
        conclusions=_changed(instance, moves[0]),
        difficulty=1,
        move=moves[0],
        details=details,
        reason=reason,
    )


def _alternatives(
    instance: Instance, space: StateSpace[Any, Any]
) -> tuple[Mapping[str, str | int], ...]:
    """Return a row for each move: g, h and f, then the other heuristics without missing tables."""
    default, *others = (name for name in space.claims() if space.missing_tables(name) is None)
    run = Run(NO_LIMITS)
    estimates = {name: space.heuristic(name, run).estimate for name in (default, *others)}
    rows = []
    for operator, state, cost in space.successors(space.initial()):
        move = space.decoder.moves((operator,))[0]
        h = estimates[default](state)
        row: dict[str, str | int] = {
            "move": instance.puzzle.format_move(instance.position, move),
            "g": cost,
            "h": h,
            "f": cost + h,
        }
        rows.append(row | {name: estimates[name](state) for name in others})
    return tuple(rows)


def _explained(instance: Instance, cancel: CancelToken | None) -> Step | None:
    """Return the first step of an explanation that makes a move, or None."""
    if Deduction not in instance.offers:
        return None
    view = instance.offers[Deduction].make()
    assert isinstance(view, Deduction)
    step = view.next_step(view.begin(), Run(NO_LIMITS, cancel=cancel))
    return step if step is not None and step.moves else None


def _lesson_hint(
    instance: Instance, step: Step, details: tuple[Mapping[str, str | int], ...]
) -> Hint:
    """Return the first move of a step; with details if the search for a shortest path failed."""
    move, reason = step.moves[0], step.reason or step.text
    if details:
        reason = msg("{reason}; no shortest solution was found in time", reason=reason)
    name = instance.puzzle.format_move(instance.position, move)
    return Hint(
        "stage",
        msg("{move}: {reason}", move=name, reason=reason),
        conclusions=_changed(instance, move),
        premises=step.premises,
        difficulty=step.difficulty,
        move=move,
        details=details,
        reason=reason,
    )


def _changed(instance: Instance, move: Any) -> tuple[Mark, ...]:
    """Return the changes of a move on the board, as marks."""
    puzzle, before = instance.puzzle, instance.position
    boards = (contents(puzzle.scene(board)) for board in (before, puzzle.apply(before, move)))
    return tuple(
        Mark(cell, new)
        for cell, (old, new) in enumerate(zip(*boards, strict=True))
        if new != old and new is not None
    )
