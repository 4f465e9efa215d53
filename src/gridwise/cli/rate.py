"""`gridwise rate`: how hard boards are."""

from typing import TYPE_CHECKING, Annotated

from gridwise.cli.shared.options import Ascii, Inputs, Json, Kind, amount, valued

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item

DEFAULT_S = 60.0

Models = Annotated[
    str | None,
    valued("--model", "NAMES", "Rate by these models only, separated by commas."),
]
Budget = Annotated[
    float | None,
    valued("--time", "S", "Time limit for each board and model, seconds; 60 by default.", amount),
]


def rate(
    *inputs: Inputs,
    model: Models = None,
    puzzle: Kind = None,
    time: Budget = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Rate the difficulty of boards by the measures of their puzzle."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, LIMIT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Limits
    from gridwise.solving.instance import Instance
    from gridwise.solving.rate import as_json, rate, show

    needed(inputs)
    terminal = Terminal(json=json, ascii=ascii)
    budget = DEFAULT_S if time is None else time
    names = None if model is None else model.replace(" ", "").split(",")

    def answer(item: "Item") -> int:
        instance = Instance.of(item.entry.position, item.puzzle)
        found = rate(instance, models=names, limits=Limits(time_s=budget), cancel=cancel)
        terminal.json_line({"index": item.index, **as_json(instance, found)})
        if not json:
            show(terminal, instance.puzzle.name, found, budget)
        return LIMIT if None in found.values() else ANSWERED

    with Cancel() as cancel:
        return answer_boards(terminal, inputs, puzzle, answer, cancel=cancel)
