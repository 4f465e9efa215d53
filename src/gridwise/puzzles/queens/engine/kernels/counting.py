"""Kernels that count the solutions of the empty board by joining its halves.

`engine.counting` describes the method. Bit sets are uint64 throughout, and so are indices in hot
loops, as mixing signs makes Numba widen to floats or check for negative indices.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.simd import LONG_LANES as LANES
from gridwise.compiled.simd import load, lowest, popcount, store, total

BLOCK = 64 * LANES
"""Patterns that are matched with one item at a time, 64 in each lane of a vector."""
CHUNK = 7
"""Bits of an item that one look-up answers for."""
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BYTE = np.uint64(255)
_CHUNK_MASK = np.uint64((1 << CHUNK) - 1)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)


class Quarter(NamedTuple):
    """The squares of a quarter board."""

    open: np.ndarray  # uint64 (rows,): the columns where a queen may stand
    pattern: np.ndarray  # uint64 (rows, columns): the bits that a queen adds to the pattern


class Half(NamedTuple):
    """The placements on the north and the south quarter of a half board.

    Placements with queens in a set of rows and a set of columns lie at `at[rows << columns | set]`
    and up to the next number of `at`.
    """

    columns: int
    column_sets: np.ndarray  # int64: all sets of columns, smaller ones first
    first_set: np.ndarray  # int64: by size, where the sets of that size begin
    ones: np.ndarray  # int64: the number of ones of each number
    north_at: np.ndarray  # int64
    north: np.ndarray  # uint64: the patterns of the placements
    south_at: np.ndarray  # int64
    south: np.ndarray  # uint64


class Matching(NamedTuple):
    """The tables that match patterns of the two halves."""

    weights: np.ndarray  # int64 (256,): by the item's key
    weights_back: np.ndarray  # int64 (256,): the same with east and west exchanged
    keys: int  # a pattern's key is below this
    source: np.ndarray  # int64 (64,): the bit of a pattern that excludes a bit of an item
    chunks: int  # look-ups that an item needs


class Workspace(NamedTuple):
    """Arrays that `count_splits` works in."""

    raw: np.ndarray  # uint64: half boards as they are joined
    east: np.ndarray  # uint64: the east's, sorted by key
    west: np.ndarray  # uint64
    east_first: np.ndarray  # int64 (257,): where the patterns of a key begin
    west_first: np.ndarray  # int64 (257,)
    planes: np.ndarray  # uint64 (64 * LANES,): a block of patterns, transposed
    tables: np.ndarray  # uint64 (chunks << CHUNK * LANES,): which patterns meet no bit of a chunk
    start: np.ndarray  # uint64 (LANES,): which patterns meet no bit of a key


@kernel
def quarters(first, second, quarter, at, store):
    """Place any number of queens on a quarter in every way, none attacking another.

    Parameters
    ----------
    first, second
        The columns of the queens of the first two rows, -1 for none: a call does only those.
    quarter
        See `Quarter`.
    at
        For each (set of rows) << columns | (set of columns): with an empty `store` a counter of
        placements, else where the next one goes.
    store
        Takes the patterns.
    """
    rows, columns = quarter.pattern.shape
    wide, empty = np.uint64(columns), _ONE << np.uint64(columns)  # a choice besides the columns
    choices = np.zeros(rows, np.uint64)
    taken_rows = np.zeros(rows, np.uint64)
    taken_columns = np.zeros(rows, np.uint64)
    down = np.zeros(rows, np.uint64)  # columns that a falling diagonal takes in this row
    up = np.zeros(rows, np.uint64)
    pattern = np.zeros(rows, np.uint64)
    row = 0
    choices[0] = empty if first < 0 else quarter.open[0] & _ONE << np.uint64(first)
    while row >= 0:
        left = choices[row]
        if left == _ZERO:
            row -= 1
            continue
        choices[row] = left & (left - _ONE)
        bit = left & (_ZERO - left)
        rows_now, columns_now, down_now, up_now, pattern_now = (
            taken_rows[row],
            taken_columns[row],
            down[row],
            up[row],
            pattern[row],
        )
        if bit != empty:
            rows_now |= _ONE << np.uint64(row)
            columns_now |= bit
            down_now |= bit
            up_now |= bit
            pattern_now |= quarter.pattern[row, lowest(np.int64(bit))]
        row += 1
        if row == rows:
            cell = rows_now << wide | columns_now
            place = at[cell]
            at[cell] = place + 1
            if store.size:
                store[place] = pattern_now
            row -= 1
            continue
        taken_rows[row], taken_columns[row], pattern[row] = rows_now, columns_now, pattern_now
        down[row], up[row] = down_now << _ONE, up_now >> _ONE
        free = quarter.open[row] & ~(columns_now | down[row] | up[row]) | empty
        if row == 1:
            free &= empty if second < 0 else _ONE << np.uint64(second)
        choices[row] = free


@kernel
def widest(splits, half):
    """Return a bound on the number of half boards of any of these splits."""
    full = (1 << half.columns) - 1
    most = 0
    for index in range(splits.shape[0]):
        north, south = splits[index, 0], splits[index, 1]
        number = 0
        size = half.ones[north]
        for t in range(half.first_set[size], half.first_set[size + 1]):
            a = north << half.columns | half.column_sets[t]
            b = south << half.columns | full ^ half.column_sets[t]
            number += (half.north_at[a + 1] - half.north_at[a]) * (
                half.south_at[b + 1] - half.south_at[b]
            )
        most = max(most, number)
    return most


@kernel
def join(north, south, half, out):
    """Write the patterns of all half boards with queens in these rows; return their number.

    A placement above and one below go together if their columns are all columns, each once, and
    their patterns share no bit.
    """
    column_sets, columns = half.column_sets, half.columns
    north_at, south_at = half.north_at, half.south_at
    north_patterns, south_patterns = half.north, half.south
    full = (1 << columns) - 1
    number = _ZERO
    size = half.ones[north]
    for t in range(half.first_set[size], half.first_set[size + 1]):
        a = np.uint64(north << columns | column_sets[t])
        b = np.uint64(south << columns | full ^ column_sets[t])
        low, high = np.uint64(south_at[b]), np.uint64(south_at[b + _ONE])
        if low == high:
            continue
        for i in range(np.uint64(north_at[a]), np.uint64(north_at[a + _ONE])):
            above = north_patterns[i]
            for j in range(low, high):
                below = south_patterns[j]
                out[number] = above | below
                number += np.uint64((above & below) == _ZERO)
    return number


@kernel
def sort_by_key(raw, number, out, start):
    """Sort patterns by their lowest byte; key k's are out[start[k]:start[k + 1]]."""
    start[:] = 0
    for i in range(number):
        start[(raw[i] & _BYTE) + _ONE] += 1
    for key in range(256):
        start[key + 1] += start[key]
    for i in range(number):
        key = raw[i] & _BYTE
        out[np.uint64(start[key])] = raw[i]
        start[key] += 1
    for key in range(256, 0, -1):
        start[key] = start[key - 1]
    start[0] = 0


