"""Foresees the effects of a guess in compiled code; `engine/foresight.py` says how it is done."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
from gridwise.puzzles.minesweeper.engine.kernels.board import (
    DONE,
    KNOWN,
    NO_LAYOUT,
    SCALE,
    TOTAL,
    arrange,
    boxes,
    fields,
    neighbourhood,
)
from gridwise.puzzles.minesweeper.engine.kernels.layouts import chances

_LEAST = 2e-4  # less likely ones are left out
_COUNTED = 0.01  # ones that seem at least as likely are counted
_SURE = 1.0 - 1e-12
_EQUAL = 1e-9

ALONE, ALL = 0, 1
"""Places in `sums`: expected forced guesses that a probe leaves alone, and all before it."""


@record
class Outlook(NamedTuple):
    """The pairs and squares of a board, the live ones, which may be forced, and the dead cells."""

    pairs: np.ndarray  # int32 (pairs, 4): two cells and twice -1, or four row by row
    outer: np.ndarray  # int32 (pairs, 6): the cells beside only one of them
    outers: np.ndarray  # int32 (pairs,)
    live: np.ndarray  # int32 (pairs,): the ones that may be forced
    part: np.ndarray  # int32 (pairs,): the live ones that a probe touches
    lives: np.ndarray  # int64 (2,): how many of each
    tied: np.ndarray  # uint8 (pairs,): whether numbers say that of two cells one is a mine at most
    ratio: np.ndarray  # float64 (pairs,): of the count to the estimate
    chance: np.ndarray  # float64 (cells,): of a mine, after a probe
    touched: np.ndarray  # uint8 (cells,): whether that may have changed
    ends: np.ndarray  # float64 (cells,): the expected forced guesses that opening it ends
    sums: np.ndarray  # float64 (2,): the expected guesses; see ALONE and ALL
    dead: np.ndarray  # uint8 (cells,): whether it tells nothing


@lru_cache(maxsize=32)
def _layout(width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    near, nears = neighbourhood(width, height)
    around = [set(row[:many].tolist()) for row, many in zip(near, nears.tolist(), strict=True)]
    groups, outer = [], []
    for cell in range(width * height):
        right, below = cell + 1, cell + width
        for other in (right, below):
            if other in around[cell]:
                groups.append((cell, other, -1, -1))
                outer.append(sorted((around[cell] ^ around[other]) - {cell, other}))
        if below + 1 in around[cell]:
            four = (cell, right, below, below + 1)
            groups.append(four)
            beside = [c for one in four for c in around[one] if c not in four]
            outer.append(sorted(c for c in set(beside) if beside.count(c) == 1))
    many = np.array([len(row) for row in outer], np.int32)
    padded = np.full((len(outer), 6), -1, np.int32)
    for row, found in zip(padded, outer, strict=True):
        row[: len(found)] = found
    return np.array(groups, np.int32).reshape(-1, 4), padded, many


def new_outlook(width: int, height: int) -> Outlook:
    """Return the arrays for a board of this size."""
    cells, outer, outers = _layout(width, height)
    return Outlook(
        pairs=cells,
        outer=outer,
        outers=outers,
        live=np.zeros(len(cells), np.int32),
        part=np.zeros(len(cells), np.int32),
        lives=np.zeros(2, np.int64),
        tied=np.zeros(len(cells), np.uint8),
        ratio=np.ones(len(cells)),
        chance=np.zeros(width * height),
        touched=np.zeros(width * height, np.uint8),
        ends=np.zeros(width * height),
        sums=np.zeros(2),
        dead=np.zeros(width * height, np.uint8),
    )


@kernel(_nrt=False)
def _likely(o, pair, chance):
    """Return how likely a pair or square is to be a forced guess."""
    a, b = chance[o.pairs[pair, 0]], chance[o.pairs[pair, 1]]
    if a <= 0.0 or b <= 0.0 or a >= _SURE or b >= _SURE:
        return 0.0
    if o.pairs[pair, 2] < 0:
        found = min(1.0, a + b) if o.tied[pair] else a * (1.0 - b) + b * (1.0 - a)
    else:
        c, d = chance[o.pairs[pair, 2]], chance[o.pairs[pair, 3]]
        if c <= 0.0 or d <= 0.0 or c >= _SURE or d >= _SURE:
            return 0.0
        if o.tied[pair]:
            found = min(1.0, min(a, d) + min(b, c))
        else:
            found = a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d)
    for i in range(o.outers[pair]):
        found *= chance[o.outer[pair, i]]
    return min(1.0, found * o.ratio[pair])


@kernel(_nrt=False)
def _at_most_one(b, one, other, but):
    """Return whether a number, but for one cell's, says that these are not both mines."""
    for i in range(b.nears[one]):
        number = b.near[one, i]
        if number != but and b.shown[number] <= 8 and b.need[number] == 1:
            for j in range(b.nears[other]):
                if b.near[other, j] == number:
                    return True
    return False


