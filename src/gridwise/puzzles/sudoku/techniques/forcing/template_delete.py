"""Template Delete: a digit is not where none of its templates has it."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.forcing.templates import has_template
from gridwise.puzzles.sudoku.techniques.wording import make_step

_NAME, _TITLE, _SCORE = "template_delete", msg("Template Delete"), 10000


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each digit with a place that no template of it has."""
    for digit in range(1, grid.size + 1):
        places = grid.places[digit]
        if not places or not has_template(grid, digit, places):
            continue
        wrong = [
            cell
            for cell in bits(places)
            if not has_template(grid, digit, (places & ~grid.peers[cell]) | 1 << cell)
        ]
        if wrong:
            reason = msg("no way to place {digit} on the whole board has it there", digit=digit)
            others = [(cell, digit) for cell in bits(places) if cell not in wrong]
            yield make_step(
                grid,
                _NAME,
                _TITLE,
                _SCORE,
                reason,
                removed=[(cell, digit) for cell in wrong],
                first=others,
            )


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 880, find, {"hodoku": _SCORE}, ("1202",))
