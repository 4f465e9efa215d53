"""Empty Rectangle: a box whose places for a digit lie in one row and one column."""

from collections.abc import Iterator
from typing import NamedTuple

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step

_LABEL = Label("empty_rectangle", msg("Empty Rectangle"), 120)


class _Found(NamedTuple):
    digit: int
    box: int
    lines: tuple[int, int]
    """The row and the column that hold all places of the box."""
    near: int
    """The end of the strong link in the line of one of them."""
    far: int
    link_house: int
    out: int
    """The cell that sees the far end and the box's other line."""


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps: two rectangles on the same box make one step, and come first."""
    if not grid.shape.boxes:
        return
    rectangles = [one for digit in range(1, grid.size + 1) for one in _search(grid, digit)]
    seen: set[tuple[int, int]] = set()
    for at, one in enumerate(rectangles):
        for other in rectangles[at + 1 :]:
            if (one.digit, one.box) == (other.digit, other.box) and one.out != other.out:
                key = (one.digit, 1 << one.out | 1 << other.out)
                if key not in seen:
                    seen.add(key)
                    yield _step(grid, one, other)
    for one in rectangles:
        if (one.digit, 1 << one.out) not in seen:
            seen.add((one.digit, 1 << one.out))
            yield _step(grid, one)


def _search(grid: CandidateGrid, digit: int) -> Iterator[_Found]:
    size, places = grid.size, grid.places[digit]
    for box in grid.shape.boxes:
        inside = places & grid.houses[box]
        if inside.bit_count() < 2:
            continue
        cells = grid.shape.houses[box]
        for row in sorted({cell // size for cell in cells}):
            rest = inside & ~grid.houses[row]
            if not rest or rest == inside:
                continue
            for column in sorted({cell % size for cell in cells}):
                # A cell in the row alone and one in the column alone, and none elsewhere.
                if not rest & ~grid.houses[size + column] and inside & ~grid.houses[size + column]:
                    yield from _ends(grid, digit, box, row, column)


def _ends(grid: CandidateGrid, digit: int, box: int, row: int, column: int) -> Iterator[_Found]:
    size, places, inside = grid.size, grid.places[digit], grid.houses[box]
    for by_row in (True, False):
        line = row if by_row else size + column
        for near in bits(places & grid.houses[line] & ~inside):
            house = size + near % size if by_row else near // size
            both = places & grid.houses[house]
            if both.bit_count() == 2:
                far = (both ^ 1 << near).bit_length() - 1
                out = far // size * size + column if by_row else row * size + far % size
                if places & ~inside & ~both & grid.peers[far] & 1 << out:
                    yield _Found(digit, box, (row, size + column), near, far, house, out)


def _step(grid: CandidateGrid, *found: _Found) -> Step:
    one = found[0]
    shape, digit = grid.shape, one.digit
    inside = grid.places[digit] & grid.houses[one.box]
    reason = msg(
        "all {digit} of {box} lie in {row} and {column}, and {links} has two places for {digit}",
        digit=digit,
        box=shape.house_name(one.box),
        row=shape.house_name(one.lines[0]),
        column=shape.house_name(one.lines[1]),
        links=tuple(shape.house_name(this.link_house) for this in found),
    )
    links: list[CandidateLink] = []
    for this in found:
        in_line = 0 if this.near // grid.size == one.lines[0] else 1
        corner = next(bits(inside & grid.houses[one.lines[in_line]]))
        links += [
            link((corner, digit), (this.near, digit), strong=False),
            link((this.near, digit), (this.far, digit), strong=True),
        ]
    return make_step(
        grid,
        _LABEL,
        reason,
        removed=[(this.out, digit) for this in sorted(found, key=lambda this: this.out)],
        first=[(cell, digit) for cell in bits(inside)],
        second=[(cell, digit) for this in found for cell in (this.near, this.far)],
        links=links,
        houses=[one.box, *dict.fromkeys(this.link_house for this in found)],
    )


TECHNIQUE = technique(find, _LABEL, "hard", 317, "0402 0405")
