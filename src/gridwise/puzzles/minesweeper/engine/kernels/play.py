"""Plays whole games of the policies that weigh risks.

All that one number or the count of layouts proves is opened first; if nothing is proved a policy
chooses a cell.
"""

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.minesweeper.engine.kernels.board import (
    DONE,
    ELSEWHERE,
    KNOWN,
    NO_LAYOUT,
    REST,
    SCALE,
    TOTAL,
    all_numbers,
    propagate,
    scan,
    settle,
)
from gridwise.puzzles.minesweeper.engine.kernels.end import best_play
from gridwise.puzzles.minesweeper.engine.kernels.game import (
    ANY,
    GUESSES,
    OPENED,
    SAFE_FIRST,
    ZERO_FIRST,
    WeighingTable,
    deduce,
    lay,
    new_table,
    open_cell,
)
from gridwise.puzzles.minesweeper.engine.kernels.outlook import ALL, find_dead, find_pairs
from gridwise.puzzles.minesweeper.engine.kernels.probe import label, probe, weigh
from gridwise.puzzles.minesweeper.engine.kernels.random import seed_twister

__all__ = [
    "ANY",
    "DONE",
    "EXPERT",
    "LOST",
    "PSEQ",
    "SAFEST",
    "SAFE_FIRST",
    "WON",
    "ZERO_FIRST",
    "WeighingTable",
    "advise",
    "label",
    "lay",
    "new_table",
    "play",
    "play_many",
    "probe",
    "scan",
    "seed_twister",
    "weigh",
]

WON, LOST = 100, 101
"""Codes of a game's end; other codes are counting's, and the game has to be played again."""

SAFEST, PSEQ, EXPERT = 0, 1, 2
"""The policies."""

_COVERED, _MINE = 9, 10
_SURE = 1.0 - 1e-12
_EQUAL = 1e-9  # chances that differ by less than this part of them are the same
_MOST_ELSEWHERE = 8  # cells without a number that are looked at where the least risk is there
_END_AT, _END_NODES = 1500, 150_000  # ends are played perfectly: layouts, sets of them to look at
# Weights of `expert`. The last three are near a fit of the games won to the boards after a guess,
# and were set by games played on the same seeds with one and the other.
_RISKIER = 0.15  # the most by which a cell may be riskier than the safest,
_ENDS = 0.6  # unless opening it ends so many forced guesses
_GUESS = 0.69  # the cost of a forced guess, as a logarithm: the half of the games
_NEXT = 1.25  # the power of the chance to live through the next guess, for it is not the last
_DEAD = 0.8  # the worth of a cell that tells nothing


@kernel(_nrt=False)
def _candidates(t, limit):
    """List undecided cells with at most this risk, least risk first; return how many.

    Of the cells that no number speaks of, only those most likely to show a 0.
    """
    b, g, p = t.board, t.deal, t.probe
    count = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and b.box[cell] >= 0 and p.risk[cell] <= limit:
            g.list[count] = cell
            count += 1
    if b.info[REST] > 0 and t.sums.found[ELSEWHERE] <= limit:
        begin = count
        for cell in range(b.shown.size):
            if b.know[cell] != 0 or b.box[cell] >= 0:
                continue
            zero = 1.0
            for i in range(b.nears[cell]):
                other = b.near[cell, i]
                if b.know[other] == 0:
                    zero *= 1.0 - p.risk[other]
                elif b.know[other] == 1:
                    zero = 0.0
            p.spare[cell] = zero
            at = count
            while at > begin and p.spare[g.list[at - 1]] < zero - _EQUAL:
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
        while at > 0 and p.risk[g.list[at - 1]] > p.risk[cell]:
            g.list[at] = g.list[at - 1]
            at -= 1
        g.list[at] = cell
    return count


@kernel(_nrt=False)
def choose(t, mines, policy):
    """Return the cell to open if nothing is proved, or less than 0: minus a code."""
    b, p = t.board, t.probe
    least = 2.0
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            least = min(least, p.risk[cell])
    if policy == SAFEST:
        best, fewest = -1, 9
        for cell in range(b.shown.size):
            low = b.know[cell] == 0 and p.risk[cell] <= least * (1 + _EQUAL)
            if low and b.nears[cell] < fewest:
                best, fewest = cell, b.nears[cell]
        return best
    label(b)
    if policy == PSEQ:
        return _by_progress(t, mines, least)
    return _by_survival(t, mines, least)


@kernel(_nrt=False)
def _by_progress(t, mines, least):
    """Return the cell by least risk, chance of a safe cell next, how many, what it tells."""
    g, p = t.deal, t.probe
    count = _candidates(t, least * (1 + _EQUAL))
    if count == 1:
        return g.list[0]
    best = -1
    high, many, most_entropy = -1.0, -1.0, -1.0
    for i in range(count):
        cell = g.list[i]
        code = probe(t, cell, mines, False)
        if code != DONE:
            return -code
        progress, expected, entropy = 0.0, 0.0, 0.0
        for v in range(9):
            if p.shows[v] > 0.0:
                if p.least[v] == 0.0:
                    progress += p.shows[v]
                expected += p.shows[v] * p.free[v]
                entropy -= p.shows[v] * np.log(p.shows[v])
        if progress > high + _EQUAL or (
            progress > high - _EQUAL
            and (
                expected > many + _EQUAL
                or (expected > many - _EQUAL and entropy > most_entropy + _EQUAL)
            )
        ):
            best, high, many, most_entropy = cell, progress, expected, entropy
    return best


