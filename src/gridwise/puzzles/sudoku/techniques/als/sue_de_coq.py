"""Sue de Coq: cells of a line and a box that share their digits with cells of each."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from gridwise.core.message import msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.als.sets import MOST_CELLS, MOST_CELLS_LARGE, Als, als_step
from gridwise.puzzles.sudoku.techniques.als.sets import cells_and_digits as in_words
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label

_LABEL = Label("sue_de_coq", msg("Sue de Coq"), 250)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pattern: rows, then columns, and in each the boxes in order."""
    size, candidates = grid.size, grid.candidates
    seen: set[frozenset[Candidate]] = set()
    left = [
        tuple((cell, candidates[cell]) for cell in house if candidates[cell])
        for house in grid.shape.houses
    ]
    for line in range(2 * size):
        for box in grid.shape.boxes:
            if (grid.houses[line] & grid.houses[box] & grid.empty).bit_count() < 2:
                continue
            for centre, one, other in _patterns(size, left[line], left[box]):
                for removed in _losses(grid, (line, box), centre, one, other):
                    if removed and (key := frozenset(removed)) not in seen:
                        seen.add(key)
                        yield _step(grid, (line, box), centre, one, other, removed)


_Cells = tuple[tuple[int, int], ...]
"""The empty cells of a house, each with its candidates."""


class _CellGroup(NamedTuple):
    """Some cells of a house, and their candidates."""

    cells: int
    digits: int
    size: int


@lru_cache(maxsize=256)
def _patterns(
    size: int, line: _Cells, box: _Cells
) -> tuple[tuple[_CellGroup, _CellGroup, _CellGroup], ...]:
    """Return the patterns of a line and a box: the centre, the groups in the line and the box."""
    shared = tuple(one for one in line if one in set(box))
    return tuple(
        (centre, *pair)
        for centre in _centres(shared)
        for pair in _partners(centre, _groups(size, line), _groups(size, box))
    )


@lru_cache(maxsize=64)
def _groups(size: int, cells: _Cells) -> list[_CellGroup]:
    """Return the groups of cells of a house, small ones first."""
    most = MOST_CELLS if size <= 9 else MOST_CELLS_LARGE
    groups = [(0, _CellGroup(0, 0, 0))]
    start = 0
    for count in range(1, min(most, len(cells)) + 1):
        end = len(groups)
        for after, before in groups[start:end]:
            for index in range(after, len(cells)):
                cell, digits = cells[index]
                group = _CellGroup(before.cells | 1 << cell, before.digits | digits, count)
                groups.append((index + 1, group))
        start = end
    return [group for _, group in groups[1:]]


def _centres(shared: _Cells) -> Iterator[_CellGroup]:
    """Yield the groups of shared cells with at least two candidates more than cells."""
    for size in range(2, min(len(shared), 3) + 1):
        for chosen in combinations(shared, size):
            digits = 0
            for _, candidates in chosen:
                digits |= candidates
            if digits.bit_count() >= size + 2:
                yield _CellGroup(mask_of(cell for cell, _ in chosen), digits, size)


def _partners(
    centre: _CellGroup, in_line: list[_CellGroup], in_box: list[_CellGroup]
) -> Iterator[tuple[_CellGroup, _CellGroup]]:
    """Yield groups of the line and of the box that make as many cells as digits with the centre.

    They have no digit of the centre in common. A digit that both have beside the centre's counts
    twice, because each group holds it once.
    """
    check_current_run()  # a board of 25x25 has millions of pairs
    spare = centre.digits.bit_count() - centre.size

    def taking(groups: list[_CellGroup]) -> list[tuple[_CellGroup, int]]:
        """Return the groups that take some digits of the centre, but not all, and how many."""
        cells, digits = centre.cells, centre.digits
        fitting = []
        for group in groups:
            if not group[0] & cells and group[1] & digits:
                taken = group[2] - (group[1] & ~digits).bit_count()
                if 0 < taken < spare:
                    fitting.append((group, taken))
        return fitting

    of_box: dict[int, list[_CellGroup]] = {}
    for group, taken in taking(in_box):
        of_box.setdefault(taken, []).append(group)
    for one, taken in taking(in_line) if of_box else ():
        for other in of_box.get(spare - taken, ()):
            if not one.cells & other.cells and not one.digits & other.digits & centre.digits:
                yield one, other


def _losses(
    grid: CandidateGrid,
    houses: tuple[int, int],
    centre: _CellGroup,
    one: _CellGroup,
    other: _CellGroup,
) -> Iterator[tuple[Candidate, ...]]:
    """Yield the candidates that go in the line and the box, then all that see a pattern's digit."""
    in_houses: dict[Candidate, None] = {}
    anywhere: dict[Candidate, None] = {}
    for digit in bits(centre.digits | one.digits | other.digits):
        places, bit = grid.places[digit], 1 << digit
        # The parts that hold the digit once, and a house around each.
        own = centre.cells if centre.digits & bit else 0
        parts = [
            (own | group.cells, house)
            for group, house in zip((one, other), houses, strict=True)
            if group.digits & bit
        ] or [(own, house) for house in houses]
        for cells, house in parts:
            part = cells & places
            for found, area in ((in_houses, grid.houses[house] & ~part), (anywhere, -1)):
                lost = places & area & grid.geometry.seen_by_all(part)
                found.update(((cell, digit), None) for cell in bits(lost))
    yield tuple(in_houses)
    yield tuple(anywhere)


def _step(
    grid: CandidateGrid,
    houses: tuple[int, int],
    centre: _CellGroup,
    one: _CellGroup,
    other: _CellGroup,
    removed: tuple[Candidate, ...],
) -> Step:
    members = tuple(
        Als(group.cells, group.digits, group.size, tuple(group.cells & p for p in grid.places))
        for group in (one, centre, other)
    )
    reason = msg(
        "{centre} in {line} and {box} shares its digits with {one} in {line} and {other} in {box}: "
        "together they have as many cells as digits, so each digit is in them",
        centre=in_words(grid, members[1]),
        line=grid.shape.house_name(houses[0]),
        box=grid.shape.house_name(houses[1]),
        one=in_words(grid, members[0]),
        other=in_words(grid, members[2]),
    )
    return als_step(grid, _LABEL, reason, members, removed)


TECHNIQUE = technique(find, _LABEL, "fiendish", 530, "1101")
