"""The layers of a beam search with pattern databases of one bit a state; see `engine.beam`."""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.sliding.engine.kernels.patterns import look_up

FOUND, CHILDREN = 0, 1
"""Places in `state`: the number of a child that is a goal, plus 1, and the number of children."""

_0, _1, _2, _3, _14 = (np.uint64(x) for x in (0, 1, 2, 3, 14))
_C1, _C2, _S = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(31)


class BeamLayer(NamedTuple):
    """The boards of a layer."""

    boards: np.ndarray  # uint8 (width, cells)
    words: np.ndarray  # uint64 (width, patterns): the states of their patterns
    nodes: np.ndarray  # int64 (width, 4): blank's cell, last direction (-1: root), two estimates
    keys: np.ndarray  # uint64 (width,): a hash of each board


class Children(NamedTuple):
    """The children of a layer, and the path of the ones that are taken."""

    rows: np.ndarray  # uint64 (4 * width, 6): parent, direction, two new words, two estimates
    keys: np.ndarray  # uint64 (4 * width,): their hashes
    parents: np.ndarray  # uint32 (width,): of those taken, for the path back
    directions: np.ndarray  # uint8 (width,): the directions that led to them


@kernel(early=True)
def mark(tile, cell):
    """Return 64 bits that stand for a tile in a cell."""
    x = ((np.uint64(tile) << _14) + np.uint64(cell) + _1) * _C1
    x = (x ^ (x >> _S)) * _C2
    return x ^ (x >> _S)


@kernel(early=True)
def expand(tables, board, layer, offspring, state, low, high):
    """Write the children of the nodes low to high of a layer; stop at a goal.

    Returns how many nodes were expanded.

    Parameters
    ----------
    tables, board
        `PatternTables` and `PatternBoard` of the search with patterns.
    layer, offspring
        See `BeamLayer` and `Children`.
    state
        int64: see `FOUND` and `CHILDREN`.
    """
    pattern_of, mirror, sides, steps, border = board
    boards, words, nodes, keys = layer
    children, child_keys = offspring.rows, offspring.keys
    cells = np.uint64(boards.shape[1])
    count = state[CHILDREN]
    for n in range(low, high):
        blank = nodes[n, 0]
        before = nodes[n, 1]
        for direction in range(4):
            if not (border[blank] >> direction) & 1 or direction + before == 3:
                continue
            cell = blank + steps[direction]
            tile = np.uint64(boards[n, cell])
            p = pattern_of[tile]
            word, grew = look_up(words[n, p], np.uint64(cell), np.uint64(blank), p, tables)
            first = nodes[n, 2] - 1 + 2 * np.int64(grew)
            second = np.int64(0)
            other = _0
            if sides == 2:
                p = pattern_of[cells + tile]
                other, grew = look_up(words[n, p], mirror[cell], mirror[blank], p, tables)
                second = nodes[n, 3] - 1 + 2 * np.int64(grew)
            children[count, 0] = n
            children[count, 1] = direction
            children[count, 2] = word
            children[count, 3] = other
            children[count, 4] = first
            children[count, 5] = second
            child_keys[count] = keys[n] ^ mark(tile, cell) ^ mark(tile, blank)
            count += 1
            if first == 0:  # every tile of every pattern is at home
                state[FOUND] = count
                state[CHILDREN] = count
                return n - low + 1
    state[CHILDREN] = count
    return high - low


@kernel(early=True)
def select(board, layer, offspring, count, seen, following):
    """Take the children with the least sums of estimates as the next layer; return their number.

    `seen` is a table of hashes: a board whose hash is in it is not taken again. The boards and
    their patterns' states are copied and changed.
    """
    pattern_of, steps = board.pattern_of, board.steps
    boards, words, nodes = layer.boards, layer.words, layer.nodes
    children, child_keys = offspring.rows, offspring.keys
    next_boards, next_words, next_nodes, next_keys = following
    highest = 0
    for c in range(count):
        highest = max(highest, np.int64(children[c, 4] + children[c, 5]))
    begins = np.zeros(highest + 2, np.int64)
    for c in range(count):
        begins[np.int64(children[c, 4] + children[c, 5]) + 1] += 1
    for h in range(highest + 1):
        begins[h + 1] += begins[h]
    order = np.empty(count, np.int64)
    for c in range(count):
        h = np.int64(children[c, 4] + children[c, 5])
        order[begins[h]] = c
        begins[h] += 1
    size = np.uint64(seen.size - 1)
    sides = pattern_of.size // boards.shape[1]
    taken = 0
    for x in range(count):
        c = order[x]
        key = child_keys[c]
        slot = key & size
        if seen[slot] == key:
            continue
        seen[slot] = key
        n, direction = np.int64(children[c, 0]), np.int64(children[c, 1])
        blank = nodes[n, 0]
        cell = blank + steps[direction]
        tile = np.uint64(boards[n, cell])
        for y in range(boards.shape[1]):
            next_boards[taken, y] = boards[n, y]
        next_boards[taken, blank] = tile
        next_boards[taken, cell] = 0
        for y in range(words.shape[1]):
            next_words[taken, y] = words[n, y]
        next_words[taken, pattern_of[tile]] = children[c, 2]
        if sides == 2:
            next_words[taken, pattern_of[np.uint64(boards.shape[1]) + tile]] = children[c, 3]
        next_nodes[taken, 0] = cell
        next_nodes[taken, 1] = direction
        next_nodes[taken, 2] = np.int64(children[c, 4])
        next_nodes[taken, 3] = np.int64(children[c, 5])
        next_keys[taken] = key
        offspring.parents[taken] = n
        offspring.directions[taken] = direction
        taken += 1
        if taken == next_keys.size:
            break
    return taken
