"""Template Set: a digit is where all of its templates have it."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.forcing.templates import surviving
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("template_set", msg("Template Set"), 10000)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit with a place that every template of it has."""
    _, sure = surviving(grid)
    for digit in range(1, grid.size + 1):
        if sure[digit]:
            reason = msg("every way to place {digit} on the whole board has it there", digit=digit)
            placed = [(cell, digit) for cell in bits(sure[digit])]
            yield make_step(grid, _LABEL, reason, placed=placed, first=placed)


TECHNIQUE = technique(find, _LABEL, "extreme", 870, "1201")
