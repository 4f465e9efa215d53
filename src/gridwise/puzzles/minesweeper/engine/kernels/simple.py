"""Plays whole games of the policies that take one number, or two sets, at a time.

A game ends as the plain players of `policies` end it. What their rules give does not depend on the
order in which they are used, so this code is free in it: a rule that gives something goes on giving
it, or less that is still unknown, after another has been used.

The sets of `subset` are parts of the neighbours of one number each, so none is wider or higher than
3 cells. A set is kept by its corner, which is the cell at its least row and its least column, and
a mask with a bit for the cell dr rows below and dc columns right of that: 8 * dr + dc. Any set that
is a part of another one, or has it as a part, has its corner at most 2 rows and columns away.

No function here counts references to arrays (`_nrt=False`): nothing is allocated, and counting took
up to half of the time.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
from gridwise.puzzles.minesweeper.engine.kernels.board import KNOWN, neighbourhood, settle
from gridwise.puzzles.minesweeper.engine.kernels.game import (
    ANY,
    GUESSES,
    OPENED,
    ZERO_FIRST,
    Deal,
    Dice,
    deduce,
    draw,
    lay,
    new_deal,
    new_dice,
    open_cell,
)
from gridwise.puzzles.minesweeper.engine.kernels.random import seed_twister, throw

SINGLE_POINT, SUBSET = 0, 1
"""The policies."""

MORE, WON, LOST, STUCK = 1, 100, 101, 102
"""How a game ended: there was no room for its sets and it is to be played again; or as it says."""

_COVERED, _MINE = 9, 10
_COLUMN = 0x0101010101  # the bits of a column
_CENTRE = 18  # the bit of the cell in the middle of 5x5

# Places in `Sets.info`.
_USED, _FREE, _QUEUED = range(3)


@record
class CellBoard(NamedTuple):
    """A board's cells and what is known of them; the names are those of `Board`."""

    near: np.ndarray  # int32 (cells, 8)
    nears: np.ndarray  # int32 (cells,)
    shown: np.ndarray  # uint8 (cells,)
    know: np.ndarray  # uint8 (cells,)
    need: np.ndarray  # int32 (cells,)
    open: np.ndarray  # int32 (cells,)
    stack: np.ndarray  # int32 (9 * cells + 8,)
    info: np.ndarray  # int64 (8,)


@record
class Seeds(NamedTuple):
    """The 32-bit words that the dice of games are seeded with, a row a game."""

    keys: np.ndarray  # uint32 (games, words): of layouts
    lengths: np.ndarray  # int64 (games,): how many words of a row count
    guesses: np.ndarray  # uint32 (games, words): of guesses
    guess_lengths: np.ndarray  # int64 (games,)


@record
class Rules(NamedTuple):
    """How games are played."""

    mines: int
    first_click: int  # ANY, SAFE_FIRST or ZERO_FIRST
    revealed: int  # how many safe cells are opened first, in place of a click
    guessing: bool  # whether a guess is made if nothing follows
    how: int  # the policy, or for the resolution agent the longest of two clauses' shorter one


@record
class Sets(NamedTuple):
    """Sets of undecided cells, and how many of each are mines; chained by their corners."""

    width: np.ndarray  # int64 (1,): of the board
    place: np.ndarray  # int32 (cells,): where a corner stands in `head`
    head: np.ndarray  # int32: of each cell, with two more on every side, its first set or -1
    seen: np.ndarray  # int32 (cells,), of a number: `open` when its set was made
    corner: np.ndarray  # int32 (room,)
    mask: np.ndarray  # int64 (room,); 0 of a place that is free
    size: np.ndarray  # int32 (room,)
    mines: np.ndarray  # int32 (room,)
    next: np.ndarray  # int32 (room,): the next with the same corner, or the next free place
    paired: np.ndarray  # uint8 (room,): whether it was compared with all that are paired
    queued: np.ndarray  # uint8 (room,)
    queue: np.ndarray  # int32 (room,): those that are to be paired
    info: np.ndarray  # int64 (3,)


@record
class SetsTable(NamedTuple):
    """All that one game needs."""

    board: CellBoard
    deal: Deal
    guesses: Dice
    sets: Sets


def new_cells(width: int, height: int) -> CellBoard:
    """Return the arrays of a board."""
    cells = width * height
    near, nears = neighbourhood(width, height)
    return CellBoard(
        near=near,
        nears=nears,
        shown=np.zeros(cells, np.uint8),
        know=np.zeros(cells, np.uint8),
        need=np.zeros(cells, np.int32),
        open=np.zeros(cells, np.int32),
        stack=np.zeros(9 * cells + 8, np.int32),
        info=np.zeros(8, np.int64),
    )


