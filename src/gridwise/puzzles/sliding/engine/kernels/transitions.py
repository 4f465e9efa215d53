"""The depth-first search of IDA* on boards of 16 cells, with full transition tables.

A node is four 64-bit words, so that it is copied with four stores and never undone:

    0   the tiles, four bits a cell
    1   the ranks of the four patterns on the board, 16 bits each
    2   the same for the second look-up (the board reflected, or another partition)
    3   bits 0-7 the blank's cell times 4, 8-15 g, 16-23 and 24-31 what the two look-ups leave of
        the bound in steps of two, 32-63 the automaton's entry (state << 4 | directions allowed)

The distances of a pattern change by exactly 1 in every slide of its tiles, so that an entry of
the tables needs one bit for them: either f stays or it grows by 2. A node is within the bound as
long as neither count of what is left falls below 0. Children are written to the stack without a
branch, and the stack pointer moves only past children within the bound.
"""

import numpy as np

from gridwise.compiled.kernel import kernel

NODES, GENERATED, TOP, FOUND = 0, 1, 2, 3
"""Places in `state`: counters, the words on the stack, and whether the goal was found."""


_0, _1, _2, _4, _8, _15, _16, _24 = (np.uint64(x) for x in (0, 1, 2, 4, 8, 15, 16, 24))
_32, _40, _FF, _FFFF = (np.uint64(x) for x in (32, 40, 0xFF, 0xFFFF))
_FFFFFF = np.uint64(0xFFFFFF)
_GUARD = np.uint64(0x80800000)  # set where one of the two counts fell below 0
_ONE_G = np.uint64(1 << 8)


@kernel(_nrt=False, early=True)
def search16(table, tile_info, flip, step, border, automaton, stack, path, state, bound, budget):
    """Go on with a depth-first search to a bound, for at most `budget` nodes.

    Parameters
    ----------
    table
        int32: the transitions of all patterns one after the other, 16 a rank. No argument is
        a record: from one the whole search takes an eighth longer.
    tile_info
        uint64 (32): for each look-up and tile bits 0-31 where its entries begin in `table` (less
        the rank's), bits 32-39 how far its pattern's rank is shifted.
    flip
        1 if the second look-up is of the reflected board, else 0.
    step
        uint64 (4): the summand to the blank's cell times 4, modulo 2**64.
    border
        uint64 (64): the directions that do not leave the board, by the blank's cell times 4.
    automaton
        uint32: for each state and direction the next state << 4 | the directions allowed there.
    stack
        uint64: nodes that wait. `state[TOP]` is the number of words.
    path
        uint8: for each g the blank's cell times 4 on the path to the node expanded last.
    state
        int64: see `NODES` and the others. If `FOUND` is set, `path` leads to the goal.
    bound
        The greatest length to search.
    budget
        The most nodes to expand.

    Returns
    -------
    bool
        Whether the search has ended: the goal was found, or no node is left.
    """
    top = np.uint64(state[TOP])
    goal_g = np.uint64(bound)
    turned = np.uint64(flip)  # the reflection swaps up and left, and right and down
    left = budget
    generated = 0
    while top > _0:
        top -= _4
        board = stack[top]
        first = stack[top + np.uint64(1)]
        second = stack[top + np.uint64(2)]
        rest = stack[top + np.uint64(3)]
        blank = rest & _FF
        g = (rest >> _8) & _FF
        if g == goal_g:  # h is 0, as f is within the bound
            path[g] = blank
            state[FOUND] = 1
            break
        if left == 0:
            top += _4  # it waits for the next call
            break
        left -= 1
        here = rest >> _32
        directions = here & border[blank]
        base = (here >> _4) << _2
        rest &= np.uint64(0xFFFFFF00)
        rest += _ONE_G
        path[g] = blank
        while directions:
            low = directions & (~directions + _1)
            directions ^= low
            direction = (low >> _1) - (low >> np.uint64(3))  # 1 2 4 8 to 0 1 2 3
            cell = blank + step[direction]
            tile = (board >> cell) & _15
            info = tile_info[tile]
            shift = info >> _32
            entry = np.int64(
                table[
                    (info & np.uint64(0xFFFFFFFF)) + (((first >> shift) & _FFFF) << _4) + direction
                ]
            )
            info2 = tile_info[tile + _16]
            shift2 = info2 >> _32
            entry2 = np.int64(
                table[
                    (info2 & np.uint64(0xFFFFFFFF))
                    + (((second >> shift2) & _FFFF) << _4)
                    + (direction ^ turned)
                ]
            )
            after = rest - (np.uint64(entry & 1) << _16) - (np.uint64(entry2 & 1) << _24)
            stack[top] = board ^ (tile << cell) ^ (tile << blank)
            stack[top + np.uint64(1)] = first + (np.uint64(entry >> 1) << shift)
            stack[top + np.uint64(2)] = second + (np.uint64(entry2 >> 1) << shift2)
            stack[top + np.uint64(3)] = (
                (after & np.uint64(0xFFFFFFFF))
                | cell
                | (np.uint64(automaton[base + direction]) << _32)
            )
            generated += 1
            top += np.uint64((after & _GUARD) == _0) << _2
    state[NODES] += budget - left
    state[GENERATED] += generated
    state[TOP] = np.int64(top)
    return top == _0 or state[FOUND] == 1
