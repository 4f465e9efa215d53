"""Compiled code that deals and opens: the dice, the layout and what a click opens.

A game is played as the referee of this package plays it: the same layout from the same seed (the
Mersenne Twister as Python seeds and reads it), the same opening of zeros.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.minesweeper.engine.kernels.board import (
    Board,
    States,
    Sums,
    count_around,
    new_board,
    new_states,
    new_sums,
    settle,
)
from gridwise.puzzles.minesweeper.engine.kernels.end import End, new_end
from gridwise.puzzles.minesweeper.engine.kernels.outlook import Outlook, new_outlook

ANY, SAFE_FIRST, ZERO_FIRST = 0, 1, 2
"""The rules of the first click."""

_COVERED, _MINE = 9, 10
_END_CELLS, _END_LAYOUTS = 128, 1500  # there is room for ends up to these

# Places in `stats`.
OPENED, GUESSES, PROBES = range(3)


class Game(NamedTuple):
    """One game, and where its player works."""

    hidden: np.ndarray  # uint8 (cells,): a number or 10
    queue: np.ndarray  # int32 (cells,): cells to open
    risk: np.ndarray  # float64 (cells,): the chance of a mine, of undecided cells
    list: np.ndarray  # int32 (cells,): cells to choose from
    touched: np.ndarray  # uint8 (cells,), of a component
    other: np.ndarray  # float64 (cells + 1,): layouts of components that a probe leaves alone
    spare: np.ndarray  # float64 (cells + 1,)
    weight: np.ndarray  # float64 (cells + 1,)
    bound: np.ndarray  # float64 (cells,): the most that opening a cell can be worth
    rest: np.ndarray  # float64 (2 * cells + 2,)
    shows: np.ndarray  # float64 (9,): what a probe finds, by number: its weight,
    least: np.ndarray  # float64 (9,): the least risk then,
    forced: np.ndarray  # float64 (9,): the guesses that will be forced,
    free: np.ndarray  # float64 (9,): and how many cells are safe then
    twister: np.ndarray  # uint64 (624,)
    at: np.ndarray  # int64 (1,): where the twister stands
    stats: np.ndarray  # int64 (8,)


class Table(NamedTuple):
    """All that one game needs: the board, and a second one over the same cells for probes."""

    b: Board
    s: States
    f: Sums
    b2: Board
    s2: States
    f2: Sums
    g: Game
    e: End
    o: Outlook


def new_table(width: int, height: int, entries: int) -> Table:
    """Return the arrays for games on a board of a size; `entries` states have room at once."""
    cells = width * height
    b = new_board(width, height)
    # What is known of the cells is the same array in both.
    b2 = new_board(width, height)._replace(shown=b.shown, know=b.know, need=b.need, open=b.open)
    game = Game(
        hidden=np.zeros(cells, np.uint8),
        queue=np.zeros(cells, np.int32),
        risk=np.zeros(cells),
        list=np.zeros(cells, np.int32),
        touched=np.zeros(cells, np.uint8),
        other=np.zeros(cells + 1),
        spare=np.zeros(cells + 1),
        weight=np.zeros(cells + 1),
        bound=np.zeros(cells),
        rest=np.zeros(2 * cells + 2),
        shows=np.zeros(9),
        least=np.zeros(9),
        forced=np.zeros(9),
        free=np.zeros(9),
        twister=np.zeros(624, np.uint64),
        at=np.zeros(1, np.int64),
        stats=np.zeros(8, np.int64),
    )
    after = max(entries, cells + 2)
    return Table(
        b=b,
        s=new_states(cells, entries),
        f=new_sums(cells, entries, after),
        b2=b2,
        s2=new_states(cells, entries),
        f2=new_sums(cells, entries, after),
        g=game,
        e=new_end(cells, _END_CELLS, _END_LAYOUTS, 1 << 17),
        o=new_outlook(width, height),
    )


def _begun() -> np.ndarray:
    """Return the state from which every seeding begins."""
    mt = [19650218]
    for i in range(1, 624):
        mt.append((1812433253 * (mt[-1] ^ mt[-1] >> 30) + i) & 0xFFFFFFFF)
    return np.array(mt, np.uint64)


_BEGUN = _begun()


@kernel(_nrt=False)
def seed_twister(g, key):
    """Begin as `random.Random` does with these 32-bit words (Matsumoto, Nishimura 1998)."""
    full = np.uint64(0xFFFFFFFF)
    mt = g.twister
    for i in range(624):
        mt[i] = _BEGUN[i]
    i, j = 1, 0
    for _ in range(max(624, key.size)):
        before = mt[i - 1] ^ (mt[i - 1] >> np.uint64(30))
        mixed = mt[i] ^ ((before * np.uint64(1664525)) & full)
        mt[i] = (mixed + np.uint64(key[j]) + np.uint64(j)) & full
        i += 1
        j += 1
        if i >= 624:
            mt[0] = mt[623]
            i = 1
        if j >= key.size:
            j = 0
    for _ in range(623):
        before = mt[i - 1] ^ (mt[i - 1] >> np.uint64(30))
        mixed = mt[i] ^ ((before * np.uint64(1566083941)) & full)
        mt[i] = (mixed + np.uint64(0x100000000) - np.uint64(i)) & full
        i += 1
        if i >= 624:
            mt[0] = mt[623]
            i = 1
    mt[0] = np.uint64(0x80000000)
    g.at[0] = 624


@kernel(_nrt=False)
def _word(g):
    """Return the next 32 bits."""
    mt = g.twister
    if g.at[0] >= 624:
        low = np.uint64(0x7FFFFFFF)
        for i in range(624):
            y = (mt[i] & np.uint64(0x80000000)) | (mt[(i + 1) % 624] & low)
            new = mt[(i + 397) % 624] ^ (y >> np.uint64(1))
            if y & np.uint64(1):
                new ^= np.uint64(0x9908B0DF)
            mt[i] = new
        g.at[0] = 0
    y = mt[g.at[0]]
    g.at[0] += 1
    y ^= y >> np.uint64(11)
    y ^= (y << np.uint64(7)) & np.uint64(0x9D2C5680)
    y ^= (y << np.uint64(15)) & np.uint64(0xEFC60000)
    return y ^ (y >> np.uint64(18))


@kernel(_nrt=False)
def dice(g):
    """Return what `random()` of Python returns."""
    high = np.int64(_word(g) >> np.uint64(5))
    low = np.int64(_word(g) >> np.uint64(6))
    return (high * 67108864.0 + low) / 9007199254740992.0


@kernel(_nrt=False)
def draw(g, count, number):
    """Draw so many of the first `count` cells of `list`; they come first."""
    for i in range(number):
        j = i + np.int64(dice(g) * (count - i))
        g.list[i], g.list[j] = g.list[j], g.list[i]


@kernel(_nrt=False)
def lay(b, g, mines, rule, clicked):
    """Draw the layout, as the referee does; see its module's text."""
    count = 0
    for cell in range(b.shown.size):
        g.hidden[cell] = 0
        banned = rule != ANY and cell == clicked
        if rule == ZERO_FIRST:
            for i in range(b.nears[clicked]):
                if b.near[clicked, i] == cell:
                    banned = True
        if not banned:
            g.list[count] = cell
            count += 1
    draw(g, count, mines)
    for i in range(mines):
        g.hidden[g.list[i]] = _MINE
    for i in range(mines):
        mine = g.list[i]
        for j in range(b.nears[mine]):
            cell = b.near[mine, j]
            if g.hidden[cell] != _MINE:
                g.hidden[cell] += 1


