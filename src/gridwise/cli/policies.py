"""`gridwise policies`: who can play, of which puzzle, and what it can be told."""

from gridwise.cli.shared.params import Json, Kind
from gridwise.cli.shared.terminal import Terminal, table


def policies(*, puzzle: Kind = None, json: Json = False) -> int:
    """List the policies that play a game."""
    from gridwise.core import registry
    from gridwise.solving.listing import policy_record

    terminal = Terminal(json=json)
    kinds = list(registry.referees())
    if puzzle is not None:
        registry.puzzle(puzzle)
        kinds = [kind for kind in kinds if kind == puzzle]
    rows, notes = [], []
    for kind in kinds:
        known = registry.policies(kind)
        for policy in sorted(known.values(), key=lambda one: (-one.rank, one.name)):
            terminal.record(policy_record(kind, policy))
            guesses = "yes" if policy.guesses else "no"
            rows.append((policy.name, kind, guesses, policy.title))
            notes += [
                f"  --set {option.name}={option.default}  ({policy.name}) {option.text}"
                for option in policy.options
            ]
    head, *body = table(("policy", "puzzle", "guesses", "title"), rows)
    terminal.line(head, "bold")
    for line in body:
        terminal.line(line)
    if notes:
        terminal.line()
        terminal.line("Options, with their defaults", "bold")
        for line in notes:
            terminal.line(line)
    return 0
