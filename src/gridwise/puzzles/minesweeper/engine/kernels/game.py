"""Deals a game and opens cells, as the referee of this package does.

The same seed gives the same layout, and a click opens the same cells.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
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
from gridwise.puzzles.minesweeper.engine.kernels.end import EndSearch, new_end
from gridwise.puzzles.minesweeper.engine.kernels.outlook import Outlook, new_outlook
from gridwise.puzzles.minesweeper.engine.kernels.random import throw

ANY, SAFE_FIRST, ZERO_FIRST = 0, 1, 2
"""The rules of the first click."""

_COVERED, _MINE = 9, 10
_END_CELLS, _END_LAYOUTS = 128, 1500  # there is room for ends up to these

OPENED, GUESSES, PROBES = range(3)
"""Places in `stats`: the numbers of cells opened, guesses made and cells probed."""


@record
class Dice(NamedTuple):
    """Random numbers, the same as `random.Random`'s; see `random`."""

    twister: np.ndarray  # uint64 (624,)
    at: np.ndarray  # int64 (1,): the next word of the twister


@record
class Deal(NamedTuple):
    """The hidden layout, and the dice that it is drawn with."""

    hidden: np.ndarray  # uint8 (cells,): a number or 10
    queue: np.ndarray  # int32 (cells,): cells to open
    list: np.ndarray  # int32 (cells,): cells to draw or to choose from
    dice: Dice
    stats: np.ndarray  # int64 (8,), see OPENED and the others


@record
class Probe(NamedTuple):
    """The risks of a board, and the effects of opening one cell."""

    risk: np.ndarray  # float64 (cells,): the chance of a mine, of undecided cells
    touched: np.ndarray  # uint8 (cells,), of a component
    other: np.ndarray  # float64 (cells + 1,): layouts of components that a probe leaves alone
    spare: np.ndarray  # float64 (cells + 1,)
    weight: np.ndarray  # float64 (cells + 1,)
    bound: np.ndarray  # float64 (cells,): the most that opening a cell can be worth
    rest: np.ndarray  # float64 (2 * cells + 2,)
    shows: np.ndarray  # float64 (9,): of a probe, by number: its weight,
    least: np.ndarray  # float64 (9,): the least risk then,
    forced: np.ndarray  # float64 (9,): the guesses that will be forced,
    free: np.ndarray  # float64 (9,): and how many cells are safe then


@record
class WeighingTable(NamedTuple):
    """All that one game of a weighing policy needs."""

    board: Board
    states: States
    sums: Sums
    probe_board: Board  # a second board over the same cells, to count in after a probe
    probe_states: States
    probe_sums: Sums
    deal: Deal
    probe: Probe
    ends: EndSearch
    outlook: Outlook


def new_dice() -> Dice:
    """Return dice that are to be seeded."""
    return Dice(np.zeros(624, np.uint64), np.zeros(1, np.int64))


def new_deal(cells: int) -> Deal:
    """Return the arrays of a hidden layout."""
    return Deal(
        hidden=np.zeros(cells, np.uint8),
        queue=np.zeros(cells, np.int32),
        list=np.zeros(cells, np.int32),
        dice=new_dice(),
        stats=np.zeros(8, np.int64),
    )


def new_table(width: int, height: int, entries: int) -> WeighingTable:
    """Return the arrays for games on a board of a size; `entries` states have room at once."""
    cells = width * height
    board = new_board(width, height)
    # The states of the cells are the same array in both.
    probe_board = new_board(width, height)._replace(
        shown=board.shown, know=board.know, need=board.need, open=board.open
    )
    probe = Probe(
        risk=np.zeros(cells),
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
    )
    after = max(entries, cells + 2)
    return WeighingTable(
        board=board,
        states=new_states(cells, entries),
        sums=new_sums(cells, entries, after),
        probe_board=probe_board,
        probe_states=new_states(cells, entries),
        probe_sums=new_sums(cells, entries, after),
        deal=new_deal(cells),
        probe=probe,
        ends=new_end(cells, _END_CELLS, _END_LAYOUTS, 1 << 17),
        outlook=new_outlook(width, height),
    )


@kernel(_nrt=False)
def draw(g, count, number):
    """Draw so many of the first `count` cells of `list`; they come first."""
    for i in range(number):
        j = i + np.int64(throw(g.dice) * (count - i))
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
    """Open all that one number at a time proves safe, and go on with the numbers seen then."""
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
