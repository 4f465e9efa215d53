"""Unique Rectangle Type 2: two cells of the rectangle in a line share one further candidate."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import (
    distinct,
    one_extra_step,
    opposite,
    patterns,
)
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("unique_rectangle_2", msg("Unique Rectangle Type 2"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle: the further digit is out in cells that see both."""
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    for pattern in patterns(grid):
        if len(pattern.rich) == 2 and opposite(pattern, pattern.rich[0]) != pattern.rich[1]:
            step = one_extra_step(grid, _LABEL, pattern)
            if step is not None:
                yield step


TECHNIQUE = technique(find, _LABEL, "hard", 360, "0601", se=4.5, assumes_unique=True)
