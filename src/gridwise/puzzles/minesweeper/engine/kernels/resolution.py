"""Plays whole games of the resolution agent.

What this agent concludes depends on the order in which it takes clauses, for a clause that comes
late may be too long by then, or subsumed. So it does here what `policies._knowledge` does, clause
by clause, in the same order: clauses have numbers in the order they come, lists are in the order
of these numbers, and the literals of a resolvent stand in the same order.

A literal is 2 * cell for "a mine" and 2 * cell + 1 for "safe". A clause has at most 8. Clauses
that are gone stay in their lists until somebody comes by.

No function here counts references to arrays (`_nrt=False`): nothing is allocated, and counting took
nine tenths of the time.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
from gridwise.puzzles.minesweeper.engine.kernels.game import (
    GUESSES,
    OPENED,
    Deal,
    Dice,
    new_deal,
    new_dice,
)
from gridwise.puzzles.minesweeper.engine.kernels.simple import (
    LOST,
    MORE,
    STUCK,
    WON,
    CellBoard,
    Rules,
    Seeds,
    begin,
    guess_cell,
    new_cells,
)

__all__ = ["LOST", "MORE", "STUCK", "WON", "Rules", "Seeds", "new_table", "play", "play_many"]

_COVERED, _MINE = 9, 10
_MOST = 8  # literals of a clause

# Places in `Base.info`.
_CLAUSES, _UNPAIRED, _UNITS, _TAKEN, _CLOCK, _SHORT = range(6)


@record
class Base(NamedTuple):
    """The knowledge base. An entry of a list is 8 * clause + the literal's place in it."""

    literal: np.ndarray  # int32 (room, 8), of a clause
    length: np.ndarray  # int32 (room,)
    sign: np.ndarray  # uint64 (room,): a bit for each of its literals, not all different
    alive: np.ndarray  # uint8 (room,)
    paired: np.ndarray  # uint8 (room,)
    link: np.ndarray  # int32 (8 * room,): the next entry with the same literal, or -1
    head: np.ndarray  # int32 (literals,): the first entry
    tail: np.ndarray  # int32 (literals,)
    many: np.ndarray  # int32 (literals,): clauses with it
    watched: np.ndarray  # int32 (room,): a literal of each clause,
    watch: np.ndarray  # int32 (literals,): and of a literal the last clause that it is so for,
    watch_link: np.ndarray  # int32 (room,): the one before, or -1,
    watch_many: np.ndarray  # int32 (literals,): and how many there are
    bit: np.ndarray  # uint64 (literals,)
    mark: np.ndarray  # int64 (literals,): the clock when it was in the clause to insert
    here: np.ndarray  # int64 (literals,): and in the clause that is paired
    unit: np.ndarray  # uint8 (literals,): whether it is a unit that is not taken yet
    queue: np.ndarray  # int32 (literals,): the units in their order
    made: np.ndarray  # int32 (8,): the clause to insert
    pick: np.ndarray  # int64 (8,): which of some cells are in a clause
    fresh: np.ndarray  # uint8 (cells,): whether the number was not seen before
    info: np.ndarray  # int64 (6,)


@record
class ClausesTable(NamedTuple):
    """All that one game needs."""

    board: CellBoard
    deal: Deal
    guesses: Dice
    base: Base