@kernel(_nrt=False)
def _by_survival(t, mines, least):
    """Return the cell that leaves the best hope to win.

    For each number that it may show: the chance to live through the next guess, all of it if a cell
    that tells something is safe then, times the loss by guesses that will be forced. With few
    layouts left the game is worked out to its end.
    """
    g, p, o = t.deal, t.probe, t.outlook
    if np.log(t.sums.found[TOTAL]) + t.sums.found[SCALE] <= np.log(_END_AT + 0.5):
        cell, _ = best_play(t.board, t.ends, mines, _END_NODES)
        if cell >= 0:
            return cell
    find_pairs(t, mines)
    find_dead(t.board, o)
    count = _hopeful(t, least)
    best, high, second = -1, -1.0, -1.0
    for i in range(count):
        cell = g.list[i]
        if p.bound[cell] < high - _EQUAL:
            break
        code = probe(t, cell, mines, True)
        if code != DONE:
            return -code
        value, progress = 0.0, 0.0
        kinds = 0
        for v in range(9):
            if p.shows[v] > 0.0:
                kinds += 1
                alive = max(0.0, 1.0 - p.least[v]) ** _NEXT  # a risk of 1 may be a little more
                value += p.shows[v] * alive * np.exp(_GUESS * (o.sums[ALL] - p.forced[v]))
                if p.least[v] == 0.0:
                    progress += p.shows[v]
        if kinds == 1:
            value *= _DEAD
        if value > high + _EQUAL or (value > high - _EQUAL and progress > second):
            best, high, second = cell, value, progress
    return best


@kernel(_nrt=False)
def _hopeful(t, least):
    """List the cells to look at, the most that they can be worth first; return how many."""
    b, g, p, o = t.board, t.deal, t.probe, t.outlook
    limit = least + _RISKIER
    count = _candidates(t, limit)
    for cell in range(b.shown.size):
        if b.know[cell] == 0:
            if o.ends[cell] > _ENDS and p.risk[cell] > limit:
                g.list[count] = cell
                count += 1
            p.bound[cell] = (1.0 - p.risk[cell]) * np.exp(_GUESS * o.ends[cell])
    for i in range(1, count):
        cell = g.list[i]
        at = i
        while at > 0 and p.bound[g.list[at - 1]] < p.bound[cell]:
            g.list[at] = g.list[at - 1]
            at -= 1
        g.list[at] = cell
    return count


@kernel(_nrt=False)
def find_certain(t, mines):
    """Settle the mines that the risks prove, list the cells that they prove safe, count those.

    If there are none but new mines, the board is weighed again, as the kept components would count
    those once more. Less than 0 is minus a code.
    """
    b, g, p = t.board, t.deal, t.probe
    known = b.info[KNOWN]
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and p.risk[cell] >= _SURE:
            settle(b, cell, True, 0)  # the risks know its effect on the numbers around
    count = 0
    for cell in range(b.shown.size):
        if b.know[cell] == 0 and p.risk[cell] == 0.0:
            g.list[count] = cell
            count += 1
    if count == 0 and b.info[KNOWN] > known:
        code = weigh(t, mines)
        if code != DONE:
            return -code
    return count


@kernel(_nrt=False)
def _any_undecided(b):
    """Return whether a cell is neither known to be a mine nor known to be safe."""
    found = False
    for cell in range(b.know.size):
        found |= b.know[cell] == 0
    return found


@kernel(_nrt=False)
def advise(t, mines, policy):
    """Decide on the board in `shown`; return the number of cells to open, or minus a code.

    They are in `list`; more than 0 are proved safe, 0 is none: then the guess is `list[0]`, -1 if
    every cell is known. Mines that are proved have 1 in `know`.
    """
    b, g = t.board, t.deal
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
    g.list[0] = -1
    if not _any_undecided(b):
        return 0
    code = weigh(t, mines)
    if code != DONE:
        return -code
    count = find_certain(t, mines)
    if count != 0:
        return count
    g.list[0] = -1
    if not _any_undecided(b):  # the last ones were mines, as the total says
        return 0
    cell = choose(t, mines, policy)
    if cell < 0:
        return cell
    g.list[0] = cell
    return 0


@kernel(_nrt=False)
def play(t, key, mines, rule, policy, first):
    """Play one game; return WON, LOST, or the code of a short array. `stats` has the guesses.

    Parameters
    ----------
    key
        The 32-bit words that the dice are seeded with.
    rule, first
        The rule of the first click, and the cell that is opened first.
    """
    b, g = t.board, t.deal
    cells = b.shown.size
    for cell in range(cells):
        b.shown[cell] = _COVERED
        b.know[cell] = 0
    b.info[KNOWN] = 0
    for i in range(g.stats.size):
        g.stats[i] = 0
    seed_twister(g.dice, key)
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
            certain = find_certain(t, mines)
            if certain < 0:
                return -certain
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


@kernel(nogil=True, _nrt=False)
def play_many(t, keys, lengths, begin, mines, rule, policy, first, out):
    """Play games one after another; `out` gets the code of each, and its guesses.

    Return how many were played: less than all if one needs more room.
    """
    for i in range(begin, lengths.size):
        out[i, 0] = play(t, keys[i, : lengths[i]], mines, rule, policy, first)
        out[i, 1] = t.deal.stats[GUESSES]
        if out[i, 0] < WON:
            return i
    return lengths.size
