"""Patterns of one digit: its strong links, and the cells that see both ends of two of them."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step, technique

StrongLink = tuple[int, int, int]
"""A house and its two places for a digit, ascending: one of the two holds."""


@lru_cache(maxsize=2048)
def strong_links(shape: Shape, places: int) -> tuple[StrongLink, ...]:
    """Return the strong links of a digit with these places: rows, then columns, then boxes."""
    return tuple(
        (number, (both & -both).bit_length() - 1, both.bit_length() - 1)
        for number, cells in enumerate(geometry(shape).houses)
        if (both := places & cells).bit_count() == 2
    )


Pattern = tuple[StrongLink, StrongLink, int, int, int, int, int]
"""Two links; the far end, near end of the first, near end, far end of the second; eliminations."""


@lru_cache(maxsize=2048)
def _two_links(shape: Shape, places: int) -> tuple[Pattern, ...]:
    """Return the pairs of strong links whose near ends see each other and whose far ends rule out.

    The four cells are different, and all of these places.
    """
    peers = geometry(shape).peers
    pairs = []
    for first, second in combinations(strong_links(shape, places), 2):
        pattern = 1 << first[1] | 1 << first[2] | 1 << second[1] | 1 << second[2]
        if pattern.bit_count() < 4:
            continue
        for far, near in (first[1:], first[:0:-1]):
            for end, last in (second[1:], second[:0:-1]):
                if peers[near] >> end & 1:
                    out = places & peers[far] & peers[last] & ~pattern
                    if out:
                        pairs.append((first, second, far, near, end, last, out))
    return tuple(pairs)


def _link_step(grid: CandidateGrid, label: Label, digit: int, found: Pattern) -> Step:
    """Return the step of one pair of links."""
    first, second, far, near, end, last, out = found
    name, house = grid.shape.cell_name, grid.shape.house_name
    reason = msg(
        "{digit} has two places each in {first} and in {second}, and {near} sees {end}, so that "
        "{far} or {last} is {digit}",
        digit=digit,
        first=house(first[0]),
        second=house(second[0]),
        near=name(near),
        end=name(end),
        far=name(far),
        last=name(last),
    )
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, digit) for cell in bits(out)],
        first=[(far, digit), (end, digit)],
        second=[(near, digit), (last, digit)],
        links=[
            link((far, digit), (near, digit), strong=True),
            link((near, digit), (end, digit), strong=False),
            link((end, digit), (last, digit), strong=True),
        ],
        houses=[first[0], second[0]],
    )


def link_pair(
    grid: CandidateGrid, label: Label, fits: Callable[[Shape, Pattern], bool]
) -> Iterator[Step]:
    """Yield a step for each fitting pair of links, the lower digits first."""
    for digit in range(1, grid.size + 1):
        seen: set[int] = set()
        for pattern in _two_links(grid.shape, grid.places[digit]):
            if pattern[6] not in seen and fits(grid.shape, pattern):
                seen.add(pattern[6])
                yield _link_step(grid, label, digit, pattern)


def any_pair(shape: Shape, pattern: Pattern) -> bool:
    """Return whether two links are a Turbot Fish, as all pairs are."""
    return True


def parallel(shape: Shape, pattern: Pattern) -> bool:
    """Return whether two links are rows, or columns, with two ends in one line across."""
    kind, other = (shape.kinds[link[0]] for link in pattern[:2])
    near, end, size = pattern[3], pattern[4], shape.size
    if kind == other == "row":
        return near % size == end % size
    return kind == other == "column" and near // size == end // size


def two_string_kite(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the steps: two kites on the same two cells of a box make one step, and come first."""
    seen: set[tuple[int, int]] = set()
    kites = [(digit, kite) for digit in range(1, grid.size + 1) for kite in _kites(grid, digit)]
    for at, (digit, kite) in enumerate(kites):
        for other_digit, other in kites[at + 1 :]:
            same = other_digit == digit and {*kite[3:5]} == {*other[3:5]} and kite[6] != other[6]
            if same and (digit, kite[6] | other[6]) not in seen:
                seen.add((digit, kite[6] | other[6]))
                yield _dual(grid, label, digit, kite, other)
    for digit, kite in kites:
        if (digit, kite[6]) not in seen:
            seen.add((digit, kite[6]))
            yield _link_step(grid, label, digit, kite)