@kernel
def load_block(patterns, low, high, plan, space):
    """Make the tables that say which of up to 512 patterns meet no bit of a chunk.

    First the vector b of `planes` becomes bit b of the patterns (a transposed bit matrix in each
    lane). `plan.source` says which bit of a pattern excludes a bit of an item.
    """
    planes, tables, source = space.planes, space.tables, plan.source
    for i in range(high - low):
        planes[i] = patterns[low + i]
    planes[high - low :] = _ZERO
    step = 32
    mask = np.uint64(0xFFFFFFFF)
    while step:
        shift = np.uint64(step)
        for begin in range(0, 64, 2 * step):
            for row in range(begin, begin + step):
                for lane in range(LANES):
                    one, other = row * LANES + lane, (row + step) * LANES + lane
                    a, b = planes[one], planes[other]
                    planes[one] = a & mask | (b & mask) << shift
                    planes[other] = a >> shift & mask | b & ~mask
        step >>= 1
        mask ^= mask << np.uint64(step)
    for chunk in range(plan.chunks):
        at = (chunk << CHUNK) * LANES
        tables[at : at + LANES] = _ONES
        size = 1
        for bit in range(CHUNK):
            excluded = ~load(planes, source[8 * chunk + 8 + bit] * LANES)
            for entry in range(size):
                both = load(tables, at + entry * LANES) & excluded
                store(tables, at + (size + entry) * LANES, both)
            size *= 2


@kernel
def start_of(key, number, source, space):
    """Set `space.start` to the patterns of a block that meet no bit of an item's key."""
    start = space.start
    for lane in range(LANES):
        here = (number - lane + LANES - 1) // LANES
        start[lane] = _ONES if here >= 64 else (_ONE << np.uint64(max(here, 0))) - _ONE
    for bit in range(8):
        if key >> bit & 1:
            store(start, 0, load(start, 0) & ~load(space.planes, source[bit] * LANES))


@kernel(forceinline=True)
def _match(items, begin, end, tables, start, chunks):
    """Return how many pairs of a pattern of the block and an item share no bit.

    It is inlined for each number of chunks, so that the loop over them is unrolled.
    """
    open_patterns = load(start, 0)
    found = open_patterns ^ open_patterns
    for i in range(begin, end):
        item = items[i]
        left = open_patterns
        for chunk in range(chunks):
            entry = item >> np.uint64(8 * chunk + 8) & _CHUNK_MASK
            left = left & load(tables, (np.int64(entry) + (chunk << CHUNK)) * LANES)
        found = found + popcount(left)
    return total(found)


