"""Tasks of the play page: one solution in words for any language, and the n-th of all."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg
from gridwise.core.result import Stop
from gridwise.render.words import forced_words, outcome
from gridwise.solving.instance import Instance
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import count, solve
from gridwise.workers.arguments import AUTO, MethodName, OnBoard, Options
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind

MOST_NTH = 100_000
"""The largest n of `nth_solution`; a solution is reached by listing all before it."""
COUNT_S = 0.5
"""Seconds for an exact count; after them solutions are listed, up to `LISTED`."""
LISTED = 10_000
"""The number of solutions at which the listing ends and the answer says "at least"."""
_KEPT = 64
_counts: OrderedDict[str, tuple[int, bool]] = OrderedDict()
"""The latest counts by notation, so that going to another solution does not count again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerArguments(OnBoard):
    """Arguments of `answer`."""

    method: MethodName = AUTO
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NthArguments(AnswerArguments):
    """Arguments of `nth_solution`."""

    nth: Annotated[int, Arg(least=1, most=MOST_NTH)] = 1


def answer(call: Call, args: AnswerArguments) -> TaskAnswer:
    """Return what `solve` answers to the puzzle's first question, with words for a page.

    The record of `solve`, and: `said` is the outcome as a message, `board_notation` the board of
    the answer, null without one.
    """
    position = args.position()
    puzzle, limits = registry.puzzle_of(position), call.limits()
    with call.measured():
        result = solve(
            position,
            method=args.method,
            limits=call.limits(),
            cancel=call.cancel,
            progress=call.progress,
            options=args.options,
        )
    call.leave_out(result.statistics)
    items = () if result.answer is None else result.answer.items
    known = items if result.best is None else result.best.items
    forced = None
    if known and result.question == Question.FORCED.value:
        forced = forced_words(puzzle.scene(position), puzzle.scene(known[0].position))
    value = as_json(result)
    value["said"] = outcome(result, limits=limits, forced=forced).as_json()
    value["board_notation"] = puzzle.format(items[0].position) if items else None
    return TaskAnswer(value, result.stop.value)


def nth_solution(call: Call, args: NthArguments) -> TaskAnswer:
    """Return the n-th solution in the defined order, and how many there are.

    `exact` false says "at least". `board_notation` is null if there is no such solution, or it
    was not reached in time (`stop`; `said` has the words). `conflict` says which givens contradict
    each other. A method that does not find every solution knows no order: another one replaces it,
    and `method` says which.
    """
    position = args.position()
    puzzle = registry.puzzle_of(position)
    nth, method, options = args.nth, args.method, args.options
    if method != AUTO and not Instance.of(position).choose(method).complete:
        method, options = AUTO, {}
    limits = call.limits()
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
        "said": outcome(result, limits=limits).as_json(),
        "conflict": None,
    }
    if result.conflict is not None:
        reason, cells = result.conflict.text.as_json(), list(result.conflict.cells)
        value["conflict"] = {"message": reason, "cells": cells}
    return TaskAnswer(value, result.stop.value)


def _counted(call: Call, position: Any) -> tuple[int, bool]:
    """Return a number of solutions, and whether it is exact."""
    key = registry.puzzle_of(position).format(position)
    if key in _counts:
        _counts.move_to_end(key)
        return _counts[key]
    number, exact = 0, False
    for most in (None, LISTED):
        left = call.left_s()
        limits = Limits(time_s=COUNT_S if left is None else min(COUNT_S, left), solutions=most)
        counted = count(position, limits=limits, cancel=call.cancel).answer
        if counted is not None and (counted.exact or most is not None):
            number, exact = counted.number, counted.exact
        if exact:
            break
    else:
        if call.cancel.is_set() or (left is not None and left < COUNT_S):
            return number, exact  # cut short: a later call may count further
    _counts[key] = number, exact
    while len(_counts) > _KEPT:
        _counts.popitem(last=False)
    return number, exact


TASKS = (
    TaskKind("answer", AnswerArguments, answer),
    TaskKind("nth_solution", NthArguments, nth_solution),
)
