"""`gridwise puzzles`: the kinds of puzzle, the files they read and the questions they answer."""

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.language import named
from gridwise.cli.shared.terminal import Terminal
from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.solving.listing import puzzle_as_json


@takes_options()
def puzzles(*, json: bool = False) -> int:
    """List the kinds of puzzle."""
    terminal = Terminal(json=json)
    rows = []
    for puzzle in registry.puzzles().values():
        terminal.json_line(puzzle_as_json(puzzle))
        questions = tuple(named(question.value) for question in puzzle.questions)
        endings = " ".join(puzzle.extensions) or "-"
        rows.append((puzzle.name, named(puzzle.title), msg("{parts}", parts=questions), endings))
    terminal.table((msg("kind"), msg("title"), msg("questions"), msg("own endings")), rows)
    examples = [p.examples[0] for p in registry.puzzles().values() if p.examples]
    if examples:
        terminal.line()
        terminal.heading(msg("Try one:"))
        for notation in examples:
            terminal.line(f"  gridwise solve {notation}")
    return 0
