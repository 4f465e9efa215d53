"""`gridwise policies`: the policies that play a puzzle as a game, and their options."""

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.language import named
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.solving.listing import policies_of, policy_as_json


@takes_options()
def policies(*, puzzle: str | None = None, json: bool = False) -> int:
    """List the policies that play a game."""
    terminal = Terminal(json=json)
    yes, no = msg("yes"), msg("no")
    rows, notes = [], []
    for kind, policy in policies_of(puzzle):
        terminal.json_line(policy_as_json(kind, policy))
        rows.append((policy.name, kind, yes if policy.guesses else no, named(policy.title)))
        notes += [
            f"  --set {option.name}={option.default}  ({policy.name}) {named(option.text)}"
            for option in policy.options
        ]
    terminal.table((msg("policy"), msg("puzzle"), msg("guesses"), msg("title")), rows)
    if notes:
        terminal.line()
        terminal.heading(msg("Options, with their defaults"))
        for line in notes:
            terminal.line(line)
    return 0
