"""Two-String Kite: a row and a column with two places for a digit, one of each in the same box."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.single_digit.two_links import (
    Pattern,
    link_step,
    two_links,
)
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step

_LABEL = Label("two_string_kite", msg("Two-String Kite"), 150)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps: two kites on the same two cells of a box make one step, and come first."""
    seen: set[tuple[int, int]] = set()
    kites = [(digit, kite) for digit in range(1, grid.size + 1) for kite in _kites(grid, digit)]
    for at, (digit, kite) in enumerate(kites):
        for other_digit, other in kites[at + 1 :]:
            same = other_digit == digit and {*kite[3:5]} == {*other[3:5]} and kite[6] != other[6]
            if same and (digit, kite[6] | other[6]) not in seen:
                seen.add((digit, kite[6] | other[6]))
                yield _dual(grid, digit, kite, other)
    for digit, kite in kites:
        if (digit, kite[6]) not in seen:
            seen.add((digit, kite[6]))
            yield link_step(grid, _LABEL, digit, kite)


def _kites(grid: CandidateGrid, digit: int) -> Iterator[Pattern]:
    size, box_of = grid.size, grid.shape.box_of
    if not grid.shape.boxes:
        return
    for pattern in two_links(grid.shape, grid.places[digit]):
        first, second, _, near, end, _, _ = pattern
        if first[0] < size <= second[0] < 2 * size and box_of[near] == box_of[end]:
            yield pattern


def _dual(grid: CandidateGrid, digit: int, kite: Pattern, other: Pattern) -> Step:
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
        _LABEL,
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


TECHNIQUE = technique(find, _LABEL, "hard", 310, "0401 0404")
