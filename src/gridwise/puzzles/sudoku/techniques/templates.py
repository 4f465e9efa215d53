"""Templates: the ways in which a digit can be placed in every row, column and box."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step, technique


def _template(peers: Sequence[int], left: int, units: list[int]) -> int:
    """Return a template: cells of a digit that fill these houses, 0 without any."""
    if not units:
        return 0
    unit = min(units, key=lambda cells: (cells & left).bit_count()) & left
    while unit:
        low = unit & -unit
        unit ^= low
        rest = [cells for cells in units if not cells & low]
        if not rest:
            return low
        template = _template(peers, left & ~peers[low.bit_length() - 1] & ~low, rest)
        if template:
            return template | low
    return 0


@lru_cache(maxsize=256)
def through_templates(shape: Shape, places: int, left: int) -> tuple[int, int] | None:
    """Return the cells in some template of a digit, and the cells in every one; None without any.

    Parameters
    ----------
    shape
        The shape of the board.
    places
        The places that the digit can go to: it has to be in each house that has some.
    left
        The places that templates may use.
    """
    base = geometry(shape)
    units = [cells for cells in base.houses if cells & places]
    template = _template(base.peers, left, units)
    if not template:
        return None
    kept = template  # every template found shows all of its cells
    for cell in bits(left):
        if not kept >> cell & 1:
            kept |= _template(base.peers, left & ~base.peers[cell], units)
    every = template
    for cell in bits(template):
        if every >> cell & 1:
            other = _template(base.peers, kept & ~(1 << cell), units)
            if other:
                every &= other
    return kept, every


def surviving(grid: CandidateGrid) -> tuple[list[int], list[int]]:
    """Return for each digit the places in some template, and in every template (sets of cells).

    Templates of one digit keep off the cells that every template of another one has. If a digit
    has no template at all, the board has no solution, and nothing is narrowed.
    """
    places, sure = grid.places[:], [0] * (grid.size + 1)
    changed = True
    while changed:
        changed = False
        for digit in range(1, grid.size + 1):
            taken = 0
            for other, cells in enumerate(sure):
                if other != digit:
                    taken |= cells
            left = places[digit] & ~taken
            in_templates = through_templates(grid.shape, grid.places[digit], left) if left else None
            if in_templates is not None and in_templates != (places[digit], sure[digit]):
                (places[digit], sure[digit]), changed = in_templates, True
    return places, sure


def template_set(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each digit with a place that every template of it has."""
    _, sure = surviving(grid)
    for digit in range(1, grid.size + 1):
        if sure[digit]:
            reason = msg("every way to place {digit} on the whole board has it there", digit=digit)
            placed = [(cell, digit) for cell in bits(sure[digit])]
            yield make_step(grid, label, reason, placed=placed, first=placed)


def template_delete(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each digit with a place that no template of it has."""
    places, _ = surviving(grid)
    for digit in range(1, grid.size + 1):
        wrong = grid.places[digit] & ~places[digit]
        if wrong:
            reason = msg("no way to place {digit} on the whole board has it there", digit=digit)
            others = [(cell, digit) for cell in bits(places[digit])]
            yield make_step(
                grid,
                label,
                reason,
                removed=[(cell, digit) for cell in bits(wrong)],
                first=others,
            )


TECHNIQUES = (
    technique(template_set, "extreme", "template_set", msg("Template Set"), 870, 10000, "1201"),
    technique(
        template_delete, "extreme", "template_delete", msg("Template Delete"), 880, 10000, "1202"
    ),
)
