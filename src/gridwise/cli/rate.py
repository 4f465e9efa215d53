"""`gridwise rate`: how hard boards are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from gridwise.cli.shared.options import (
    Ascii,
    Cpu,
    Goal,
    Inputs,
    Json,
    Kind,
    flag,
    names,
    time_limit,
)
from gridwise.core import registry
from gridwise.core.limits import time_limits

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item

DEFAULT_S = 60.0


def _models() -> Iterable[str]:
    from gridwise.core.capabilities import Ratings

    kinds = (registry.capability(kind, Ratings) for kind in registry.puzzles())
    return (name for ratings in kinds if ratings is not None for name in ratings.models)


Models = Annotated[
    tuple[str, ...] | None,
    names("--model", "A,B", "Rate by these models only.", _models),
]
Bench = Annotated[
    bool,
    flag(
        "--bench",
        "Show what the givens do instead: true candidates, givens not needed, nearest solutions.",
    ),
]
Budget = Annotated[
    float | None,
    time_limit("Time limit for each board and model, seconds; 60 by default, 5 with --bench."),
]


def rate(
    *inputs: Inputs,
    model: Models = None,
    bench: Bench = False,
    puzzle: Kind = None,
    goal: Goal = None,
    time: Budget = None,
    cpu: Cpu = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Rate the difficulty of boards by the measures of their puzzle."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT, NO_SOLUTION
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError, ParameterError
    from gridwise.core.message import msg
    from gridwise.core.result import Stop
    from gridwise.solving.instance import Instance
    from gridwise.solving.rate import as_json, lines, rate
    from gridwise.solving.setter import bench as setter

    needed(inputs)
    if bench and model is not None:
        raise ParameterError(msg("{a} and {b} exclude each other", a="--bench", b="--model"))
    terminal = Terminal(json=json, ascii=ascii)
    limits = time_limits(time, cpu, DEFAULT_S)

    def answer(item: "Item") -> int:
        instance = Instance.of(item.entry.position, item.puzzle)
        try:
            found = rate(instance, models=model, limits=limits, cancel=cancel)
        except InputError as error:
            raise item.at_its_place(error) from error
        terminal.json_line({"index": item.index, **as_json(instance, found)})
        if not json:
            for line in lines(instance.puzzle.name, found, limits, model):
                terminal.line(line)
        if found.stop is Stop.CANCELLED:
            return CANCELLED
        return LIMIT if None in found.values() else ANSWERED

    def on_bench(item: "Item") -> int:
        position = item.entry.position
        found = setter.bench_board(position, time_s=time, cpu_s=cpu, cancel=cancel)
        notation = Instance.of(position, item.puzzle).puzzle.format(position)
        terminal.json_line({"index": item.index, "notation": notation, **found.as_json()})
        for line in setter.lines(found):
            terminal.line(line)
        if found.stopped:
            return CANCELLED if found.stop is Stop.CANCELLED else LIMIT
        return ANSWERED if found.solutions.number else NO_SOLUTION

    with Cancel() as cancel:
        asked = on_bench if bench else answer
        return answer_boards(terminal, inputs, puzzle, asked, goal=goal, cancel=cancel)
