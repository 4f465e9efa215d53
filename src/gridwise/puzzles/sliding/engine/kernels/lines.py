"""The depth-first search of IDA* on boards of any size, without pattern databases.

The estimate is one of slides along the columns and one of slides along the rows, each the greater
of two: the Manhattan distance with 2 for each tile that has to leave a row (a column) to let
others pass, and the walking distance, if its table exists. Only the two lines that a tile leaves
and enters are evaluated again.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

NODES, GENERATED, DEPTH, FOUND, ABOVE, FRESH = 0, 1, 2, 3, 4, 5
"""Places in `state`: counters, the last level, whether the goal was found, the least length above
the bound that was met (0 for none), and whether the last level is not expanded yet."""


class LineTables(NamedTuple):
    """The constants of a search."""

    width: int
    height: int
    home: np.ndarray  # int64 (2, cells): the row and the column of each tile in the goal
    walks: np.ndarray
    """int64 (4,): for slides along columns and along rows where the parts of `walk_next`, and then
    of `walk_depth`, begin; -1 without a table."""
    walk_next: np.ndarray
    """int32: for each state, whether the blank goes to the next line, and the line that a tile is
    at home in, the next state."""
    walk_depth: np.ndarray  # uint8: the walking distance of each state
    automaton: np.ndarray  # uint32: as for the search with patterns
    border: np.ndarray  # int64 (cells,): the directions that do not leave the board


class LinePath(NamedTuple):
    """The path of a search."""

    board: np.ndarray  # uint8 (cells,): the tiles of the current node
    conflicts: np.ndarray  # int64 (height + width,): how many tiles have to leave each line
    level: np.ndarray
    """int64 (levels, 12): for each node on the path the blank's cell, the automaton's entry with
    the directions left to try in bits 0-3, the distance along columns and along rows, the sum of
    conflicts of the rows and of the columns, the two walking states, and the two conflicts that its
    child has changed with their lines. `state[DEPTH]` is the last level."""
    state: np.ndarray  # int64: see `NODES` and the others


@kernel(early=True)
def leaving(board, home, first, step, length, line, axis):
    """Return how few tiles have to leave a line so that those at home in it are in order.

    `home[axis, tile]` is a tile's line along this axis, `home[1 - axis, tile]` its place in it.
    """
    ends = np.empty(length, np.int64)  # of the ascending sequences of each length, the least end
    longest = 0
    number = 0
    for x in range(length):
        tile = board[first + x * step]
        if tile == 0 or home[axis, tile] != line:
            continue
        number += 1
        place = home[1 - axis, tile]
        at = longest
        while at > 0 and ends[at - 1] > place:
            at -= 1
        ends[at] = place
        if at == longest:
            longest += 1
    return number - longest


@kernel(early=True)
def search_lines(tables, path, bound, budget):
    """Go on with a depth-first search to a bound, for at most `budget` nodes.

    Parameters
    ----------
    tables, path
        See the two records.
    bound, budget
        The greatest length to search; the most nodes to expand.

    Returns
    -------
    bool
        Whether the search has ended.
    """
    width, height, home, walks, walk_next, walk_depth, automaton, border = tables
    board, conflicts, level, state = path
    d = state[DEPTH]
    left = budget
    generated = 0
    ended = False
    fresh = state[FRESH]  # whether the last level is not expanded yet
    while True:
        blank = level[d, 0]
        if fresh:
            if level[d, 2] + level[d, 3] == 0:
                state[FOUND] = 1
                ended = True
                break
            if left == 0:
                break
            left -= 1
            fresh = 0
        entry = level[d, 1]
        directions = entry & 15
        if directions == 0:
            d -= 1
            if d < 0:
                ended = True
                break
            cell = blank
            blank = level[d, 0]
            tile = board[blank]
            board[cell] = tile
            board[blank] = 0
            conflicts[level[d, 10]] = level[d, 8]
            conflicts[level[d, 11]] = level[d, 9]
            continue
        low = directions & -directions
        level[d, 1] = entry ^ low
        direction = (low >> 1) - (low >> 3)
        row, col = blank // width, blank % width
        if direction in (0, 3):
            axis = 0
            forward = 1 if direction == 3 else 0
            cell = blank + width if forward else blank - width
            here, there = row, row + 2 * forward - 1
            tile = board[cell]
            wanted = home[0, tile]
        else:
            axis = 1
            forward = 1 if direction == 2 else 0
            cell = blank + 2 * forward - 1
            here, there = col, col + 2 * forward - 1
            tile = board[cell]
            wanted = home[1, tile]
        generated += 1
        # the tile goes from line `there` to line `here`
        distance = level[d, 2 + axis] + abs(here - wanted) - abs(there - wanted)
        board[blank] = tile
        board[cell] = 0
        sum_before = level[d, 4 + axis]
        total = sum_before
        a, b = here, there
        if axis == 0:
            new_a = (
                leaving(board, home, here * width, 1, width, here, 0)
                if wanted == here
                else conflicts[a]
            )
            new_b = (
                leaving(board, home, there * width, 1, width, there, 0)
                if wanted == there
                else conflicts[b]
            )
        else:
            a, b = height + here, height + there
            new_a = (
                leaving(board, home, here, width, height, here, 1)
                if wanted == here
                else conflicts[a]
            )
            new_b = (
                leaving(board, home, there, width, height, there, 1)
                if wanted == there
                else conflicts[b]
            )
        total += new_a - conflicts[a] + new_b - conflicts[b]
        walk = level[d, 6 + axis]
        along = distance + 2 * total
        if walks[axis] >= 0:
            lines = height if axis == 0 else width
            walk = walk_next[walks[axis] + (walk * 2 + forward) * lines + wanted]
            along = max(along, np.int64(walk_depth[walks[axis + 2] + walk]))
        across = level[d, 3 - axis] + 2 * level[d, 5 - axis]
        if walks[1 - axis] >= 0:
            across = max(across, np.int64(walk_depth[walks[3 - axis] + level[d, 7 - axis]]))
        f = d + 1 + along + across
        if f > bound:
            if state[ABOVE] == 0 or f < state[ABOVE]:
                state[ABOVE] = f
            board[cell] = tile
            board[blank] = 0
            continue
        level[d, 8], level[d, 9], level[d, 10], level[d, 11] = conflicts[a], conflicts[b], a, b
        conflicts[a], conflicts[b] = new_a, new_b
        after = np.int64(automaton[((entry >> 4) << 2) + direction])
        d += 1
        level[d, 0] = cell
        level[d, 1] = (after & ~15) | (after & 15 & border[cell])
        level[d, 2 + axis] = distance
        level[d, 3 - axis] = level[d - 1, 3 - axis]
        level[d, 4 + axis] = total
        level[d, 5 - axis] = level[d - 1, 5 - axis]
        level[d, 6 + axis] = walk
        level[d, 7 - axis] = level[d - 1, 7 - axis]
        fresh = 1
    state[FRESH] = fresh
    state[NODES] += budget - left
    state[GENERATED] += generated
    state[DEPTH] = d
    return ended
