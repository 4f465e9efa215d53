"""Tables of cell texts: what the reader makes of a text before it knows a puzzle.

A puzzle's `interpret` takes a table and returns the boards that it can be. The evidence beside the
cells (rulings, gaps, a size, a number of mines) is kept with them, so that it decides, is named in
a note, or stops the reading.
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeVar

from gridwise.core.errors import ParseError, Phrase
from gridwise.core.message import Message
from gridwise.core.reading import TextLine

P = TypeVar("P")

Directive = tuple[str, TextLine, int]
"""What a line beside a table says, its line, and the offset of the text in it."""
GAP, THIN, HEAVY = 1, 2, 3
"""Weights of rulings: a gap or a blank line, a light line, and a heavy or double line."""


class Row(NamedTuple):
    """A row of a table; a string of cells if they stand side by side."""

    line: int
    """The line of the text, 1-based."""
    cells: Sequence[str]
    """The text of each cell, empty for a blank one."""
    columns: Sequence[int]
    """The offset in the line of each cell, and of the end."""
    bars: tuple[tuple[int, int], ...] = ()
    """The cells with a vertical line or a gap before them, each with its weight."""


@dataclass(slots=True)
class Table:
    """Rows of cells, and the evidence beside them.

    Parameters
    ----------
    source
        The name of the text, for errors.
    rows
        At least one.
    rulings
        The rows with a horizontal line or a blank line above them, each with its weight.
    directives
        What lines beside the table say: `mines`, `size`, `goal`; each a text and its place.
    outline
        The weight of a line around the table that no other line joins; 0 without one.
    title
        The nearest words above the table.
    part
        Its number among tables side by side, from 1.
    notes
        What was taken away from the text, in words.
    goal, solution
        The tables that the text calls so.
    """

    source: str
    rows: list[Row]
    rulings: dict[int, int] = field(default_factory=dict)
    directives: dict[str, Directive] = field(default_factory=dict)
    outline: int = 0
    title: str = ""
    notes: tuple[Message, ...] = ()
    part: int = 0
    goal: "Table | None" = None
    solution: "Table | None" = None

    @property
    def line(self) -> int:
        """The line of the first row."""
        return self.rows[0].line

    @property
    def width(self) -> int:
        """The commonest number of cells in a row."""
        widths = {len(row.cells) for row in self.rows}
        if len(widths) == 1:
            return widths.pop()
        return Counter(len(row.cells) for row in self.rows).most_common(1)[0][0]

    def here(self, row: int) -> TextLine:
        """Return the place of a row."""
        return TextLine(self.source, self.rows[row].line)

    def error(self, found: Phrase, expected: Phrase, row: int = 0, cell: int = 0) -> ParseError:
        """Return the error at a cell, or at the end of a row with fewer cells."""
        row = min(row, len(self.rows) - 1)
        columns = self.rows[row].columns
        at = columns[min(cell, len(columns) - 1)] if len(columns) else 0
        return self.here(row).error(found, expected, at)

    def of_rows(self, start: int, stop: int) -> "Table":
        """Return some of the rows as a table."""
        rulings = {at - start: weight for at, weight in self.rulings.items() if start < at < stop}
        return replace(self, rows=self.rows[start:stop], rulings=rulings)

    def bands(self) -> "list[Table]":
        """Return the tables of equal height between blank lines; itself if there are none."""
        height = even(sorted(self.rulings), len(self.rows))
        if height is None or height < 2 or set(self.rulings.values()) != {GAP}:
            return [self]
        parts = [self.of_rows(at, at + height) for at in range(0, len(self.rows), height)]
        return [parts[0], *(replace(part, directives={}) for part in parts[1:])]

    def reshaped(self, width: int) -> "Table":
        """Return the cells in rows of another width, without rulings."""
        only = self.rows[0]
        if len(self.rows) == 1 and isinstance(only.cells, str):
            parts = [
                Row(only.line, only.cells[at : at + width], only.columns[at : at + width + 1])
                for at in range(0, len(only.cells), width)
            ]
            return replace(self, rows=parts, rulings={})
        cells = [
            (row.line, text, row.columns[at])
            for row in self.rows
            for at, text in enumerate(row.cells)
        ]
        rows = []
        for start in range(0, len(cells), width):
            part = cells[start : start + width]
            columns = [column for _, _, column in part]
            end = columns[-1] + len(part[-1][1])
            rows.append(Row(part[0][0], [text for _, text, _ in part], [*columns, end]))
        return replace(self, rows=rows, rulings={})

    def edges(self) -> tuple[int, ...] | None:
        """Return the cells with the heaviest vertical lines before them, the same in every row.

        None if rows differ: the lines do not bound boxes.
        """
        return _heaviest({row.bars for row in self.rows})

    def levels(self) -> tuple[int, ...]:
        """Return the rows with the heaviest horizontal lines above them."""
        top = max(self.rulings.values(), default=0)
        return tuple(sorted(at for at, weight in self.rulings.items() if weight == top))

    @property
    def ruled(self) -> bool:
        """Whether lines or gaps divide the cells into boxes."""
        width, height = self.width, len(self.rows)
        edges = self.edges() or ()
        return (even(edges, width) or 1) > 1 or (even(self.levels(), height) or 1) > 1

    def first(self, signs: Container[str]) -> tuple[int, int] | None:
        """Return the row and the place in it of the first cell with one of these texts."""
        return next(
            (
                (at, cell)
                for at, row in enumerate(self.rows)
                for cell, text in enumerate(row.cells)
                if text in signs
            ),
            None,
        )

    def signs(self) -> Counter[str]:
        """Return how often each text of a cell occurs."""
        return Counter(text for row in self.rows for text in row.cells)


def _heaviest(bars: set[tuple[tuple[int, int], ...]]) -> tuple[int, ...] | None:
    top = max((weight for row in bars for _, weight in row), default=0)
    edges = {tuple(at for at, weight in row if weight == top) for row in bars}
    return edges.pop() if len(edges) == 1 else None


def even(edges: Sequence[int], count: int) -> int | None:
    """Return the distance of lines that divide `count` cells evenly, None if they do not."""
    step = edges[0] if edges else 0
    return step if step and count % step == 0 and [*edges] == [*range(step, count, step)] else None


@dataclass(frozen=True, slots=True)
class Reading(Generic[P]):
    """A board that a table can be.

    Parameters
    ----------
    line
        Where it begins, 1-based.
    position
        The board.
    doubt
        0 if hardly anything else looks so, 1 if the usual signs are used, 2 for an unusual form,
        3 if the board breaks the puzzle's own rules.
    notes
        The choices that the text left open, in words: what was taken, and how to say otherwise.
    """

    line: int
    position: P
    doubt: int = 1
    notes: tuple[Message, ...] = ()


BROKEN = 3
"""The doubt of a board that breaks the rules of its puzzle at once."""
