"""A booklet: boards to print, and their solutions at the end, as a document."""

import math
from collections.abc import Iterable, Iterator, Sequence

from gridwise.core.message import msg
from gridwise.documents.model import Block, Document, Figure, Gallery, Heading, Text
from gridwise.documents.page_grid import GAP_MM, TEXT_MM, PageGrid, fitted
from gridwise.render.palette import Theme

CAPTION_MM = 9.0
"""Kept free below a board for its caption."""
TITLE_MM = 16.0
"""Kept free for the title on the first page."""
SOLUTION_MM, CELL_MM = 38.0, 3.2
"""The least width of a solution and of each of its cells, unless the page is too narrow."""


def booklet(
    title: Text,
    boards: Sequence[Figure],
    solutions: Sequence[Figure],
    *,
    theme: Theme,
    per_page: int,
    end: Iterable[Block] = (),
) -> Document:
    """Return boards, `per_page` of them on a page, their solutions and an end as a document."""

    def blocks() -> Iterator[Block]:
        grid = board_grid(boards, per_page)
        for at in range(0, len(boards), per_page):
            yield Gallery(tuple(boards[at : at + per_page]), grid, new_page=at > 0, kind="board")
        if solutions:
            yield Heading(msg("Solutions"), new_page=True)
            yield Gallery(tuple(solutions), solution_grid(solutions), kind="solution")
        yield from end

    return Document(title, tuple(blocks()), theme=theme)


def board_grid(boards: Sequence[Figure], per_page: int) -> PageGrid:
    """Return the grid in which so many boards on a page are drawn largest."""
    width, height = TEXT_MM[0], TEXT_MM[1] - TITLE_MM
    shapes = [figure.shape for figure in boards if figure.scene is not None]

    def grid(across: int) -> PageGrid:
        down = math.ceil(per_page / across)
        wide = (width - GAP_MM * (across - 1)) / across
        high = (height - GAP_MM * (down - 1)) / down - CAPTION_MM
        return PageGrid(across, wide, high, down)

    def total_width(one: PageGrid) -> tuple[float, int]:
        widths = (fitted(shape, one.width, one.height) * shape[0] for shape in shapes)
        return sum(widths), -one.across

    return max(map(grid, range(1, per_page + 1)), key=total_width)


def solution_grid(solutions: Sequence[Figure]) -> PageGrid:
    """Return the grid with the most columns in which the largest solution can still be read."""
    columns = [figure.scene.width for figure in solutions if figure.scene is not None]
    widest = min(max([SOLUTION_MM, *(CELL_MM * each for each in columns)]), TEXT_MM[0])
    across = int((TEXT_MM[0] + GAP_MM) / (widest + GAP_MM))
    width = (TEXT_MM[0] - GAP_MM * (across - 1)) / across
    return PageGrid(across, width, TEXT_MM[1] / 2, cell_mm=CELL_MM, least_mm=SOLUTION_MM)
