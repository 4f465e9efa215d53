"""The compiled layers of the beam searches that fill a board line by line; see `peel`."""

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.sliding.engine.kernels.beam import mark

GOALS, MADE = 0, 1
"""Places in the array of what a layer tells: how many of its children fill the line, and how many
there are."""


@kernel
def start(width, home, weight, cost, line, boards, nodes, keys, places, count):
    """Work out the sums, hashes and cells of all boards anew, as the line has changed."""
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


@kernel
def layer(
    width,
    steps,
    border,
    home,
    weight,
    cost,
    line,
    targets,
    pull,
    salt,
    boards,
    nodes,
    keys,
    places,
    count,
    children,
    child_keys,
    seen,
    most,
    next_boards,
    next_nodes,
    next_keys,
    next_places,
    parents,
    ways,
    told,
):
    """Expand the first `count` boards of a layer; return how many the next one has.

    Parameters
    ----------
    width
        Of the board.
    steps, border
        What each way adds to the blank's cell; the ways that are open from each cell.
    home, weight
        int64: the cell of each tile in the goal, and how much it counts.
    cost
        int64: what a distance counts.
    line, targets
        int64: for each tile its number in the line, -1 for others; the home cells of these.
    pull
        How much it counts that the blank is far from the nearest tile that has to go to the line.
    salt
        uint64: what makes the hashes of different lines differ.
    boards, nodes, keys, places
        The layer: uint16 (most, cells) the tiles; int64 (most, 4) the blank's cell, the way that
        led here, the sum of what all tiles count, and how far those of the line are from home;
        uint64 the hash of the line's tiles; int64 their cells.
    children, child_keys, seen
        Room for four times as many children, and a table of hashes, a power of 2: a board whose
        blank and tiles of the line stood like this before is not taken again.
    most
        The most boards of a layer.
    next_boards, next_nodes, next_keys, next_places, parents, ways
        The next layer: where a board fills the line, only such boards.
    told
        int64: see `GOALS` and `MADE`.
    """
    made, goals = 0, 0
    least, greatest = 1 << 60, -(1 << 60)
    length = targets.size
    for n in range(count):
        blank = nodes[n, 0]
        row, col = blank // width, blank % width
        for way in range(4):
            if not (border[blank] >> way) & 1 or way + nodes[n, 1] == 3:
                continue
            cell = blank + steps[way]
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
            rank = total + (pull * gap if away else 0)
            children[made, 0] = n
            children[made, 1] = way
            children[made, 2] = total
            children[made, 3] = away
            children[made, 4] = rank
            child_keys[made] = key
            least, greatest = min(least, rank), max(greatest, rank)
            made += 1
    told[GOALS], told[MADE] = goals, made
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
        known = child_keys[c] ^ mark(0, cell) ^ salt
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
        parents[taken] = n
        ways[taken] = children[c, 1]
        taken += 1
        if taken == most:
            break
    return taken
