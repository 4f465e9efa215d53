"""`gridwise heuristics`: the value of each heuristic on a board, side by side."""

from typing import TYPE_CHECKING

from gridwise.cli.shared.options import Ascii, Goal, Inputs, Json, Kind

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item


def heuristics(
    *inputs: Inputs,
    puzzle: Kind = None,
    goal: Goal = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Show the value of every heuristic on a board, and whether it is admissible."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.render import text
    from gridwise.solving.heuristics import as_json, show
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
        return answer_boards(terminal, inputs, puzzle, answer, goal=goal)
