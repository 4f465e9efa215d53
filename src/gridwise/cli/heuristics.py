"""`gridwise heuristics`: the value of each heuristic on a board, side by side."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwise.cli.shared.options import Ascii, Inputs, Json, Kind

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.solving.heuristics import HeuristicValue
    from gridwise.solving.inputs import Item


def heuristics(
    *inputs: Inputs, puzzle: Kind = None, ascii: Ascii = False, json: Json = False
) -> int:
    """Show the value of every heuristic on a board, and whether it is admissible."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Interrupted
    from gridwise.render import text
    from gridwise.solving.heuristics import as_json
    from gridwise.solving.heuristics import heuristics as heuristics_of

    needed(inputs, "sliding:2x2:3,1,2,0")
    terminal = Terminal(json=json, ascii=ascii)

    def answer(item: "Item") -> int:
        position, kind = item.entry.position, item.puzzle
        assert kind is not None
        found = heuristics_of(position, cancel=cancel)
        terminal.json_line(
            {
                "index": item.index,
                "notation": kind.format(position),
                "heuristics": as_json(found),
            }
        )
        if not json:
            terminal.drawing(text.draw(kind.scene(position), ascii=terminal.ascii))
            show(terminal, found)
        return ANSWERED

    with Cancel() as cancel:
        try:
            status = answer_boards(terminal, inputs, puzzle, answer)
        except Interrupted:
            return CANCELLED
    return status


def show(terminal: "Terminal", found: Mapping[str, "HeuristicValue"]) -> None:
    """Print the table, and the commands that the missing tables need."""
    from gridwise.core.message import msg

    yes, no = msg("yes"), msg("no")
    rows = [
        (
            name,
            "-" if one.value is None else str(one.value),
            yes if one.admissible else no,
            yes if one.consistent else no,
            one.text,
        )
        for name, one in found.items()
    ]
    head = (
        msg("heuristic"),
        "h",
        msg("admissible"),
        msg("consistent"),
        msg("what it estimates"),
    )
    terminal.table(head, rows, right=(1,))
    for name, one in found.items():
        if one.needs is not None:
            command = f"gridwise {one.needs}"
            terminal.line(msg("{name} needs `{command}`", name=name, command=command), "dim")
    if all(one.value is None and one.needs is None for one in found.values()):
        terminal.line(msg("no value: the goal cannot be reached"))
