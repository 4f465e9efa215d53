"""Weighs a board in play, and foresees the effects of opening a cell.

To foresee them, `probe` counts the layouts with that cell safe and watched: a watched cell is a
witness without a number, whose field in the keys counts up. One pass forward gives the weight of
every number it may show, one pass back for each of them the cells that are safe then.
"""

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.minesweeper.engine.kernels.board import (
    COMPONENTS,
    DONE,
    ELSEWHERE,
    KNOWN,
    MINES_AT,
    REST,
    SCALE,
    TOTAL,
    WATCH_AT,
    arrange,
    boxes,
    fields,
    order,
    sweep,
)
from gridwise.puzzles.minesweeper.engine.kernels.game import PROBES
from gridwise.puzzles.minesweeper.engine.kernels.layouts import (
    back_through,
    binomials,
    chances,
    forward,
    start,
)
from gridwise.puzzles.minesweeper.engine.kernels.outlook import forced, touch_pairs, way_out

_COVERED = 9
_DONE_WITH = 3  # the mark of a box that is in order


@kernel(_nrt=False)
def weigh(t, mines):
    """Set the risk of every undecided cell; return DONE or why it could not be."""
    b, f = t.board, t.sums
    boxes(b)
    arrange(b)
    code = fields(b, -1)
    if code == DONE:
        code = chances(b, t.states, f, mines)
    if code != DONE:
        return code
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            box = b.box[cell]
            t.probe.risk[cell] = f.found[ELSEWHERE] if box < 0 else f.chance[box]
    return DONE


@kernel(_nrt=False)
def probe(t, cell, mines, ahead):
    """Find the effects of opening an undecided cell: `shows`, `least` and `free` by its number.

    `shows` are weights that sum up to the chance that the cell is safe. Components that neither
    the cell nor its neighbours touch are taken with the mines that they can have, but the risks
    in them stay as before.

    Parameters
    ----------
    ahead
        Also find, after `find_pairs` and `find_dead`, the guesses that will be `forced`; `least`
        then leaves out the cells that tell nothing if others are left.
    """
    b, f, g, p, b2 = t.board, t.sums, t.deal, t.probe, t.probe_board
    g.stats[PROBES] += 1
    for v in range(9):
        p.shows[v] = 0.0
        p.least[v] = 1.0
        p.free[v] = 0.0
    components = b.info[COMPONENTS]
    for c in range(components):
        p.touched[c] = 0
    # Safe and watched: a witness of the cells around it.
    b.know[cell] = 2
    b.shown[cell] = 8
    base = 0
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.shown[other] <= 8:
            b.open[other] -= 1
        if b.know[other] == 1:
            base += 1
    boxes(b2)
    place = np.int64(0)
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.shown[other] <= 8:
            for j in range(b2.box_count[other]):
                place = _part(b2, b2.box_list[other, j], place)
        elif b.know[other] == 0:
            place = _part(b2, b2.box[other], place)
    b2.begin[0], b2.begin[1] = 0, place
    b2.info[COMPONENTS] = 1
    code = fields(b2, cell)
    if code == DONE and place > 0:
        start(b2, t.probe_states, 0)
        code = forward(b2, t.probe_states, t.probe_sums.value, f.choose, None, 0, np.int64(1) << 60)
    if code == DONE:
        _tell(t, cell, mines, base, place, ahead)
    b.know[cell] = 0
    b.shown[cell] = _COVERED
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.shown[other] <= 8:
            b.open[other] += 1
    return code


@kernel(_nrt=False)
def _part(b2, box, place):
    """Put a box and all that is linked with it in order, if it is not in it yet."""
    if b2.mark[box] != 0:
        return place
    end, many = sweep(b2, box, 1)
    end, many = sweep(b2, end, 2)
    return order(b2, end, many, place)


