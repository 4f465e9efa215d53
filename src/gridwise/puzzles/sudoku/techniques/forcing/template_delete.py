"""Template Delete: a digit is not where none of its templates has it."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.forcing.templates import surviving
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("template_delete", msg("Template Delete"), 10000)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit with a place that no template of it has."""
    places, _ = surviving(grid)
    for digit in range(1, grid.size + 1):
        wrong = grid.places[digit] & ~places[digit]
        if wrong:
            reason = msg("no way to place {digit} on the whole board has it there", digit=digit)
            others = [(cell, digit) for cell in bits(places[digit])]
            yield make_step(
                grid,
                _LABEL,
                reason,
                removed=[(cell, digit) for cell in bits(wrong)],
                first=others,
            )


TECHNIQUE = technique(find, _LABEL, "extreme", 880, "1202")
