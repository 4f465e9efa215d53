"""Tasks about the next step on a board: a hint, its stages, and whether all is right so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from gridwise.core.errors import ParameterError
from gridwise.core.trace import Mark
from gridwise.solving import check as checking
from gridwise.solving import hint as hints
from gridwise.solving.hint import stages
from gridwise.solving.inputs import origin_error
from gridwise.workers.arguments import Name, OnBoardSince
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class HintArguments(OnBoardSince):
    """As `gridwise hint`."""

    level: Annotated[int, Arg("How much it tells, from 0 to 4.", least=0, most=4)] = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StagesArguments(OnBoardSince):
    """A board in play, with what the player's notes rule out."""

    ruled_out: Annotated[
        dict[Name, Name],
        Arg("What is ruled out: by number of the cell, values with spaces.", most_remote=2500),
    ] = field(default_factory=dict)

    def marks(self) -> tuple[Mark, ...]:
        """Return what is ruled out, as marks that do not hold."""
        try:
            return tuple(
                Mark(int(cell), int(value) if value.isdigit() else value, holds=False)
                for cell, values in self.ruled_out.items()
                for value in values.split()
            )
        except ValueError:
            raise ParameterError("ruled_out takes numbers of cells and values") from None


def ruled_out(marks: Iterable[Mark]) -> dict[str, str]:
    """Return the argument `ruled_out` for marks that do not hold."""
    found: dict[str, str] = {}
    for mark in marks:
        before = found.get(str(mark.cell))
        found[str(mark.cell)] = f"{before} {mark.value}" if before else str(mark.value)
    return found


def hint(call: Call, args: HintArguments) -> TaskAnswer:
    """Return the record of `gridwise hint`."""
    position, origin = args.position(), args.origin_position()
    wrong = origin_error(position, origin)
    if wrong is not None:
        raise wrong
    with call.measured():
        found = stages.staged(
            position, origin=origin, time_s=_time_s(call, hints.DEFAULT_S, 1), cancel=call.cancel
        )
    return TaskAnswer(stages.level_as_json(found, position, level=args.level))


def hint_stages(call: Call, args: StagesArguments) -> TaskAnswer:
    """Return the next step with all its stages at once."""
    position, origin = args.positions()
    # The search for a wrong entry comes on top, so the whole may take half as long again.
    time_s = _time_s(call, hints.DEFAULT_S, 0.5)
    with call.measured():
        found = stages.staged(
            position, origin=origin, marks=args.marks(), time_s=time_s, cancel=call.cancel
        )
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
    TaskKind("hint_stages", StagesArguments, hint_stages),
    TaskKind("check", OnBoardSince, check),
)
