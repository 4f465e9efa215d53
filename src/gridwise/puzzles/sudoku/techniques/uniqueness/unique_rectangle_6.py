"""Unique Rectangle Type 6: one of the digits makes an X-Wing of the rectangle."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    deadly,
    distinct,
    opposite,
    patterns,
    rectangle_step,
    without,
)
from gridwise.puzzles.sudoku.techniques.wording import Label, house_names

_LABEL = Label("unique_rectangle_6", msg("Unique Rectangle Type 6"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle with two diagonal cells that have other candidates.

    In both of them the digit would force the two digits into all four cells.
    """
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    size = grid.size
    for pattern in patterns(grid):
        rich = pattern.rich
        if len(rich) != 2 or opposite(pattern, rich[0]) != rich[1]:
            continue
        rows = [cell // size for cell in rich]
        columns = [size + cell % size for cell in rich]
        for digit in bits(pattern.digits):
            removed = without(grid, rich, digit)
            for lines in (rows, columns):
                both = grid.houses[lines[0]] | grid.houses[lines[1]]
                if not removed or grid.places[digit] & both & ~pattern.rectangle.cells:
                    continue
                reason = msg(
                    "{deadly}, and {digit} has no other places in {houses}",
                    deadly=deadly(grid, pattern),
                    digit=digit,
                    houses=house_names(grid, lines),
                )
                yield rectangle_step(
                    grid,
                    _LABEL,
                    pattern,
                    reason,
                    removed,
                    second=without(grid, pattern.bare, digit),
                    houses=lines,
                )


TECHNIQUE = technique(find, _LABEL, "hard", 400, "0605", assumes_unique=True)
