"""Tasks about the next step on a board: a hint, its stages, and whether all is right so far."""

from dataclasses import dataclass
from typing import Annotated

from gridwise.solving import check as checking
from gridwise.solving import hint as hints
from gridwise.solving.hint import stages
from gridwise.solving.inputs import origin_error
from gridwise.workers.arguments import OnBoardSince
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class HintArguments(OnBoardSince):
    """As `gridwise hint`."""

    level: Annotated[int, Arg("How much it tells, from 0 to 4.", least=0, most=4)] = 4


def hint(call: Call, args: HintArguments) -> TaskAnswer:
    """Return the record of `gridwise hint`."""
    position, origin = args.position(), args.origin_position()
    wrong = origin_error(position, origin)
    if wrong is not None:
        raise wrong
    with call.measured():
        found = hints.hint(
            position, origin=origin, time_s=_time_s(call, hints.DEFAULT_S, 1), cancel=call.cancel
        )
    return TaskAnswer(hints.as_json(found, position, level=args.level))


def hint_stages(call: Call, args: OnBoardSince) -> TaskAnswer:
    """Return the next step with all its stages at once."""
    position, origin = args.positions()
    # The search for a wrong entry comes on top, so the whole may take half as long again.
    time_s = _time_s(call, hints.DEFAULT_S, 0.5)
    with call.measured():
        found = stages.staged(position, origin=origin, time_s=time_s, cancel=call.cancel)
    return TaskAnswer(stages.as_json(found, position))


def check(call: Call, args: OnBoardSince) -> TaskAnswer:
    """Return whether the entries on the board are part of a solution."""
    position, origin = args.positions()
    time_s = _time_s(call, checking.DEFAULT_S, 0.9)
    with call.measured():
        found = checking.check(position, origin=origin, time_s=time_s, cancel=call.cancel)
    return TaskAnswer(checking.as_json(found))


def _time_s(call: Call, default_s: float, share: float) -> float:
    left = call.left_s()
    return default_s if left is None else min(default_s, share * left)


TASKS = (
    TaskKind("hint", HintArguments, hint),
    TaskKind("hint_stages", OnBoardSince, hint_stages),
    TaskKind("check", OnBoardSince, check),
)