@kernel(_nrt=False)
def _suppose(b, cell, mine):
    b.know[cell] = 1 if mine else 2
    for i in range(b.nears[cell]):
        number = b.near[cell, i]
        if b.shown[number] <= 8:
            b.open[number] -= 1
            b.need[number] -= mine


@kernel(_nrt=False)
def _take_back(b, cell):
    mine = b.know[cell] == 1
    b.know[cell] = 0
    for i in range(b.nears[cell]):
        number = b.near[cell, i]
        if b.shown[number] <= 8:
            b.open[number] += 1
            b.need[number] += mine


@kernel(_nrt=False)
def count_forced(t, pair, mines):
    """Return in what share of the layouts a pair or square is a forced guess; after `weigh`.

    In these layouts the cells beside it are mines, and one of the two cells or one diagonal; there
    are as many of one kind as of the other. Less than 0 without room to count.
    """
    b, b2, o = t.board, t.probe_board, t.outlook
    supposed = t.deal.list
    known, many = b.info[KNOWN], 0
    for i in range(o.outers[pair]):
        cell = o.outer[pair, i]
        if b.know[cell] == 0:
            supposed[many] = cell
            many += 1
            known += 1
            _suppose(b, cell, True)
    for i in range(2 if o.pairs[pair, 2] < 0 else 4):
        mine = i % 3 == 0  # of a square one diagonal
        supposed[many] = o.pairs[pair, i]
        many += 1
        known += mine
        _suppose(b, o.pairs[pair, i], mine)
    fits = known <= mines
    for i in range(many):
        cell = supposed[i]
        for j in range(b.nears[cell]):
            number = b.near[cell, j]
            if b.shown[number] <= 8 and not 0 <= b.need[number] <= b.open[number]:
                fits = False
    found = 0.0
    if fits:
        b2.info[KNOWN] = known
        boxes(b2)
        arrange(b2)
        code = fields(b2, -1)
        if code == DONE:
            code = chances(b2, t.probe_states, t.probe_sums, mines)
        if code == DONE:
            ours, all_found = t.probe_sums.found, t.sums.found
            found = 2.0 * ours[TOTAL] / all_found[TOTAL] * np.exp(ours[SCALE] - all_found[SCALE])
        elif code != NO_LAYOUT:
            found = -1.0
    for i in range(many):
        _take_back(b, supposed[i])
    return found


@kernel(_nrt=False)
def find_pairs(t, mines):
    """List the pairs and squares that may be forced, by the risks of `weigh`."""
    b, o, risk = t.board, t.outlook, t.probe.risk
    for cell in range(b.know.size):
        o.ends[cell] = 0.0
        o.chance[cell] = risk[cell] if b.know[cell] == 0 else (1.0 if b.know[cell] == 1 else 0.0)
    many = 0
    total = 0.0
    for pair in range(o.outers.size):
        # At first as if they were tied: the most that it can be.
        o.tied[pair] = 1
        o.ratio[pair] = 1.0
        if _likely(o, pair, o.chance) < _LEAST:
            continue
        one, other = o.pairs[pair, 0], o.pairs[pair, 1]
        tied = _at_most_one(b, one, other, -1)
        if o.pairs[pair, 2] >= 0:
            third, last = o.pairs[pair, 2], o.pairs[pair, 3]
            many_tied = np.int64(tied)
            many_tied += _at_most_one(b, one, third, -1)
            many_tied += _at_most_one(b, other, last, -1)
            many_tied += _at_most_one(b, third, last, -1)
            tied = many_tied >= 3
        o.tied[pair] = tied
        found = _likely(o, pair, o.chance)
        if found >= _COUNTED:
            counted = count_forced(t, pair, mines)
            if counted >= 0.0:
                o.ratio[pair] = counted / found
                found = counted
        if found < _LEAST:
            continue
        o.live[many] = pair
        many += 1
        total += found
        for i in range(4):
            if o.pairs[pair, i] >= 0:
                o.ends[o.pairs[pair, i]] += found
        for i in range(o.outers[pair]):
            o.ends[o.outer[pair, i]] += found
    o.lives[0] = many
    o.sums[ALL] = total


