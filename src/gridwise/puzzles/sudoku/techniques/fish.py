"""Fish: base lines whose places of a digit lie in as many lines across.

X-Wing, Swordfish and Jellyfish have two, three and four bases. In a finned one some places lie
outside the lines across, the fins: it removes places that see all of them. A sashimi one is finned,
with a base that has at most one place besides its fins.

Source: HoDoKu, `FishSolver`, for the order and the definitions of finned and sashimi.
"""

from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    cell_names,
    house_names,
    make_step,
    technique,
)

MOST_FINS = 5
"""The most fins of a fish that is looked for."""


class Fish(NamedTuple):
    """A fish for one digit; houses are numbers, cells are sets.

    Parameters
    ----------
    bases, covers
        The base houses and the houses that cover them, ascending.
    body, fins
        The covered cells of the bases, and the cells uncovered or in two bases.
    removed
        The cells that lose the digit.
    sashimi
        Whether a base has at most one cell besides its fins.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    removed: int
    sashimi: bool = False


def fish(grid: CandidateGrid, label: Label, size: int) -> Iterator[Step]:
    """Yield a step for each fish without fins."""
    for digit in range(1, grid.size + 1):
        fishes = plain(grid.shape, grid.places[digit], size)
        yield from steps(grid, digit, fishes, (), label)


def finned_fish(grid: CandidateGrid, label: Label, size: int, *, sashimi: bool) -> Iterator[Step]:
    """Yield a step for each fish with fins, sashimi or not, then for siamese pairs."""
    for digit in range(1, grid.size + 1):
        every = finned(grid.shape, grid.places[digit], size)
        fishes = tuple(each for each in every if each.sashimi is sashimi)
        yield from steps(grid, digit, fishes, every, label)


@lru_cache(maxsize=4096)
def plain(shape: Shape, places: int, size: int) -> tuple[Fish, ...]:
    """Return the fish without fins of a digit with these places: rows as bases, then columns."""
    fishes = []
    for first, lines in _lines(shape, places):
        for bases, across in _narrow(lines, size, size):
            if across.bit_count() != size:
                continue
            body = _cells(shape, first, ((at, lines[at]) for at in bases))
            others = ((at, line & across) for at, line in enumerate(lines) if at not in bases)
            removed = _cells(shape, first, others)
            if removed:
                fishes.append(Fish(*_houses(shape, first, bases, across), body, 0, removed))
    return tuple(fishes)


@lru_cache(maxsize=4096)
def finned(shape: Shape, places: int, size: int) -> tuple[Fish, ...]:
    """Return the fish with fins of a digit with these places: rows as bases, then columns.

    A cell sees a fin in a base only through a box, so all fins lie in the box of the removed cells.
    """
    if not shape.boxes:
        return ()
    width = shape.box_of.index(1)  # the second box begins where the first ends
    height = shape.size // width
    fishes: list[Fish] = []
    for first, lines in _lines(shape, places):
        # In columns the bands lie across: a box is `deep` lines by `wide` cells of a line.
        deep, wide = (height, width) if first == 0 else (width, height)
        stacks = [((1 << wide) - 1) << at for at in range(0, shape.size, wide)]
        for bases, every in _narrow(lines, size, size + wide - 1):
            of_base: list[Fish] = []
            for band in dict.fromkeys(at // deep for at in bases):
                inside = outside = 0
                for at in bases:
                    if at // deep == band:
                        inside |= lines[at]
                    else:
                        outside |= lines[at]
                free = [at for at in range(band * deep, band * deep + deep) if at not in bases]
                for stack in stacks:
                    if not inside & stack:
                        continue
                    need = outside | inside & ~stack
                    extra = size - need.bit_count()
                    if extra < 0:
                        continue
                    for more in combinations(list(bits(every & ~need)), extra):
                        across = reduce(or_, (1 << at for at in more), need)
                        fins = [(at, lines[at] & ~across) for at in bases if lines[at] & ~across]
                        if not 0 < sum(line.bit_count() for _, line in fins) <= MOST_FINS:
                            continue
                        hit = [(at, lines[at] & across & stack) for at in free]
                        removed = _cells(shape, first, hit)
                        if removed:
                            rest = [(at, lines[at] & across) for at in bases]
                            of_base.append(
                                Fish(
                                    *_houses(shape, first, bases, across),
                                    _cells(shape, first, rest),
                                    _cells(shape, first, fins),
                                    removed,
                                    any(line.bit_count() <= 1 for _, line in rest),
                                )
                            )
            fishes += sorted(of_base, key=lambda one: one.covers)
    return tuple(fishes)


def steps(
    grid: CandidateGrid,
    digit: int,
    found: tuple[Fish, ...],
    partners: tuple[Fish, ...],
    label: Label,
) -> Iterator[Step]:
    """Yield the steps of fish, then of siamese pairs: the same bases, other covers."""
    seen: set[int] = set()
    for one in found:
        if one.removed not in seen:
            seen.add(one.removed)
            yield _step(grid, digit, (one,), label)
    named = set(found)
    of_bases: dict[tuple[int, ...], list[Fish]] = {}
    for one in partners:
        of_bases.setdefault(one.bases, []).append(one)
    for same in of_bases.values():
        for one, other in combinations(same, 2):
            both = one.removed | other.removed
            if one in named and both not in seen:
                seen.add(both)
                yield _step(grid, digit, (one, other), label)


def _step(grid: CandidateGrid, digit: int, pair: tuple[Fish, ...], label: Label) -> Step:
    one, other = pair[0], pair[-1]
    params = {
        "digit": digit,
        "bases": house_names(grid, one.bases),
        "covers": house_names(grid, one.covers),
    }
    if not one.fins:
        reason = msg("in {bases} the digit {digit} lies only in {covers}", **params)
    elif other is one:
        reason = msg(
            "in {bases} the digit {digit} lies only in {covers} or in a fin of {fins}, "
            "and what is removed sees every fin",
            **params,
            fins=cell_names(grid, one.fins),
        )
    else:
        reason = msg(
            "in {bases} the digit {digit} lies only in {covers} or in a fin of {fins}, and "
            "likewise only in {others} or in a fin of {ends}, and what is removed sees every fin "
            "of one of the two",
            **params,
            fins=cell_names(grid, one.fins),
            others=house_names(grid, other.covers),
            ends=cell_names(grid, other.fins),
        )
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, digit) for cell in bits(one.removed | other.removed)],
        first=[(cell, digit) for cell in bits(one.body & ~one.fins)],
        second=[(cell, digit) for cell in bits((one.fins | other.fins) & ~one.body | one.fins)],
        houses=one.bases,
    )


def _lines(shape: Shape, places: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the number of the first row and the places in each row; then of the columns."""
    size, full = shape.size, (1 << shape.size) - 1
    rows = [places >> at & full for at in range(0, size * size, size)]
    yield 0, rows
    yield (
        size,
        [sum((row >> col & 1) << at for at, row in enumerate(rows)) for col in range(size)],
    )


