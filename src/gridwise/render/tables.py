"""Tables of results: as text for a terminal, as HTML for a document or a notebook."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gridwise.render.screen import Text, table
from gridwise.render.svg import escaped
from gridwise.render.words import Catalogue, in_heading, in_language, in_sentence, printable

_RIGHT = ' style="text-align: right"'
_LEFT = ' style="text-align: left"'
_MARKED = ' style="background: #fbdcd9; color: #1b2430"'
TEXT = 99
"""More columns of names than any table has."""


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
        The number of columns, from the left, that are names; the others are numbers, aligned right.
        `TEXT` of a table without numbers.
    notes
        Lines below the table.
    lead
        Sentences between the title and the table: its subject.
    key
        Lines between the table and the notes: the meaning of its short names.
    wrong
        Lines below the notes: warnings about the table.
    marked, strong
        The rows with something wrong; the rows that stand for several others.
    ids
        The subject of each row, for readers that look a row up.
    bars
        For each cell how much of the best value of its column it reaches, above 0 up to 1; None
        without a value to compare.
    """

    title: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    names: int = 1
    notes: tuple[Text, ...] = ()
    marked: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()
    lead: tuple[Text, ...] = ()
    key: tuple[Text, ...] = ()
    wrong: tuple[Text, ...] = ()
    ids: tuple[str, ...] = ()
    bars: tuple[tuple[float | None, ...], ...] = ()

    @property
    def numbers(self) -> range:
        """The columns of numbers."""
        return range(self.names, len(self.head))

    def lines(self, words: Callable[[Text], str] = str) -> Iterator[tuple[str, str]]:
        """Yield the lines of head and rows, each with its style; `words` translates."""
        head, rows = map(words, self.head), (map(words, row) for row in self.rows)
        lines = table(list(head), [list(row) for row in rows], right=self.numbers)
        for at, line in enumerate(lines, -1):
            bold = at < 0 or at in self.strong
            yield line, "bold red" if at in self.marked else "bold" if bold else ""

    def __str__(self) -> str:
        lines = [in_heading(self.title), *map(in_sentence, self.lead)]
        lines += [*(line for line, _ in self.lines()), *map(str, self.key)]
        lines += [*map(in_sentence, self.notes), *map(in_sentence, self.wrong)]
        return "\n".join(printable(line) for line in lines)

    def html(self, catalogue: Catalogue | None = None) -> str:
        """Return the table as HTML that needs no style sheet and no script."""
        columns = [_RIGHT if at in self.numbers else _LEFT for at in range(len(self.head))]
        head = [_said(text, catalogue) for text in self.head]
        rows = [[_said(cell, catalogue) for cell in row] for row in self.rows]
        body = html_rows(head, rows, marked=self.marked, columns=columns)
        title = escaped(in_heading(self.title, catalogue))
        lines = [escaped(_said(line, catalogue)) for line in self.key]
        lines += [escaped(in_sentence(note, catalogue)) for note in (*self.notes, *self.wrong)]
        notes = [f"<p{_LEFT}><small>{'<br>'.join(lines)}</small></p>"] if lines else []
        lead = "".join(f"<br>{escaped(in_sentence(said, catalogue))}" for said in self.lead)
        caption = f"<caption{_LEFT}><strong>{title}</strong>{lead}</caption>"
        return "\n".join(("<div>", "<table>", caption, *body, "</table>", *notes, "</div>"))


def _said(text: Text, catalogue: Catalogue | None) -> str:
    return in_language(text, catalogue)
