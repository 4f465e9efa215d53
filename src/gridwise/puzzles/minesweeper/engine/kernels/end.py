"""Plays the end of a game perfectly, by all layouts that are left.

Only the layouts left matter in a game: a cell that is safe in all of them and shows the same number
in all tells nothing, whether it is open or not. So the value of a set of layouts, the number of
them that the best play wins, is the largest over the cells of the sum of the values of the sets
that the cell's numbers split it into; the layouts where the cell is a mine are lost. A
cell that is safe in all layouts and splits them is opened without choice. Values are kept in a
table by a hash of the set, 64 bits drawn for each layout and added modulo 2. A cell with no more
safe layouts than the best value found is passed over, and so is one whose parts cannot make up for
the loss in the first of them: a part is given the value to beat (the bounds of alpha-beta,
Knuth and Moore 1975, Artificial Intelligence 6(4), on sums).
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
from gridwise.puzzles.minesweeper.engine.kernels.board import BOXES, KNOWN

_MINE = 9
FAILED = -1
_DEEPEST = 128
# Of a set: its place on the pool, the best cell so far and its value, whether a cell is free; and
# of the cell that is tried: its parts' values so far, the number that comes next, its part's
# beginning, and where the pool is free; last the set's floor, a value that it has to beat.
_BEGIN, _END, _BEST, _WINS, _FREE, _CELL, _SUM, _NUMBER, _AT, _STOP, _FLOOR = range(11)
_ENDED, _PASSED, _PUSH, _FULL = range(4)  # results of `_next_part`


@record
class EndSearch(NamedTuple):
    """The workspace for ends of games."""

    cells: np.ndarray  # int32 (most cells,): the undecided ones
    where: np.ndarray  # int32 (cells of the board,): where one stands in `cells`
    layout: np.ndarray  # uint8 (most cells,): the one that is being made
    value: np.ndarray  # uint8 (most layouts, most cells): the number a cell shows there, 9 a mine
    name: np.ndarray  # uint64 (most layouts,): random, for the hash of a set
    pool: np.ndarray  # int32: sets of layouts on a stack
    key: np.ndarray  # uint64, a power of two: the table
    wins: np.ndarray  # int32, as long: the value, or minus 1 and the most that it can be
    stamp: np.ndarray  # int32, as long: which game an entry is of
    frame: np.ndarray  # int64 (depth, 11): a set that is being valued, see _BEGIN and so on
    ends: np.ndarray  # int64 (depth, 10): where its parts end, by the number shown
    safe: np.ndarray  # int64 (depth, most cells): in how many of its layouts a cell is safe
    tally: np.ndarray  # uint16 (most cells,): the same while it is counted
    differs: np.ndarray  # uint8 (most cells,): whether a cell does not show the same in all
    hash: np.ndarray  # uint64 (depth,)
    state: np.ndarray  # int64 (4,): layouts, undecided cells, nodes left, the game


def new_end(board_cells: int, cells: int, layouts: int, slots: int) -> EndSearch:
    """Return arrays for ends with so many undecided cells and layouts."""
    random = np.random.default_rng(1)
    return EndSearch(
        cells=np.zeros(cells, np.int32),
        where=np.zeros(board_cells, np.int32),
        layout=np.zeros(cells, np.uint8),
        value=np.zeros((layouts, cells), np.uint8),
        name=random.integers(1, 1 << 63, layouts, dtype=np.uint64),
        pool=np.zeros(layouts * 64, np.int32),
        key=np.zeros(slots, np.uint64),
        wins=np.zeros(slots, np.int32),
        stamp=np.zeros(slots, np.int32),
        frame=np.zeros((_DEEPEST, 11), np.int64),
        ends=np.zeros((_DEEPEST, 10), np.int64),
        safe=np.zeros((_DEEPEST, cells), np.int64),
        tally=np.zeros(cells, np.uint16),
        differs=np.zeros(cells, np.uint8),
        hash=np.zeros(_DEEPEST, np.uint64),
        state=np.zeros(4, np.int64),
    )


@kernel(_nrt=False)
def list_layouts(b, e, mines):
    """Find all layouts of the undecided cells; return whether there was room for them.

    The boxes and their order are the last `weigh`'s.

    `need` and `open` of the numbers are used to see early that one fails, and left as they were.
    """
    many = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            many += 1
    if many > e.cells.size:
        return False
    many = 0
    for place in range(b.info[BOXES]):  # in the order of the boxes, the rest last
        box = b.order[place]
        number = b.witness[box, 0]
        for i in range(b.nears[number]):
            cell = b.near[number, i]
            if b.know[cell] == 0 and b.box[cell] == box:
                e.cells[many] = cell
                many += 1
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and b.box[cell] < 0:
            e.cells[many] = cell
            many += 1
    for i in range(many):
        e.where[e.cells[i]] = i
    e.state[0], e.state[1] = 0, many
    left = mines - b.info[KNOWN]
    steps = 0
    depth = 0
    e.layout[0] = 255  # nothing tried
    fits = True
    while depth >= 0:
        if depth == many:
            if left == 0:
                if e.state[0] == e.name.size:
                    fits = False
                else:
                    _write_down(b, e)
            depth -= 1
            continue
        cell = e.cells[depth]
        steps += 1
        if steps > 200 * e.name.size:
            fits = False
        now = e.layout[depth]
        if now != 255:  # take it back
            for i in range(b.nears[cell]):
                number = b.near[cell, i]
                if b.shown[number] <= 8:
                    b.open[number] += 1
                    b.need[number] += now
            left += now
        if now == 1 or not fits:
            depth -= 1
            continue
        new = np.uint8(0 if now == 255 else 1)
        e.layout[depth] = new
        good = True
        for i in range(b.nears[cell]):
            number = b.near[cell, i]
            if b.shown[number] <= 8:
                b.open[number] -= 1
                b.need[number] -= new
                if b.need[number] < 0 or b.need[number] > b.open[number]:
                    good = False
        left -= new
        if good and 0 <= left <= many - depth - 1:
            depth += 1
            if depth < many:
                e.layout[depth] = 255
    return fits


@kernel(_nrt=False)
def _write_down(b, e):
    row = e.state[0]
    for i in range(e.state[1]):
        if e.layout[i] == 1:
            e.value[row, i] = _MINE
            continue
        cell = e.cells[i]
        number = 0
        for j in range(b.nears[cell]):
            other = b.near[cell, j]
            if b.know[other] == 1 or (b.know[other] == 0 and e.layout[e.where[other]] == 1):
                number += 1
        e.value[row, i] = number
    e.state[0] += 1


@kernel(_nrt=False)
def best_play(b, e, mines, nodes):
    """Return the cell to open first and the layouts won by perfect play, or FAILED and 0.

    FAILED if there are too many layouts or it takes more than so many nodes. Of cells that are as
    good the one with the most safe layouts is taken.
    """
    if not list_layouts(b, e, mines) or e.state[0] == 0:
        return FAILED, np.int64(0)
    e.state[2] = nodes
    e.state[3] += 1
    for i in range(e.state[0]):
        e.pool[i] = i
    chosen, won = _best(e, e.state[0])
    if won < 0:
        return FAILED, np.int64(0)
    return np.int64(e.cells[chosen]), won


@kernel(_nrt=False)
def _split(e, begin, end, cell, top, ends):
    """Put the layouts of a set where a cell is safe on the pool from `top`, by its number.

    The layouts with the number v end at `ends[v]`. Return how many there are.
    """
    for v in range(10):
        ends[v] = 0
    for i in range(begin, end):
        ends[e.value[e.pool[i], cell]] += 1
    at = top
    for v in range(9):
        size = ends[v]
        ends[v] = at
        at += size
    for i in range(begin, end):
        layout = e.pool[i]
        v = e.value[layout, cell]
        if v != _MINE:
            e.pool[ends[v]] = layout
            ends[v] += 1
    return at - top


@kernel(_nrt=False)
def _look(e, begin, end):
    """Count for each cell in how many of the layouts `pool[begin:end]` it is safe.

    Layout by layout, so that the compiler takes many cells at once.
    """
    cells = e.state[1]
    first = e.value[e.pool[begin]]
    for cell in range(cells):
        e.tally[cell] = 0
        e.differs[cell] = 0
    for i in range(begin, end):
        shows = e.value[e.pool[i]]
        for cell in range(cells):
            e.tally[cell] += np.uint16(shows[cell] != _MINE)
            e.differs[cell] |= shows[cell] ^ first[cell]


@kernel(_nrt=False)
def _open_set(e, d):
    """Begin with the set of depth d: how many layouts each cell is safe in.

    Returns the cell that is safe in all and splits them, -1 without one.
    """
    begin, end = e.frame[d, _BEGIN], e.frame[d, _END]
    e.frame[d, _BEST], e.frame[d, _WINS] = -1, 0
    _look(e, begin, end)
    for cell in range(e.state[1]):
        count = np.int64(e.tally[cell])
        if e.differs[cell] and count == end - begin:
            return cell
        e.safe[d, cell] = count if e.differs[cell] else -1  # else it tells nothing
    return -1


@kernel(_nrt=False)
def _take(e, d, cell):
    """Split the set of depth d by a cell, to add up the values of the parts."""
    frame = e.frame[d]
    size = _split(e, frame[_BEGIN], frame[_END], cell, frame[_END], e.ends[d])
    frame[_CELL], frame[_SUM], frame[_NUMBER] = cell, 0, 0
    frame[_AT], frame[_STOP] = frame[_END], frame[_END] + size


@kernel(_nrt=False)
def _best(e, size):
    """Return the cell to open if the layouts `pool[:size]` are left, and its value.

    The value is FAILED if the nodes are used up, or the room. A set is given a floor: a value
    up to that changes nothing for the sets above, so it is only shown to be no higher. Without
    recursion, as compiled code that recurses cannot be kept on disk.
    """
    wrap = np.uint64(e.key.size - 1)
    d = 0
    e.frame[0, _BEGIN], e.frame[0, _END], e.frame[0, _FLOOR] = 0, size, 0
    fresh = True
    while True:
        frame = e.frame[d]
        cell = -1
        if fresh:
            e.state[2] -= 1
            if e.state[2] < 0 or 2 * frame[_END] - frame[_BEGIN] > e.pool.size:
                return 0, np.int64(FAILED)
            cell = _open_set(e, d)
            frame[_FREE] = cell
            if cell < 0:
                cell = _next_cell(e, d)
            fresh = False
        else:
            step = _next_part(e, d, wrap)
            if step == _PUSH:
                d += 1
                fresh = True
                continue
            if step == _FULL:
                return 0, np.int64(FAILED)
            if step == _ENDED and frame[_SUM] > frame[_WINS]:
                frame[_BEST], frame[_WINS] = frame[_CELL], frame[_SUM]
            if frame[_FREE] < 0:
                cell = _next_cell(e, d)
        if cell >= 0:
            _take(e, d, cell)
            continue
        if d == 0:
            return frame[_BEST], frame[_WINS]
        slot = e.hash[d] & wrap
        e.stamp[slot], e.key[slot] = e.state[3], e.hash[d]
        e.wins[slot] = _noted(frame[_WINS], frame[_FLOOR])
        d -= 1  # where that set is a part, and is now found in the table


@kernel(_nrt=False)
def _noted(wins, floor):
    """Return the entry of a set: its value, or minus 1 and the most that it can be."""
    return wins if wins > floor else -1 - floor


@kernel(_nrt=False)
def _next_part(e, d, wrap):
    """Add up the parts of the cell that is tried, as far as they are known.

    Return _ENDED; _PASSED if the cell cannot be better than the best; _PUSH if the set of depth
    d + 1 is to be valued next; _FULL if there is no room for that.
    """
    frame = e.frame[d]
    beat = max(frame[_WINS], frame[_FLOOR])
    while frame[_NUMBER] < 9:
        stop = e.ends[d, frame[_NUMBER]]
        many = stop - frame[_AT]
        won = many
        floor = beat - frame[_SUM] - (frame[_STOP] - stop)  # where all later parts are won
        if floor >= many:
            return _PASSED
        if many > 1:
            name = np.uint64(0)
            for i in range(frame[_AT], stop):
                name ^= e.name[e.pool[i]]
            slot = name & wrap
            known = e.stamp[slot] == e.state[3] and e.key[slot] == name
            won = np.int64(e.wins[slot])
            if known and won < 0 and -1 - won <= floor:
                return _PASSED
            if not known or won < 0:
                top = frame[_STOP]
                if d + 1 == e.frame.shape[0] or top + many > e.pool.size:
                    return _FULL
                for i in range(many):
                    e.pool[top + i] = e.pool[frame[_AT] + i]
                e.frame[d + 1, _BEGIN], e.frame[d + 1, _END] = top, top + many
                e.frame[d + 1, _FLOOR] = max(floor, 0)
                e.hash[d + 1] = name
                return _PUSH
        frame[_SUM] += won
        frame[_AT] = stop
        frame[_NUMBER] += 1
    return _ENDED


@kernel(_nrt=False)
def _next_cell(e, d):
    """Return the cell safe in the most layouts, if they are more than the best value; once each."""
    best = 0
    for cell in range(1, e.state[1]):
        if e.safe[d, cell] > e.safe[d, best]:
            best = cell
    if e.safe[d, best] <= max(e.frame[d, _WINS], e.frame[d, _FLOOR]):
        return -1
    e.safe[d, best] = -1
    return best