def _narrow(
    lines: list[int], size: int, most: int, bases: tuple[int, ...] = (), every: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each choice of `size` lines with at most `most` places across, and these places."""
    if len(bases) == size:
        yield bases, every
        return
    for at in range(bases[-1] + 1 if bases else 0, len(lines)):
        both = every | lines[at]
        if lines[at] and both.bit_count() <= most:
            yield from _narrow(lines, size, most, (*bases, at), both)


def _cells(
    shape: Shape, first: int, lines: "Iterator[tuple[int, int]] | list[tuple[int, int]]"
) -> int:
    """Return the cells that lie in lines at these places."""
    size, cells = shape.size, 0
    for at, line in lines:
        if first == 0:
            cells |= line << at * size
        else:
            for across in bits(line):
                cells |= 1 << across * size + at
    return cells


def _houses(
    shape: Shape, first: int, bases: tuple[int, ...], across: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the bases and of the lines across."""
    return (
        tuple(first + at for at in bases),
        tuple(shape.size - first + at for at in bits(across)),
    )


_finned = partial(technique, finned_fish, sashimi=False)
_sashimi = partial(technique, finned_fish, sashimi=True)
TECHNIQUES = (
    technique(fish, "hard", "x_wing", msg("X-Wing"), 220, 140, "0300", se=3.2, size=2),
    technique(fish, "hard", "swordfish", msg("Swordfish"), 230, 150, "0301", se=3.8, size=3),
    technique(fish, "hard", "jellyfish", msg("Jellyfish"), 240, 160, "0302", se=5.2, size=4),
    _finned("hard", "finned_x_wing", msg("Finned X-Wing"), 410, 130, "0310", size=2),
    _finned(
        "fiendish", "finned_swordfish", msg("Finned Swordfish"), 430, 200, "0311 03111", size=3
    ),
    _finned(
        "fiendish", "finned_jellyfish", msg("Finned Jellyfish"), 450, 250, "0312 03121", size=4
    ),
    _sashimi("hard", "sashimi_x_wing", msg("Sashimi X-Wing"), 420, 150, "0320", size=2),
    _sashimi(
        "fiendish", "sashimi_swordfish", msg("Sashimi Swordfish"), 440, 240, "0321 03211", size=3
    ),
    _sashimi(
        "fiendish", "sashimi_jellyfish", msg("Sashimi Jellyfish"), 460, 260, "0322 03221", size=4
    ),
)
