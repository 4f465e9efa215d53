"""`gridwise hint`: the next step and its reason."""

from typing import TYPE_CHECKING, Annotated, Any

from gridwise.cli.shared.options import (
    Ascii,
    Cpu,
    Goal,
    Inputs,
    Json,
    Kind,
    natural,
    refused,
    time_limit,
    valued,
)
from gridwise.core.limits import time_or
from gridwise.core.message import msg

if TYPE_CHECKING:
    from gridwise.core.errors import GridwiseError
    from gridwise.solving.inputs import Item


def _level(kind: object, tokens: object) -> int:
    value = natural(kind, tokens)  # type: ignore[arg-type]  # the parser's own types
    if value > 4:
        raise ValueError(refused(msg("a level from 0 to 4"), str(value)))
    return value


Level = Annotated[
    int | None,
    valued(
        "--level",
        "0..4",
        "How much to reveal: 0 whether something is wrong, 1 where to look, 2 the technique, "
        "3 the reason, 4 (the default) the step.",
        _level,
        values=lambda: "01234",
    ),
]
Origin = Annotated[
    str | None,
    valued("--origin", "INPUT", "The original board; cells that differ from it are your entries."),
]
RuledOut = Annotated[
    str | None,
    valued(
        "--ruled-out",
        "CELL=VALUE,...",
        "Values that you have ruled out already, such as r1c2=5,r3c4=7.",
    ),
]
Budget = Annotated[float | None, time_limit("Time limit for each board, seconds; 2 by default.")]


def hint(
    *inputs: Inputs,
    level: Level = None,
    origin: Origin = None,
    ruled_out: RuledOut = None,
    puzzle: Kind = None,
    goal: Goal = None,
    time: Budget = None,
    cpu: Cpu = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Show the next step from a board, and its reason."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError
    from gridwise.core.registry import techniques
    from gridwise.core.result import Stop
    from gridwise.solving import heuristics
    from gridwise.solving.hint import DEFAULT_S
    from gridwise.solving.hint.ruled_out import as_text, marks_of
    from gridwise.solving.hint.shown import show
    from gridwise.solving.hint.stages import level_as_json, staged
    from gridwise.solving.inputs import origin_error, read_inputs
    from gridwise.solving.instance import Instance

    needed(inputs)
    terminal = Terminal(json=json, ascii=ascii)
    wanted = 4 if level is None else level
    start = None
    if origin is not None:
        entry = next(iter(read_inputs([origin], puzzle=puzzle))).entry
        if entry.error is not None:
            raise entry.error
        start = entry.position

    def answer(item: "Item") -> int:
        error = origin_error(item.entry.position, start, name="--origin")
        if error is not None:
            raise error
        kind, position = item.puzzle, item.entry.position
        assert kind is not None
        instance = Instance.of(position, kind)
        budget = time_or(time, cpu, DEFAULT_S)
        try:
            marks = () if ruled_out is None else marks_of(ruled_out, instance)
        except InputError as wrong:
            what = msg("{option}: {what}", option="--ruled-out", what=wrong.message)
            raise InputError(what) from wrong
        found = staged(instance, origin=start, marks=marks, time_s=budget, cpu_s=cpu, cancel=cancel)
        values = heuristics.heuristics_of_path(instance, cancel=cancel) if wanted >= 4 else {}
        also = {"heuristics": heuristics.as_json(values)} if values else {}
        value = level_as_json(found, instance, level=wanted)
        terminal.json_line({"index": item.index, **value, **also})
        if not json:
            show(
                terminal,
                found,
                instance,
                level=wanted,
                origin=start,
                ruled_out=marks,
                values=values,
            )
        step = found.hint
        if wanted >= 4 and step.move is None and step.technique in techniques(kind.name):
            on = as_text([*marks, *step.conclusions], kind.scene(position).width)
            terminal.line(msg("to go on from there: {option}", option=f"--ruled-out {on}"), "dim")
        if step.stop is Stop.CANCELLED:
            return CANCELLED
        late = step.timed_out if wanted == 0 else step.stop is Stop.TIME_LIMIT
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


def _error_as_json(error: "GridwiseError", index: int) -> dict[str, Any]:
    return {"index": index, "error": str(error)}
