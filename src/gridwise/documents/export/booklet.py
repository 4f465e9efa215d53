"""What a document of boards holds, before it is put into any format."""

import math
from dataclasses import dataclass

from gridwise.core.scene import Scene
from gridwise.render.palette import Theme
from gridwise.render.shapes import CELL
from gridwise.render.svg import FONT, MARGIN, description, to_svg
from gridwise.render.words import Catalogue

BUNDLED_FONT = "DejaVu Sans Mono"
"""Comes with typst, so that pictures made of it look the same everywhere."""
GAP_MM = 6.0
"""Between boards on a page."""
CAPTION_MM = 9.0
"""Kept free below a board for its caption."""
TITLE_MM = 16.0
"""Kept free for the heading of the first page."""
SOLUTIONS_MM = 38.0
"""A solution is at least so wide,"""
CELL_MM = 3.2
"""and each of its cells, unless the page is too narrow."""
PAGE_MM, MARGIN_MM = (210.0, 297.0), (18.0, 20.0)
"""A4, and the margins beside and above."""
TEXT_MM = (PAGE_MM[0] - 2 * MARGIN_MM[0], PAGE_MM[1] - 2 * MARGIN_MM[1])
"""What the margins leave."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One board, with or without a drawing, and what is said about it.

    Parameters
    ----------
    number
        That of the board, 1-based; a solution has its board's.
    name
        What the drawing shows, in a few words.
    caption
        What is written below.
    scene
        The drawing, None where there is nothing to draw.
    catalogue
        The language of what is said of the drawing; English without one.
    """

    number: int
    name: str
    caption: str
    scene: Scene | None
    catalogue: Catalogue | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height of the drawing in its own units."""
        assert self.scene is not None
        width, height = self.scene.width * CELL, self.scene.height * CELL
        return width + 2 * MARGIN, height + 2 * MARGIN

    def svg(self, theme: Theme, *, font: str = FONT) -> str:
        """Return the drawing as SVG; its title says the number, so no two on a page are alike."""
        assert self.scene is not None
        title = f"{self.number}. {self.name}"
        return to_svg(self.scene, title=title, theme=theme, font=font, catalogue=self.catalogue)

    @property
    def alt(self) -> str:
        """The drawing in words, for those who do not see it."""
        assert self.scene is not None
        return f"{self.name}. {description(self.scene, self.catalogue)}"


@dataclass(frozen=True, slots=True)
class Booklet:
    """Boards, then their solutions; every text in the reader's language already."""

    title: str
    solutions_title: str
    theme: Theme
    per_page: int
    boards: tuple[Figure, ...]
    solutions: tuple[Figure, ...]
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Layout:
    """How figures stand on a page: in how many columns and rows, each in how much room (mm).

    Small ones take no more of it than they need to be read.
    """

    across: int
    down: int
    width: float
    height: float
    small: bool = False

    @property
    def text_pt(self) -> int:
        """The size of captions."""
        return 8 if self.small or self.width < 45 else 10

    def size(self, figure: Figure) -> tuple[float, float]:
        """Return width and height of a drawing in its room, in millimetres."""
        width = min(self.width, _readable(figure)) if self.small else self.width
        scale = fitted(figure.shape, width, self.height)
        return figure.shape[0] * scale, figure.shape[1] * scale


def layout(booklet: Booklet) -> Layout:
    """Return the layout in which the boards are drawn largest."""
    width, height = TEXT_MM[0], TEXT_MM[1] - TITLE_MM
    shapes = [figure.shape for figure in booklet.boards if figure.scene is not None]

    def of(across: int) -> Layout:
        down = math.ceil(booklet.per_page / across)
        wide = (width - GAP_MM * (across - 1)) / across
        high = (height - GAP_MM * (down - 1)) / down - CAPTION_MM
        return Layout(across, down, wide, high)

    def worth(one: Layout) -> tuple[float, int]:
        sizes = (fitted(shape, one.width, one.height) * shape[0] for shape in shapes)
        return sum(sizes), -one.across

    return max(map(of, range(1, booklet.per_page + 1)), key=worth)


def solutions_layout(booklet: Booklet) -> Layout:
    """Return the layout of the solutions: as many columns as leave the largest readable."""
    drawn = [figure for figure in booklet.solutions if figure.scene is not None]
    widest = min(max(map(_readable, drawn), default=SOLUTIONS_MM), TEXT_MM[0])
    across = int((TEXT_MM[0] + GAP_MM) / (widest + GAP_MM))
    width = (TEXT_MM[0] - GAP_MM * (across - 1)) / across
    return Layout(across, 1, width, TEXT_MM[1] / 2, small=True)


def _readable(figure: Figure) -> float:
    """Return how wide a solution has to be."""
    assert figure.scene is not None
    return max(SOLUTIONS_MM, CELL_MM * figure.scene.width)


def fitted(shape: tuple[int, int], width: float, height: float) -> float:
    """Return by what a drawing is multiplied to fit, 0 where there is no room."""
    return max(0.0, min(width / shape[0], height / shape[1]))
