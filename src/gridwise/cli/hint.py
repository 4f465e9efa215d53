"""`gridwise hint`: the next step and its reason."""

from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.boards import answer_boards, needed
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
from gridwise.cli.shared.options import Inputs, completer, natural, refused
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import GridwiseError, InputError
from gridwise.core.limits import time_or
from gridwise.core.message import msg
from gridwise.core.registry import techniques
from gridwise.core.result import Stop
from gridwise.questions.hint import hint as asked_hint
from gridwise.solving import heuristics
from gridwise.solving.hint import DEFAULT_S
from gridwise.solving.hint.ruled_out import as_text, marks_of
from gridwise.solving.hint.shown import show
from gridwise.solving.hint.stages import level_as_json, staged
from gridwise.solving.inputs import Item, origin_error, read_inputs
from gridwise.solving.instance import Instance


def _level(kind: object, tokens: object) -> int:
    value: int = natural(kind, tokens)  # type: ignore[arg-type]  # the parser's own types
    if value > 4:
        raise ValueError(refused(msg("a level from 0 to 4"), str(value)))
    return value


@takes_options(asked_hint)
def hint(
    *inputs: Inputs,
    level: Annotated[
        int,
        Parameter(
            name="--level",
            metavar="0..4",
            help="How much to reveal: 0 whether something is wrong, 1 where to look, 2 the "
            "technique, 3 the reason, 4 (the default) the step.",
            converter=_level,
            show_default=False,
            completer=completer(lambda: "01234"),
        ),
    ] = 4,
    origin: str | None = None,
    ruled_out: str | None = None,
    puzzle: str | None = None,
    goal: str | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    ascii: bool = False,
    json: bool = False,
) -> int:
    """Show the next step from a board, and its reason."""
    needed(inputs)
    terminal = Terminal(json=json, ascii=ascii)
    start = None
    if origin is not None:
        first = next(read_inputs([origin], puzzle=puzzle))
        if first.entry.error is not None:
            raise first.entry.error
        terminal.board(first.place, first.entry.notes)
        start = first.entry.position

    def answer(item: Item) -> int:
        error = origin_error(item.entry.position, start, name="--origin")
        if error is not None:
            raise error
        kind, position = item.puzzle, item.entry.position
        assert kind is not None
        instance = Instance.of(position, kind)
        budget = time_or(time_s, cpu_s, DEFAULT_S)
        try:
            marks = () if ruled_out is None else marks_of(ruled_out, instance)
        except InputError as wrong:
            what = msg("{option}: {what}", option="--ruled-out", what=wrong.message)
            raise InputError(what) from wrong
        found = staged(
            instance, origin=start, marks=marks, time_s=budget, cpu_s=cpu_s, cancel=cancel
        )
        values = heuristics.heuristics_of_path(instance, cancel=cancel) if level >= 4 else {}
        also = {"heuristics": heuristics.as_json(values)} if values else {}
        value = level_as_json(found, instance, level=level)
        terminal.json_line({"index": item.index, **value, **also})
        if not json:
            show(
                terminal, found, instance, level=level, origin=start, ruled_out=marks, values=values
            )
        step = found.hint
        if level >= 4 and step.move is None and step.technique in techniques(kind.name):
            on = as_text([*marks, *step.conclusions], kind.scene(position).width)
            terminal.line(msg("to go on from there: {option}", option=f"--ruled-out {on}"), "dim")
        if step.stop is Stop.CANCELLED:
            return CANCELLED
        late = step.timed_out if level == 0 else step.stop is Stop.TIME_LIMIT
        return LIMIT if late else ANSWERED

    with Cancel() as cancel:
        return answer_boards(
            terminal,
            inputs,
            puzzle,
            answer,
            goal=goal,
            cancel=cancel,
            reported=InputError,
            as_json=_error_as_json,
        )


def _error_as_json(error: GridwiseError, index: int) -> dict[str, Any]:
    return {"index": index, "error": str(error)}
