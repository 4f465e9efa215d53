"""Template Set: a digit is where all of its templates have it."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.forcing.templates import surviving
from gridwise.puzzles.sudoku.techniques.wording import make_step

_NAME, _TITLE, _SCORE = "template_set", msg("Template Set"), 10000


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit with a place that every template of it has."""
    _, sure = surviving(grid)
    for digit in range(1, grid.size + 1):
        if sure[digit]:
            reason = msg("every way to place {digit} on the whole board has it there", digit=digit)
            found = [(cell, digit) for cell in bits(sure[digit])]
            yield make_step(grid, _NAME, _TITLE, _SCORE, reason, placed=found, first=found)


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 870, find, {"hodoku": _SCORE}, ("1201",))