def new_table(width: int, height: int, room: int) -> ClausesTable:
    """Return the arrays for games on a board of a size, with room for so many clauses a game."""
    cells = width * height
    literals = 2 * cells
    # Neighbours have different bits: cells are near when their numbers are, or a row apart.
    cell = np.arange(literals) // 2
    bit = 2 * ((cell % width) % 8 + 8 * ((cell // width) % 4)) + np.arange(literals) % 2
    base = Base(
        literal=np.zeros((room, _MOST), np.int32),
        length=np.zeros(room, np.int32),
        sign=np.zeros(room, np.uint64),
        alive=np.zeros(room, np.uint8),
        paired=np.zeros(room, np.uint8),
        link=np.zeros(_MOST * room, np.int32),
        head=np.zeros(literals, np.int32),
        tail=np.zeros(literals, np.int32),
        many=np.zeros(literals, np.int32),
        watched=np.zeros(room, np.int32),
        watch=np.zeros(literals, np.int32),
        watch_link=np.zeros(room, np.int32),
        watch_many=np.zeros(literals, np.int32),
        bit=np.left_shift(np.uint64(1), bit.astype(np.uint64)),
        mark=np.zeros(literals, np.int64),
        here=np.zeros(literals, np.int64),
        unit=np.zeros(literals, np.uint8),
        queue=np.zeros(literals, np.int32),
        made=np.zeros(_MOST, np.int32),
        pick=np.zeros(_MOST, np.int64),
        fresh=np.zeros(cells, np.uint8),
        info=np.zeros(6, np.int64),
    )
    return ClausesTable(new_cells(width, height), new_deal(cells), new_dice(), base)


@kernel(_nrt=False)
def _clear(k, short):
    k.head[:] = -1
    k.tail[:] = -1
    k.many[:] = 0
    k.watch[:] = -1
    k.watch_many[:] = 0
    k.unit[:] = 0
    k.info[_CLAUSES], k.info[_UNPAIRED], k.info[_UNITS], k.info[_TAKEN] = 0, 0, 0, 0
    k.info[_SHORT] = short


@kernel(_nrt=False)
def _first(k, lit):
    """Return the first entry of a literal, or -1; what is gone before it is unlinked."""
    entry = k.head[lit]
    while entry >= 0 and not k.alive[entry >> 3]:
        entry = k.link[entry]
    k.head[lit] = entry
    if entry < 0:
        k.tail[lit] = -1
    return entry


@kernel(_nrt=False)
def _after(k, lit, entry):
    """Return the next entry, or -1.

    What is gone between is unlinked from an entry that is not: one that is gone may be unlinked
    itself, and still leads to those after it that were there then.
    """
    after = k.link[entry]
    if after < 0 or k.alive[after >> 3]:
        return after
    while after >= 0 and not k.alive[after >> 3]:
        after = k.link[after]
    if k.alive[entry >> 3]:
        k.link[entry] = after
        if after < 0:
            k.tail[lit] = entry
    return after


@kernel(_nrt=False)
def _remove(k, clause):
    k.alive[clause] = 0
    for i in range(k.length[clause]):
        k.many[k.literal[clause, i]] -= 1
    k.watch_many[k.watched[clause]] -= 1


@kernel(_nrt=False)
def _subsumed(k, length, sign):
    """Return whether a clause is a part of the one in `made`, whose literals are marked."""
    clock = k.info[_CLOCK]
    for i in range(length):
        lit = k.made[i]
        before, other = np.int32(-1), k.watch[lit]
        while other >= 0:
            after = k.watch_link[other]
            if not k.alive[other]:
                if before < 0:
                    k.watch[lit] = after
                else:
                    k.watch_link[before] = after
                other = after
                continue
            if k.length[other] <= length and k.sign[other] & ~sign == 0:
                inside = True
                for j in range(k.length[other]):
                    if k.mark[k.literal[other, j]] != clock:
                        inside = False
                        break
                if inside:
                    return True
            before, other = other, after
    return False


@kernel(_nrt=False)
def _insert(k, length):
    """Add the clause in `made` unless one subsumes it, and drop what it subsumes.

    Return whether there was room.
    """
    made = k.made
    if length == 1:
        lit = made[0]
        if not k.unit[lit]:
            k.unit[lit] = 1
            k.queue[k.info[_UNITS]] = lit
            k.info[_UNITS] += 1
            _remove_with(k, lit)
        return True
    k.info[_CLOCK] += 1
    clock = k.info[_CLOCK]
    sign = np.uint64(0)
    for i in range(length):
        if k.unit[made[i]]:
            return True
        k.mark[made[i]] = clock
        sign |= k.bit[made[i]]
    if _subsumed(k, length, sign):
        return True
    fewest, first = made[0], made[0]
    for i in range(1, length):
        if k.many[made[i]] < k.many[fewest]:
            fewest = made[i]
        if k.watch_many[made[i]] < k.watch_many[first]:
            first = made[i]
    entry = _first(k, fewest)
    while entry >= 0:
        other = entry >> 3
        if k.length[other] >= length and sign & ~k.sign[other] == 0:
            both = 0
            for j in range(k.length[other]):
                both += k.mark[k.literal[other, j]] == clock
            if both == length:
                _remove(k, other)
        entry = _after(k, fewest, entry)
    clause = k.info[_CLAUSES]
    if clause == k.alive.size:
        return False
    k.info[_CLAUSES] += 1
    k.alive[clause], k.paired[clause] = 1, 0
    k.length[clause], k.sign[clause] = length, sign
    for i in range(length):
        lit = made[i]
        k.literal[clause, i] = lit
        entry = clause * _MOST + i
        k.link[entry] = -1
        if k.tail[lit] < 0:
            k.head[lit] = entry
        else:
            k.link[k.tail[lit]] = entry
        k.tail[lit] = entry
        k.many[lit] += 1
    k.watched[clause], k.watch_link[clause], k.watch[first] = first, k.watch[first], clause
    k.watch_many[first] += 1
    return True


@kernel(_nrt=False)
def _remove_with(k, lit):
    entry = _first(k, lit)
    while entry >= 0:
        _remove(k, entry >> 3)
        entry = _after(k, lit, entry)


@kernel(_nrt=False)
def _settle(b, k, cell, mine):
    """Write down a cell: drop the clauses with its literal, resolve those with the contrary.

    Return whether there was room.
    """
    b.know[cell] = 1 if mine else 2
    lit = 2 * cell if mine else 2 * cell + 1
    k.unit[lit] = 0
    _remove_with(k, lit)
    entry = _first(k, lit ^ 1)
    while entry >= 0:
        clause = entry >> 3
        length = 0
        for i in range(k.length[clause]):
            if k.literal[clause, i] != lit ^ 1:
                k.made[length] = k.literal[clause, i]
                length += 1
        _remove(k, clause)
        if not _insert(k, length):
            return False
        entry = _after(k, lit ^ 1, entry)
    return True


@kernel(_nrt=False)
def _groups(b, k, size, chosen, safe):
    """Insert the clauses of so many of the `size` cells in `b.stack`: one is safe, or is a mine.

    In the order of `itertools.combinations`.
    """
    if chosen > size:
        return True
    for i in range(chosen):
        k.pick[i] = i
    while True:
        for i in range(chosen):
            k.made[i] = 2 * b.stack[k.pick[i]] + safe
        if not _insert(k, chosen):
            return False
        i = chosen - 1
        while i >= 0 and k.pick[i] == size - chosen + i:
            i -= 1
        if i < 0:
            return True
        k.pick[i] += 1
        for j in range(i + 1, chosen):
            k.pick[j] = k.pick[j - 1] + 1


@kernel(_nrt=False)
def _hint(b, k, cell):
    """Insert the clauses of a number; return whether there was room."""
    size, mines = 0, np.int64(b.shown[cell])
    for i in range(b.nears[cell]):
        other = b.near[cell, i]
        if b.know[other] == 0:
            b.stack[size] = other
            size += 1
        mines -= b.know[other] == 1
    return _groups(b, k, size, size - mines + 1, 0) and _groups(b, k, size, mines + 1, 1)


@kernel(_nrt=False)
def _open(b, g, k, cell):
    """Open a safe cell and all that a 0 opens, and take in the numbers, row by row.

    Return whether there was room.
    """
    head, tail = 0, 1
    g.queue[0] = cell
    b.shown[cell] = g.hidden[cell]
    low = high = cell
    while head < tail:
        here = g.queue[head]
        head += 1
        k.fresh[here] = 1
        low, high = min(low, here), max(high, here)
        if g.hidden[here] == 0:
            for i in range(b.nears[here]):
                other = b.near[here, i]
                if b.shown[other] == _COVERED:
                    b.shown[other] = g.hidden[other]
                    g.queue[tail] = other
                    tail += 1
    g.stats[OPENED] += tail
    room = True
    for here in range(low, high + 1):
        if k.fresh[here] and b.know[here] == 0:
            room = room and _settle(b, k, here, False)
    for here in range(low, high + 1):
        if k.fresh[here]:
            k.fresh[here] = 0
            room = room and _hint(b, k, here)
    return room


@kernel(_nrt=False)
def _resolve(k, clause, i, other):
    """Put the resolvent by literal `i` in `made`; return its length, 0 where it is not wanted.

    The literals of the first have the clock in `here`.
    """
    clock, lit = k.here[k.literal[clause, i]], k.literal[clause, i]
    length = k.length[clause] - 1
    most = max(length + 1, k.length[other])
    for j in range(k.length[other]):
        theirs = k.literal[other, j]
        if theirs == lit ^ 1:
            continue
        if k.here[theirs ^ 1] == clock:
            return 0  # it would always be true
        if k.here[theirs] != clock:
            if length == most:
                return 0
            k.made[length] = theirs
            length += 1
    at = 0
    for j in range(k.length[clause]):
        if j != i:
            k.made[at] = k.literal[clause, j]
            at += 1
    return length


@kernel(_nrt=False)
def _pair(k):
    """Resolve pairs until there is a unit or nothing new comes; return whether there was room."""
    short = k.info[_SHORT]
    while k.info[_UNPAIRED] < k.info[_CLAUSES] and k.info[_UNITS] == k.info[_TAKEN]:
        clause = k.info[_UNPAIRED]
        k.info[_UNPAIRED] += 1
        if not k.alive[clause]:
            continue
        k.info[_CLOCK] += 1
        for i in range(k.length[clause]):
            k.here[k.literal[clause, i]] = k.info[_CLOCK]
        for i in range(k.length[clause]):
            contrary = k.literal[clause, i] ^ 1
            entry = _first(k, contrary)
            while entry >= 0 and k.alive[clause]:
                other = entry >> 3
                if k.paired[other] and min(k.length[clause], k.length[other]) <= short:
                    length = _resolve(k, clause, i, other)
                    if length and not _insert(k, length):
                        return False
                entry = _after(k, contrary, entry)
            if not k.alive[clause]:
                break
        k.paired[clause] = k.alive[clause]
    return True


@kernel(_nrt=False)
def play(t, key, guess, rules):
    """Play one game; return how it ended. `stats` has the guesses. See `simple.play`."""
    b, g, k = t.board, t.deal, t.base
    revealed = rules.revealed
    wanted = b.shown.size - rules.mines
    for i in range(g.stats.size):
        g.stats[i] = 0
    _clear(k, rules.how)
    if wanted == 0:
        return WON
    many = begin(b, g, t.guesses, key, guess, rules)
    if revealed == 0:
        if g.hidden[g.first[0]] == _MINE:
            return LOST
        if not _open(b, g, k, g.first[0]):
            return MORE
    else:
        for i in range(many):
            b.know[g.first[i]] = 2
        for cell in range(b.shown.size):  # the revealed cells come first, and nothing else is safe
            if b.know[cell] == 2 and b.shown[cell] == _COVERED and not _open(b, g, k, cell):
                return MORE
    while g.stats[OPENED] < wanted:
        while k.info[_TAKEN] < k.info[_UNITS]:
            lit = k.queue[k.info[_TAKEN]]
            k.info[_TAKEN] += 1
            if not k.unit[lit]:
                continue  # the cell was opened by a zero
            cell, mine = lit >> 1, lit & 1 == 0
            if not _settle(b, k, cell, mine) or (not mine and not _open(b, g, k, cell)):
                return MORE
            if g.stats[OPENED] == wanted:
                return WON
        if not _pair(k):
            return MORE
        if k.info[_TAKEN] < k.info[_UNITS]:
            continue
        if not rules.guessing:
            return STUCK
        g.stats[GUESSES] += 1
        cell = guess_cell(b, t.guesses, guess)
        if g.hidden[cell] == _MINE:
            return LOST
        if not _open(b, g, k, cell):
            return MORE
    return WON


@kernel(nogil=True, _nrt=False)
def play_many(t, seeds, begin, end, rules, out):
    """Play games one after another; see `simple.play_many`."""
    for i in range(begin, end):
        key = seeds.keys[i, : seeds.lengths[i]]
        guess = seeds.guesses[i, : seeds.guess_lengths[i]]
        out[i, 0] = play(t, key, guess, rules)
        out[i, 1] = t.deal.stats[GUESSES]
        if out[i, 0] == MORE:
            return i
    return end
