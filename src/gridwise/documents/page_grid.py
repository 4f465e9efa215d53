"""The layout of figures on an A4 page: the size of the page, and of each figure's room."""

from dataclasses import dataclass

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