@kernel(_nrt=False)
def touch_pairs(o):
    """Split the live pairs by whether they have a touched cell; add up the others."""
    many = 0
    total = 0.0
    for i in range(o.lives[0]):
        pair = o.live[i]
        found = False
        for j in range(4):
            if o.pairs[pair, j] >= 0 and o.touched[o.pairs[pair, j]]:
                found = True
        for j in range(o.outers[pair]):
            if o.touched[o.outer[pair, j]]:
                found = True
        if found:
            o.part[many] = pair
            many += 1
        else:
            total += _likely(o, pair, o.chance)
    o.lives[1] = many
    o.sums[ALONE] = total


@kernel(_nrt=False)
def forced(o):
    """Return the number of forced guesses to expect with the chances of now."""
    total = o.sums[ALONE]
    for i in range(o.lives[1]):
        total += _likely(o, o.part[i], o.chance)
    return total


@kernel(_nrt=False)
def find_dead(b, o):
    """Mark undecided cells that tell nothing: the mines around them are known, should they be safe.

    That is so without undecided cells around, or if they are all undecided cells of one number but
    for the cell itself.
    """
    for cell in range(b.know.size):
        o.dead[cell] = 0
        if b.know[cell] != 0:
            continue
        many = 0
        for i in range(b.nears[cell]):
            many += b.know[b.near[cell, i]] == 0
        o.dead[cell] = many == 0
        for i in range(b.nears[cell]):
            other = b.near[cell, i]
            for j in range(-1, b.nears[other]):  # a number beside it, or beside a neighbour
                number = other if j < 0 else b.near[other, j]
                if o.dead[cell] == 0 and b.shown[number] <= 8:
                    o.dead[cell] = _same_but(b, number, cell, many)


@kernel(_nrt=False)
def _same_but(b, number, cell, many):
    """Return whether a number's undecided cells, without `cell`, are the `many` around `cell`."""
    found = 0
    for i in range(b.nears[number]):
        other = b.near[number, i]
        if b.know[other] != 0 or other == cell:
            continue
        beside = False
        for j in range(b.nears[cell]):
            beside |= b.near[cell, j] == other
        if not beside:
            return False
        found += 1
    return found == many


@kernel(_nrt=False)
def way_out(b, o, safest, opened):
    """Return the least risk of a cell that tells something, with the chances of now.

    0 if such a cell is safe; 1 if no cell tells anything.

    Parameters
    ----------
    safest
        The least risk of such a cell that is not touched.
    opened
        The cell that is probed; it shows no number yet.
    """
    for cell in range(b.know.size):
        if o.touched[cell] == 0 or b.know[cell] != 0:
            continue
        if o.chance[cell] > 0.0:
            if o.dead[cell] == 0:
                safest = min(safest, o.chance[cell])
        elif _tells(b, o, cell, opened):
            return 0.0
    return safest


@kernel(_nrt=False)
def _tells(b, o, cell, opened):
    """Return whether the number of a safe cell is in doubt, or may be."""
    many = 0
    total = 0.0
    first, last = -1, -1
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.know[other] == 0 and 0.0 < o.chance[other] < _SURE:
            many += 1
            total += o.chance[other]
            first, last = last, other
    if many != 2:
        return many > 0
    # Never both mines, and one mine between them on average: always one of them.
    return abs(total - 1.0) > _EQUAL or not _at_most_one(b, first, last, opened)
