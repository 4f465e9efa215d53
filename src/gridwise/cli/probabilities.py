"""`gridwise probabilities`: how likely each covered cell is to hold a mine."""

from typing import TYPE_CHECKING

from gridwise.cli.shared.options import Ascii, Cpu, Inputs, Json, Kind, Memory, Time, limits_of

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item


def probabilities(
    *inputs: Inputs,
    puzzle: Kind = None,
    time: Time = None,
    cpu: Cpu = None,
    memory: Memory = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Compute the exact mine probability of every covered cell."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import exit_status
    from gridwise.cli.shared.progress import ProgressLine
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import ParseError
    from gridwise.render.result_text import show
    from gridwise.solving import probabilities as chances

    needed(inputs, "minesweeper:2x1x1:--")
    terminal = Terminal(json=json, ascii=ascii)
    limits = limits_of(time, cpu, memory_mb=memory)
    line = ProgressLine(terminal)

    def answer(item: "Item") -> int:
        line.begin(chances.METHOD, limits.time_s)
        position = item.entry.position
        found = chances.probabilities(position, limits=limits, cancel=cancel, progress=line)
        terminal.clear()
        terminal.json_line(chances.as_json(found, index=item.index))
        if not json:
            show(terminal, found, limits=limits)
        return exit_status(found)

    with Cancel() as cancel:
        try:
            status = answer_boards(
                terminal, inputs, puzzle, answer, reported=ParseError, cancel=cancel
            )
        finally:
            terminal.clear()
    return status
