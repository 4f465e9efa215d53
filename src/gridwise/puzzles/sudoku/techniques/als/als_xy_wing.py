"""ALS-XY-Wing: two almost locked sets, both linked to a third by different digits."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.als.links import refuted_by_sets
from gridwise.puzzles.sudoku.techniques.als.sets import (
    Als,
    AlsBoard,
    als_board,
    als_step,
    lacking,
    set_names,
)
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, digit_names

_LABEL = Label("als_xy_wing", msg("ALS-XY-Wing"), 320)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each wing, first the wings whose sets share no cell."""
    board = als_board(grid)
    refuted = refuted_by_sets(grid)
    seen: set[frozenset[Candidate]] = set()
    for overlap in (False, True) if any(refuted) else ():
        for digit, losers in enumerate(board.losing):
            for cell, members in losers.items():
                if not refuted[digit] >> cell & 1:
                    continue
                for one, x, pivot, y, other in _wings(board, digit, members, overlap=overlap):
                    digits = one.digits & other.digits & ~(1 << x | 1 << y)
                    removed = board.common_loss((one, other), digits)
                    if (key := frozenset(removed)) not in seen:
                        seen.add(key)
                        yield _step(grid, one, x, pivot, y, other, removed)


def _wings(
    board: AlsBoard, digit: int, members: int, *, overlap: bool
) -> Iterator[tuple[Als, int, Als, int, Als]]:
    """Yield the wings with both ends among the sets that lose a digit."""
    lacks = lacking(board, members, digit)
    for x, y in combinations((x for x, sets in enumerate(lacks) if sets), 2):
        for middle in bits(lacks[x] & lacks[y]):
            pivot = board.sets[middle]
            starts = [board.sets[i] for i in bits(board.linked(pivot, x) & members)]
            ends = [board.sets[i] for i in bits(board.linked(pivot, y) & members)]
            for one in starts:
                for other in ends:
                    if one is not other and overlap is bool(
                        one.cells & other.cells
                        or one.cells & pivot.cells
                        or pivot.cells & other.cells
                    ):
                        yield one, x, pivot, y, other


def _step(
    grid: CandidateGrid,
    one: Als,
    x: int,
    pivot: Als,
    y: int,
    other: Als,
    removed: tuple[Candidate, ...],
) -> Step:
    first, second, third = set_names(grid, (one, other, pivot))
    reason = msg(
        "C holds {x} or {y}, so A lacks {x} or B lacks {y} ({first}; {second}; {third}), "
        "and that set holds {z}",
        x=x,
        y=y,
        first=first,
        second=second,
        third=third,
        z=digit_names(mask_of(digit for _, digit in removed)),
    )
    return als_step(
        grid,
        _LABEL,
        reason,
        (one, pivot, other),
        removed,
        commons=[(one, x, pivot), (pivot, y, other)],
    )


TECHNIQUE = technique(find, _LABEL, "fiendish", 580, "0902")