@kernel(_nrt=False)
def open_cell(b, g, cell, top):
    """Open an undecided, safe cell and all that a 0 opens; stack the numbers to look at.

    A cell is settled when it is queued, so that it is queued once. Return the stack's top.
    """
    head, tail = 0, 1
    g.queue[0] = cell
    top = settle(b, cell, False, top)
    while head < tail:
        cell = g.queue[head]
        head += 1
        b.shown[cell] = g.hidden[cell]
        g.stats[OPENED] += 1
        count_around(b, cell)
        b.stack[top] = cell
        top += 1
        if g.hidden[cell] == 0:
            for i in range(b.nears[cell]):
                other = b.near[cell, i]
                if b.know[other] == 0:
                    top = settle(b, other, False, top)
                    g.queue[tail] = other
                    tail += 1
    return top


@kernel(_nrt=False)
def deduce(b, g, top):
    """Open all that one number at a time proves safe, and go on with what is seen then."""
    while top > 0:
        top -= 1
        number = b.stack[top]
        need, undecided = b.need[number], b.open[number]
        if undecided == 0 or 0 < need < undecided:
            continue
        mine = need != 0
        for i in range(b.nears[number]):
            cell = b.near[number, i]
            if b.know[cell] == 0:
                top = settle(b, cell, True, top) if mine else open_cell(b, g, cell, top)
