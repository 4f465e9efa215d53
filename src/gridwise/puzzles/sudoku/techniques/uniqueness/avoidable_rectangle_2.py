"""Avoidable Rectangle Type 2: two entries of a rectangle, and two cells that share a candidate."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.uniqueness.rectangles import distinct, rectangles_at
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("avoidable_rectangle_2", msg("Avoidable Rectangle Type 2"), 100)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each rectangle of two entries x, y and two cells {y, z}, {x, z}.

    With x and y in the two cells the four digits could be swapped, so one of these cells is z.
    """
    return distinct(_steps(grid))


def _steps(grid: CandidateGrid) -> Iterator[Step]:
    digits, candidates = grid.digits, grid.candidates
    entries = ~grid.given & ~grid.empty
    for cell in bits(entries & ((1 << grid.size**2) - 1)):
        for rectangle in rectangles_at(grid.shape, cell):
            _, mate, one, other = rectangle.corners
            if not entries >> mate & 1 or not candidates[one] or not candidates[other]:
                continue
            shared = candidates[one] & ~(1 << digits[mate])
            if shared.bit_count() != 1 or candidates[one] == shared:
                continue
            if candidates[other] != shared | 1 << digits[cell]:
                continue
            digit = shared.bit_length() - 1
            if digit == digits[cell]:
                continue
            out = grid.places[digit] & grid.peers[one] & grid.peers[other]
            if not out:
                continue
            name = grid.shape.cell_name
            reason = msg(
                "{cells} are entries, not givens, and could be swapped with {first} and {second}, "
                "to a second solution, unless one of these is {digit}",
                cells=(name(cell), name(mate)),
                first=name(one),
                second=name(other),
                digit=digit,
            )
            yield make_step(
                grid,
                _LABEL,
                reason,
                removed=[(place, digit) for place in bits(out)],
                first=[(one, digits[mate]), (other, digits[cell])],
                second=[(one, digit), (other, digit)],
                cells=[cell, mate],
            )


TECHNIQUE = technique(find, _LABEL, "hard", 403, "0608", assumes_unique=True)
