"""Unique Rectangle Type 4: one of the two digits has to be in two of the cells."""

from collections.abc import Iterator
from itertools import permutations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    deadly,
    distinct,
    opposite,
    patterns,
    rectangle_step,
    without,
)
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names

_LABEL = Label("unique_rectangle_4", msg("Unique Rectangle Type 4"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle: the other digit is out in both cells."""
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    for pattern in patterns(grid):
        rich = pattern.rich
        if len(rich) != 2 or opposite(pattern, rich[0]) == rich[1]:
            continue
        both = mask_of(rich)
        for house in grid.geometry.houses_with(both):
            for kept, out in permutations(bits(pattern.digits)):
                removed = without(grid, rich, out)
                if grid.places[kept] & grid.houses[house] & ~both or not removed:
                    continue
                reason = msg(
                    "{deadly}, and {digit} of {house} has to be in {cells}",
                    deadly=deadly(grid, pattern),
                    digit=kept,
                    house=grid.shape.house_name(house),
                    cells=cell_names(grid, both),
                )
                yield rectangle_step(
                    grid,
                    _LABEL,
                    pattern,
                    reason,
                    removed,
                    second=without(grid, rich, kept),
                    houses=[house],
                )


TECHNIQUE = technique(find, _LABEL, "hard", 380, "0603", se=4.5, assumes_unique=True)
