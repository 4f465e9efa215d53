"""`gridwise heuristics`: what each heuristic says of a board, side by side."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Ascii, Inputs, Json, Kind

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.solving.heuristics import HeuristicValue


def heuristics(
    *inputs: Inputs, puzzle: Kind = None, ascii: Ascii = False, json: Json = False
) -> int:
    """Give the value of every heuristic of a board, and whether it is admissible."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import GridwiseError, UsageError
    from gridwise.core.limits import Interrupted
    from gridwise.render import text
    from gridwise.solving import heuristics as workbench
    from gridwise.solving.inputs import read_inputs
    from gridwise.solving.result_json import error_record

    if not inputs:
        raise UsageError("no input: name a file, a notation such as sliding:2x2:3,1,2,0, or -")
    terminal = Terminal(json=json, ascii=ascii)
    status = 0
    with Cancel() as cancel:
        for item in read_inputs(_params.unshielded(inputs), puzzle=puzzle):
            try:
                if item.entry.error is not None:
                    raise item.entry.error
                position = item.entry.position
                found = workbench.heuristics(position, cancel=cancel)
            except GridwiseError as error:
                terminal.error(str(error))
                terminal.record(error_record(error, index=item.index))
                status = max(status, error.exit_status)
                continue
            except Interrupted:
                return CANCELLED
            assert item.puzzle is not None
            terminal.record(
                {
                    "index": item.index,
                    "notation": item.puzzle.format(position),
                    "heuristics": workbench.record(found),
                }
            )
            if not json:
                terminal.drawing(text.draw(item.puzzle.scene(position), ascii=terminal.ascii))
                show(terminal, found)
    terminal.flush()
    return status


def show(terminal: "Terminal", found: Mapping[str, "HeuristicValue"]) -> None:
    """Print the table, and the commands that the missing tables need."""
    from gridwise.cli.shared.terminal import table
    from gridwise.render.words import in_words

    rows = [
        (
            name,
            "-" if one.value is None else str(one.value),
            "yes" if one.admissible else "no",
            "yes" if one.consistent else "no",
            in_words(one.text),
        )
        for name, one in found.items()
    ]
    head = ("heuristic", "h", "admissible", "consistent", "what it estimates")
    for at, line in enumerate(table(head, rows, right=(1,))):
        terminal.line(line, "" if at else "bold")
    for name, one in found.items():
        if one.needs is not None:
            terminal.line(f"{name} needs `gridwise {one.needs}`", "dim")
    if all(one.value is None and one.needs is None for one in found.values()):
        terminal.line("no value: the goal cannot be reached")
