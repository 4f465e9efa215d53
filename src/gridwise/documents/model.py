"""The document model: reports and exported booklets as blocks, in no language and no format yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridwise.core.formula import Formula
from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.render.palette import LIGHT, Theme
from gridwise.render.shapes import CELL
from gridwise.render.svg import FONT, MARGIN, description, to_svg
from gridwise.render.tables import ResultTable
from gridwise.render.words import Catalogue, in_language, in_sentence, printable

Text = Message | str
"""A message to translate, or a name that is the same in every language."""


def words(text: Text, catalogue: Catalogue) -> str:
    """Return a text in the catalogue's language, on one line."""
    return printable(in_language(text, catalogue))


def sentence(text: Text, catalogue: Catalogue) -> str:
    """Return a text of a paragraph in the catalogue's language, on one line."""
    return in_sentence(text, catalogue)


def widths(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[float]:
    """Return the shares of a table's columns: the square root of their longest texts.

    A head counts by its longest word.
    """
    heads = (max(text.split() or [""], key=len) for text in head)
    columns = zip(heads, *rows, strict=True)
    return [max(2.5, min(8.0, max(map(len, column)) ** 0.5)) for column in columns]


PAGE_MM, MARGIN_MM = (210.0, 297.0), (18.0, 20.0)
"""A4, and the margins at the sides and at top and bottom."""
TEXT_MM = (PAGE_MM[0] - 2 * MARGIN_MM[0], PAGE_MM[1] - 2 * MARGIN_MM[1])
"""The page within its margins."""
LINE_MM = 4.2
"""The height of a line below a figure."""
GAP_MM = 6.0
"""The space between figures."""


def turned(size: tuple[float, float], landscape: bool) -> tuple[float, float]:
    """Return a size of the upright page as it is on a page that may lie on its side."""
    return size[::-1] if landscape else size


@dataclass(frozen=True, slots=True)
class PageGrid:
    """Columns of figures, each figure in a room of its own.

    Parameters
    ----------
    across
        The number of columns.
    width, height
        The room of each figure, millimetres; a drawing is made as large as fits.
    down
        The number of rows that share a page evenly; None lets the rows follow each other.
    cell_mm
        A drawing is at most so wide for each of its cells, and at least `least_mm`; None lets it
        fill its room.
    least_mm
        The least width of a drawing if `cell_mm` is set.
    """

    across: int
    width: float
    height: float
    down: int | None = None
    cell_mm: float | None = None
    least_mm: float = 0.0

    @property
    def text_pt(self) -> int:
        """The size of captions, points."""
        return 8 if self.cell_mm is not None or self.width < 45 else 10

    def size(self, shape: tuple[int, int], columns: int) -> tuple[float, float]:
        """Return the width and height of a drawing of this shape and so many cells across, mm."""
        width = self.width
        if self.cell_mm is not None:
            width = min(width, max(self.least_mm, self.cell_mm * columns))
        scale = fitted(shape, width, self.height)
        return shape[0] * scale, shape[1] * scale


TWO_COLUMNS = PageGrid(2, 60.0, 80.0)
ONE_COLUMN = PageGrid(1, 160.0, 230.0)


def fitted(shape: tuple[int, int], width: float, height: float) -> float:
    """Return the scale at which a shape fits into a room; 0 without room."""
    return max(0.0, min(width / shape[0], height / shape[1]))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the highest. `new_page` begins a page with it."""

    text: Text
    level: int = 1
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `strong` sets it in bold, `code` in the type of commands."""

    text: Text
    strong: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of points."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption, or the caption alone.

    Parameters
    ----------
    caption
        The text below the picture.
    name
        The subject of the picture, in a few words.
    scene
        A board, drawn by each writer in the document's colours.
    svg, png
        A picture from a file, in one form or both.
    number
        The number in bold before the caption.
    kind
        `board` or `solution`: the numbered figures of these two kinds link to each other.
    lines
        Further lines below the caption.
    upside_down
        Whether all of it is printed upside down.
    """

    caption: Text
    name: Text
    scene: Scene | None = None
    svg: str | None = None
    png: bytes | None = None
    number: int | None = None
    kind: str = ""
    lines: tuple[Text, ...] = ()
    upside_down: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether there is a picture."""
        return self.scene is not None or self.svg is not None or self.png is not None

    @property
    def shape(self) -> tuple[int, int]:
        """The width and height of the scene's drawing, in units of the SVG."""
        assert self.scene is not None
        width, height = self.scene.width * CELL, self.scene.height * CELL
        return width + 2 * MARGIN, height + 2 * MARGIN

    def width_mm(self, grid: PageGrid) -> float:
        """Return the width of the picture in a grid, millimetres."""
        return grid.width if self.scene is None else grid.size(self.shape, self.scene.width)[0]

    def title(self, catalogue: Catalogue) -> str:
        """Return the number and the name: no two drawings of a booklet have the same title."""
        name = words(self.name, catalogue)
        return name if self.number is None else f"{self.number}. {name}"

    def alt(self, catalogue: Catalogue) -> str:
        """Return the picture in words, for readers who cannot see it."""
        name = words(self.name, catalogue)
        return name if self.scene is None else f"{name}. {description(self.scene, catalogue)}"

    def drawn(self, catalogue: Catalogue, theme: Theme | None, font: str = FONT) -> str | None:
        """Return the picture as SVG, or None if it is in PNG alone or there is none."""
        if self.scene is None:
            return self.svg
        title = self.title(catalogue)
        theme = LIGHT if theme is None else theme
        return to_svg(self.scene, title=title, theme=theme, font=font, catalogue=catalogue)


@dataclass(frozen=True, slots=True)
class Gallery:
    """Figures side by side.

    Parameters
    ----------
    figures
        The figures, row by row.
    grid
        Their arrangement on a page.
    new_page
        Whether a page begins with it.
    """

    figures: tuple[Figure, ...]
    grid: PageGrid = TWO_COLUMNS
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class WritingSpace:
    """Empty lines for the reader's own words; in a word processor, a frame to type in."""

    lines: int


Block = Heading | Paragraph | Bullets | Formula | ResultTable | Gallery | WritingSpace


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover of a report: the lines below the title, and the sources of the report.

    `own_page` gives it a page of its own, with a list of contents; else the text begins below it.
    """

    lines: tuple[Text, ...]
    source: Text
    own_page: bool = True


@dataclass(frozen=True, slots=True)
class Document:
    """A report or a booklet.

    Parameters
    ----------
    title, blocks
        The title, and the content.
    cover
        A report has a cover and numbered headings; a booklet has none of them.
    date
        The day of its data, ISO 8601; empty without one.
    theme
        The colours; None leaves them to the reader's system.
    landscape
        Whether its pages lie on their side.
    """

    title: Text
    blocks: Sequence[Block]
    cover: Cover | None = None
    date: str = ""
    theme: Theme | None = None
    landscape: bool = False

    def leading(self) -> frozenset[int]:
        """Return the indices of the paragraphs that lead to what is no paragraph of text."""
        pairs = enumerate(zip(self.blocks, self.blocks[1:], strict=False))
        return frozenset(
            at
            for at, (one, other) in pairs
            if isinstance(one, Paragraph)
            and (
                isinstance(other, Bullets | Formula | WritingSpace)
                or (isinstance(other, Paragraph) and other.code)
            )
        )

    def figures(self) -> Iterator[tuple[Figure, PageGrid]]:
        """Yield every figure with its grid."""
        for block in self.blocks:
            if isinstance(block, Gallery):
                yield from ((figure, block.grid) for figure in block.figures)

    def texts(self) -> list[Text]:
        """Return every text of the document."""
        out: list[Text] = [self.title]
        if self.cover is not None:
            out += [*self.cover.lines, self.cover.source]
        for block in self.blocks:
            match block:
                case Heading(text) | Paragraph(text):
                    out.append(text)
                case Bullets(items):
                    out.extend(items)
                case ResultTable():
                    out += [block.title, *block.head, *(x for line in block.rows for x in line)]
                case Gallery(figures):
                    out += [text for figure in figures for text in (figure.caption, *figure.lines)]
        return out
