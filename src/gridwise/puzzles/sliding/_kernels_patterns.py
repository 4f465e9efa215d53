# mypy: disable-error-code="no-untyped-def"
"""The compiled depth-first search of IDA* with pattern databases of any size.

Where full transition tables would not fit, a slide is looked up in three steps: the place of the
tile in its pattern's order, the slide of the pattern's placing, and the turn of the order (see
`_kernels_tables`). The distance of a pattern always changes by 1, so that one bit a state says
whether it grew or fell, as its lowest bit is known (Breyer and Korf 2010, "1.6-bit pattern
databases", AAAI, section on one bit).

The state of a pattern is one word: bits 0-1 the distance modulo 4, 2-17 the order, from 18 the
placing.
"""

import numpy as np
from numba import njit

NODES, GENERATED, DEPTH, FOUND = 0, 1, 2, 3
"""Places in the array of state that is kept between calls."""

FACTS = 8
"""Numbers that describe a pattern; see `search`."""

_0, _1, _2, _3, _4, _5, _6, _7, _18 = (np.uint64(x) for x in (0, 1, 2, 3, 4, 5, 6, 7, 18))
_16, _31, _32, _FFFF = (np.uint64(x) for x in (16, 31, 32, 0xFFFF))


@njit(cache=True)
def look_up(word, tile, way, facts, p, places, slides, turns, bits):
    """Return the word of a pattern's state after a slide, and 1 where its distance grew.

    `tile` counts in the pattern, `way` is the blank's; p is the pattern.
    """
    at = p * np.uint64(FACTS)
    k, orders = facts[at], facts[at + _1]
    placing = word >> _18
    order = (word >> _2) & _FFFF
    i = np.uint64(places[facts[at + _2] + order * k + tile])
    value = np.uint64(slides[facts[at + _3] + ((placing * k + i) << _2) + way])
    other = value >> _5
    turned = np.uint64(
        turns[facts[at + _4] + (i * facts[at + _7] + (value & _31)) * orders + order]
    )
    at_bit = facts[at + _5] + other * facts[at + _6] + (turned >> _3)
    bit = (np.uint64(bits[at_bit]) >> (turned & _7)) & _1
    before = word & _3
    now = (bit << _1) | ((before & _1) ^ _1)
    grew = (((now - before) & _3) >> _1) ^ _1
    return (other << _18) | (turned << _2) | now, grew


@njit(cache=True)
def search(
    facts,
    places,
    slides,
    turns,
    bits,
    pattern_of,
    tile_in,
    sides,
    steps,
    border,
    automaton,
    board,
    words,
    level,
    children,
    state,
    bound,
    budget,
):
    """Go on with a depth-first search to a bound, for at most `budget` nodes.

    Parameters
    ----------
    facts
        uint64 (patterns * 8): for each pattern the number of its tiles, of its orders, where its
        part of `places`, `slides`, `turns` and `bits` begins, the bytes of a row of `bits`, and how
        many rows of `turns` there are for each place.
    places, slides, turns, bits
        The tables of all patterns.
    pattern_of, tile_in
        uint64 (sides * cells): for each look-up and tile the word of its pattern's state, and
        which of the pattern's tiles it is.
    sides
        2 where every board is looked up twice, else 1.
    steps
        int64 (4): what each way adds to the blank's cell.
    border
        uint32 (cells): the ways that do not leave the board.
    automaton
        uint32: for each state and way the next state << 4 | the ways allowed there.
    board
        uint8 (cells): the tiles of the node that the search stands at.
    words
        uint64: its patterns' states, those of the second look-up after those of the first;
        `facts` has as many.
    level
        int64 (levels, 8): for each node on the path the blank's cell, the automaton's entry, what
        is left of the bound in steps of two by each look-up, how many children wait, and the two
        words that its child has changed. `state[DEPTH]` is the last level.
    children
        uint64 (levels * 4, 4): the way, the two new words, and what is left by each look-up and by
        both together, 16 bits each.
    state
        int64: counters, see `NODES` and the others. `FOUND` is set where the goal was met.
    bound, budget
        The greatest length looked for; the most nodes to expand.

    Returns
    -------
    bool
        Whether the search has ended. `level[0 .. DEPTH, 0]` is then the blank's way to the goal
        where one was found.
    """
    d = state[DEPTH]
    cells = np.uint64(board.size)
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
            ways = entry & np.uint64(border[blank])
            waiting = 0
            while ways:
                low = ways & (~ways + _1)
                ways ^= low
                way = (low >> _1) - (low >> _3)
                tile = np.uint64(board[blank + steps[way]])
                p = pattern_of[tile]
                word, grew = look_up(
                    words[p], tile_in[tile], way, facts, p, places, slides, turns, bits
                )
                first = level[d, 2] - np.int64(grew)
                second = level[d, 3]
                other = _0
                if sides == 2 and first >= 0:  # else it is beyond the bound already
                    p = pattern_of[cells + tile]
                    other, grew = look_up(
                        words[p],
                        tile_in[cells + tile],
                        way ^ _1,
                        facts,
                        p,
                        places,
                        slides,
                        turns,
                        bits,
                    )
                    second -= np.int64(grew)
                c = 4 * d + waiting
                children[c, 0] = way
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
            tile = np.uint64(board[blank])
            board[cell] = tile
            board[blank] = 0
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
        way = children[c, 0]
        blank = level[d, 0]
        cell = blank + steps[way]
        tile = np.uint64(board[cell])
        board[blank] = tile
        board[cell] = 0
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
        level[d, 1] = automaton[((entry >> _4) << _2) + way]
        level[d, 2] = np.int64(children[c, 3] & _FFFF)
        level[d, 3] = np.int64((children[c, 3] >> _16) & _FFFF)
        level[d, 4] = -1
    state[NODES] += budget - left
    state[GENERATED] += generated
    state[DEPTH] = d
    return ended
