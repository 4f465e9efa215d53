"""Subsets, as many cells as digits in one house, and intersections of a box and a line.

Naked: two, three or four cells that hold only as many candidates. Hidden: two, three or four
digits that have only as many places. A locked pair or triple is a naked one in the cells that a
box and a line share. Pointing: the places of a digit in a box lie in one line. Claiming: a line's
places lie in one box.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    cell_names,
    digit_names,
    house_names,
    make_step,
    technique,
)


@lru_cache(maxsize=8192)
def _unions(sets: tuple[tuple[int, int], ...], size: int) -> tuple[tuple[int, int], ...]:
    """Return (members, union) for each choice of `size` sets whose union has `size` members."""
    return tuple(_grown(sets, size))


def _grown(
    sets: Sequence[tuple[int, int]], size: int, taken: int = 0, union: int = 0, start: int = 0
) -> Iterator[tuple[int, int]]:
    for index in range(start, len(sets) - size + taken.bit_count() + 1):
        member, members = sets[index]
        both = union | members
        if both.bit_count() > size:
            continue
        chosen = taken | 1 << member
        if chosen.bit_count() < size:
            yield from _grown(sets, size, chosen, both, index + 1)
        elif both.bit_count() == size:
            yield chosen, both


def house_order(grid: CandidateGrid) -> Iterator[int]:
    """Yield the numbers of the houses: boxes, rows, columns, others."""
    boxes = grid.shape.boxes
    yield from boxes
    yield from (house for house in range(len(grid.houses)) if house not in boxes)


def naked(grid: CandidateGrid, label: Label, size: int, *, locked: bool = False) -> Iterator[Step]:
    """Yield a step for each naked subset: `size` cells of a house with `size` candidates.

    A subset is locked if it removes candidates both from a box and from a line that cross in its
    cells. Pairs and triples are yielded either only if they are locked, or only if not.
    """
    candidates, places = grid.candidates, grid.places
    seen: set[int] = set()
    concluded: set[tuple[tuple[int, int], ...]] = set()
    boxes = grid.shape.boxes
    for house in boxes if locked else house_order(grid):
        cells = grid.houses[house] & grid.empty
        few = tuple(
            (c, candidates[c]) for c in bits(cells) if 0 < candidates[c].bit_count() <= size
        )
        for subset, digits in _unions(few, size):
            if subset in seen:
                continue
            seen.add(subset)
            houses = grid.geometry.houses_with(subset)
            others = 0
            for digit in bits(digits):
                others |= places[digit]
            # A cell outside the box for the line, any cell for the box.
            reached = [
                others & grid.houses[h] & ~subset & ~(grid.houses[boxes[0] + _box(grid, subset)])
                if h not in boxes and len(houses) > 1
                else others & grid.houses[h] & ~subset
                for h in houses
            ]
            if size <= 3 and (sum(map(bool, reached)) > 1) != locked:
                continue
            union = mask_of(c for cells in reached for c in bits(cells))
            removed = tuple((c, d) for c in bits(union) for d in bits(candidates[c] & digits))
            if not removed or removed in concluded:
                continue
            concluded.add(removed)
            reason = msg(
                "the cells {cells} in {houses} hold only the candidates {digits}",
                cells=cell_names(grid, subset),
                houses=house_names(grid, houses),
                digits=digit_names(digits),
            )
            yield make_step(
                grid,
                label,
                reason,
                removed=removed,
                first=[(c, d) for c in bits(subset) for d in bits(candidates[c])],
                houses=houses,
            )


def _box(grid: CandidateGrid, cells: int) -> int:
    return grid.shape.box_of[cells.bit_length() - 1]


def hidden(grid: CandidateGrid, label: Label, size: int) -> Iterator[Step]:
    """Yield a step for each hidden subset: `size` digits with `size` places in a house."""
    candidates, places = grid.candidates, grid.places
    concluded: set[tuple[tuple[int, int], ...]] = set()
    for house in house_order(grid):
        cells = grid.houses[house]
        if (cells & grid.empty).bit_count() <= size:
            continue
        few = tuple(
            (digit, spots)
            for digit in range(1, grid.size + 1)
            if 0 < (spots := places[digit] & cells).bit_count() <= size
        )
        for digits, subset in _unions(few, size):
            removed = tuple((c, d) for c in bits(subset) for d in bits(candidates[c] & ~digits))
            if not removed or removed in concluded:
                continue
            concluded.add(removed)
            reason = msg(
                "in {house} the digits {digits} have only the cells {cells}",
                house=grid.shape.house_name(house),
                digits=digit_names(digits),
                cells=cell_names(grid, subset),
            )
            yield make_step(
                grid,
                label,
                reason,
                removed=removed,
                first=[(c, d) for c in bits(subset) for d in bits(candidates[c] & digits)],
                houses=[house],
            )


def locked_candidates(grid: CandidateGrid, label: Label, *, in_box: bool) -> Iterator[Step]:
    """Yield a step for each digit whose two or more places in a box or a line lie in another."""
    boxes = grid.shape.boxes
    for base in boxes if in_box else range(2 * grid.size):
        for digit in range(1, grid.size + 1):
            places = grid.places[digit] & grid.houses[base]
            if not places & (places - 1):
                continue
            for cover in grid.geometry.houses_with(places):
                # A box and a line, never two lines.
                if cover == base or not (in_box or cover in boxes):
                    continue
                removed = grid.places[digit] & grid.houses[cover] & ~places
                if not removed:
                    continue
                reason = msg(
                    "in {house} the digit {digit} has only the cells {cells}, all in {cover}",
                    house=grid.shape.house_name(base),
                    digit=digit,
                    cells=cell_names(grid, places),
                    cover=grid.shape.house_name(cover),
                )
                yield make_step(
                    grid,
                    label,
                    reason,
                    removed=[(cell, digit) for cell in bits(removed)],
                    first=[(cell, digit) for cell in bits(places)],
                    houses=[base, cover],
                )


_naked = partial(technique, naked)
_hidden = partial(technique, hidden)
_locked = partial(technique, naked, "medium", locked=True)
_candidates = partial(technique, locked_candidates, "medium")
TECHNIQUES = (
    _locked("locked_pair", msg("Locked Pair"), 100, 40, "0110", se=2.0, size=2),
    _locked("locked_triple", msg("Locked Triple"), 110, 60, "0111", se=2.5, size=3),
    _candidates("pointing", msg("Pointing"), 120, 50, "0100", se=2.6, in_box=True),
    _candidates("claiming", msg("Claiming"), 121, 50, "0101", se=2.8, in_box=False),
    _naked("medium", "naked_pair", msg("Naked Pair"), 130, 60, "0200", se=3.0, size=2),
    _naked("medium", "naked_triple", msg("Naked Triple"), 140, 80, "0201", se=3.6, size=3),
    _naked("hard", "naked_quadruple", msg("Naked Quadruple"), 200, 120, "0202", se=5.0, size=4),
    _hidden("medium", "hidden_pair", msg("Hidden Pair"), 150, 70, "0210", se=3.4, size=2),
    _hidden("medium", "hidden_triple", msg("Hidden Triple"), 160, 100, "0211", se=4.0, size=3),
    _hidden("hard", "hidden_quadruple", msg("Hidden Quadruple"), 210, 150, "0212", se=5.4, size=4),
)
