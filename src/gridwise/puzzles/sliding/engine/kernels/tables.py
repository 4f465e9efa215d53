"""Makes additive pattern databases.

A pattern is a set of tiles. Its *placing* is the cells that it occupies (a bit mask) with the
region of free cells that the blank is in; its *order* says which of the tiles lies in which of
those cells. A slide along a row never changes the order, and a slide along a column moves one
tile past at most width - 1 others, so that a table over placings and a small one over orders
make the transition table of all states.

"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

UNSEEN = 255
NO_SLIDE = np.uint32(0xFFFFFFFF)


class Placings(NamedTuple):
    """The sets of cells that a pattern may occupy, and their regions of free cells."""

    width: int
    height: int
    masks: np.ndarray  # int64 (sets,): the sets of cells, ascending
    region: np.ndarray  # uint8 (sets, cells): the region of a free cell
    first: np.ndarray  # uint32 (sets + 1,): the number of placings before


@kernel(early=True)
def popcount(mask):
    """Return the number of bits. At most 40 are set here, so a loop will do."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel(early=True)
def list_masks(cells, k, masks):
    """Write all sets of k cells in ascending order; return their number."""
    if k == 0:
        masks[0] = 0
        return 1
    n = 0
    mask = (1 << k) - 1
    end = 1 << cells
    while mask < end:
        masks[n] = mask
        n += 1
        low = mask & -mask  # Gosper's hack: the next greater number with as many bits
        high = mask + low
        mask = (((high ^ mask) >> 2) // low) | high
    return n


@kernel(early=True)
def rank_mask(mask, choose):
    """Return the place of a set of cells in ascending order (combinatorial number system)."""
    rank = 0
    seen = 0
    cell = 0
    while mask:
        if mask & 1:
            seen += 1
            rank += choose[cell, seen]
        mask >>= 1
        cell += 1
    return rank


@kernel(early=True)
def find_regions(placings):
    """Find the regions of free cells of every mask; return the number of placings."""
    width, height, masks, region, first = placings
    cells = width * height
    stack = np.empty(cells + 1, np.int64)
    total = 0
    for m in range(masks.size):
        first[m] = total
        mask = masks[m]
        n = 0
        for cell in range(cells):
            region[m, cell] = UNSEEN
        for start in range(cells):
            if (mask >> start) & 1 or region[m, start] != UNSEEN:
                continue
            region[m, start] = n
            stack[0] = start
            top = 1
            while top:
                top -= 1
                cell = stack[top]
                col = cell % width
                for direction in range(4):
                    if direction == 0:
                        other = cell - width
                    elif direction == 1:
                        other = cell - 1 if col else -1
                    elif direction == 2:
                        other = cell + 1 if col + 1 < width else -1
                    else:
                        other = cell + width
                    if other < 0 or other >= cells or (mask >> other) & 1:
                        continue
                    if region[m, other] == UNSEEN:
                        region[m, other] = n
                        stack[top] = other
                        top += 1
            n += 1
        total += n
    first[masks.size] = total
    return total


@kernel(early=True)
def fill_slides(placings, k, reach, choose, slides, low, high):
    """Write the slides of the placings of the masks low to high.

    `slides[placing, i, direction]` is for the tile in the i-th occupied cell and the direction in
    which the *blank* goes (0 up, 1 left, 2 right, 3 down): the new placing << 5, and in the lower
    bits how many places the tile moves in the order, plus `reach`. `NO_SLIDE` if the blank cannot
    go.
    """
    width, height, masks, region, first = placings
    cells = width * height
    for m in range(low, high):
        mask = masks[m]
        i = -1
        for cell in range(cells):
            if not (mask >> cell) & 1:
                continue
            i += 1
            col = cell % width
            for direction in range(4):
                if direction == 0:
                    blank = cell + width
                elif direction == 1:
                    blank = cell + 1 if col + 1 < width else -1
                elif direction == 2:
                    blank = cell - 1 if col else -1
                else:
                    blank = cell - width
                here = -1
                if 0 <= blank < cells and not (mask >> blank) & 1:
                    here = region[m, blank]
                value = NO_SLIDE
                if here >= 0:
                    after = mask ^ (1 << cell) ^ (1 << blank)
                    j = popcount(after & ((1 << blank) - 1))
                    other = rank_mask(after, choose)
                    placing = first[other] + region[other, cell]
                    value = np.uint32((placing << 5) | (j - i + reach))
                for r in range(first[m + 1] - first[m]):
                    slides[first[m] + r, i, direction] = value if r == here else NO_SLIDE
    return 0


@kernel(early=True)
def rank_order(order, k):
    """Return the lexicographic number of a permutation of 0 to k - 1."""
    rank = 0
    for i in range(k):
        smaller = 0
        for j in range(i + 1, k):
            if order[j] < order[i]:
                smaller += 1
        rank = rank * (k - i) + smaller
    return rank


@kernel(early=True)
def fill_orders(k, reach, turn, place):
    """Write the changes of an order by moving one tile.

    `turn[i, s, o]` is the number of order o after its i-th tile has moved s - reach places;
    `place[o, t]` is the place of tile t.
    """
    count = place.shape[0]
    order = np.empty(k + 1, np.int64)
    after = np.empty(k + 1, np.int64)
    for o in range(count):
        rest = o
        for i in range(k - 1, -1, -1):  # the digits of the factorial number system
            order[i] = rest % (k - i)
            rest //= k - i
        for i in range(k - 1, -1, -1):
            for j in range(i + 1, k):
                if order[j] >= order[i]:
                    order[j] += 1
        for i in range(k):
            place[o, order[i]] = i
        for i in range(k):
            for s in range(2 * reach + 1):
                j = i + s - reach
                if j < 0 or j >= k:
                    continue
                for x in range(k):
                    after[x] = order[x]
                step = 1 if j > i else -1
                x = i
                while x != j:
                    after[x] = order[x + step]
                    x += step
                after[j] = order[i]
                turn[i, s, o] = rank_order(after, k)
    return 0


@kernel(early=True)
def grow_layer(depth, level, now, after, slides, turn, reach, low, high, fresh):
    """Give the neighbours of this level's states their depth, for some placings.

    Parameters
    ----------
    depth
        Placings by orders; 255 where a state was not met yet.
    level
        The depth of the states to go on from.
    now, after
        For each placing whether it holds a state of this level, of the next.
    slides, turn, reach
        See `fill_slides` and `fill_orders`.
    low, high
        The placings to look at.
    fresh
        Room for as many numbers as there are orders.

    Returns
    -------
    int
        The number of states met for the first time.
    """
    orders = depth.shape[1]
    k = slides.shape[1]
    met = 0
    deeper = np.uint8(level + 1)
    for placing in range(low, high):
        if not now[placing]:
            continue
        row = depth[placing]
        n = 0
        for o in range(orders):
            fresh[n] = o
            n += row[o] == level
        if n == 0:
            continue
        for i in range(k):
            for direction in range(4):
                value = slides[placing, i, direction]
                if value == NO_SLIDE:
                    continue
                other = np.int64(value >> np.uint32(5))
                shift = np.int64(value & np.uint32(31))
                target = depth[other]
                found = 0
                if shift == reach:
                    for x in range(n):
                        o = fresh[x]
                        if target[o] == UNSEEN:
                            target[o] = deeper
                            found += 1
                else:
                    moved = turn[i, shift]
                    for x in range(n):
                        o = moved[fresh[x]]
                        if target[o] == UNSEEN:
                            target[o] = deeper
                            found += 1
                if found:
                    after[other] = 1
                    met += found
    return met


@kernel(early=True)
def pack_bits(depth, bits, low, high):
    """Write bit 1 of the depths (it tells h + 1 from h - 1) of the placings low to high.

    A row of `bits` is an order, eight placings a byte; `low` is a multiple of eight.
    """
    placings, orders = depth.shape
    for first in range(low, high, 8):
        for o in range(orders):
            byte = 0
            for x in range(min(8, placings - first)):
                byte |= ((depth[first + x, o] >> 1) & 1) << x
            bits[o, first >> 3] = byte
    return 0


@kernel(early=True)
def fill_ranks(cells, half, k, choose, low, high):
    """Write the summands of the lower `half` cells of a set and of the others to its rank."""
    for mask in range(1 << half):
        low[mask] = rank_mask(mask, choose)
    for mask in range(1 << (cells - half)):
        seen = k - popcount(mask)
        rank = 0
        for cell in range(cells - half):
            if seen >= 0 and (mask >> cell) & 1:
                seen += 1
                rank += choose[half + cell, seen]
        high[mask] = rank
    return 0


@kernel(early=True)
def fill_regions(region, first, masks, out):
    """Write the placings and regions of every mask, four bits each.

    `out[m]` begins with 0, the region of cell 0, and seven numbers of four bits, the placings
    before this mask's; then the regions of the cells from 1 on.
    """
    cells = region.shape[1]
    for m in range(masks.size):
        out[m, 0] = first[m] << 4
        for cell in range(1, cells):
            if not (masks[m] >> cell) & 1:
                at = cell + 7
                out[m, at >> 3] |= np.uint32(region[m, cell]) << np.uint32(4 * (at & 7))
    return 0


@kernel(early=True)
def fill_transitions(depth, slides, turn, reach, place, out):
    """Write the transition table of a small pattern.

    `out[rank, 4 * t + direction]`, rank = placing * orders + order, for tile t of the pattern: the
    new rank less the old one, times 2, plus 1 if the distance grows (else it falls by 1).
    """
    orders = depth.shape[1]
    k = slides.shape[1]
    for placing in range(depth.shape[0]):
        for o in range(orders):
            rank = placing * orders + o
            for t in range(k):
                i = place[o, t]
                for direction in range(4):
                    value = slides[placing, i, direction]
                    if value == NO_SLIDE:
                        out[rank, 4 * t + direction] = 0
                        continue
                    other = np.int64(value >> np.uint32(5))
                    shift = np.int64(value & np.uint32(31))
                    after = turn[i, shift, o]
                    up = depth[other, after] > depth[placing, o]
                    out[rank, 4 * t + direction] = 2 * (other * orders + after - rank) + up
    return 0
