"""`gridwise techniques`: the techniques that explain a puzzle, with their levels and ratings."""

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.solving.listing import technique_as_json, techniques_of


@takes_options()
def techniques(*, puzzle: str | None = None, json: bool = False) -> int:
    """List the techniques that explain a puzzle."""
    terminal = Terminal(json=json)
    rows = []
    for kind, one in techniques_of(puzzle):
        terminal.json_line(technique_as_json(kind, one))
        ratings = ", ".join(f"{name} {value:g}" for name, value in one.ratings.items())
        rows.append((one.name, kind, one.level, ratings, one.title))
    terminal.table(
        (msg("technique"), msg("puzzle"), msg("level"), msg("ratings"), msg("title")), rows
    )
    return 0