@kernel(_nrt=False)
def _tell(t, cell, mines, base, place, ahead):
    """Do the rest of `probe` when the states are known."""
    b, f, p, b2, s2, f2 = t.board, t.sums, t.probe, t.probe_board, t.probe_states, t.probe_sums
    # The components of before that were counted now.
    elsewhere = b2.info[REST]
    for i in range(place):
        box = b.box[b2.first[b2.order[i]]]
        if box >= 0:
            p.touched[b.mark[box] - 16] = 1
    if b.box[cell] >= 0:
        p.touched[b.mark[b.box[cell]] - 16] = 1
    length = np.int64(1)
    lowest = np.int64(0)
    p.other[0] = 1.0
    safest = 1.0
    for c in range(b.info[COMPONENTS]):
        if p.touched[c]:
            continue
        lowest += f.low[c]
        many = f.at[c + 1] - f.at[c]
        for i in range(length + many - 1):
            p.spare[i] = 0.0
        for i in range(length):
            for j in range(many):
                p.spare[i + j] += p.other[i] * f.poly[f.at[c] + j]
        length += many - 1
        for i in range(length):
            p.other[i] = p.spare[i]
        for i in range(b.begin[c], b.begin[c + 1]):
            safest = min(safest, f.chance[b.order[i]])
    if elsewhere > 0:
        safest = min(safest, f.found[ELSEWHERE])
    # The mines of the counted component, and the weight of all the rest by them.
    low, high = np.int64(0), np.int64(0)
    last = place  # its layer: there is one component
    if place > 0:
        low, high = np.int64(1) << 40, np.int64(-1)
        for entry in range(s2.layer[last], s2.layer[last + 1]):
            count = np.int64(s2.key[entry] >> np.uint64(MINES_AT))
            low, high = min(low, count), max(high, count)
    left = mines - b.info[KNOWN]
    widest = high - low + length - 1
    scale = f.found[SCALE]
    f2.found[SCALE] = 0.0
    binomials(elsewhere, left - low - lowest, widest, p.rest, f2.found)
    factor = np.exp(f2.found[SCALE] - scale) / f.found[TOTAL]
    for i in range(high - low + 1):
        weight = 0.0
        for j in range(length):
            weight += p.other[j] * p.rest[i + j]
        p.weight[i] = weight * factor
    telling = _touch(t, cell) if ahead else safest
    if place == 0:
        p.shows[base] = p.weight[0]
        p.least[base] = safest
        if ahead:
            p.least[base] = telling if telling < 1.0 else safest
            p.forced[base] = forced(t.outlook)
            t.outlook.chance[cell] = p.risk[cell]
        return
    mask = np.uint64(15)
    for entry in range(s2.layer[last], s2.layer[last + 1]):
        key = s2.key[entry]
        v = base + np.int64((key >> np.uint64(WATCH_AT)) & mask)
        weight = p.weight[np.int64(key >> np.uint64(MINES_AT)) - low]
        p.shows[v] += f2.value[entry] * weight
    for v in range(base, 9):
        if p.shows[v] <= 0.0:
            continue
        for entry in range(s2.layer[last], s2.layer[last + 1]):
            key = s2.key[entry]
            f2.back[entry] = 0.0
            if np.int64((key >> np.uint64(WATCH_AT)) & mask) == v - base:
                f2.back[entry] = p.weight[np.int64(key >> np.uint64(MINES_AT)) - low]
        back_through(b2, s2, f2.value, f2.back, f.choose, None, 0, f2.mines)
        least = safest
        for i in range(place):
            size = b2.size[b2.order[i]]
            if f2.mines[i] <= 0.0:
                p.free[v] += size
                least = 0.0
            else:
                least = min(least, f2.mines[i] / (p.shows[v] * size))
        p.least[v] = least
        if ahead:
            _look_ahead(t, cell, v, place, telling)
    if ahead:
        t.outlook.chance[cell] = p.risk[cell]


@kernel(_nrt=False)
def _touch(t, cell):
    """Mark the cells whose risk a probe finds again; return the least of the other telling ones."""
    b, b2, o, risk = t.board, t.probe_board, t.outlook, t.probe.risk
    safest = 1.0
    for other in range(b.know.size):
        o.touched[other] = 0
        if b.know[other] == 0:
            o.chance[other] = risk[other]
            if b2.box[other] >= 0 and b2.mark[b2.box[other]] == _DONE_WITH:
                o.touched[other] = 1
            elif o.dead[other] == 0:
                safest = min(safest, risk[other])
    o.touched[cell] = 1
    o.chance[cell] = 0.0
    touch_pairs(o)
    return safest


@kernel(_nrt=False)
def _look_ahead(t, cell, number, place, safest):
    """Find the guesses that will be forced, and the least risk of a cell that tells something."""
    b, b2, f2, p, o = t.board, t.probe_board, t.probe_sums, t.probe, t.outlook
    for i in range(place):
        box = b2.order[i]
        f2.chance[box] = f2.mines[i] / (p.shows[number] * b2.size[box])
    for other in range(b.know.size):
        if o.touched[other] and other != cell:
            o.chance[other] = f2.chance[b2.box[other]]
    least = way_out(b, o, safest, cell)
    if least < 1.0:
        p.least[number] = least
    p.forced[number] = forced(o)


@kernel(_nrt=False)
def label(b):
    """Put 16 plus its component into the mark of each box."""
    for c in range(b.info[COMPONENTS]):
        for i in range(b.begin[c], b.begin[c + 1]):
            b.mark[b.order[i]] = 16 + c
