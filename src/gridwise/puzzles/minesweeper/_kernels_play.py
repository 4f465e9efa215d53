"""Compiled code that plays whole games: the dice, the referee, and the policies that weigh risks.

A game is played as the referee of this package plays it: the same layout from the same seed (the
Mersenne Twister as Python seeds and reads it), the same opening of zeros. All that one number or
the count of layouts proves is opened first; where nothing is proved a policy chooses a cell.

To see what a cell would tell, `probe` counts the layouts with that cell safe and watched: a watched
cell is a witness without a number, whose field in the keys counts up. One pass forward gives the
weight of every number it may show, one pass back for each of them what is safe then.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from gridwise.puzzles.minesweeper._kernels import (
    back_through,
    binomials,
    chances,
    forward,
    start,
)
from gridwise.puzzles.minesweeper._kernels_board import (
    COMPONENTS,
    DONE,
    ELSEWHERE,
    KNOWN,
    MINES_AT,
    NO_LAYOUT,
    REST,
    SCALE,
    TOTAL,
    WATCH_AT,
    Board,
    States,
    Sums,
    all_numbers,
    arrange,
    boxes,
    count_around,
    fields,
    new_board,
    new_states,
    new_sums,
    order,
    propagate,
    scan,
    settle,
    sweep,
)
from gridwise.puzzles.minesweeper._kernels_end import End, best_play, new_end

WON, LOST = 100, 101
"""How a game ended; other codes are those of counting, and the game is to be played anew."""

SAFEST, PSEQ, EXPERT = 0, 1, 2
"""The policies."""

ANY, SAFE_FIRST, ZERO_FIRST = 0, 1, 2
"""The rules of the first click."""

_COVERED, _MINE = 9, 10
_SURE = 1.0 - 1e-12
_EQUAL = 1e-9  # chances that differ by less than this part of them are the same
_MOST_ELSEWHERE = 8  # cells without a number that are looked at where the least risk is there
_END_CELLS, _END_LAYOUTS = 96, 1000  # ends are played perfectly up to these
_END_AT, _END_NODES = 500, 20_000  # when they are, and the sets of layouts to look at
_RISKIER = 0.15  # how much riskier than the safest a cell may be
_MOST = 40  # cells that are looked at

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
    rest: np.ndarray  # float64 (2 * cells + 2,)
    shows: np.ndarray  # float64 (9,): what a probe finds, by number: its weight,
    least: np.ndarray  # float64 (9,): the least risk then,
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
        rest=np.zeros(2 * cells + 2),
        shows=np.zeros(9),
        least=np.zeros(9),
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
        e=new_end(cells, _END_CELLS, _END_LAYOUTS, 1 << 15),
    )


@njit(cache=True)
def seed_twister(g, key):
    """Begin as `random.Random` does with these 32-bit words (Matsumoto, Nishimura 1998)."""
    full = np.uint64(0xFFFFFFFF)
    mt = g.twister
    mt[0] = np.uint64(19650218)
    for i in range(1, 624):
        before = mt[i - 1] ^ (mt[i - 1] >> np.uint64(30))
        mt[i] = (np.uint64(1812433253) * before + np.uint64(i)) & full
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


@njit(cache=True)
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


@njit(cache=True)
def dice(g):
    """Return what `random()` of Python returns."""
    high = np.int64(_word(g) >> np.uint64(5))
    low = np.int64(_word(g) >> np.uint64(6))
    return (high * 67108864.0 + low) / 9007199254740992.0


@njit(cache=True)
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
    for i in range(mines):
        j = i + np.int64(dice(g) * (count - i))
        g.list[i], g.list[j] = g.list[j], g.list[i]
        g.hidden[g.list[i]] = _MINE
    for cell in range(b.shown.size):
        if g.hidden[cell] == _MINE:
            continue
        number = 0
        for i in range(b.nears[cell]):
            if g.hidden[b.near[cell, i]] == _MINE:
                number += 1
        g.hidden[cell] = number


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def weigh(t, mines):
    """Set the risk of every undecided cell; return DONE or why it could not be."""
    b, f = t.b, t.f
    boxes(b)
    arrange(b)
    code = fields(b, -1)
    if code == DONE:
        code = chances(b, t.s, f, mines)
    if code != DONE:
        return code
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            box = b.box[cell]
            t.g.risk[cell] = f.found[ELSEWHERE] if box < 0 else f.chance[box]
    return DONE


@njit(cache=True)
def probe(t, cell, mines):
    """Find what an undecided cell would tell: `shows`, `least` and `free` by its number.

    `shows` are weights that sum up to the chance that the cell is safe. Components that neither
    the cell nor its neighbours touch are taken with the mines that they can have, but the risks
    in them are those of before.
    """
    b, f, g, b2 = t.b, t.f, t.g, t.b2
    g.stats[PROBES] += 1
    for v in range(9):
        g.shows[v] = 0.0
        g.least[v] = 1.0
        g.free[v] = 0.0
    components = b.info[COMPONENTS]
    for c in range(components):
        g.touched[c] = 0
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
        start(b2, t.s2, 0)
        code = forward(b2, t.s2, t.f2.value, f.choose, None, 0, np.int64(1) << 60)
    if code == DONE:
        _tell(t, cell, mines, base, place)
    b.know[cell] = 0
    b.shown[cell] = _COVERED
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.shown[other] <= 8:
            b.open[other] += 1
    return code


@njit(cache=True)
def _part(b2, box, place):
    """Put a box and all that is linked with it in order, if it is not in it yet."""
    if b2.mark[box] != 0:
        return place
    end, many = sweep(b2, box, 1)
    end, many = sweep(b2, end, 2)
    return order(b2, end, many, place)


@njit(cache=True)
def _tell(t, cell, mines, base, place):
    """Do what is left of `probe` when the states are known."""
    b, f, g, b2, s2, f2 = t.b, t.f, t.g, t.b2, t.s2, t.f2
    # Which of the components of before are in what was counted now?
    elsewhere = b2.info[REST]
    for i in range(place):
        box = b.box[b2.first[b2.order[i]]]
        if box >= 0:
            g.touched[b.mark[box] - 16] = 1
    if b.box[cell] >= 0:
        g.touched[b.mark[b.box[cell]] - 16] = 1
    length = np.int64(1)
    lowest = np.int64(0)
    g.other[0] = 1.0
    safest = 1.0
    for c in range(b.info[COMPONENTS]):
        if g.touched[c]:
            continue
        lowest += f.low[c]
        many = f.at[c + 1] - f.at[c]
        for i in range(length + many - 1):
            g.spare[i] = 0.0
        for i in range(length):
            for j in range(many):
                g.spare[i + j] += g.other[i] * f.poly[f.at[c] + j]
        length += many - 1
        for i in range(length):
            g.other[i] = g.spare[i]
        for i in range(b.begin[c], b.begin[c + 1]):
            safest = min(safest, f.chance[b.order[i]])
    if elsewhere > 0:
        safest = min(safest, f.found[ELSEWHERE])
    # The mines of what was counted, and the weight of all the rest by them.
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
    binomials(elsewhere, left - low - lowest, widest, g.rest, f2.found)
    factor = np.exp(f2.found[SCALE] - scale) / f.found[TOTAL]
    for i in range(high - low + 1):
        weight = 0.0
        for j in range(length):
            weight += g.other[j] * g.rest[i + j]
        g.weight[i] = weight * factor
    if place == 0:
        g.shows[base] = g.weight[0]
        g.least[base] = safest
        return
    mask = np.uint64(15)
    for entry in range(s2.layer[last], s2.layer[last + 1]):
        key = s2.key[entry]
        v = base + np.int64((key >> np.uint64(WATCH_AT)) & mask)
        weight = g.weight[np.int64(key >> np.uint64(MINES_AT)) - low]
        g.shows[v] += f2.value[entry] * weight
    for v in range(base, 9):
        if g.shows[v] <= 0.0:
            continue
        for entry in range(s2.layer[last], s2.layer[last + 1]):
            key = s2.key[entry]
            f2.back[entry] = 0.0
            if np.int64((key >> np.uint64(WATCH_AT)) & mask) == v - base:
                f2.back[entry] = g.weight[np.int64(key >> np.uint64(MINES_AT)) - low]
        back_through(b2, s2, f2.value, f2.back, f.choose, None, 0, f2.mines)
        least = safest
        for i in range(place):
            size = b2.size[b2.order[i]]
            if f2.mines[i] <= 0.0:
                g.free[v] += size
                least = 0.0
            else:
                least = min(least, f2.mines[i] / (g.shows[v] * size))
        g.least[v] = least


@njit(cache=True)
def _label(b):
    """Put 16 plus its component into the mark of each box."""
    for c in range(b.info[COMPONENTS]):
        for i in range(b.begin[c], b.begin[c + 1]):
            b.mark[b.order[i]] = 16 + c


@njit(cache=True)
def _candidates(t, limit):
    """List undecided cells with at most this risk, least risk first; return how many.

    Of the cells that no number speaks of, only those most likely to show a 0.
    """
    b, g = t.b, t.g
    count = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and b.box[cell] >= 0 and g.risk[cell] <= limit and count < _MOST:
            g.list[count] = cell
            count += 1
    if b.info[REST] > 0 and t.f.found[ELSEWHERE] <= limit:
        begin = count
        for cell in range(b.shown.size):
            if b.know[cell] != 0 or b.box[cell] >= 0:
                continue
            zero = 1.0
            for i in range(b.nears[cell]):
                other = b.near[cell, i]
                if b.know[other] == 0:
                    zero *= 1.0 - g.risk[other]
                elif b.know[other] == 1:
                    zero = 0.0
            g.spare[cell] = zero
            at = count
            while at > begin and g.spare[g.list[at - 1]] < zero - _EQUAL:
                at -= 1
            if at - begin >= _MOST_ELSEWHERE:
                continue
            if count - begin < _MOST_ELSEWHERE:
                count += 1
            for i in range(count - 1, at, -1):
                g.list[i] = g.list[i - 1]
            g.list[at] = cell
    for i in range(1, count):  # by risk, else as they are
        cell = g.list[i]
        at = i
        while at > 0 and g.risk[g.list[at - 1]] > g.risk[cell]:
            g.list[at] = g.list[at - 1]
            at -= 1
        g.list[at] = cell
    return count


@njit(cache=True)
def choose(t, mines, policy):
    """Return the cell to open where nothing is proved, or less than 0: minus a code."""
    b, g = t.b, t.g
    least = 2.0
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            least = min(least, g.risk[cell])
    if policy == SAFEST:
        best, fewest = -1, 9
        for cell in range(b.shown.size):
            low = b.know[cell] == 0 and g.risk[cell] <= least * (1 + _EQUAL)
            if low and b.nears[cell] < fewest:
                best, fewest = cell, b.nears[cell]
        return best
    _label(b)
    if policy == PSEQ:
        return _by_progress(t, mines, least)
    return _by_survival(t, mines, least)


@njit(cache=True)
def _by_progress(t, mines, least):
    """Return the cell by least risk, chance of a safe cell next, how many, what it tells."""
    g = t.g
    count = _candidates(t, least * (1 + _EQUAL))
    if count == 1:
        return g.list[0]
    best = -1
    high, many, told = -1.0, -1.0, -1.0
    for i in range(count):
        cell = g.list[i]
        code = probe(t, cell, mines)
        if code != DONE:
            return -code
        progress, expected, entropy = 0.0, 0.0, 0.0
        for v in range(9):
            if g.shows[v] > 0.0:
                if g.least[v] == 0.0:
                    progress += g.shows[v]
                expected += g.shows[v] * g.free[v]
                entropy -= g.shows[v] * np.log(g.shows[v])
        if progress > high + _EQUAL or (
            progress > high - _EQUAL
            and (expected > many + _EQUAL or (expected > many - _EQUAL and entropy > told + _EQUAL))
        ):
            best, high, many, told = cell, progress, expected, entropy
    return best


@njit(cache=True)
def _by_survival(t, mines, least):
    """Return the cell with the best chance to live through it and the guess after it.

    A number after which some cell is safe counts as survived. Where few layouts are left the game
    is worked out to its end.
    """
    g = t.g
    if np.log(t.f.found[TOTAL]) + t.f.found[SCALE] <= np.log(_END_AT + 0.5):
        cell, _ = best_play(t.b, t.e, mines, _END_NODES)
        if cell >= 0:
            return cell
    count = _candidates(t, least + _RISKIER)
    best, high, second = -1, -1.0, -1.0
    for i in range(count):
        cell = g.list[i]
        if 1.0 - g.risk[cell] < high - _EQUAL:
            break
        code = probe(t, cell, mines)
        if code != DONE:
            return -code
        alive, progress = 0.0, 0.0
        for v in range(9):
            if g.shows[v] > 0.0:
                alive += g.shows[v] * (1.0 - g.least[v])
                if g.least[v] == 0.0:
                    progress += g.shows[v]
        if alive > high + _EQUAL or (alive > high - _EQUAL and progress > second):
            best, high, second = cell, alive, progress
    return best


@njit(cache=True)
def find_certain(t):
    """Settle the mines that the risks prove, list the cells that they prove safe, count those."""
    b, g = t.b, t.g
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and g.risk[cell] >= _SURE:
            settle(b, cell, True, 0)  # what that tells the numbers around is known to the risks
    count = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and g.risk[cell] == 0.0:
            g.list[count] = cell
            count += 1
    return count


@njit(cache=True)
def advise(t, mines, policy):
    """Say what to do on the board in `shown`; return how many cells to open, or minus a code.

    They are in `list`; more than 0 are proved safe, 0 is none: then the guess is `list[0]`, -1
    where every cell is known. Mines
    that are proved have 1 in `know`.
    """
    b, g = t.b, t.g
    scan(b)
    if not propagate(b, all_numbers(b)):
        return -NO_LAYOUT
    count = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 2 and b.shown[cell] == _COVERED:
            g.list[count] = cell
            count += 1
    if count:
        return count
    undecided = 0
    for cell in range(b.shown.size):
        undecided += b.know[cell] == 0
    if undecided == 0:
        g.list[0] = -1
        return 0
    code = weigh(t, mines)
    if code != DONE:
        return -code
    count = find_certain(t)
    if count:
        return count
    cell = choose(t, mines, policy)
    if cell < 0:
        return cell
    g.list[0] = cell
    return 0


@njit(cache=True)
def play(t, key, mines, rule, policy, first):
    """Play one game; return WON, LOST, or the code of what is too short.

    Parameters
    ----------
    key
        The 32-bit words that the dice are seeded with.
    rule, first
        The rule of the first click, and the cell that is opened first.
    """
    b, g = t.b, t.g
    cells = b.shown.size
    for cell in range(cells):
        b.shown[cell] = _COVERED
        b.know[cell] = 0
    b.info[KNOWN] = 0
    for i in range(g.stats.size):
        g.stats[i] = 0
    seed_twister(g, key)
    lay(b, g, mines, rule, first)
    cell = first
    while True:
        if g.hidden[cell] == _MINE:
            return LOST
        deduce(b, g, open_cell(b, g, cell, 0))
        while True:
            if g.stats[OPENED] == cells - mines:
                return WON
            code = weigh(t, mines)
            if code != DONE:
                return code
            certain = find_certain(t)
            if certain == 0:
                break
            top = 0
            for i in range(certain):
                if b.know[g.list[i]] == 0:  # a zero may have opened it
                    top = open_cell(b, g, g.list[i], top)
            deduce(b, g, top)
        g.stats[GUESSES] += 1
        if g.stats[GUESSES] > cells:
            return NO_LAYOUT
        cell = choose(t, mines, policy)
        if cell < 0:
            return -cell


@njit(cache=True, nogil=True)
def play_many(t, keys, lengths, begin, mines, rule, policy, first, out):
    """Play games one after another; `out` gets their codes. Return how many were played.

    It ends early at a game that needs more room.
    """
    for i in range(begin, lengths.size):
        out[i] = play(t, keys[i, : lengths[i]], mines, rule, policy, first)
        if out[i] < WON:
            return i
    return lengths.size
