"""The first move of a path to the goal: of a shortest one, else of one that a rule builds."""

from collections.abc import Mapping

from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.core.views import Construction, Stage, StateSpace
from gridwise.solving.hint.step import Hint, contents
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve


def path_step(instance: Instance, limits: Limits, cancel: CancelToken | None) -> Hint:
    """Return the first move of a shortest path, else of a construction."""
    puzzle, position, offers = instance.puzzle, instance.position, instance.offers
    details: tuple[Mapping[str, str | int], ...] = ()
    name, optimal = "", False
    if StateSpace in offers:
        space = offers[StateSpace].make()
        assert isinstance(space, StateSpace)
        result = solve(instance, limits=limits, cancel=cancel)
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
        builder = next(m for m in instance.methods if Construction in m.views)
        result = solve(instance, method=builder, limits=NO_LIMITS, cancel=cancel)
        rule = offers[Construction].make()
        assert isinstance(rule, Construction)
        stage = next(iter(rule.stages(Run(NO_LIMITS, cancel=cancel))), None)
    if result.answer is None or not result.answer.items[0].moves:
        text = msg("no step was found in time")
        return Hint("unknown", text, details=details, timed_out=True)
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
    after = puzzle.apply(position, moves[0])
    boards = (contents(puzzle.scene(board)) for board in (position, after))
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
