"""Tables of results: as text for a terminal, as HTML for a document or a notebook."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gridwise.core.message import Message
from gridwise.render.screen import PlainScreen, Screen, Text, table
from gridwise.render.svg import escaped
from gridwise.render.words import Catalogue

_RIGHT = ' style="text-align: right"'
_LEFT = ' style="text-align: left"'
_MARKED = ' style="background: #fbdcd9; color: #1b2430"'


def html_rows(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    marked: Collection[int] = (),
    mark: str = _MARKED,
    columns: Sequence[str] = (),
) -> Iterator[str]:
    """Yield the head and the body of a table in HTML; all texts are escaped.

    Parameters
    ----------
    head, rows
        The texts; the first cell of a row names it.
    marked, mark
        The rows that are marked, and the attribute that they get.
    columns
        The attributes of each column's cells.
    """
    styles = columns or [""] * len(head)
    cells = zip(head, styles, strict=True)
    first = "".join(f'<th scope="col"{style}>{escaped(text)}</th>' for text, style in cells)
    yield f"<thead><tr>{first}</tr></thead>\n<tbody>"
    for at, row in enumerate(rows):
        name = f'<th scope="row"{styles[0]}>{escaped(row[0])}</th>'
        rest = zip(row[1:], styles[1:], strict=True)
        values = "".join(f"<td{style}>{escaped(text)}</td>" for text, style in rest)
        yield f"<tr{mark if at in marked else ''}>{name}{values}</tr>"
    yield "</tbody>"


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of results with its title above and its notes below.

    Parameters
    ----------
    title
        One line.
    head, rows
        The texts of the cells.
    names
        How many columns, from the left, are names; the others are numbers, aligned right.
    notes
        Lines below the table.
    marked
        The rows that something is wrong with.
    """

    title: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1
    notes: tuple[Text, ...] = ()
    marked: frozenset[int] = frozenset()

    @property
    def numbers(self) -> range:
        """The columns of numbers."""
        return range(self.names, len(self.head))

    def show(self, screen: Screen) -> None:
        """Print it; a row that something is wrong with is red."""
        head = [str(text) for text in self.head]
        screen.line(self.title, "bold")
        for at, line in enumerate(table(head, self.rows, right=self.numbers)):
            style = "bold" if not at else "bold red" if at - 1 in self.marked else ""
            screen.line(line, style)
        for note in self.notes:
            screen.line(note, "dim")

    def __str__(self) -> str:
        screen = PlainScreen()
        self.show(screen)
        return screen.text

    def html(self, catalogue: Catalogue | None = None) -> str:
        """Return it as HTML that needs no style sheet and no script."""
        columns = [_RIGHT if at in self.numbers else _LEFT for at in range(len(self.head))]
        head = [_said(text, catalogue) for text in self.head]
        body = html_rows(head, self.rows, marked=self.marked, columns=columns)
        title = escaped(_said(self.title, catalogue))
        lines = [escaped(_said(note, catalogue)) for note in self.notes]
        notes = [f"<p{_LEFT}><small>{'<br>'.join(lines)}</small></p>"] if lines else []
        caption = f"<caption{_LEFT}><strong>{title}</strong></caption>"
        return "\n".join(("<div>", "<table>", caption, *body, "</table>", *notes, "</div>"))


def _said(text: Text, catalogue: Catalogue | None) -> str:
    return text.words(catalogue) if isinstance(text, Message) else text
