"""Template Delete: a digit is not where none of its templates has it."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.forcing.templates import surviving
from gridwise.puzzles.sudoku.techniques.wording import make_step

_NAME, _TITLE, _SCORE = "template_delete", msg("Template Delete"), 10000


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
                _NAME,
                _TITLE,
                _SCORE,
                reason,
                removed=[(cell, digit) for cell in bits(wrong)],
                first=others,
            )


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 880, find, {"hodoku": _SCORE}, ("1202",))
