"""A* on boards of 16 cells at most.

A node is 16 bytes in three arrays: the board, four bits a cell; a word with g, the two estimates
and the direction that led here; and the node that waits behind it in its bucket. There is a
bucket for each f and g. A node is found again by a table of 32-bit entries, its number plus 1 and
as many bits of its hash as there is room for, so that most look-ups do not touch the node.

Tiles are named so that the four of a pattern are neighbours: a pattern's table is read at the
four cells of its tiles, 16 bits, and the blank's cell above them.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

NODES, GENERATED, REOPENED, COUNT, OPEN, PEAK, LEVEL, TOP, BEST, LEAST, ROOT = range(11)
"""Places in `state`: nodes expanded, generated and put back, nodes in the arrays, waiting nodes and
the most of them, the bucket in use, the node with the least estimate, that estimate, and the
root's."""
PAUSED, FOUND, LEVEL_DONE, FULL = range(4)
"""Results of a search."""

_MOST_G = 256
_CLOSED, _STALE = np.uint32(1 << 26), np.uint32(1 << 27)
_0, _1, _2, _3, _4, _15, _16, _20 = (np.uint64(x) for x in (0, 1, 2, 3, 4, 15, 16, 20))
_8, _24, _32, _FF, _FFFF = (np.uint64(x) for x in (8, 24, 32, 0xFF, 0xFFFF))
_MIX = np.uint64(0x9E3779B97F4A7C15)


class PackedBoard(NamedTuple):
    """The constants of a search."""

    cells: int  # of the board
    names: np.ndarray  # uint64 (16,): for each tile the one in its place on the reflected board
    blank_name: int  # the blank's number among the tiles
    near: np.ndarray  # int64 (cells, 4): the cells above, left, right, below; -1 for none
    mirror: np.ndarray  # uint64 (16,): the reflected cells; empty to look up no reflection
    table: np.ndarray  # uint8: the patterns' distances, 2**20 each


class Nodes(NamedTuple):
    """All nodes, and OPEN."""

    boards: np.ndarray  # uint64
    words: np.ndarray
    """uint32: g, the two estimates (8 bits each), the direction (2), whether it was expanded,
    whether a cheaper path took its place."""
    links: np.ndarray  # uint32: the next node of its bucket, plus 1
    slots: np.ndarray  # uint32, a power of 2: the table of nodes
    heads: np.ndarray  # uint32 (levels, 256): the first node, plus 1, of each bucket
    state: np.ndarray  # int64: see `NODES` and the others


@kernel(early=True)
def distances(tiles, cells, near, start, out):
    """Fill the slides that one pattern needs at least, for all places of its tiles and the blank.

    Only slides of its own tiles count. `start` is the solved state: the cells of the tiles, four
    bits each, and the blank's cell in bits 16-19. `near` (cells, 4) has -1 for no neighbour.
    Unreachable states keep 255.
    """
    now, later = np.empty(1 << 21, np.uint32), np.empty(1 << 21, np.uint32)
    out[:] = 255
    now[0] = start
    size, depth = 1, 0
    while size:
        after = 0
        while size:
            size -= 1
            state = np.int64(now[size])
            if out[state] != 255:
                continue
            out[state] = depth
            blank = state >> 16
            for direction in range(4):
                cell = near[blank, direction]
                if cell < 0:
                    continue
                other = (state & 0xFFFF) | cell << 16
                moves = False
                for t in range(tiles):
                    if (state >> 4 * t) & 15 == cell:
                        other ^= (cell ^ blank) << 4 * t
                        moves = True
                if out[other] != 255:
                    continue
                if moves:
                    later[after] = other
                    after += 1
                else:
                    now[size] = other
                    size += 1
        now, later = later, now
        size = after
        depth += 1


@kernel(early=True)
def _hash(board):
    x = board ^ (board >> _32)
    x *= _MIX
    return x ^ (x >> _32)


@kernel(early=True)
def _slot(board, boards, slots, low):
    """Return the slot of a board in the table, or its free slot; `low` masks the numbers."""
    size = np.uint64(slots.size - 1)
    code = _hash(board)
    tag = np.uint64(code >> _32) & ~low & np.uint64(0xFFFFFFFF)
    at = code & size
    while True:
        entry = np.uint64(slots[at])
        if entry == _0:
            return at, _0, tag
        if entry & ~low == tag and boards[(entry & low) - _1] == board:
            return at, entry & low, tag
        at = (at + _1) & size


@kernel(early=True)
def _place(p, blank, tiles, blank_code):
    """Return the index of a pattern's distance; the group of the blank has fewer tiles."""
    if p == blank_code >> _2:
        tiles &= (_1 << ((blank_code & _3) << _2)) - _1
    return p << _20 | blank << _16 | (tiles & _FFFF)


@kernel(early=True)
def enter(boards, words, begins, ends, slots):
    """Enter the nodes of these numbers that still count into a new table."""
    low = np.uint64(slots.size - 1)
    for n in range(begins, ends):
        if words[n] & _STALE:
            continue
        code = _hash(boards[n])
        tag = np.uint64(code >> _32) & ~low & np.uint64(0xFFFFFFFF)
        at = code & low
        while slots[at]:
            at = (at + _1) & low
        slots[at] = np.uint32(tag | (np.uint64(n) + _1))


