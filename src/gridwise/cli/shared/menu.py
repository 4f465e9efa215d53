"""The menu of `gridwise solve` on a terminal where no board is named: board and method."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gridwise.cli.shared.solve_request import EACH
from gridwise.cli.shared.terminal import Terminal, table
from gridwise.core import registry
from gridwise.core.errors import InputError
from gridwise.core.puzzle import Puzzle
from gridwise.solving.inputs import load, read_text

_AUTO = "auto"
_LONGEST = 60
"""Characters of an example that are shown."""


def possible() -> bool:
    """Return whether a person can be asked: both streams are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(puzzle: str | None, method: str | None) -> tuple[tuple[str, ...], str] | None:
    """Ask for the inputs and a method; return None where the person leaves.

    Parameters
    ----------
    puzzle
        The kind of the boards, None for any.
    method
        The method where it is known already.
    """
    terminal = Terminal()
    try:
        inputs, positions = _boards(terminal, puzzle)
        return inputs, _method(terminal, positions) if method is None else method
    except (EOFError, KeyboardInterrupt):
        terminal.line()
        return None


def _boards(terminal: Terminal, puzzle: str | None) -> tuple[tuple[str, ...], list[Any]]:
    """Return the inputs, a path or notations, and the positions that they are."""
    kinds = [puzzle] if puzzle is not None else list(registry.puzzles())
    examples = [text for kind in kinds for text in registry.puzzle(kind).examples]
    terminal.line("Which board?", "bold")
    shown = [text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..." for text in examples]
    rows = [(str(at), text) for at, text in enumerate(shown, 1)]
    rows += [("p", "paste a board or a notation"), ("f", "read a file")]
    _list(terminal, rows)
    while True:
        answer = _answer("board")
        text, source = answer, "<text>"
        if not answer or (answer.isascii() and answer.isdigit()):
            at = int(answer[:6] or 0)
            if not 1 <= at <= len(examples):
                most = len(examples)
                terminal.error(f"found {answer!r}, expected 1 to {most}, p, f, a path or a board")
                continue
            text = examples[at - 1]
        elif answer == "p":
            terminal.line("Paste it, and end with an empty line or Ctrl-D.")
            text = "\n".join(_pasted())
        elif answer == "f" or Path(answer).is_file():
            source = _answer("file") if answer == "f" else answer
        try:
            in_file = source != "<text>"
            found = list(_read(load(source, source) if in_file else text, puzzle, source))
            notations = tuple(kind.format(position) for kind, position in found)
            return (source,) if in_file else notations, [position for _, position in found]
        except InputError as error:
            terminal.error(str(error))


def _read(text: str, puzzle: str | None, source: str) -> Iterator[tuple[Puzzle[Any, Any], Any]]:
    name = Path(source).name if source != "<text>" else ""
    for kind, entry in read_text(text, puzzle=puzzle, filename=name, source=source):
        if entry.error is not None:
            raise entry.error
        assert kind is not None
        yield kind, entry.position


def _method(terminal: Terminal, positions: Sequence[Any]) -> str:
    fitting = [{method.name for method in registry.methods_for(one)} for one in positions]
    known = [
        one for one in registry.methods_for(positions[0]) if all(one.name in s for s in fitting)
    ]
    terminal.line("Which method?", "bold")
    rows = [("0", _AUTO, "the best that fits (just press Enter)")]
    rows += [(str(at), one.name, one.title) for at, one in enumerate(known, 1)]
    rows.append((str(len(known) + 1), EACH, "all of these, one after the other"))
    _list(terminal, rows)
    names = [name for _, name, _ in rows]
    while True:
        answer = _answer("method") or _AUTO
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and int(answer[:6]) < len(names):
            return names[int(answer)]
        terminal.error(f"found {answer!r}, expected a number from 0 to {len(names) - 1} or a name")


def _pasted() -> Iterator[str]:
    """Yield the lines up to an empty one or the end of the input."""
    while True:
        try:
            line = input()
        except EOFError:
            return
        if not line.strip():
            return
        yield line


def _answer(what: str) -> str:
    return input(f"{what}> ").strip()


def _list(terminal: Terminal, rows: Sequence[Sequence[str]]) -> None:
    for line in table(rows[0], rows[1:], right=(0,)):
        terminal.line(f"  {line}")
