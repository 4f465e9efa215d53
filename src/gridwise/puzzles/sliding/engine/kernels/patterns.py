"""The compiled depth-first search of IDA* with pattern databases of any size.

Where full transition tables would not fit, a slide is looked up in three steps: the rank of the
set of cells that the pattern then occupies, its placing there, and the turn of the order (see
`kernels.tables`). The distance of a pattern always changes by 1, so that one bit a state says
whether it grew or fell, as its lowest bit is known (Breyer and Korf 2010, "1.6-bit pattern
databases", AAAI, section on one bit). A search waits for memory, hence small tables for the first
steps, and one cache line for entries read together.

The state of a pattern is one word: bits 0-1 the distance modulo 4, 2-17 the order, from 18 the
cells that it occupies.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

NODES, GENERATED, DEPTH, FOUND = 0, 1, 2, 3
"""Places in `state`: counters, the last level, and whether the goal was found."""

FACTS = 10
"""Numbers that describe a pattern; see `PatternTables`."""

_0, _1, _2, _3, _4, _5, _6, _7, _8 = (np.uint64(x) for x in range(9))
_9, _15, _16, _18, _32, _56 = (np.uint64(x) for x in (9, 15, 16, 18, 32, 56))
_FFFF, _ONES = np.uint64(0xFFFF), np.uint64(0x0101010101010101)
_FIVES, _THREES, _FIFTEENS = (np.uint64(0x0101010101010101 * x) for x in (0x55, 0x33, 0x0F))


class PatternTables(NamedTuple):
    """The tables of all patterns of a board."""

    facts: np.ndarray
    """uint64 (patterns * 10): of each pattern the number of its tiles, of its orders, where its
    part of `ranks` for the lower half of the cells and for the upper one, of `regions`, of `turns`
    and of `bits` begins, the bytes of a row of `bits`, how many cells the lower half has, and how
    many numbers of `regions` a set of cells takes."""
    ranks: np.ndarray  # uint32, see `kernels.tables.fill_ranks`
    regions: np.ndarray  # uint32, see `kernels.tables.fill_regions`
    turns: np.ndarray  # uint16: the order after a tile has left one place and entered another
    bits: np.ndarray  # uint8: bit 1 of each distance


class PatternBoard(NamedTuple):
    """The constants of a search with patterns."""

    pattern_of: np.ndarray  # uint64 (sides * cells): for each look-up and tile its pattern
    mirror: np.ndarray  # uint64 (cells,): the reflected cells
    sides: int  # 2 if every board is also looked up reflected, else 1
    steps: np.ndarray  # int64 (4,): what each direction adds to the blank's cell
    border: np.ndarray  # uint32 (cells,): the directions that do not leave the board


class PatternPath(NamedTuple):
    """The path of a depth-first search with patterns."""

    board: np.ndarray  # uint8 (cells,): the tiles of the current node
    words: np.ndarray
    """uint64: its patterns' states, by the first look-up and then by the second."""
    level: np.ndarray
    """int64 (levels, 8): for each node on the path the blank's cell, the automaton's entry, what
    is left of the bound in steps of two by each look-up, how many children wait (-1: not expanded
    yet), and the two words that its child has changed. `state[DEPTH]` is the last level."""
    children: np.ndarray
    """uint64 (levels * 4, 4): the direction, the two new words, and what is left by each look-up
    and by both together, 16 bits each."""
    state: np.ndarray  # int64: counters, see `NODES` and the others


@kernel(early=True)
def popcount(x):
    """Return the number of bits; LLVM knows this form, and makes one instruction of it."""
    x -= (x >> _1) & _FIVES
    x = (x & _THREES) + ((x >> _2) & _THREES)
    x = (x + (x >> _4)) & _FIFTEENS
    return (x * _ONES) >> _56


@kernel(early=True)
def look_up(word, cell, blank, p, tables):
    """Return the word of a pattern's state after a slide, and 1 if its distance grew.

    A tile of pattern p slides from `cell` to `blank`.
    """
    facts, ranks, regions, turns, bits = tables
    at = p * np.uint64(FACTS)
    orders = facts[at + _1]
    mask = word >> _18
    order = (word >> _2) & _FFFF
    here, there = _1 << cell, _1 << blank
    after = mask ^ here ^ there
    leaves = popcount(mask & (here - _1))
    enters = popcount(after & (there - _1))
    turned = np.uint64(turns[facts[at + _5] + (leaves * facts[at] + enters) * orders + order])
    half = facts[at + _8]
    rank = np.uint64(ranks[facts[at + _2] + (after & ((_1 << half) - _1))]) + np.uint64(
        ranks[facts[at + _3] + (after >> half)]
    )
    line = facts[at + _4] + rank * facts[at + _9]
    nibble = cell + _7 if cell else _0
    region = np.uint64(regions[line + (nibble >> _3)]) >> ((nibble & _7) << _2)
    placing = (np.uint64(regions[line]) >> _4) + (region & _15)
    byte = bits[facts[at + _6] + turned * facts[at + _7] + (placing >> _3)]
    bit = (np.uint64(byte) >> (placing & _7)) & _1
    before = word & _3
    now = (bit << _1) | ((before & _1) ^ _1)
    grew = (((now - before) & _3) >> _1) ^ _1
    return (after << _18) | (turned << _2) | now, grew


