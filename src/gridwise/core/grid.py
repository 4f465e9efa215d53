"""Cells of a grid: a 0-based row-major integer inside, `r1c1` in text for people."""

import re

_CELL = re.compile(r"r([1-9][0-9]{0,6})c([1-9][0-9]{0,6})", re.ASCII)


def cell_name(cell: int, width: int) -> str:
    """Return `r1c1` for cell 0."""
    return f"r{cell // width + 1}c{cell % width + 1}"


def parse_cell_name(text: str, width: int, height: int) -> int | None:
    """Return the cell that `r1c1` names, or None if this grid has no such cell."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    row, col = int(match[1]) - 1, int(match[2]) - 1
    return row * width + col if row < height and col < width else None


def neighbours(cell: int, width: int, height: int) -> tuple[int, ...]:
    """Return the up to eight cells around a cell, in row-major order."""
    row, col = divmod(cell, width)
    return tuple(
        r * width + c
        for r in range(max(0, row - 1), min(height, row + 2))
        for c in range(max(0, col - 1), min(width, col + 2))
        if (r, c) != (row, col)
    )
