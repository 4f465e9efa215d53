"""Unique Rectangle Type 3: the further candidates of two cells complete a naked subset."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    Pattern,
    deadly,
    distinct,
    extra_digits,
    opposite,
    patterns,
    rectangle_step,
)
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, digit_names

_LABEL = Label("unique_rectangle_3", msg("Unique Rectangle Type 3"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle and subset, small subsets first within a house.

    One of the two cells holds one of their further digits. So both count as one cell with these
    digits, which other cells of a house complete to a naked subset.
    """
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    for pattern in patterns(grid):
        rich = pattern.rich
        if len(rich) == 2 and opposite(pattern, rich[0]) != rich[1]:
            for house in grid.geometry.houses_with(mask_of(rich)):
                yield from _subsets(grid, pattern, house)


def _subsets(grid: CandidateGrid, pattern: Pattern, house: int) -> Iterator[Step]:
    candidates, houses = grid.candidates, grid.houses
    extra, rich = extra_digits(grid, pattern), mask_of(pattern.rich)
    free = [
        cell
        for cell in bits(grid.empty & houses[house] & ~pattern.rectangle.cells)
        if not candidates[cell] & pattern.digits
    ]
    most = min(len(free), 5 if grid.size <= 9 else 3)
    for count in range(max(1, extra.bit_count() - 1), most + 1):
        for cells in combinations(free, count):
            digits = extra
            for cell in cells:
                digits |= candidates[cell]
            if digits.bit_count() != count + 1:
                continue
            subset = mask_of(cells)
            shared = grid.geometry.houses_with(rich | subset)
            room = 0
            for number in shared:
                room |= houses[number]
            removed = [
                (cell, digit)
                for cell in bits(room & grid.empty & ~rich & ~subset)
                for digit in bits(candidates[cell] & digits)
            ]
            if not removed:
                continue
            reason = msg(
                "{deadly}, so one of {corners} is one of {extra}, which with {cells} makes a "
                "naked subset of {digits} in {house}",
                deadly=deadly(grid, pattern),
                corners=cell_names(grid, rich),
                extra=digit_names(extra),
                cells=cell_names(grid, subset),
                digits=digit_names(digits),
                house=grid.shape.house_name(house),
            )
            yield rectangle_step(
                grid,
                _LABEL,
                pattern,
                reason,
                removed,
                second=[
                    (cell, digit)
                    for cell in bits(rich | subset)
                    for digit in bits(candidates[cell] & digits)
                ],
                houses=[house],
            )


TECHNIQUE = technique(find, _LABEL, "hard", 370, "0602", se=4.6, assumes_unique=True)