@kernel(early=True)
def begin(board, first, second, nodes):
    """Put the root, with its two estimates, into the empty arrays."""
    boards, words, links, slots, heads, state = nodes
    boards[0] = board
    words[0] = np.uint32(first << 8 | second << 16)
    links[0] = 0
    heads[0, 0] = 1
    enter(boards, words, 0, 1, slots)
    state[:] = 0
    state[GENERATED] = state[COUNT] = state[OPEN] = state[PEAK] = 1
    state[LEAST] = state[ROOT] = max(first, second)


@kernel(early=True)
def search(fixed, nodes, budget):
    """Expand at most `budget` nodes of the least f, the greatest g first; return why that ended."""
    cells, names, blank_name, near, mirror, table = fixed
    boards, words, links, slots, heads, state = nodes
    low = np.uint64(slots.size - 1)
    reflects = mirror.size > 0
    level = state[LEVEL]
    top = state[TOP]
    root = state[ROOT]
    left = budget
    count = state[COUNT]
    waiting = state[OPEN]
    generated = 0
    ends = PAUSED
    blank_code = np.uint64(blank_name)
    while True:
        while top >= 0 and heads[level, top] == 0:
            top -= 1
        if top < 0:
            ends = LEVEL_DONE
            break
        here = top
        n = np.int64(heads[level, top]) - 1
        word = words[n]
        if word & _STALE:
            heads[level, top] = links[n]
            continue
        first, second = np.int64((word >> 8) & 0xFF), np.int64((word >> 16) & 0xFF)
        if max(first, second) == 0:
            state[BEST] = n
            ends = FOUND
            break
        if left == 0:
            break
        if count + 4 > boards.size:
            ends = FULL
            break
        heads[level, top] = links[n]
        words[n] = word | _CLOSED
        waiting -= 1
        left -= 1
        board = boards[n]
        before = 3 - np.int64((word >> 24) & 3) if here else -1
        places = reflected = _0
        blank = _0
        for cell in range(cells):
            at = np.uint64(cell)
            tile = (board >> (at << _2)) & _15
            if tile == blank_code:
                blank = at
            elif reflects:
                reflected |= mirror[at] << (names[tile] << _2)
            places |= at << (tile << _2)
        g = here + 1
        for direction in range(4):
            if direction == before or near[blank, direction] < 0:
                continue
            cell = np.uint64(near[blank, direction])
            tile = (board >> (cell << _2)) & _15
            swap = tile ^ blank_code
            child = board ^ (swap << (cell << _2)) ^ (swap << (blank << _2))
            generated += 1
            at, known, tag = _slot(child, boards, slots, low)
            if known:
                old = words[known - _1]
                if np.int64(old & 0xFF) <= g:
                    continue
                if old & _CLOSED:
                    state[REOPENED] += 1
                else:
                    waiting -= 1
                words[known - _1] = old | _STALE
                h1, h2 = np.int64((old >> 8) & 0xFF), np.int64((old >> 16) & 0xFF)
            else:
                p = tile >> _2
                cut = p << _4
                moved = places ^ ((cell ^ blank) << (tile << _2))
                h1 = (
                    first
                    - np.int64(table[_place(p, blank, places >> cut, blank_code)])
                    + np.int64(table[_place(p, cell, moved >> cut, blank_code)])
                )
                h2 = np.int64(0)
                if reflects:
                    name = names[tile]
                    p = name >> _2
                    cut = p << _4
                    blank2, cell2 = mirror[blank], mirror[cell]
                    moved = reflected ^ ((cell2 ^ blank2) << (name << _2))
                    h2 = (
                        second
                        - np.int64(table[_place(p, blank2, reflected >> cut, blank_code)])
                        + np.int64(table[_place(p, cell2, moved >> cut, blank_code)])
                    )
            h = max(h1, h2)
            boards[count] = child
            words[count] = np.uint32(g | h1 << 8 | h2 << 16 | direction << 24)
            f = max((g + h - root) >> 1, level)
            links[count] = heads[f, g]
            count += 1
            heads[f, g] = np.uint32(count)
            slots[at] = np.uint32(tag | np.uint64(count))
            waiting += 1
            if f == level and g > top:
                top = g
            if h < state[LEAST]:
                state[LEAST] = h
                state[BEST] = count - 1
        state[PEAK] = max(state[PEAK], waiting)
    state[NODES] += budget - left
    state[GENERATED] += generated
    state[COUNT] = count
    state[OPEN] = waiting
    state[TOP] = top
    return ends


@kernel(early=True)
def path_back(n, fixed, nodes, path):
    """Write the blank's cells from a node back to the root; return how many."""
    cells, blank_name, near = fixed.cells, fixed.blank_name, fixed.near
    boards, words, slots = nodes.boards, nodes.words, nodes.slots
    low = np.uint64(slots.size - 1)
    blank_code = np.uint64(blank_name)
    board = boards[n]
    blank = _0
    for cell in range(cells):
        if (board >> np.uint64(4 * cell)) & _15 == blank_code:
            blank = np.uint64(cell)
    path[0] = blank
    length = 1
    word = words[n]
    while word & 0xFF:
        cell = np.uint64(near[blank, 3 - np.int64((word >> 24) & 3)])
        swap = ((board >> (cell << _2)) & _15) ^ blank_code
        board ^= (swap << (cell << _2)) ^ (swap << (blank << _2))
        blank = cell
        path[length] = blank
        length += 1
        _, known, _ = _slot(board, boards, slots, low)
        word = words[known - _1]
    return length
