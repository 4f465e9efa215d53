"""The menu of `gridwise solve` on a terminal where no board is named: board and method."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gridwise.cli.shared.language import error_words, named, words
from gridwise.cli.shared.solve_request import EACH
from gridwise.cli.shared.terminal import Terminal, Text, table
from gridwise.core import registry
from gridwise.core.errors import InputError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.solving.inputs import load, read_text

_AUTO = "auto"
_LONGEST = 60
"""Characters of an example that are shown."""


def possible() -> bool:
    """Return whether a person can be asked: both streams are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(puzzle: str | None, method: str | None) -> tuple[tuple[str, ...], str] | None:
    """Ask for the inputs and a method; return None if the person leaves.

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
    terminal.heading(msg("Which board?"))
    shown = [text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..." for text in examples]
    rows: list[tuple[Text, ...]] = [(str(at), text) for at, text in enumerate(shown, 1)]
    rows += [("p", msg("paste a board or a notation")), ("f", msg("read a file"))]
    _list(terminal, rows)
    while True:
        answer = _answer(msg("board"))
        text, source = answer, "<text>"
        if not answer or (answer.isascii() and answer.isdigit()):
            at = int(answer[:6] or 0)
            if not 1 <= at <= len(examples):
                most = len(examples)
                terminal.error(
                    msg(
                        "found {answer}, expected 1 to {most}, p, f, a path or a board",
                        answer=repr(answer),
                        most=most,
                    )
                )
                continue
            text = examples[at - 1]
        elif answer == "p":
            terminal.line(msg("Paste it, and end with an empty line or Ctrl-D."))
            text = "\n".join(_pasted())
        elif answer == "f" or Path(answer).is_file():
            source = _answer(msg("file")) if answer == "f" else answer
        try:
            in_file = source != "<text>"
            found = list(_read(load(source, source) if in_file else text, puzzle, source))
            notations = tuple(kind.format(position) for kind, position in found)
            return (source,) if in_file else notations, [position for _, position in found]
        except InputError as error:
            terminal.error(error_words(error))


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
    terminal.heading(msg("Which method?"))
    names = [_AUTO, *(one.name for one in known), EACH]
    titles: list[Text] = [
        msg("the best that fits (just press Enter)"),
        *(named(one.title) for one in known),
        msg("all of these, one after the other"),
    ]
    _list(terminal, [(str(at), names[at], title) for at, title in enumerate(titles)])
    while True:
        answer = _answer(msg("method")) or _AUTO
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and int(answer[:6]) < len(names):
            return names[int(answer)]
        most = len(names) - 1
        terminal.error(
            msg(
                "found {answer}, expected a number from 0 to {most} or a name",
                answer=repr(answer),
                most=most,
            )
        )


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


def _answer(what: Message) -> str:
    return input(f"{words(what)}> ").strip()


def _list(terminal: Terminal, rows: Sequence[Sequence[Text]]) -> None:
    for line in table(rows[0], rows[1:], right=(0,)):
        terminal.line(f"  {line}")
