"""Hidden Rectangle: a corner with two candidates, and the strong links of the corner opposite."""

from collections.abc import Iterator
from itertools import permutations

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
)
from gridwise.puzzles.sudoku.techniques.wording import Label, house_names

_LABEL = Label("hidden_rectangle", msg("Hidden Rectangle"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle and corner opposite a cell with the two digits only.

    If the corner's row and column have no other places for one digit than the rectangle, the
    corner is not the other one.
    """
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    size = grid.size
    for pattern in patterns(grid):
        bare = pattern.bare
        if len(bare) > 2 or (len(bare) == 2 and opposite(pattern, bare[0]) != bare[1]):
            continue
        for corner in bare:
            cell = opposite(pattern, corner)
            lines = [cell // size, size + cell % size]
            cross = (grid.houses[lines[0]] | grid.houses[lines[1]]) & ~pattern.rectangle.cells
            for linked, out in permutations(bits(pattern.digits)):
                if grid.places[linked] & cross or not grid.has(cell, out):
                    continue
                reason = msg(
                    "{deadly}, and {digit} in {cell} would force it, as {linked} has no other "
                    "places in {houses}",
                    deadly=deadly(grid, pattern),
                    digit=out,
                    cell=grid.shape.cell_name(cell),
                    linked=linked,
                    houses=house_names(grid, lines),
                )
                yield rectangle_step(
                    grid,
                    _LABEL,
                    pattern,
                    reason,
                    [(cell, out)],
                    houses=lines,
                )


TECHNIQUE = technique(find, _LABEL, "hard", 401, "0606", assumes_unique=True)
