"""ALS-XZ: two almost locked sets with a restricted common."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.als.links import refuted_by_sets
from gridwise.puzzles.sudoku.techniques.als.sets import (
    Als,
    AlsBoard,
    als_board,
    als_step,
    set_names,
)
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, digit_names

_LABEL = Label("als_xz", msg("ALS-XZ"), 300)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pair of linked sets, first the pairs that share no cell."""
    board = als_board(grid)
    losing = 0  # one set at least loses a digit by what the pair rules out
    for digit, cells in enumerate(refuted_by_sets(grid)):
        for cell in bits(cells):
            losing |= board.losing[digit].get(cell, 0)
    seen: set[frozenset[Candidate]] = set()
    for overlap in (False, True) if losing else ():
        for one, other, commons in _pairs(board, losing, overlap=overlap):
            for removed in _losses(board, one, other, commons):
                if removed and (key := frozenset(removed)) not in seen:
                    seen.add(key)
                    yield _step(grid, one, other, commons, removed)


def _pairs(
    board: AlsBoard, losing: int, *, overlap: bool
) -> Iterator[tuple[Als, Als, tuple[int, ...]]]:
    """Yield the pairs with one of these sets and their restricted commons, few cells first."""
    for index, other in enumerate(board.sets):
        linked: dict[int, list[int]] = {}
        before = (1 << index) - 1
        if not losing >> index & 1:
            before &= losing
        for digit in bits(other.digits):
            for partner in bits(board.linked(other, digit) & before):
                linked.setdefault(partner, []).append(digit)
        for partner, digits in sorted(linked.items()):
            one = board.sets[partner]
            if bool(one.cells & other.cells) is overlap:
                yield one, other, tuple(digits)


def _losses(
    board: AlsBoard, one: Als, other: Als, commons: tuple[int, ...]
) -> Iterator[tuple[Candidate, ...]]:
    """Yield the candidates that a pair rules out."""
    common = one.digits & other.digits
    if len(commons) == 1:
        yield board.common_loss((one, other), common & ~(1 << commons[0]))
        return
    # Each set holds one of two restricted commons, so it holds all its other digits.
    both = 1 << commons[0] | 1 << commons[1]
    locked = [
        *board.common_loss((one, other), common),
        *board.common_loss((one,), one.digits & ~both),
        *board.common_loss((other,), other.digits & ~both),
    ]
    outside = [(c, d) for c, d in locked if not (one.cells | other.cells) >> c & 1]
    yield tuple(dict.fromkeys(outside))
    yield tuple(dict.fromkeys(locked))


def _step(
    grid: CandidateGrid,
    one: Als,
    other: Als,
    commons: tuple[int, ...],
    removed: tuple[Candidate, ...],
) -> Step:
    first, second = set_names(grid, (one, other))
    if len(commons) == 1:
        reason = msg(
            "A and B have the restricted common {x} ({first}; {second}), and the set that lacks it "
            "holds {z}",
            x=commons[0],
            first=first,
            second=second,
            z=digit_names(mask_of(digit for _, digit in removed)),
        )
    else:
        reason = msg(
            "A and B hold one each of their restricted commons {x} and {y} ({first}; {second}), "
            "and all their other digits",
            x=commons[0],
            y=commons[1],
            first=first,
            second=second,
        )
    links = [(one, digit, other) for digit in commons[:2]]
    return als_step(grid, _LABEL, reason, (one, other), removed, commons=links)


TECHNIQUE = technique(find, _LABEL, "fiendish", 570, "0901")
