"""The layers of the beam searches that fill a board line by line; see `engine.line_beam`."""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.sliding.engine.kernels.beam import mark

GOALS, MADE = 0, 1
"""Places in `totals`: the number of children that fill the line, and of all children."""


class LineTask(NamedTuple):
    """The line to fill, and the weights that order a layer."""

    width: int  # of the board
    steps: np.ndarray  # int64 (4,): what each direction adds to the blank's cell
    border: np.ndarray  # int64 (cells,): the directions that are open from each cell
    home: np.ndarray  # int64 (cells,): the cell of each tile in the goal
    weight: np.ndarray  # int64 (cells,): the weight of each tile
    cost: np.ndarray  # int64: the cost of each distance
    line: np.ndarray  # int64 (cells,): for each tile its number in the line, -1 for others
    targets: np.ndarray  # int64 (length,): the home cells of the line's tiles
    pull: int  # the weight of the blank's distance to the nearest tile of the line not at home
    salt: np.uint64  # makes the hashes of different lines differ


class LineLayer(NamedTuple):
    """The boards of a layer."""

    boards: np.ndarray  # uint16 (most, cells): the tiles
    nodes: np.ndarray
    """int64 (most, 4): the blank's cell, the last direction, the sum of all tiles' costs, and the
    distance of the line's tiles from home."""
    keys: np.ndarray  # uint64 (most,): the hash of the line's tiles
    places: np.ndarray  # int64 (most, length): their cells


class Offspring(NamedTuple):
    """The children of a layer, and the path of the ones that are taken."""

    rows: np.ndarray  # int64 (4 * most, 5): parent, direction, sum, distance, rank
    keys: np.ndarray  # uint64 (4 * most,): their hashes
    seen: np.ndarray  # uint64, a power of 2: hashes of the boards that were taken
    parents: np.ndarray  # uint32 (most,): of those taken, for the path back
    directions: np.ndarray  # uint8 (most,): the directions that led to them
    totals: np.ndarray  # int64 (2,), see `GOALS` and `MADE`


@kernel(early=True)
def start(task, layer, count):
    """Work out the sums, hashes and cells of all boards again, as the line has changed."""
    width, home, weight, cost, line = task.width, task.home, task.weight, task.cost, task.line
    boards, nodes, keys, places = layer
    for n in range(count):
        total, away = 0, 0
        key = np.uint64(0)
        for cell in range(boards.shape[1]):
            tile = boards[n, cell]
            if tile == 0:
                continue
            d = abs(cell // width - home[tile] // width) + abs(cell % width - home[tile] % width)
            total += weight[tile] * cost[d]
            if line[tile] >= 0:
                away += d
                places[n, line[tile]] = cell
                key ^= mark(tile, cell)
        nodes[n, 1] = -1
        nodes[n, 2] = total
        nodes[n, 3] = away
        keys[n] = key


@kernel(early=True)
def expand(task, layer, count, offspring, following):
    """Expand the first `count` boards of a layer; return how many the next one has.

    If a child fills the line, only such children are taken. A board whose blank and tiles of the
    line were all in the same cells before is not taken again.
    """
    width, steps, border, home = task.width, task.steps, task.border, task.home
    weight, cost, line, targets = task.weight, task.cost, task.line, task.targets
    boards, nodes, keys, places = layer
    next_boards, next_nodes, next_keys, next_places = following
    children, child_keys, seen = offspring.rows, offspring.keys, offspring.seen
    made, goals = 0, 0
    least, greatest = 1 << 60, -(1 << 60)
    length = targets.size
    for n in range(count):
        blank = nodes[n, 0]
        row, col = blank // width, blank % width
        for direction in range(4):
            if not (border[blank] >> direction) & 1 or direction + nodes[n, 1] == 3:
                continue
            cell = blank + steps[direction]
            tile = boards[n, cell]
            wanted_row, wanted_col = home[tile] // width, home[tile] % width
            to_row, to_col = cell // width, cell % width
            far = abs(to_row - wanted_row) + abs(to_col - wanted_col)
            near = abs(row - wanted_row) + abs(col - wanted_col)
            total = nodes[n, 2] + weight[tile] * (cost[near] - cost[far])
            away, key = nodes[n, 3], keys[n]
            if line[tile] >= 0:
                away += near - far
                key ^= mark(tile, cell) ^ mark(tile, blank)
            if away == 0:
                goals += 1
            gap = 1 << 30
            for x in range(length):
                at = places[n, x]
                if at == cell:
                    at = blank
                if at != targets[x]:
                    gap = min(gap, abs(to_row - at // width) + abs(to_col - at % width))
            rank = total + (task.pull * gap if away else 0)
            children[made, 0] = n
            children[made, 1] = direction
            children[made, 2] = total
            children[made, 3] = away
            children[made, 4] = rank
            child_keys[made] = key
            least, greatest = min(least, rank), max(greatest, rank)
            made += 1
    offspring.totals[GOALS], offspring.totals[MADE] = goals, made
    if made == 0:
        return 0
    begins = np.zeros(greatest - least + 2, np.int64)
    for c in range(made):
        begins[children[c, 4] - least + 1] += 1
    for x in range(greatest - least + 1):
        begins[x + 1] += begins[x]
    order = np.empty(made, np.int64)
    for c in range(made):
        x = children[c, 4] - least
        order[begins[x]] = c
        begins[x] += 1
    size = np.uint64(seen.size - 1)
    taken = 0
    for x in range(made):
        c = order[x]
        if goals and children[c, 3]:
            continue
        n = children[c, 0]
        blank = nodes[n, 0]
        cell = blank + steps[children[c, 1]]
        known = child_keys[c] ^ mark(0, cell) ^ task.salt
        slot = known & size
        if seen[slot] == known:
            continue
        seen[slot] = known
        for y in range(boards.shape[1]):
            next_boards[taken, y] = boards[n, y]
        next_boards[taken, blank] = boards[n, cell]
        next_boards[taken, cell] = 0
        for y in range(length):
            at = places[n, y]
            next_places[taken, y] = blank if at == cell else at
        next_nodes[taken, 0] = cell
        for y in range(1, 4):
            next_nodes[taken, y] = children[c, y]
        next_keys[taken] = child_keys[c]
        offspring.parents[taken] = n
        offspring.directions[taken] = children[c, 1]
        taken += 1
        if taken == next_keys.size:
            break
    return taken
