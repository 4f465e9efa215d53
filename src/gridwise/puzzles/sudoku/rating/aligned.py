"""Aligned pair and triplet exclusion."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from gridwise.puzzles.sudoku.rating.grid import BITS, PEER_SET, PEERS, Board, SeStep


def aligned(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield aligned exclusions of two (6.2) or three cells (7.5).

    A way to fill the cells is out if it gives two cells of a house one digit, or leaves no digit to
    a cell that all of them see; a candidate of no remaining way goes.
    """
    masks = board.masks
    excluders: dict[int, list[int]] = {}
    for cell, mask in enumerate(masks):
        if mask.bit_count() >= 2:
            counts = [masks[peer].bit_count() for peer in PEERS[cell]]
            near = [p for p, n in zip(PEERS[cell], counts, strict=True) if 2 <= n <= degree]
            if 1 not in counts and near:
                excluders[cell] = near
    bases = list(excluders)
    seen_by = {cell: sum(1 << e for e in near) for cell, near in excluders.items()}
    for second in range(len(bases)):
        for first in range(second):
            pair = bases[first], bases[second]
            common = seen_by[pair[0]] & seen_by[pair[1]]
            if common.bit_count() < 2:
                continue
            if degree == 2:
                groups: list[tuple[int, ...]] = [pair]
            else:
                tails = dict.fromkeys(excluders[pair[0]] + excluders[pair[1]])
                groups = [(*pair, t) for t in tails if t in excluders and t not in pair]
            for cells in groups:
                both = common if degree == 2 else common & seen_by[cells[2]]
                if both.bit_count() >= 2:
                    step = _exclude(board, cells, both, degree)
                    if step is not None:
                        yield step


def _exclude(board: Board, cells: tuple[int, ...], excluders: int, degree: int) -> SeStep | None:
    """Return the step that the cells make, or None if they lose no candidate."""
    masks = board.masks
    own = tuple([masks[cell] for cell in cells])
    most = 0
    for mask in own:
        most |= mask
    closed = set()
    while excluders:
        low = excluders & -excluders
        excluders ^= low
        if not (mask := masks[low.bit_length() - 1]) & ~most:
            closed.add(mask)
    near = tuple(
        [(i, j) for j in range(degree) for i in range(j) if PEER_SET[cells[i]] >> cells[j] & 1]
    )
    allowed = _allowed(own, near, frozenset(closed))
    removed = tuple(
        (cell, masks[cell] & ~kept)
        for cell, kept in zip(cells, allowed, strict=True)
        if masks[cell] & ~kept
    )
    if not removed:
        return None
    name = "aligned pair exclusion" if degree == 2 else "aligned triplet exclusion"
    return SeStep(name, 62 if degree == 2 else 75, removed)


@lru_cache(maxsize=1 << 15)
def _allowed(
    masks: tuple[int, ...], near: tuple[tuple[int, int], ...], closed: frozenset[int]
) -> tuple[int, ...]:
    """Return the remaining candidates of some cells.

    Kept from one board to the next, on which most cells have the same candidates.

    Parameters
    ----------
    masks
        The candidates of each cell.
    near
        The pairs of these cells (by their places in `masks`) that see each other.
    closed
        The candidates of the cells that all of them see, if these can run out.
    """
    allowed = [0] * len(masks)
    last = len(masks) - 1
    for digits in product(*(BITS[mask] for mask in masks[:last])):
        if any(j < last and digits[i] == digits[j] for i, j in near):
            continue
        used = 0
        for digit in digits:
            used |= 1 << digit
        left = masks[last]  # the digits that the last cell may be
        for i, j in near:
            if j == last:
                left &= ~(1 << digits[i])
        for mask in closed:
            rest = mask & ~used
            if rest & (rest - 1) == 0:
                left &= ~rest if rest else 0
        if left:
            allowed[last] |= left
            for i, digit in enumerate(digits):
                allowed[i] |= 1 << digit
    return tuple(allowed)
