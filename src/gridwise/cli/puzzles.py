"""`gridwise puzzles`: the kinds of puzzle, the files they read and the questions they answer."""

from gridwise.cli.shared.options import Json
from gridwise.cli.shared.terminal import Terminal


def puzzles(*, json: Json = False) -> int:
    """List the kinds of puzzle."""
    from gridwise.core import registry
    from gridwise.solving.listing import puzzle_as_json

    terminal = Terminal(json=json)
    rows = []
    for puzzle in registry.puzzles().values():
        terminal.json_line(puzzle_as_json(puzzle))
        questions = ", ".join(question.value for question in puzzle.questions)
        rows.append((puzzle.name, puzzle.title, questions, " ".join(puzzle.extensions) or "-"))
    terminal.table(("kind", "title", "questions", "own endings"), rows)
    examples = [p.examples[0] for p in registry.puzzles().values() if p.examples]
    if examples:
        terminal.line()
        terminal.line("Try one:", "bold")
        for notation in examples:
            terminal.line(f"  gridwise solve {notation}")
    return 0