def new_table(width: int, height: int, room: int) -> SetsTable:
    """Return the arrays for games on a board of a size, with room for so many sets at once."""
    cells = width * height
    row, col = np.divmod(np.arange(cells), width)
    sets = Sets(
        width=np.array([width], np.int64),
        place=((row + 2) * (width + 4) + col + 2).astype(np.int32),
        head=np.full((width + 4) * (height + 4), -1, np.int32),
        seen=np.zeros(cells, np.int32),
        corner=np.zeros(room, np.int32),
        mask=np.zeros(room, np.int64),
        size=np.zeros(room, np.int32),
        mines=np.zeros(room, np.int32),
        next=np.zeros(room, np.int32),
        paired=np.zeros(room, np.uint8),
        queued=np.zeros(room, np.uint8),
        queue=np.zeros(room, np.int32),
        info=np.zeros(3, np.int64),
    )
    return SetsTable(new_cells(width, height), new_deal(cells), new_dice(), sets)


@kernel(_nrt=False)
def begin(b, g, guesses, key, guess, rules):
    """Deal as the referee does; return how many cells are to be opened first, in `first`.

    The cells revealed to the player; else the first click, which is drawn like a guess.
    """
    mines, rule, revealed = rules.mines, rules.first_click, rules.revealed
    cells = b.shown.size
    b.shown[:] = _COVERED
    b.know[:] = 0
    b.info[KNOWN] = 0
    guesses.at[0] = -1
    seed_twister(g.dice, key)
    if revealed == 0:
        g.first[0] = np.int64(_guess(guesses, guess) * cells)
        lay(b, g, mines, rule, g.first[0])
        return 1
    first = np.int64(-1)
    if rule == ZERO_FIRST:
        first = np.int64(throw(g.dice) * cells)
        lay(b, g, mines, rule, first)
    else:
        lay(b, g, mines, ANY, 0)
    count = 0
    for cell in range(cells):
        if g.hidden[cell] != _MINE and cell != first:
            g.list[count] = cell
            count += 1
    draw(g, count, revealed - (first >= 0))
    for i in range(revealed):
        g.first[i] = g.list[i]
    if first >= 0:
        g.first[revealed - 1] = first
    return revealed


@kernel(_nrt=False)
def _guess(guesses, key):
    """Throw the dice for guesses, which are seeded when they are thrown first."""
    if guesses.at[0] < 0:
        seed_twister(guesses, key)
    return throw(guesses)


@kernel(_nrt=False)
def guess_cell(b, guesses, key):
    """Return an undecided cell, all alike likely."""
    count = 0
    for cell in range(b.know.size):
        count += b.know[cell] == 0
    left = np.int64(_guess(guesses, key) * count)
    for cell in range(b.know.size):
        if b.know[cell] == 0:
            if left == 0:
                return cell
            left -= 1
    return -1


@kernel(_nrt=False)
def _clear(s):
    s.head[:] = -1
    s.seen[:] = 0
    for i in range(s.info[_USED]):
        s.mask[i] = 0
        s.queued[i] = 0
    s.info[_USED], s.info[_FREE], s.info[_QUEUED] = 0, -1, 0


@kernel(_nrt=False)
def _add(s, corner, mask, size, mines):
    """Keep a set unless it is there; the corner may lie beyond. Return whether there was room."""
    while mask & 0xFF == 0:
        mask >>= 8
        corner += s.width[0]
    while mask & _COLUMN == 0:
        mask >>= 1
        corner += 1
    at = s.place[corner]
    i = s.head[at]
    while i >= 0:
        if s.mask[i] == mask:
            return True
        i = s.next[i]
    i = s.info[_FREE]
    if i >= 0:
        s.info[_FREE] = s.next[i]
    else:
        i = s.info[_USED]
        if i == s.mask.size:
            return False
        s.info[_USED] += 1
    s.corner[i], s.mask[i], s.size[i], s.mines[i] = corner, mask, size, mines
    s.next[i] = s.head[at]
    s.head[at] = i
    s.paired[i] = 0
    if not s.queued[i]:  # the place may have been queued for a set that is gone
        s.queued[i] = 1
        s.queue[s.info[_QUEUED]] = i
        s.info[_QUEUED] += 1
    return True


@kernel(_nrt=False)
def _remove(s, i):
    at = s.place[s.corner[i]]
    if s.head[at] == i:
        s.head[at] = s.next[i]
    else:
        before = s.head[at]
        while s.next[before] != i:
            before = s.next[before]
        s.next[before] = s.next[i]
    s.mask[i] = 0
    s.next[i] = s.info[_FREE]
    s.info[_FREE] = i


@kernel(_nrt=False)
def _decide(b, g, width, corner, mask, mine):
    """Settle the cells of a set that are undecided; return the stack's top."""
    top = 0
    while mask:
        bit = 0
        while not mask >> bit & 1:
            bit += 1
        mask &= mask - 1
        cell = corner + (bit >> 3) * width + (bit & 7)
        if b.know[cell] == 0:  # a zero may have opened it
            top = settle(b, cell, True, top) if mine else open_cell(b, g, cell, top)
    return top


