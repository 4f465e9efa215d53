"""`gridwise explain`: the steps that solve a board, each with its reason."""

from typing import TYPE_CHECKING, Annotated

from gridwise.cli.shared.options import (
    Ascii,
    Cpu,
    Goal,
    Inputs,
    Json,
    Kind,
    Time,
    limits_of,
    names,
)
from gridwise.core import registry

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item

Techniques = Annotated[
    tuple[str, ...] | None,
    names(
        "--techniques",
        "A,B",
        "Use only these techniques; `gridwise techniques` lists them.",
        lambda: (name for kind in registry.puzzles() for name in registry.techniques(kind)),
    ),
]


def explain(
    *inputs: Inputs,
    techniques: Techniques = None,
    puzzle: Kind = None,
    goal: Goal = None,
    time: Time = None,
    cpu: Cpu = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Explain a solution step by step, each step by the easiest technique."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT, NO_SOLUTION
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.result import Status, Stop
    from gridwise.solving.explain import as_json, explain, show
    from gridwise.solving.instance import Instance

    needed(inputs)
    terminal = Terminal(json=json, ascii=ascii)
    limits = limits_of(time, cpu)

    def answer(item: "Item") -> int:
        instance = Instance.of(item.entry.position, item.puzzle)
        found = explain(instance, techniques=techniques, limits=limits, cancel=cancel)
        terminal.json_line({"index": item.index, **as_json(found, instance)})
        if not json:
            show(terminal, found)
        if found.status is Status.UNSATISFIABLE:
            return NO_SOLUTION
        if found.stop is Stop.CANCELLED:
            return CANCELLED
        return ANSWERED if found.solved or found.guess is not None else LIMIT

    with Cancel() as cancel:
        return answer_boards(terminal, inputs, puzzle, answer, goal=goal, cancel=cancel)