@kernel
def pairs(patterns, last, items, first_item, weights, plan, space):
    """Return how many pairs of a pattern and an item share no bit, weighted by the item's key.

    The first `last` patterns count. Items of one key lie together. A key that meets a bit of all
    patterns of a block is skipped, which is why patterns are sorted by their keys too.
    """
    tables, start, chunks = space.tables, space.start, plan.chunks
    number = 0
    for low in range(0, last, BLOCK):
        high = min(low + BLOCK, last)
        common = _ONES
        for i in range(low, high):
            common &= patterns[i]
        shut = 0
        for bit in range(8):
            if common >> np.uint64(plan.source[bit]) & _ONE:
                shut |= 1 << bit
        load_block(patterns, low, high, plan, space)
        for key in range(256):
            begin, end = first_item[key], first_item[key + 1]
            if begin == end or key & shut or weights[key] == 0:
                continue
            start_of(key, high - low, plan.source, space)
            if chunks == 1:
                found = _match(items, begin, end, tables, start, 1)
            elif chunks == 2:
                found = _match(items, begin, end, tables, start, 2)
            elif chunks == 3:
                found = _match(items, begin, end, tables, start, 3)
            elif chunks == 4:
                found = _match(items, begin, end, tables, start, 4)
            elif chunks == 5:
                found = _match(items, begin, end, tables, start, 5)
            elif chunks == 6:
                found = _match(items, begin, end, tables, start, 6)
            else:
                found = _match(items, begin, end, tables, start, 7)
            number += weights[key] * found
    return number


@kernel
def count_splits(splits, begin, budget, east, west, plan, space, out):
    """Count the solutions of splits from `begin` on; return the first that was not counted.

    Adds the weighted number to `out[0]`, and stops once the work done is above `budget`
    (a unit is about a half board joined, or 32 items matched with a block).

    Parameters
    ----------
    splits
        A line for each: the rows of the east half in the north and in the south, the west half's,
        the weight, and 1 if east and west change places as well.
    east, west
        See `Half`.
    plan
        See `Matching`.
    space
        See `Workspace`.
    """
    weights, weights_back = plan.weights, plan.weights_back
    now = np.empty(256, np.int64)
    work = 0
    index = begin
    while index < splits.shape[0] and work < budget:
        number = join(splits[index, 0], splits[index, 1], east, space.raw)
        sort_by_key(space.raw, number, space.east, space.east_first)
        number_west = join(splits[index, 2], splits[index, 3], west, space.raw)
        sort_by_key(space.raw, number_west, space.west, space.west_first)
        both = splits[index, 5]
        for key in range(256):
            now[key] = weights[key] + (both if weights_back[key] != weights[key] else 0)
        last = space.east_first[plan.keys]
        found = pairs(space.east, last, space.west, space.west_first, now, plan, space)
        blocks = 1 + last // BLOCK
        if both:
            last = space.west_first[plan.keys]
            found += pairs(
                space.west, last, space.east, space.east_first, weights_back, plan, space
            )
            blocks += 1 + last // BLOCK
        out[0] += splits[index, 4] * found
        work += 1000 + np.int64(number + number_west) * (32 + blocks) // 32
        index += 1
    return index


@kernel
def count_half_turn(n):
    """Return how many solutions a half turn keeps: queens come in twos, (r, c) and (-r, -c).

    With r - c on one diagonal, -(r - c) is on its image; so are r + c from the middle and back.
    """
    last, half = n - 1, n // 2
    column = np.zeros(half + 1, np.int64)
    columns = np.zeros(half + 1, np.int64)
    falling = np.zeros(half + 1, np.int64)
    rising = np.zeros(half + 1, np.int64)
    falling[0] = rising[0] = 1  # the long diagonals: each queen there would meet its image
    if n % 2:
        columns[0] = 1 << half
    number = row = 0
    while row >= 0:
        if row == half:
            number += 1
            row -= 1
            continue
        here = column[row]
        column[row] = here + 1
        if here == n:
            row -= 1
            continue
        both = 1 << here | 1 << last - here
        falls, rises = 1 << abs(row - here), 1 << abs(row + here - last)
        if columns[row] & both or falling[row] & falls or rising[row] & rises:
            continue
        columns[row + 1] = columns[row] | both
        falling[row + 1] = falling[row] | falls
        rising[row + 1] = rising[row] | rises
        row += 1
        if row < half:
            column[row] = 0
    return number