@kernel(early=True)
def descend(word, blank, p, tables, steps, border):
    """Return the distance of a pattern's state, by slides that each bring it nearer."""
    distance = 0
    free = np.empty(border.size, np.uint64)
    while True:
        mask = word >> _18
        met = mask | _1 << np.uint64(blank)  # the tiles, and the cells that the blank can reach
        free[0] = blank
        count, x = 1, 0
        nearer = False
        while x < count and not nearer:
            hole = np.int64(free[x])
            x += 1
            for direction in range(4):
                if not (np.int64(border[hole]) >> direction) & 1:
                    continue
                cell = np.uint64(hole + steps[direction])
                if (mask >> cell) & _1:
                    after, grew = look_up(word, cell, np.uint64(hole), p, tables)
                    if not grew:
                        word, blank = after, np.int64(cell)
                        distance += 1
                        nearer = True
                        break
                elif not (met >> cell) & _1:
                    met |= _1 << cell
                    free[count] = cell
                    count += 1
        if not nearer:
            return distance


@kernel(early=True)
def search(tables, board, automaton, path, bound, budget):
    """Go on with a depth-first search to a bound, for at most `budget` nodes.

    Parameters
    ----------
    tables, board, path
        See the three records.
    automaton
        uint32: for each state and direction the next state << 4 | the directions allowed there.
    bound, budget
        The greatest length to search; the most nodes to expand.

    Returns
    -------
    bool
        Whether the search has ended. If a path was found, `path.level[0 .. DEPTH, 0]` is the
        blank's path to the goal.
    """
    pattern_of, mirror, sides, steps, border = board
    tiles, words, level, children, state = path
    d = state[DEPTH]
    cells = np.uint64(tiles.size)
    left = budget
    generated = 0
    ended = False
    while True:
        waiting = level[d, 4]
        if waiting < 0:  # not expanded yet
            if d == bound:
                state[FOUND] = 1
                ended = True
                break
            if left == 0:
                break
            left -= 1
            blank = level[d, 0]
            entry = np.uint64(level[d, 1])
            directions = entry & np.uint64(border[blank])
            waiting = 0
            while directions:
                low = directions & (~directions + _1)
                directions ^= low
                direction = (low >> _1) - (low >> _3)
                cell = blank + steps[direction]
                tile = np.uint64(tiles[cell])
                p = pattern_of[tile]
                word, grew = look_up(words[p], np.uint64(cell), np.uint64(blank), p, tables)
                first = level[d, 2] - np.int64(grew)
                second = level[d, 3]
                other = _0
                if sides == 2 and first >= 0:  # else it is beyond the bound already
                    p = pattern_of[cells + tile]
                    other, grew = look_up(words[p], mirror[cell], mirror[blank], p, tables)
                    second -= np.int64(grew)
                c = 4 * d + waiting
                children[c, 0] = direction
                children[c, 1] = word
                children[c, 2] = other
                children[c, 3] = (
                    np.uint64(first & 0xFFFF)
                    | np.uint64(second & 0xFFFF) << _16
                    | np.uint64((first + second) & 0xFFFF) << _32
                )
                generated += 1
                waiting += (first >= 0) & (second >= 0)
        if waiting == 0:
            d -= 1
            if d < 0:
                ended = True
                break
            blank = level[d, 0]
            cell = level[d + 1, 0]
            tile = np.uint64(tiles[blank])
            tiles[cell] = tile
            tiles[blank] = 0
            words[pattern_of[tile]] = np.uint64(level[d, 5])
            if sides == 2:
                words[pattern_of[cells + tile]] = np.uint64(level[d, 6])
            continue
        waiting -= 1
        level[d, 4] = waiting
        c = 4 * d + waiting
        for x in range(4 * d, 4 * d + waiting):  # first the child with the most left
            if children[x, 3] > children[c, 3]:
                for y in range(4):
                    children[x, y], children[c, y] = children[c, y], children[x, y]
        direction = children[c, 0]
        blank = level[d, 0]
        cell = blank + steps[direction]
        tile = np.uint64(tiles[cell])
        tiles[blank] = tile
        tiles[cell] = 0
        p = pattern_of[tile]
        level[d, 5] = np.int64(words[p])
        words[p] = children[c, 1]
        if sides == 2:
            p = pattern_of[cells + tile]
            level[d, 6] = np.int64(words[p])
            words[p] = children[c, 2]
        entry = np.uint64(level[d, 1])
        d += 1
        level[d, 0] = cell
        level[d, 1] = automaton[((entry >> _4) << _2) + direction]
        level[d, 2] = np.int64(children[c, 3] & _FFFF)
        level[d, 3] = np.int64((children[c, 3] >> _16) & _FFFF)
        level[d, 4] = -1
    state[NODES] += budget - left
    state[GENERATED] += generated
    state[DEPTH] = d
    return ended
