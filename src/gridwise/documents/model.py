"""The document model: reports and exported booklets as blocks, in no language and no format yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gridwise.core.formula import Formula
from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.documents.page_grid import TWO_COLUMNS, PageGrid
from gridwise.render.palette import LIGHT, Theme
from gridwise.render.shapes import CELL
from gridwise.render.svg import FONT, MARGIN, description, to_svg
from gridwise.render.words import Catalogue, in_language, in_sentence, printable

Text = Message | str
"""A message to translate, or a name that is the same in every language."""


def words(text: Text, catalogue: Catalogue) -> str:
    """Return a text in the catalogue's language, on one line."""
    return printable(in_language(text, catalogue))


def sentence(text: Text, catalogue: Catalogue) -> str:
    """Return a text of a paragraph in the catalogue's language, on one line."""
    return in_sentence(text, catalogue)


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
class DocumentTable:
    """A table with a head; the first column names the rows.

    `numbers` aligns the other columns right; the rows of `marked` are red.
    """

    caption: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    numbers: bool = True
    marked: frozenset[int] = field(default_factory=frozenset)


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


Block = Heading | Paragraph | Bullets | Formula | DocumentTable | Gallery


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover of a report: the lines below the title, and the sources of the report."""

    lines: tuple[Text, ...]
    source: Text


@dataclass(frozen=True, slots=True)
class Document:
    """A report or a booklet.

    Parameters
    ----------
    title, blocks
        The title, and the content.
    cover
        A report has a cover, a list of contents and numbered headings; a booklet has none of them.
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
        """Return the indices of the paragraphs that lead to a list, a formula or a command."""
        pairs = enumerate(zip(self.blocks, self.blocks[1:], strict=False))
        return frozenset(
            at
            for at, (one, other) in pairs
            if isinstance(one, Paragraph)
            and (
                isinstance(other, Bullets | Formula)
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
                case DocumentTable():
                    out += [block.caption, *block.head, *(x for line in block.rows for x in line)]
                case Gallery(figures):
                    out += [text for figure in figures for text in (figure.caption, *figure.lines)]
        return out