@kernel(_nrt=False)
def _refresh(b, g, s):
    """Take decided cells out of the sets, and add the sets of numbers that are new.

    Return as `differences`, or 0.
    """
    width = s.width[0]
    for i in range(s.info[_USED]):
        mask, size, mines = s.mask[i], s.size[i], s.mines[i]
        left = mask
        while left:
            bit = 0
            while not left >> bit & 1:
                bit += 1
            left &= left - 1
            know = b.know[s.corner[i] + (bit >> 3) * width + (bit & 7)]
            if know != 0:
                mask ^= np.int64(1) << bit
                size -= 1
                mines -= know == 1
        if mask == s.mask[i]:
            continue
        corner = s.corner[i]
        if size and not 0 < mines < size:
            return _decide(b, g, width, corner, mask, mines > 0)
        _remove(s, i)
        if size and not _add(s, corner, mask, size, mines):
            return -1
    for cell in range(b.shown.size):
        if b.shown[cell] > 8 or b.open[cell] == 0 or b.open[cell] == s.seen[cell]:
            continue
        s.seen[cell] = b.open[cell]
        mask = np.int64(0)
        for i in range(b.nears[cell]):
            other = b.near[cell, i]
            if b.know[other] == 0:
                # The distance on a board with two more on every side says which neighbour it is.
                away = s.place[other] - s.place[cell]
                row = 1 if -1 <= away <= 1 else 0 if away < 0 else 2
                mask |= np.int64(1) << (8 * row + away - (row - 1) * (width + 4) + 1)
        if not _add(s, cell - width - 1, mask, b.open[cell], b.need[cell]):
            return -1
    return 0


@kernel(_nrt=False)
def differences(b, g, s):
    """Make differences of sets until one decides its cells, and settle those.

    Return the top of the stack of numbers to look at, 0 where nothing follows, -1 where there is
    no room.
    """
    top = _refresh(b, g, s)
    if top:
        return top
    width = s.width[0]
    while s.info[_QUEUED]:
        s.info[_QUEUED] -= 1
        here = s.queue[s.info[_QUEUED]]
        s.queued[here] = 0
        if s.mask[here] == 0:
            continue
        mine = s.mask[here] << _CENTRE
        corner = s.corner[here] - 2 * width - 2
        for bit in range(8 * 4 + 5):
            if bit & 7 > 4:
                continue
            i = s.head[s.place[s.corner[here]] + ((bit >> 3) - 2) * (width + 4) + (bit & 7) - 2]
            while i >= 0:
                theirs = s.mask[i] << bit
                more, less = mine & ~theirs, theirs & ~mine
                if not s.paired[i] or (more and less):  # neither is within the other
                    i = s.next[i]
                    continue
                sign = 1 if more else -1
                size = sign * (s.size[here] - s.size[i])
                mines = sign * (s.mines[here] - s.mines[i])
                if not 0 < mines < size:
                    s.queued[here] = 1
                    s.queue[s.info[_QUEUED]] = here
                    s.info[_QUEUED] += 1
                    return _decide(b, g, width, corner, more | less, mines > 0)
                if not _add(s, corner, more | less, size, mines):
                    return -1
                i = s.next[i]
        s.paired[here] = 1
    return 0


@kernel(_nrt=False)
def play(t, key, guess, rules):
    """Play one game; return how it ended. `stats` has the guesses.

    Parameters
    ----------
    key, guess
        The 32-bit words that the dice are seeded with, those of the layout and those of guesses.
    rules
        See `Rules`.
    """
    b, g = t.board, t.deal
    subsets = rules.how == SUBSET
    wanted = b.shown.size - rules.mines
    for i in range(g.stats.size):
        g.stats[i] = 0
    if subsets:
        _clear(t.sets)
    top = 0
    if wanted:
        for i in range(begin(b, g, t.guesses, key, guess, rules)):
            cell = g.first[i]
            if g.hidden[cell] == _MINE:
                return LOST
            if b.know[cell] == 0:  # a zero may have opened it
                top = open_cell(b, g, cell, top)
    while True:
        deduce(b, g, top)
        if g.stats[OPENED] == wanted:
            return WON
        if subsets:
            top = differences(b, g, t.sets)
            if top < 0:
                return MORE
            if top > 0:
                continue
        if not rules.guessing:
            return STUCK
        g.stats[GUESSES] += 1
        cell = guess_cell(b, t.guesses, guess)
        if g.hidden[cell] == _MINE:
            return LOST
        top = open_cell(b, g, cell, 0)


@kernel(nogil=True, _nrt=False)
def play_many(t, seeds, begin, end, rules, out):
    """Play games one after another; `out` gets how each ended, and its guesses.

    Return how many were played: less than `end` if one needs more room.
    """
    for i in range(begin, end):
        key = seeds.keys[i, : seeds.lengths[i]]
        guess = seeds.guesses[i, : seeds.guess_lengths[i]]
        out[i, 0] = play(t, key, guess, rules)
        out[i, 1] = t.deal.stats[GUESSES]
        if out[i, 0] == MORE:
            return i
    return end
