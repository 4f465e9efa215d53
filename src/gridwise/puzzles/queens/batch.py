"""Counts the solutions of a board in parts, by splits of its rows or the first rows' queens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gridwise.core.capabilities import CountInParts
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens.engine.counting import (
    LEAST_JOINED,
    MOST_JOINED,
    SplitRange,
    count_range,
    split_ranges,
)
from gridwise.puzzles.queens.engine.search import queens_kernel
from gridwise.puzzles.queens.position import OccupiedLines, Position


@dataclass(frozen=True, slots=True)
class SubBoard:
    """A board with more queens, and the number of mirror images that it stands for."""

    position: Position
    weight: int = 1


def parts(position: Position, least: int) -> Sequence[SplitRange | SubBoard]:
    """Return the parts of a board's count.

    The empty board of 6 to 22 rows is cut as `engine.counting` counts it, any other by the queens
    of its first open rows: row by row until there are enough. Mirror images are counted once.
    """
    empty = not (position.queens or position.blocked)
    if empty and LEAST_JOINED <= position.n <= MOST_JOINED:
        return split_ranges(position.n, least)
    boards = [SubBoard(position)]
    while (
        position.peaceful
        and boards
        and len(boards) < least
        and len(boards[0].position.queens) < position.n
    ):
        boards = [further for board in boards for further in _next_row(board)]
    return boards


def count(part: SplitRange | SubBoard, run: Run) -> int:
    """Return the number of solutions of a part."""
    if isinstance(part, SplitRange):
        return count_range(part, run)
    into = ModelCount()
    view = queens_kernel(part.position)
    if not view.count_models(run, into):  # more rows than a word has bits: one by one
        into.number = sum(1 for _ in view.models(run))
    return part.weight * into.number


def _next_row(board: SubBoard) -> list[SubBoard]:
    """Return the boards with a queen in the first row without one.

    If the board is its own mirror image, a queen in the right half stands for one in the left.
    """
    position, n = board.position, board.position.n
    taken = {cell // n for cell in position.queens}
    row = next(row for row in range(n) if row not in taken)
    lines, blocked = OccupiedLines(n, position.queens), set(position.blocked)
    mirrored = all(
        {cell // n * n + n - 1 - cell % n for cell in cells} == set(cells)
        for cells in (position.queens, position.blocked)
    )
    boards = []
    for column in range((n + 1) // 2 if mirrored else n):
        cell = row * n + column
        if cell in blocked or lines.attacked(row, column):
            continue
        twice = mirrored and 2 * column != n - 1
        queens = tuple(sorted((*position.queens, cell)))
        further = replace(position, queens=queens)
        boards.append(SubBoard(further, board.weight * (2 if twice else 1)))
    return boards


PARTS = CountInParts(parts, count)
