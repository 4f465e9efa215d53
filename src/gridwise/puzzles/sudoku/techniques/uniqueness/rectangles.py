"""Rectangles of four cells in two boxes that two digits can fill in two ways.

If the four cells hold only these digits and none is a given, they can be swapped, and the board
has a second solution. So a board with one solution never ends so. Without boxes every rectangle
is such a one.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gridwise.core.message import Message, msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry, mask_of
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.wording import (
    Candidate,
    Label,
    cell_names,
    digit_names,
    make_step,
)


class Rectangle(NamedTuple):
    """Four cells: two of one box in a line, then the cells opposite each in the other box.

    The cell diagonal to corner i is corner 3 - i.
    """

    corners: tuple[int, int, int, int]
    cells: int


class Pattern(NamedTuple):
    """A rectangle and two digits that can be in all of its cells, one of which has no other."""

    rectangle: Rectangle
    digits: int
    bare: tuple[int, ...]
    """The cells with no other candidates."""
    rich: tuple[int, ...]
    """The cells with other candidates."""


@lru_cache(maxsize=4096)
def rectangles_at(shape: Shape, cell: int) -> tuple[Rectangle, ...]:
    """Return the rectangles whose first corner is this cell."""
    size, boxes = shape.size, bool(shape.boxes)
    row, column = divmod(cell, size)
    out = []
    for mate in (*range(row * size, (row + 1) * size), *range(column, size * size, size)):
        if mate == cell or (boxes and shape.box_of[mate] != shape.box_of[cell]):
            continue
        step = size if mate // size == row else 1
        start = column if step == size else row * size
        for opposite in range(start, start + size * step, step):
            if opposite != cell and not (boxes and shape.box_of[opposite] == shape.box_of[cell]):
                corners = (cell, mate, opposite, mate + opposite - cell)
                out.append(Rectangle(corners, mask_of(corners)))
    return tuple(out)


def patterns(grid: CandidateGrid) -> tuple[Pattern, ...]:
    """Return the rectangles of empty cells, one of them with just two candidates.

    The other cells need not have both digits still, but no digit on the board rules these out.
    """
    return _patterns(grid.shape, tuple(grid.candidates), tuple(grid.digits))


@lru_cache(maxsize=2)
def _patterns(
    shape: Shape, candidates: tuple[int, ...], digits_of: tuple[int, ...]
) -> tuple[Pattern, ...]:
    peers = geometry(shape).peers
    free = [mask_of(cell for cell, digit in enumerate(digits_of) if not digit)] * (shape.size + 1)
    for cell, digit in enumerate(digits_of):
        free[digit] &= ~peers[cell]
    seen: set[tuple[int, int]] = set()
    matches = []
    for cell, digits in enumerate(candidates):
        if digits.bit_count() != 2:
            continue
        room = -1
        for digit in bits(digits):
            room &= free[digit]
        for rectangle in rectangles_at(shape, cell):
            if rectangle.cells & ~room or (rectangle.cells, digits) in seen:
                continue
            seen.add((rectangle.cells, digits))
            corners = sorted(rectangle.corners)
            rich = tuple(corner for corner in corners if candidates[corner] & ~digits)
            bare = tuple(corner for corner in corners if not candidates[corner] & ~digits)
            matches.append(Pattern(rectangle, digits, bare, rich))
    return tuple(matches)


def opposite(pattern: Pattern, corner: int) -> int:
    """Return the cell diagonal to a corner."""
    corners = pattern.rectangle.corners
    return corners[3 - corners.index(corner)]


def deadly(grid: CandidateGrid, pattern: Pattern) -> Message:
    """Return why the rectangle cannot hold its two digits alone."""
    return msg(
        "{digits} alone in {cells} would give a second solution",
        digits=digit_names(pattern.digits),
        cells=cell_names(grid, pattern.rectangle.cells),
    )


def rectangle_step(
    grid: CandidateGrid,
    label: Label,
    pattern: Pattern,
    reason: Message,
    removed: Iterable[Candidate],
    *,
    second: Iterable[Candidate] = (),
    houses: Iterable[int] = (),
) -> Step:
    """Return the step of a pattern: its digits in the first colour, `second` in the other."""
    removed = tuple(removed)
    return make_step(
        grid,
        label,
        reason,
        removed=removed,
        first=[
            (corner, digit)
            for corner in sorted(pattern.rectangle.corners)
            for digit in bits(grid.candidates[corner] & pattern.digits)
            if (corner, digit) not in removed
        ],
        second=second,
        houses=houses,
    )


def distinct(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps, but none with the conclusions of an earlier one."""
    seen = set()
    for step in steps:
        key = frozenset(step.conclusions)
        if key not in seen:
            seen.add(key)
            yield step


def extra_digits(grid: CandidateGrid, pattern: Pattern) -> int:
    """Return the candidates of the rectangle beside its two digits."""
    extra = 0
    for corner in pattern.rich:
        extra |= grid.candidates[corner]
    return extra & ~pattern.digits


def one_extra_step(grid: CandidateGrid, label: Label, pattern: Pattern) -> Step | None:
    """Return the step of a pattern whose rich cells share one further digit (types 2 and 5)."""
    extra = extra_digits(grid, pattern)
    if extra.bit_count() != 1:
        return None
    digit = extra.bit_length() - 1
    out = grid.places[digit] & grid.geometry.seen_by_all(mask_of(pattern.rich))
    if not out:
        return None
    reason = msg(
        "{deadly}, so {digit} is in one of {cells}",
        deadly=deadly(grid, pattern),
        digit=digit,
        cells=cell_names(grid, mask_of(pattern.rich)),
    )
    removed = [(cell, digit) for cell in bits(out)]
    second = [(corner, digit) for corner in pattern.rich]
    return rectangle_step(grid, label, pattern, reason, removed, second=second)


def without(grid: CandidateGrid, cells: Iterable[int], digit: int) -> tuple[Candidate, ...]:
    """Return the digit as a candidate of each cell that has it."""
    return tuple((cell, digit) for cell in cells if grid.has(cell, digit))
