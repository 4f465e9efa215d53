"""Tasks for somebody who plays: solving, turning through solutions, hints, is it right so far."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.puzzle import Question
from gridwise.core.result import Stop
from gridwise.render.words import forced_words, outcome
from gridwise.solving import check as checking
from gridwise.solving import hint as hints
from gridwise.solving.hint import stages
from gridwise.solving.instance import Instance
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import count, solve

if TYPE_CHECKING:
    from gridwise.workers.tasks.solving import Answer, Call

MOST_NTH = 100_000
"""How far solutions are turned to; each is reached by listing those before it."""
COUNT_S = 0.5
"""How long an exact number is looked for; then it is listed up to `LISTED`."""
LISTED = 10_000
"""The number that is named where there are more: "at least" so many."""
_KEPT = 64
_counts: OrderedDict[str, tuple[int, bool]] = OrderedDict()
"""What was counted last, by notation, so that turning does not count every time."""


def hint_stages(call: "Call") -> "Answer":
    """Return the next step with all its stages at once."""
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "origin")
    position = call.position()
    origin = None if call.args.get("origin") is None else call.position("origin")
    left = call.left_s()
    # Whether an entry is wrong is looked for apart, so that the whole may take half as long again.
    budget = hints.DEFAULT_S if left is None else min(hints.DEFAULT_S, left / 2)
    with call.measured():
        found = stages.staged(
            position, origin=_same(position, origin), time_s=budget, cancel=call.cancel
        )
    return Answer(stages.as_json(found, position))


def check(call: "Call") -> "Answer":
    """Return whether what was entered so far is part of a solution."""
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "origin")
    position = call.position()
    origin = None if call.args.get("origin") is None else call.position("origin")
    left = call.left_s()
    budget = checking.DEFAULT_S if left is None else min(checking.DEFAULT_S, 0.9 * left)
    with call.measured():
        found = checking.check(
            position, origin=_same(position, origin), time_s=budget, cancel=call.cancel
        )
    return Answer(checking.as_json(found))


def answer(call: "Call") -> "Answer":
    """Return what `solve` answers to the puzzle's first question, with words for a page.

    The record of `solve`, and: `said` is the outcome as a message, `board_notation` the board of
    the answer, null without one.
    """
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "method", "options")
    position, options = call.position(), call.options()
    puzzle, time_s = registry.puzzle_of(position), call.left_s()
    with call.measured():
        result = solve(
            position,
            method=call.text("method", "auto"),
            limits=call.limits(),
            cancel=call.cancel,
            progress=call.progress,
            options=options,
        )
    call.compiled(result.statistics.compile_s)
    call.prepared(result.statistics.tables_s)
    items = () if result.answer is None else result.answer.items
    known = items if result.best is None else result.best.items
    forced = None
    if known and result.question == Question.FORCED.value:
        forced = forced_words(puzzle.scene(position), puzzle.scene(known[0].position))
    value = as_json(result)
    value["said"] = outcome(result, time_s=time_s, forced=forced).as_json()
    value["board_notation"] = puzzle.format(items[0].position) if items else None
    return Answer(value, result.stop.value)


def turn(call: "Call") -> "Answer":
    """Return the nth solution in the defined order, and how many there are.

    `exact` false says "at least". `board_notation` is null where there is no such solution, or it
    was not reached in time (`stop`; `said` has the words). `conflict` says which givens contradict
    each other. A method that does not find every solution knows no order: another one turns in its
    place, and `method` says which.
    """
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "nth", "method", "options")
    position, options = call.position(), call.options()
    puzzle = registry.puzzle_of(position)
    nth, method = call.whole("nth", 1) or 1, call.text("method", "auto")
    if method != "auto" and not Instance.of(position).choose(method).complete:
        method, options = "auto", {}
    if nth > MOST_NTH:
        raise ParameterError(f"solutions are turned to up to the {MOST_NTH:,}-th, not the {nth}-th")
    time_s = call.left_s()
    with call.measured():
        result = solve(
            position,
            method=method,
            nth=nth,
            limits=call.limits(),
            cancel=call.cancel,
            progress=call.progress,
            options=options,
        )
        items = () if result.answer is None else result.answer.items
        known = None if result.answer is None else result.answer.count
        if known is not None and known.exact:
            number, exact = known.number, True
        elif result.status.value == "UNSATISFIABLE":
            number, exact = 0, True
        elif result.stop is Stop.COMPLETED:
            number, exact = _counted(call, position)
        else:
            number, exact = 0, False
    value: dict[str, Any] = {
        "puzzle": puzzle.name,
        "notation": result.notation,
        "method": result.method,
        "nth": nth,
        "count": max(number, nth if items else 0),
        "exact": exact,
        "board_notation": puzzle.format(items[0].position) if items else None,
        "moves": [puzzle.format_move(position, move) for move in items[0].moves] if items else [],
        "stop": result.stop.value,
        "said": outcome(result, time_s=time_s).as_json(),
        "conflict": None,
    }
    if result.conflict is not None:
        reason, cells = result.conflict.text.as_json(), list(result.conflict.cells)
        value["conflict"] = {"message": reason, "cells": cells}
    return Answer(value, result.stop.value)


def _counted(call: "Call", position: Any) -> tuple[int, bool]:
    """Return how many solutions there are, and whether that is all of them."""
    key = registry.puzzle_of(position).format(position)
    if key in _counts:
        _counts.move_to_end(key)
        return _counts[key]
    number, exact = 0, False
    for most in (None, LISTED):
        left = call.left_s()
        limits = Limits(time_s=COUNT_S if left is None else min(COUNT_S, left), solutions=most)
        answer = count(position, limits=limits, cancel=call.cancel).answer
        if answer is not None and (answer.exact or most is not None):
            number, exact = answer.number, answer.exact
        if exact:
            break
    else:
        if call.cancel.is_set() or (left is not None and left < COUNT_S):
            return number, exact  # it was cut short: the next turn may know better
    _counts[key] = number, exact
    while len(_counts) > _KEPT:
        _counts.popitem(last=False)
    return number, exact


def _same(position: Any, origin: Any) -> Any:
    """Return the origin; refuse one of another puzzle or size."""
    if origin is None:
        return None
    puzzle = registry.puzzle_of(position)
    if registry.puzzle_of(origin) is not puzzle:
        raise ParameterError("the board as given is of another puzzle")
    shapes = [(scene.width, scene.height) for scene in map(puzzle.scene, (position, origin))]
    if shapes[0] != shapes[1]:
        raise ParameterError("the board as given has another size")
    return origin


TABLE = {"answer": answer, "turn": turn, "hint_stages": hint_stages, "check": check}
