"""The loop of a command over its boards: bad input is reported, and the others are answered."""

from collections.abc import Callable, Sequence
from typing import Any

from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED
from gridwise.cli.shared.language import error_words
from gridwise.cli.shared.options import unshielded
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import GridwiseError, ParseError, UnknownNameError, UsageError
from gridwise.core.message import msg
from gridwise.solving.inputs import Item, read_inputs
from gridwise.solving.result_json import error_as_json


def needed(inputs: Sequence[str], example: str = "sudoku:2x2:1...") -> None:
    """Raise `UsageError` where no input is named."""
    if not inputs:
        raise UsageError(
            msg("no input: name a file, a notation such as {example}, or -", example=example)
        )


def only_board(terminal: Terminal, source: str, puzzle: str | None) -> str:
    """Return the notation of the one board of an input; raise `ParseError` for none or several."""
    items = read_inputs([unshielded(source)], puzzle=puzzle)
    first = next(items)
    if first.entry.error is not None:
        raise first.entry.error
    second = next(items, None)
    if second is not None:
        found, line = msg("a second puzzle"), second.entry.line
        raise ParseError(found, msg("one puzzle"), source=second.source, line=line)
    terminal.board(first.place, first.entry.notes)
    assert first.puzzle is not None
    return first.puzzle.format(first.entry.position)


def answer_boards(
    terminal: Terminal,
    inputs: Sequence[str],
    puzzle: str | None,
    answer: Callable[[Item], int],
    *,
    reported: type[GridwiseError] = GridwiseError,
    as_json: Callable[..., dict[str, Any]] = error_as_json,
    cancel: Cancel | None = None,
    goal: str | None = None,
) -> int:
    """Answer the boards in turn and return the highest exit status.

    Parameters
    ----------
    puzzle
        The kind of the boards; by default it is read from each.
    answer
        Answers one board and returns its exit status.
    reported
        Errors of a board that are reported, while the others are still answered.
    as_json
        Makes the JSON object of such an error.
    cancel
        When it is set, no further board is answered.
    goal
        The goal of every board, in place of its own.
    """
    status = ANSWERED
    for item in read_inputs(inputs, puzzle=puzzle, goal=goal):
        terminal.board(item.place, item.entry.notes)
        try:
            if item.entry.error is not None:
                raise item.entry.error
            status = max(status, answer(item))
        except UnknownNameError:
            raise  # it is wrong for every board
        except reported as error:
            terminal.error(error_words(error))
            terminal.json_line(as_json(error, index=item.index))
            status = max(status, error.exit_status)
        if cancel is not None and cancel.is_set():
            return max(status, CANCELLED)
    return status
