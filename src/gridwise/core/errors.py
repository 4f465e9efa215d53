"""The one tree of errors. "No solution" and "gave up" are results, never errors.

::

    GridwiseError
    ├── InputError            exit 30: the input cannot be used
    │   ├── ParseError        at a line and a column: what was found, what was expected
    │   └── TooLargeError     over a stated limit, refused before it is read
    ├── UsageError            exit 2: the request makes no sense
    │   ├── UnknownNameError  no such puzzle, method or option; near names are suggested
    │   ├── ParameterError    a value that a parameter does not take
    │   └── NoSharedViewError this method cannot work on this puzzle
    ├── EndedEarlyError          exit 21: it was cancelled, or timed out, and made nothing
    └── Fault                 exit 31: a defect of Gridwise
        └── WrongAnswerError  a method's answer that the rules refuse
"""

import difflib
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from gridwise.core.message import Message, as_message, msg

MOVE = "<move>"
"""The source of a move that is typed."""
VALUES = "<values>"
"""The source of a board that is made of values; line and column are those of the values."""

Phrase = str | Message
"""A piece of the input, or words that can be translated."""


class GridwiseError(Exception):
    """Everything raised on purpose; `exit_status` is what the command line returns.

    `str()` of it is a sentence in English; `message` is for other languages, and to be put into
    another message.
    """

    exit_status: ClassVar[int] = 31

    @property
    def message(self) -> Message:
        """The error as a message; plain text is the same in every language."""
        first = self.args[0] if self.args else ""
        if isinstance(first, Message):
            return first
        return as_message(super().__str__())

    @property
    def placed(self) -> Message:
        """The error as a message that begins FILE:LINE:COLUMN if it has such a place."""
        return self.message

    def __str__(self) -> str:
        return self.placed.sentence()


def _told_shortly(error: GridwiseError) -> list[str]:
    """Return the lines that IPython shows of an error: the caller's own line, and the message.

    IPython looks for a method of the name `_render_traceback_`. Faults have none, so that they
    show the whole traceback.
    """
    package = str(Path(__file__).parents[1])
    ours = (package, "IPython", "<frozen")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not any(part in frame.filename for part in ours)]
    where = [f"line {frame.lineno}: {frame.line}" for frame in own[-1:]]
    return [*where, f"{type(error).__name__}: {error}"]


class InputError(GridwiseError):
    """Input that cannot be used."""

    exit_status = 30
    _render_traceback_ = _told_shortly


class ParseError(InputError):
    """A text that cannot be read, with the place of the error.

    Parameters
    ----------
    found, expected
        Short phrases for the text at that place and the text expected. The attributes are the
        English words; `phrases` holds both as they were given.
    source
        A file's name, `<stdin>` or `<text>`; `<move>` for a line that is typed while playing;
        `<values>` for a board of a list, an array or a dict.
    line, column
        Both 1-based; the column counts characters, or values.
    """

    def __init__(
        self,
        found: Phrase,
        expected: Phrase,
        *,
        source: str = "<text>",
        line: int = 1,
        column: int = 1,
    ) -> None:
        self.phrases = found, expected
        self.found, self.expected = str(found), str(expected)
        self.source, self.line, self.column = source, line, column
        super().__init__(self.found, self.expected, source, line, column)

    @property
    def message(self) -> Message:
        """The error as a message, with its line and column."""
        if self.source == MOVE:
            return self._difference
        found, expected = self.phrases
        if self.source == VALUES:
            return msg(
                "row {row}, column {column}: found {found}, expected {expected}",
                row=self.line,
                column=self.column,
                found=found,
                expected=expected,
            )
        return msg(
            "line {line}, column {column}: found {found}, expected {expected}",
            line=self.line,
            column=self.column,
            found=found,
            expected=expected,
        )

    @property
    def placed(self) -> Message:
        """The error as a message that begins FILE:LINE:COLUMN in every language."""
        if self.source == VALUES:
            return self.message
        place = f"{self.source}:{self.line}:{self.column}"
        return msg("{place}: {what}", place=place, what=self._difference)

    @property
    def _difference(self) -> Message:
        found, expected = self.phrases
        return msg("found {found}, expected {expected}", found=found, expected=expected)

    def __reduce__(self) -> tuple[object, ...]:
        place = (self.source, self.line, self.column)
        return (_parse_error, (type(self), *self.phrases, *place))


def _parse_error(
    kind: type[ParseError],
    found: Phrase,
    expected: Phrase,
    source: str,
    line: int,
    column: int,
) -> ParseError:
    return kind(found, expected, source=source, line=line, column=column)


class TooLargeError(ParseError):
    """An input over a stated limit, refused before it is read through."""


def either(names: Sequence[str]) -> Phrase:
    """Return names with "or" between them."""
    found: Phrase = names[0]
    for name in names[1:]:
        found = msg("{one} or {other}", one=found, other=name)
    return found


class UsageError(GridwiseError):
    """A request that makes no sense."""

    exit_status = 2
    _render_traceback_ = _told_shortly


class UnknownNameError(UsageError):
    """No such puzzle, method, view or option."""

    def __init__(self, what: Phrase, name: str, known: Iterable[str]) -> None:
        self.what, self.name, self.known = what, name, tuple(sorted(known))
        if isinstance(what, str):
            what = Message(what)  # a single word may stand in the catalogue
        near = difflib.get_close_matches(name, self.known, n=3, cutoff=0.6)
        if near:
            message = msg(
                "unknown {what} {name}; did you mean {near}?",
                what=what,
                name=repr(name),
                near=either(near),
            )
        else:
            known = self.known
            message = msg(
                "unknown {what} {name}; known: {known}", what=what, name=repr(name), known=known
            )
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownNameError, (self.what, self.name, self.known))


class ParameterError(UsageError):
    """A value that a parameter does not take."""


class NoSharedViewError(UsageError):
    """A method and a puzzle that have no view in common."""


class Fault(GridwiseError):  # noqa: N818  (the field says fault; it is not bad input)
    """A defect of Gridwise, not of the input."""


class WrongAnswerError(Fault):
    """A method's answer that the rules refuse: a defect in the method or the view."""
