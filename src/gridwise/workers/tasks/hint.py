"""Tasks about the next step on a board: a hint, its stages, and whether all is right so far."""

from dataclasses import dataclass
from typing import Annotated, Any

from gridwise.core.question import Arg
from gridwise.core.result import Stop
from gridwise.core.trace import Mark
from gridwise.questions.parameters import RuledOut
from gridwise.solving import check as checking
from gridwise.solving import hint as hints
from gridwise.solving.hint import stages
from gridwise.solving.hint.ruled_out import marks_of
from gridwise.solving.inputs import origin_error
from gridwise.solving.instance import Instance
from gridwise.workers.arguments import OnBoardSince
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class StagesArguments(OnBoardSince):
    """A board in play, with the facts that the player's notes rule out."""

    ruled_out: RuledOut = ""

    def marks(self, position: object) -> tuple[Mark, ...]:
        """Return the facts that are ruled out, as marks that do not hold."""
        return marks_of(self.ruled_out, Instance.of(position)) if self.ruled_out else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HintArguments(StagesArguments):
    """As `gridwise hint`."""

    level: Annotated[int, Arg("How much it tells, from 0 to 4.", least=0, most=4)] = 4


def hint(call: Call, args: HintArguments) -> TaskAnswer:
    """Return the record of `gridwise hint`."""
    position, origin = args.position(), args.origin_position()
    wrong = origin_error(position, origin)
    if wrong is not None:
        raise wrong
    with call.measured():
        staged = stages.staged(
            position,
            origin=origin,
            marks=args.marks(position),
            time_s=_time_s(call, hints.DEFAULT_S, 1),
            cpu_s=call.left_cpu_s(),
            cancel=call.cancel,
        )
    return _answer(staged, stages.level_as_json(staged, position, level=args.level))


def hint_stages(call: Call, args: StagesArguments) -> TaskAnswer:
    """Return the next step with all its stages at once."""
    position, origin = args.positions()
    # The search for a wrong entry comes on top, so the whole may take half as long again.
    time_s = _time_s(call, hints.DEFAULT_S, 0.5)
    with call.measured():
        staged = stages.staged(
            position, origin=origin, marks=args.marks(position), time_s=time_s, cancel=call.cancel
        )
    return _answer(staged, stages.as_json(staged, position))


def _answer(found: stages.Staged, record: dict[str, Any]) -> TaskAnswer:
    stop = found.hint.stop
    return TaskAnswer(None, stop.value) if stop is Stop.CANCELLED else TaskAnswer(record)


def check(call: Call, args: OnBoardSince) -> TaskAnswer:
    """Return whether the entries on the board are part of a solution."""
    position, origin = args.positions()
    time_s = _time_s(call, checking.DEFAULT_S, 0.9)
    with call.measured():
        checked = checking.check(position, origin=origin, time_s=time_s, cancel=call.cancel)
    return TaskAnswer(checking.as_json(checked))


def _time_s(call: Call, default_s: float, share: float) -> float:
    left = call.left_s()
    return default_s if left is None else min(default_s, share * left)


TASKS = (
    TaskKind("hint", HintArguments, hint, short=True),
    TaskKind("hint_stages", StagesArguments, hint_stages, short=True),
    TaskKind("check", OnBoardSince, check, short=True),
)