def _kites(grid: CandidateGrid, digit: int) -> Iterator[Pattern]:
    size, box_of = grid.size, grid.shape.box_of
    if not grid.shape.boxes:
        return
    for pattern in _two_links(grid.shape, grid.places[digit]):
        first, second, _, near, end, _, _ = pattern
        if first[0] < size <= second[0] < 2 * size and box_of[near] == box_of[end]:
            yield pattern


def _dual(grid: CandidateGrid, label: Label, digit: int, kite: Pattern, other: Pattern) -> Step:
    near, end = kite[3], kite[4]
    lines = [kite[0][0], kite[1][0], other[0][0], other[1][0]]
    reason = msg(
        "{digit} has two places each in {houses}, and {near} sees {end}: both pairs of lines make "
        "a kite",
        digit=digit,
        houses=tuple(grid.shape.house_name(line) for line in lines),
        near=grid.shape.cell_name(near),
        end=grid.shape.cell_name(end),
    )
    ends = [(far, digit) for this in (kite, other) for far in (this[2], this[5])]
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, digit) for cell in bits(kite[6] | other[6])],
        first=ends,
        second=[(near, digit), (end, digit)],
        links=[
            *(
                link((a, digit), (b, digit), strong=True)
                for this in (kite, other)
                for a, b in (this[2:4], this[5:3:-1])
            ),
            link((near, digit), (end, digit), strong=False),
        ],
        houses=lines,
    )


class _EmptyRectangle(NamedTuple):
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


def empty_rectangle(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the steps: two rectangles on the same box make one step, and come first."""
    if not grid.shape.boxes:
        return
    rectangles = [one for digit in range(1, grid.size + 1) for one in _rectangles(grid, digit)]
    seen: set[tuple[int, int]] = set()
    for at, one in enumerate(rectangles):
        for other in rectangles[at + 1 :]:
            if (one.digit, one.box) == (other.digit, other.box) and one.out != other.out:
                key = (one.digit, 1 << one.out | 1 << other.out)
                if key not in seen:
                    seen.add(key)
                    yield _rectangle_step(grid, label, one, other)
    for one in rectangles:
        if (one.digit, 1 << one.out) not in seen:
            seen.add((one.digit, 1 << one.out))
            yield _rectangle_step(grid, label, one)


def _rectangles(grid: CandidateGrid, digit: int) -> Iterator[_EmptyRectangle]:
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
                    yield from _rectangles_on(grid, digit, box, row, column)


def _rectangles_on(
    grid: CandidateGrid, digit: int, box: int, row: int, column: int
) -> Iterator[_EmptyRectangle]:
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
                    yield _EmptyRectangle(digit, box, (row, size + column), near, far, house, out)


def _rectangle_step(grid: CandidateGrid, label: Label, *found: _EmptyRectangle) -> Step:
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
        label,
        reason,
        removed=[(this.out, digit) for this in sorted(found, key=lambda this: this.out)],
        first=[(cell, digit) for cell in bits(inside)],
        second=[(cell, digit) for this in found for cell in (this.near, this.far)],
        links=links,
        houses=[one.box, *dict.fromkeys(this.link_house for this in found)],
    )


TECHNIQUES = (
    technique(link_pair, "hard", "skyscraper", msg("Skyscraper"), 300, 130, "0400", fits=parallel),
    technique(
        two_string_kite, "hard", "two_string_kite", msg("Two-String Kite"), 310, 150, "0401 0404"
    ),
    technique(
        link_pair, "hard", "turbot_fish", msg("Turbot Fish"), 312, 120, "0403", fits=any_pair
    ),
    technique(
        empty_rectangle, "hard", "empty_rectangle", msg("Empty Rectangle"), 317, 120, "0402 0405"
    ),
)
