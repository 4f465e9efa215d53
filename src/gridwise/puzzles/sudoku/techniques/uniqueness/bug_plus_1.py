"""BUG+1: all empty cells have two candidates but one, which has three."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("bug_plus_1", msg("BUG+1"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the step, if the board is a bivalue universal grave but for one candidate.

    In such a grave each house has two places for each of its candidates; it never has just one
    solution. So the cell with three candidates is the digit with three places in its houses.
    """
    candidates = grid.candidates
    odd = -1
    for cell in bits(grid.empty):
        count = candidates[cell].bit_count()
        if count != 2:
            if count != 3 or odd >= 0:
                return
            odd = cell
    if odd < 0:
        return
    for digit in bits(candidates[odd]):
        if _is_grave(grid, odd, digit):
            reason = msg(
                "without {digit} in {cell} every empty cell would have two candidates and every "
                "house two places for each, and the board not one solution",
                digit=digit,
                cell=grid.shape.cell_name(odd),
            )
            yield make_step(
                grid,
                _LABEL,
                reason,
                removed=[(odd, other) for other in bits(candidates[odd] & ~(1 << digit))],
                first=[(odd, digit)],
            )
            return


def _is_grave(grid: CandidateGrid, odd: int, digit: int) -> bool:
    """Return whether without the candidate each house has no or two places for each digit."""
    for number in range(1, grid.size + 1):
        places = grid.places[number] & ~(1 << odd if number == digit else 0)
        if any((places & house).bit_count() not in (0, 2) for house in grid.houses):
            return False
    return True


TECHNIQUE = technique(find, _LABEL, "hard", 290, "0610", se=5.6, assumes_unique=True)
