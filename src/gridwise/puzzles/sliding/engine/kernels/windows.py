"""Shortens a path: replaces windows of it by shortest paths between their ends.

A path is a sequence of the blank's directions (0 up, 1 left, 2 right, 3 down). The kernels keep the
board at the window's start with the cells of all tiles, and the board at its end, which says where
each tile has to go. Both go on one slide at a time, and so does the Manhattan distance between
them.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

NODES, GENERATED, READ, WRITE, END, HERE, THERE, DISTANCE, TRIED, FRESH = range(10)
"""Places in `state`: nodes expanded and generated, where the path is read, written, and where the
window ends, the blank's cells at the window's start and end, the distance between the two boards,
windows searched, and whether this one is new."""

SEARCHING, DEPTH, BOUND, USED = 10, 11, 12, 13
"""Places in `state` for the search in a window, which may go on in the next call: whether one is
under way, its depth and bound, and the nodes that it took."""


class Moves(NamedTuple):
    """The moves of the blank."""

    width: int  # of the board
    steps: np.ndarray  # int64 (4,): what each direction adds to the blank's cell
    border: np.ndarray  # int64 (cells,): the directions that do not leave the board
    automaton: np.ndarray  # uint32: the sequences of directions that need not be tried


class Window(NamedTuple):
    """The part of the path that is to be shortened, and the search in it."""

    board: np.ndarray  # int32 (cells,): the tiles at the window's start
    cells: np.ndarray  # int32 (cells,): the cell of each tile there
    ahead: np.ndarray  # int32 (cells,): the tiles at the window's end
    want: np.ndarray  # int32 (cells,): the cell of each tile there
    directions: np.ndarray  # uint8 (depths,): the directions of a shorter path
    level: np.ndarray
    """int64 (depths, 4): for each node on the path the blank's cell, the automaton's entry with the
    directions left to try in bits 0-3, the distance, and the direction that led there."""
    state: np.ndarray  # int64: see `NODES` and the others


@kernel(early=True)
def _apart(a, b, width):
    return abs(a // width - b // width) + abs(a % width - b % width)


@kernel(early=True)
def facts_of(tiles, path, steps, blank, out):
    """Write the slides of a path, each as cell * size + tile; the board is changed."""
    size = tiles.size
    for x in range(path.size):
        cell = blank + steps[path[x]]
        tile = tiles[cell]
        out[x] = np.int64(blank) * size + tile
        tiles[blank] = tile
        blank = cell


@kernel(early=True)
def _search(moves, window, longest, most, budget):
    """Deepen from the window's start; return 1 for found, 0 for given up, -1 for out of budget."""
    width, steps, border, automaton = moves
    board, want, directions = window.board, window.want, window.directions
    level, state = window.level, window.state
    d = state[DEPTH]
    bound = state[BOUND]
    used = state[USED]
    left = budget
    generated = 0
    result = 0
    while True:
        if d < 0:  # nothing within the bound
            bound += 2
            if bound > longest:
                break
            d = 0
            level[0, 0] = state[HERE]
            level[0, 1] = 15 & border[state[HERE]]
            level[0, 2] = state[DISTANCE]
            level[0, 3] = -1
        entry = level[d, 1]
        if entry & 16:  # seen before: try its next direction
            free = entry & 15
        else:
            if used == most:
                break
            if left == 0:
                result = -1
                break
            left -= 1
            used += 1
            entry |= 16
            free = entry & 15
        if free == 0:
            level[d, 1] = entry
            blank = level[d, 0]
            d -= 1
            if d >= 0:
                back = level[d, 0]
                board[blank] = board[back]
            continue
        low = free & -free
        level[d, 1] = entry ^ low
        direction = (low >> 1) - (low >> 3)
        blank = level[d, 0]
        cell = blank + steps[direction]
        tile = board[cell]
        goal = want[tile]
        generated += 1
        distance = level[d, 2] + _apart(blank, goal, width) - _apart(cell, goal, width)
        if d + 1 + distance > bound:
            continue
        board[blank] = tile
        after = np.int64(automaton[((entry >> 5) << 2) + direction])
        d += 1
        level[d, 0] = cell
        level[d, 1] = ((after >> 4) << 5) | (after & 15 & border[cell])
        level[d, 2] = distance
        level[d, 3] = direction
        if distance == 0:
            for x in range(d):
                directions[x] = level[x + 1, 3]
            result = 1
            break
    if result >= 0:  # stand at the window's begin again
        found = d
        while d > 0:
            board[level[d, 0]] = board[level[d - 1, 0]]
            d -= 1
        d = found
    state[DEPTH] = d
    state[BOUND] = bound
    state[USED] = used
    state[NODES] += budget - left
    state[GENERATED] += generated
    return result, left


@kernel(early=True)
def shorten(moves, path, window, longest, stride, most, budget):
    """Go over a path once; return whether its end was reached before `budget` was used up.

    Parameters
    ----------
    moves, window
        See the two records.
    path
        uint8: the first `state[WRITE]` directions are done, `state[READ]` is the first one left.
    longest
        The most slides of a window.
    stride
        The slides by which the window goes on if it cannot be shortened.
    most
        The most nodes to expand in one window; beyond, it stays as it is.
    budget
        The most nodes to expand now. Windows that need no search count as nothing, but no more
        than 2**20 slides are gone over in one call.
    """
    width, steps = moves.width, moves.steps
    board, cells, ahead, want = window.board, window.cells, window.ahead, window.want
    directions, state = window.directions, window.state
    read, write, end = state[READ], state[WRITE], state[END]
    left = budget
    patience = 1 << 20
    length = path.size
    done = False
    while True:
        if state[FRESH]:
            while end < length and end - read < longest:
                there = state[THERE]
                cell = there + steps[path[end]]
                tile = ahead[cell]
                at = cells[tile]
                state[DISTANCE] += _apart(at, there, width) - _apart(at, cell, width)
                ahead[there] = tile
                want[tile] = there
                state[THERE] = cell
                end += 1
            if read == end:
                done = True
                break
            if state[DISTANCE] == 0:  # it comes back to where it was
                read = end
                continue
            state[FRESH] = 0
            state[SEARCHING] = state[DISTANCE] <= end - read - 2
            state[DEPTH] = -1
            state[BOUND] = state[DISTANCE] - 2
            state[USED] = 0
            state[TRIED] += state[SEARCHING]
        if state[SEARCHING]:
            result, left = _search(moves, window, end - read - 2, most, left)
            if result < 0:
                break
            state[SEARCHING] = 0
            if result == 1:
                found = state[DEPTH]
                read = end - found
                for x in range(found):
                    path[read + x] = directions[x]
                state[FRESH] = 1
                continue
        for _ in range(min(stride, end - read)):
            here = state[HERE]
            step = path[read]
            cell = here + steps[step]
            tile = board[cell]
            goal = want[tile]
            state[DISTANCE] += _apart(here, goal, width) - _apart(cell, goal, width)
            board[here] = tile
            cells[tile] = here
            state[HERE] = cell
            path[write] = step
            write += 1
            read += 1
            patience -= 1
        state[FRESH] = 1
        if patience <= 0:
            break
    state[READ], state[WRITE], state[END] = read, write, end
    return done
