"""A booklet: boards to print, and their solutions beside them or at the end, as a document."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gridwise.core.message import msg
from gridwise.documents.model import (
    GAP_MM,
    LINE_MM,
    TEXT_MM,
    Block,
    Document,
    Figure,
    Gallery,
    Heading,
    PageGrid,
    Text,
    fitted,
    turned,
)
from gridwise.render.palette import Theme

SOLUTIONS_AT = ("end", "beside", "upside-down")
"""The places of solutions: small at the end, beside their boards, upside down at the end."""
CAPTION_MM = 9.0
"""The space below a board for its caption."""
TITLE_MM = 16.0
"""The space for the title on the first page."""
SOLUTION_MM, CELL_MM = 38.0, 3.2
"""The least width of a solution and of each of its cells, unless the page is too narrow."""
LETTER_MM = 1.5
"""The width of a letter in the lines below a solution."""


def booklet(
    title: Text,
    boards: Sequence[Figure],
    solutions: Sequence[Figure],
    *,
    theme: Theme,
    per_page: int,
    solution_at: str = "end",
    end: Iterable[Block] = (),
) -> Document:
    """Return boards, `per_page` of them on a page, their solutions and an end as a document.

    The pages lie on their side if that makes the boards larger.
    """
    shown, many = list(boards), per_page
    if solutions and solution_at == "beside":
        shown = [figure for pair in zip(boards, solutions, strict=True) for figure in pair]
        solutions, many = (), 2 * per_page
    step = many // per_page  # a board and its solution stay in one row
    grids = [
        (board_grid(shown, many, turned(TEXT_MM, landscape), step), landscape)
        for landscape in (False, True)
    ]
    grid, landscape = max(grids, key=lambda one: _total_width(shown, one[0]))
    blocks: list[Block] = [
        Gallery(tuple(shown[at : at + many]), grid, new_page=at > 0)
        for at in range(0, len(shown), many)
    ]
    if solutions:
        last = [replace(figure, upside_down=solution_at == "upside-down") for figure in solutions]
        blocks.append(Heading(msg("Solutions"), new_page=True))
        blocks.append(Gallery(tuple(last), solution_grid(last, turned(TEXT_MM, landscape))))
    return Document(title, (*blocks, *end), theme=theme, landscape=landscape)


def board_grid(
    figures: Sequence[Figure], many: int, text_mm: tuple[float, float], step: int = 1
) -> PageGrid:
    """Return the grid that draws so many figures on a page largest.

    Its number of columns is a multiple of `step`.
    """
    width, height = text_mm[0], text_mm[1] - TITLE_MM
    below = CAPTION_MM + LINE_MM * max((len(figure.lines) for figure in figures), default=0)

    def grid(across: int) -> PageGrid:
        down = math.ceil(many / across)
        wide = (width - GAP_MM * (across - 1)) / across
        high = (height - GAP_MM * (down - 1)) / down - below
        return PageGrid(across, wide, high, down)

    grids = map(grid, range(step, many + 1, step))
    return max(grids, key=lambda one: (_total_width(figures, one), -one.across))


def _total_width(figures: Sequence[Figure], grid: PageGrid) -> float:
    shapes = (figure.shape for figure in figures if figure.scene is not None)
    return sum(fitted(shape, grid.width, grid.height) * shape[0] for shape in shapes)


def solution_grid(solutions: Sequence[Figure], text_mm: tuple[float, float]) -> PageGrid:
    """Return the grid with the most columns in which the largest solution is still readable."""
    width, height = text_mm
    columns = [figure.scene.width for figure in solutions if figure.scene is not None]
    lines = [line for figure in solutions for line in figure.lines]
    widest = max([SOLUTION_MM, *(CELL_MM * width for width in columns)])
    widest = min(max([widest, *(LETTER_MM * len(str(line)) for line in lines)]), width)
    across = int((width + GAP_MM) / (widest + GAP_MM))
    wide = (width - GAP_MM * (across - 1)) / across
    most = max((len(figure.lines) for figure in solutions), default=0)
    high = min(height / 2, height - TITLE_MM - CAPTION_MM - LINE_MM * most)
    return PageGrid(across, wide, high, cell_mm=CELL_MM, least_mm=SOLUTION_MM)
