"""`gridwise puzzles`: the kinds of puzzle, what they read and what can be asked."""

from gridwise.cli.shared.params import Json
from gridwise.cli.shared.terminal import Terminal, table


def puzzles(*, json: Json = False) -> int:
    """List the kinds of puzzle."""
    from gridwise.core import registry
    from gridwise.solving.listing import puzzle_record

    terminal = Terminal(json=json)
    rows = []
    for puzzle in registry.puzzles().values():
        terminal.record(puzzle_record(puzzle))
        rows.append(
            (
                puzzle.name,
                puzzle.title,
                ", ".join(question.value for question in puzzle.questions),
                " ".join(puzzle.extensions) or "-",
            )
        )
    head, *body = table(("kind", "title", "questions", "own endings"), rows)
    terminal.line(head, "bold")
    for line in body:
        terminal.line(line)
    examples = [p.examples[0] for p in registry.puzzles().values() if p.examples]
    if examples:
        terminal.line()
        terminal.line("Try one:", "bold")
        for notation in examples:
            terminal.line(f"  gridwise solve {notation}")
    return 0
