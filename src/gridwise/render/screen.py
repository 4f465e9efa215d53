"""The target of a text for people: a terminal, or a collector of plain text."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from gridwise.core.message import Message
from gridwise.render.text import Line, plain
from gridwise.render.words import in_language, printable

Text = str | Message
"""A printed text; a message is put into the language of the screen."""
TEXT_WIDTH = 100
"""The columns of a text that does not go to a terminal."""


class Screen(Protocol):
    """A target of printed texts, line by line.

    Attributes
    ----------
    ascii
        Whether only ASCII can be shown.
    width
        The columns of a line.
    """

    ascii: bool
    width: int

    def line(self, text: Text = "", style: str = "") -> None:
        """Print a line, a message as a sentence; `style` is one of rich."""

    def heading(self, text: Text) -> None:
        """Print a heading: with a capital and no full stop."""

    def drawing(self, lines: Sequence[Line]) -> None:
        """Print a drawing."""

    def table(
        self, head: Sequence[Text], rows: Iterable[Sequence[Text]], *, right: Iterable[int] = ()
    ) -> None:
        """Print a table; `right` are the columns aligned right."""


class PlainScreen:
    """Collects printed texts as plain text, without colours.

    Parameters
    ----------
    width, ascii
        See `Screen`.
    catalogue
        The language; English without one.
    """

    def __init__(
        self,
        *,
        width: int = TEXT_WIDTH,
        ascii: bool = False,
        catalogue: Mapping[str, str] | None = None,
    ) -> None:
        self.width, self.ascii = width, ascii
        self._catalogue = catalogue
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """The printed text, without a newline at the end."""
        return "\n".join(self._lines)

    def line(self, text: Text = "", style: str = "") -> None:
        words = text.sentence(self._catalogue) if isinstance(text, Message) else self._words(text)
        safe = (printable(part) for part in words.split("\n"))
        self._lines += [plain_signs(part) if self.ascii else part for part in safe]

    def heading(self, text: Text) -> None:
        self.line(text.heading(self._catalogue) if isinstance(text, Message) else text)

    def drawing(self, lines: Sequence[Line]) -> None:
        self._lines.append(plain(lines))

    def table(
        self, head: Sequence[Text], rows: Iterable[Sequence[Text]], *, right: Iterable[int] = ()
    ) -> None:
        texts = [[self._words(cell) for cell in row] for row in (head, *rows)]
        for line in table(texts[0], texts[1:], right=right):
            self.line(line)

    def _words(self, text: Text) -> str:
        return in_language(text, self._catalogue)


def plain_signs(text: str) -> str:
    """Return a line with ASCII in place of the signs that join its parts."""
    return text.replace("→", "->").replace(" · ", " | ").replace("…", "...")


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> list[str]:
    """Return aligned lines: the head, then the rows, two spaces between the columns.

    `right` are the columns aligned right. No line ends in spaces.
    """
    body = [list(head), *(list(row) for row in rows)]
    sizes = [max(map(columns, column)) for column in zip(*body, strict=True)]
    rightward = set(right)
    out = []
    for row in body:
        cells = []
        for at, (text, size) in enumerate(zip(row, sizes, strict=True)):
            room = " " * (size - columns(text))
            cells.append(room + text if at in rightward else text + room)
        out.append("  ".join(cells).rstrip())
    return out


def columns(text: str) -> int:
    """Return the columns of a text in a terminal: a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )
