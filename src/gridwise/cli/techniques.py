"""`gridwise techniques`: the techniques that explain a puzzle, with their levels and ratings."""

from gridwise.cli.shared.options import Json, Kind
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg


def techniques(*, puzzle: Kind = None, json: Json = False) -> int:
    """List the techniques that explain a puzzle."""
    from gridwise.solving.listing import technique_as_json, techniques_of

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
