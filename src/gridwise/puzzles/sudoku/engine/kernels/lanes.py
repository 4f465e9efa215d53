"""Kernels that solve 9x9 Sudoku in SIMD lanes, a board in each 16-bit lane of the processor.

Cell c of all boards is one vector of candidate masks, bit d - 1 for digit d, at `cells[c * LANES]`.
A *pass* narrows all boards at once, in straight-line code without a branch. Each lane is a
depth-first search of its own, and lanes never wait for one another: one that stalls guesses, one
that fails takes back its last guess, one that is done takes the next puzzle or, if there is none,
the oldest open guess of another lane.

Before lanes guess, the boards of all lanes are copied at once into a ring of snapshots, as fast as
two or three boards one by one. Few guesses are still open when the ring comes round; only their
boards are copied once more.

A pass treats bands and stacks of three lines and three boxes. Nine *triads* (the three cells where
a line meets a box) make a 3x3 square in which each digit takes one triad of each line and each box,
so that it follows one of six permutations; only triads on one that is still open keep the digit.
That is more than locked candidates, for 15 instructions a band. The triads as the subject of
propagation, and all of it as vectors, are from T. Dillon, "I should write a Sudoku solver" (tdoku,
2019); there a vector is one board, here a lane is.

The caller owns all arrays (see `engine.solver`), and `run` returns to it every so many passes. No
function here counts references to arrays (`_nrt=False`): nothing is allocated, and counting took a
third of the time.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.simd import (
    LANES,
    bits,
    gather,
    load,
    lowest,
    maximum,
    minimum,
    ones,
    popcount,
    read,
    select,
    splat,
    store,
    write,
)

DIGITS = 511
CELLS = 81
ROW, COLUMN = 9 * LANES, LANES  # how far the next row and the next column are
DEPTH = 81
"""The greatest depth of a search: each guess settles or narrows a cell."""
RING = 32
"""Snapshots that are kept before the oldest one is overwritten."""
NO_CELL = 0xFFFF
"""The mask of a character that is no cell: more than all masks of a board together."""
FULL = 53 * DIGITS + 28 * (DIGITS // 9)
"""The greatest sum of masks of a board that guesses lightly: it has about 28 givens or more."""
SLOW = 2
"""The shift that tells slow passes: these take no more from the sum of a board's masks than a
quarter (so many bits less) of the rest above a solved board's sum. Early passes take most."""
FEW = 12
"""Guesses that find two solutions of most boards that have many."""
LIGHTS = 4
"""Lanes that have to wait for a cell with fewest candidates before it is looked for."""

NEXT, ACTIVE, WRITTEN, GUESSES, ALLOWED, PASSES, PAUSE, TAKING = range(8)
LIGHT, LOOSE, WAITED, AGE = range(8, 12)
"""Places in `state`: the next puzzle to take, the lanes at work, the solutions written, the guesses
made, the guesses still allowed, the passes made, the passes after which to return, whether idle
lanes take over guesses, the lanes that guess lightly and those of them that guess loosely (see
`_ready`), how many passes other lanes waited for a guess, in total since the last one, and how many
snapshots were taken."""
ALL_DONE, OUT_FULL, NO_GUESS_LEFT, PAUSED = range(4)
"""Reasons why `run` returned."""
PUZZLE, OPEN, TAKEN, KEPT = range(4)
"""Rows of `work`: a lane's puzzle, how many of its guesses are open, how many of those another
lane took over, and of how many the board is in `kept`."""


class Lanes(NamedTuple):
    """The boards that are searched, a lane each, and the state of their searches."""

    cells: np.ndarray  # uint16 (81 * LANES,): candidate masks
    singles: np.ndarray  # uint16 (27 * LANES,): to work in
    ring: np.ndarray  # uint16 (RING * 81 * LANES,): the last snapshots of `cells`
    held: np.ndarray  # int64 (RING,): the lanes that guessed at each of them
    kept: np.ndarray  # uint16 (LANES * DEPTH * 81,): the boards of guesses older than those
    guesses: np.ndarray  # int64 (LANES * DEPTH,): open guesses, see `_guess`
    before: np.ndarray  # uint16 (LANES,): the sum of a board's masks after the last pass
    pairs: np.ndarray  # uint16 (81 * LANES,): to work in
    crowds: np.ndarray  # uint16 (54 * LANES,): to work in
    keys: np.ndarray  # uint16 (2 * LANES,): where to guess
    oldest: np.ndarray  # uint16 (LANES,): the low bits of the age of the first guess not in `kept`
    work: np.ndarray  # int64 (4, LANES), see PUZZLE and the others
    state: np.ndarray  # int64 (12,), see NEXT and the others


class Puzzles(NamedTuple):
    """The puzzles: 81 characters each, or 81 masks each if `masks` is not empty."""

    text: np.ndarray  # uint8
    masks: np.ndarray  # uint16
    digits: np.ndarray  # uint16 (256,): the mask of a character, NO_CELL for none


class Wanted(NamedTuple):
    """The solutions to search for."""

    limit: int  # a puzzle is done when this many solutions are found
    ordered: bool  # guess at the first open cell: solutions come in order while no lane helps
    share: int  # guesses wait until the lanes that want one waited for so many passes in total
    every: bool  # write every solution to the next row, else a puzzle's first one to its own row


class Answers(NamedTuple):
    """The answers by puzzle."""

    found: np.ndarray  # int64: solutions; -1 if the puzzle cannot be read
    working: np.ndarray  # int32: lanes that work at it; -1 not begun
    shared: np.ndarray  # int8: whether a lane took over a guess of it
    spent: np.ndarray  # int64: guesses made
    solutions: np.ndarray  # uint8, 81 digits a row


@kernel(forceinline=True, _nrt=False, early=True)
def _single(x):
    """Return the lanes of x that hold one candidate (or none), the others 0."""
    return select((x & (x - splat(1))) == splat(0), x, splat(0))


@kernel(forceinline=True, _nrt=False, early=True)
def _scan(cells, singles, at, step, put):
    """Return the digits that the three cells of a triad may hold, and the digits settled in it."""
    a, b, c = load(cells, at), load(cells, at + step), load(cells, at + 2 * step)
    sa, sb, sc = _single(a), _single(b), _single(c)
    store(singles, put * LANES, sa)
    store(singles, (put + 1) * LANES, sb)
    store(singles, (put + 2) * LANES, sc)
    may = a | b | c
    return may, select(popcount(may) == splat(3), may, sa | sb | sc)


@kernel(forceinline=True, _nrt=False, early=True)
def _own(may, other, another):
    """Return the digits that only the first triad of a line may hold; three of them fill it."""
    own = may & ~(other | another)
    return select(popcount(own) == splat(3), own, may), own


@kernel(forceinline=True, _nrt=False, early=True)
def _write(cells, singles, at, step, put, may, own, least, total):
    """Narrow the three cells of a triad: naked and hidden singles, and the triad's own digits."""
    a, b, c = load(cells, at), load(cells, at + step), load(cells, at + 2 * step)
    sa = load(singles, put * LANES)
    sb = load(singles, (put + 1) * LANES)
    sc = load(singles, (put + 2) * LANES)
    a = a & may & ~(sb | sc)
    b = b & may & ~(sa | sc)
    c = c & may & ~(sa | sb)
    hidden = own & ~((a & b) | (c & (a | b)))
    ha, hb, hc = a & hidden, b & hidden, c & hidden
    a = select(ha == splat(0), a, ha)
    b = select(hb == splat(0), b, hb)
    c = select(hc == splat(0), c, hc)
    store(cells, at, a)
    store(cells, at + step, b)
    store(cells, at + 2 * step, c)
    return minimum(minimum(least, a), minimum(b, c)), total + a + b + c


@kernel(forceinline=True, _nrt=False, early=True)
def _band(cells, singles, at, line, box, step, bad, least, total):
    """Narrow the 27 cells of a band (or stack) that begins at `at`.

    `line`, `box` and `step` are how far the next line, the next box and the next cell are.
    Returns digits without a place (`bad`), the least cell mask and the sum of all cell masks.
    """
    a0, sa0 = _scan(cells, singles, at, step, 0)
    a1, sa1 = _scan(cells, singles, at + box, step, 3)
    a2, sa2 = _scan(cells, singles, at + 2 * box, step, 6)
    b0, sb0 = _scan(cells, singles, at + line, step, 9)
    b1, sb1 = _scan(cells, singles, at + line + box, step, 12)
    b2, sb2 = _scan(cells, singles, at + line + 2 * box, step, 15)
    c0, sc0 = _scan(cells, singles, at + 2 * line, step, 18)
    c1, sc1 = _scan(cells, singles, at + 2 * line + box, step, 21)
    c2, sc2 = _scan(cells, singles, at + 2 * line + 2 * box, step, 24)
    # A digit settled in one triad is in no other of its line and its box.
    a0, a1, a2 = (
        a0 & ~(sa1 | sa2 | sb0 | sc0),
        a1 & ~(sa0 | sa2 | sb1 | sc1),
        a2 & ~(sa0 | sa1 | sb2 | sc2),
    )
    b0, b1, b2 = (
        b0 & ~(sb1 | sb2 | sa0 | sc0),
        b1 & ~(sb0 | sb2 | sa1 | sc1),
        b2 & ~(sb0 | sb1 | sa2 | sc2),
    )
    c0, c1, c2 = (
        c0 & ~(sc1 | sc2 | sa0 | sb0),
        c1 & ~(sc0 | sc2 | sa1 | sb1),
        c2 & ~(sc0 | sc1 | sa2 | sb2),
    )
    # The six permutations: which triad of each line.
    p, q, r = a0 & b1 & c2, a1 & b2 & c0, a2 & b0 & c1
    u, v, w = a0 & b2 & c1, a1 & b0 & c2, a2 & b1 & c0
    bad = bad | (splat(DIGITS) & ~(p | q | r | u | v | w))
    a0, a1, a2 = p | u, q | v, r | w
    b0, b1, b2 = r | v, p | w, q | u
    c0, c1, c2 = q | w, r | u, p | v
    ka0, oa0 = _own(a0, a1, a2)
    ka1, oa1 = _own(a1, a0, a2)
    ka2, oa2 = _own(a2, a0, a1)
    kb0, ob0 = _own(b0, b1, b2)
    kb1, ob1 = _own(b1, b0, b2)
    kb2, ob2 = _own(b2, b0, b1)
    kc0, oc0 = _own(c0, c1, c2)
    kc1, oc1 = _own(c1, c0, c2)
    kc2, oc2 = _own(c2, c0, c1)
    least, total = _write(cells, singles, at, step, 0, ka0, oa0, least, total)
    least, total = _write(cells, singles, at + box, step, 3, ka1, oa1, least, total)
    least, total = _write(cells, singles, at + 2 * box, step, 6, ka2, oa2, least, total)
    least, total = _write(cells, singles, at + line, step, 9, kb0, ob0, least, total)
    least, total = _write(cells, singles, at + line + box, step, 12, kb1, ob1, least, total)
    least, total = _write(cells, singles, at + line + 2 * box, step, 15, kb2, ob2, least, total)
    least, total = _write(cells, singles, at + 2 * line, step, 18, kc0, oc0, least, total)
    least, total = _write(cells, singles, at + 2 * line + box, step, 21, kc1, oc1, least, total)
    least, total = _write(cells, singles, at + 2 * line + 2 * box, step, 24, kc2, oc2, least, total)
    return bad, least, total


@kernel(_nrt=False, early=True)
def _pass(cells, singles, before):
    """Narrow all boards once; return the lanes that failed, stalled, are solved, are slow, as bits.

    A stalled board where no digit lacks a place is solved when its masks sum up to nine times all
    digits: any further candidate would make a row more than that. `before` holds the sum of each
    board's masks after the pass before, 0 to ignore it. A pass only takes candidates away, so that
    the sum stays the same if it took none.
    """
    bad = splat(0)
    least = splat(0xFFFF)
    total = splat(0)
    for band in range(3):
        at = band * 3 * ROW
        bad, _, _ = _band(cells, singles, at, ROW, 3 * COLUMN, COLUMN, bad, least, total)
    for stack in range(3):
        at = stack * 3 * COLUMN
        bad, least, total = _band(cells, singles, at, COLUMN, 3 * ROW, ROW, bad, least, total)
    failed = bits((bad != splat(0)) | (least == splat(0)))
    stalled = bits(total == load(before, 0)) & ~failed
    solved = bits(total == splat(9 * DIGITS)) & stalled
    most = total + ((total - splat(9 * DIGITS)) >> splat(SLOW))
    slow = bits(maximum(most, load(before, 0)) == most)
    store(before, 0, total)
    return failed, stalled, solved, slow


@kernel(forceinline=True, _nrt=False, early=True)
def _pair(x):
    """Return the lanes of x that hold two candidates, the others 0."""
    return select(popcount(x) == splat(2), x, splat(0))


@kernel(forceinline=True, _nrt=False, early=True)
def _crowd(t0, t1, t2, e0, e1, e2, into, put):
    """Write how much each digit matters in a line, as the three bits of a number from 0 to 4.

    It is the number of triads t that may hold it, and again of triads where a cell with two
    candidates does (e), less the 2 for the triad of the cell that asks.
    """
    low, also = t0 ^ t1 ^ t2, e0 ^ e1 ^ e2
    high, most = (t0 & t1) | (t2 & (t0 | t1)), (e0 & e1) | (e2 & (e0 | e1))
    carry = low & also
    twos = high ^ most ^ carry
    fours = (high & most) | (carry & (high | most))
    store(into, put, low ^ also)
    store(into, put + LANES, fours & ~twos)
    store(into, put + 2 * LANES, fours & twos)


@kernel(forceinline=True, _nrt=False, early=True)
def _any(cells, at, step):
    return load(cells, at) | load(cells, at + step) | load(cells, at + 2 * step)


@kernel(_nrt=False, early=True)
def _choose(cells, pairs, crowds, keys):
    """Write for each lane the cell to guess at: its number in the low 7 bits of the key.

    Best is a cell with two candidates that matter most in its row and column together. The rest
    of the key is how much they do, 0 in a lane without such a cell.
    """
    for at in range(0, CELLS * LANES, LANES):
        store(pairs, at, _pair(load(cells, at)))
    for line in range(9):
        at = line * ROW
        box = 3 * COLUMN
        _crowd(
            _any(cells, at, COLUMN),
            _any(cells, at + box, COLUMN),
            _any(cells, at + 2 * box, COLUMN),
            _any(pairs, at, COLUMN),
            _any(pairs, at + box, COLUMN),
            _any(pairs, at + 2 * box, COLUMN),
            crowds,
            line * 3 * LANES,
        )
        at = line * COLUMN
        box = 3 * ROW
        _crowd(
            _any(cells, at, ROW),
            _any(cells, at + box, ROW),
            _any(cells, at + 2 * box, ROW),
            _any(pairs, at, ROW),
            _any(pairs, at + box, ROW),
            _any(pairs, at + 2 * box, ROW),
            crowds,
            (9 + line) * 3 * LANES,
        )
    best = splat(0)
    for row in range(9):
        r0 = load(crowds, row * 3 * LANES)
        r1 = load(crowds, (row * 3 + 1) * LANES)
        r2 = load(crowds, (row * 3 + 2) * LANES)
        for column in range(9):
            x = load(pairs, (row * 9 + column) * LANES)
            c0 = load(crowds, (27 + column * 3) * LANES)
            c1 = load(crowds, (28 + column * 3) * LANES)
            c2 = load(crowds, (29 + column * 3) * LANES)
            # The sum of both numbers, bit by bit (7 for 8), and of its two digits' sums the total.
            both = r2 & c2
            carry = r0 & c0
            score = popcount(x & (r2 | c2 | (r1 & c1) | (carry & (r1 | c1))))
            score = score + score + popcount(x & ((r1 ^ c1 ^ carry) | both))
            score = score + score + popcount(x & ((r0 ^ c0) | both))
            best = maximum(best, (score << splat(7)) | splat(row * 9 + column))
    store(keys, 0, best)


@kernel(_nrt=False, early=True)
def _fewest(cells, keys, light):
    """Write where lanes guess lightly to the second row of keys: at a cell with fewest candidates.

    The key is that number less two, then the cell; without an open cell it is beyond both.
    Bands are looked at until each of these lanes has a cell of two candidates.
    """
    best = splat(0xFFFF)
    key = splat(-256)
    for begin in range(0, CELLS * LANES, 3 * ROW):
        for at in range(begin, begin + 3 * ROW, LANES):
            best = minimum(best, (popcount(load(cells, at)) << splat(7)) + key)
            key = key + splat(1)
        if light & ~bits(maximum(best, splat(127)) == splat(127)) == 0:
            break
    store(keys, LANES, best)


@kernel(_nrt=False, early=True)
def _first(cells, keys):
    """Write for each lane its first open cell."""
    best = splat(0xFFFF)
    for cell in range(CELLS):
        count = popcount(load(cells, cell * LANES))
        best = minimum(best, select(count == splat(1), splat(0xFFFF), splat(cell)))
    store(keys, 0, best)


@kernel(forceinline=True, _nrt=False, early=True)
def _ready(state, waiting, share):
    """Return the waiting lanes that guess now, and which of them lightly.

    A board with many givens that stalls all the same mostly has many solutions, and one with
    fewest candidates is then as good a cell as any: it takes a sixth of the time of `_choose`, and
    so is worth its while for few lanes. Nor does it pay then to wait until the board stalls again:
    it guesses loosely from now on, after each slow pass. Loose guesses wait for no other lane, as
    they have to be the same ones whatever the other lanes do. That ends with the first guess that
    fails after `FEW`.
    """
    light = waiting & state[LIGHT]
    heavy = waiting & ~light
    if waiting != state[ACTIVE]:
        state[WAITED] += ones(heavy)
        if state[WAITED] < share:
            heavy = 0
            if ones(light) < LIGHTS:
                light &= state[LOOSE]
    state[LOOSE] |= light
    return light | heavy, light


@kernel(forceinline=True, _nrt=False, early=True)
def _find(cells, pairs, crowds, keys, ready, light):
    """Write where lanes guess; return these, and the lanes with a cell in the second row of keys.

    Lanes where all cells are settled, only not yet seen to be right, do not.
    """
    heavy = ready & ~light
    if heavy:
        _choose(cells, pairs, crowds, keys)
        light |= heavy & bits((load(keys, 0) >> splat(7)) == splat(0))
    if light:
        _fewest(cells, keys, light)
        keyed = load(keys, LANES)
        ready &= ~light | bits(minimum(keyed, splat(0xFF7F)) == keyed)
    return ready, light


@kernel(forceinline=True, _nrt=False, early=True)
def _fill(cells, before, lane, at, text, masks, digits):
    """Put a puzzle into a lane; return the sum of its masks, -1 if a character is no cell."""
    total = 0
    if masks.size:
        for cell in range(CELLS):
            mask = read(masks, at + cell)
            total += mask
            write(cells, cell * LANES + lane, mask)
    else:
        for cell in range(CELLS):
            mask = read(digits, read(text, at + cell))
            total += mask
            write(cells, cell * LANES + lane, mask)
    write(before, lane, 0)
    return -1 if total >= NO_CELL else total


@kernel(_nrt=False, early=True)
def _restore(cells, before, lane, ring, kept, guesses, work, owner, level):
    """Put the board of a guess of the lane `owner` into a lane, without the digit guessed."""
    guess = guesses[owner * DEPTH + level]
    if level < work[KEPT, owner]:
        at = (owner * DEPTH + level) * CELLS
        for cell in range(CELLS):
            write(cells, cell * LANES + lane, read(kept, at + cell))
    else:
        at = (guess >> 16) % RING * CELLS * LANES + owner
        for cell in range(CELLS):
            write(cells, cell * LANES + lane, read(ring, at + cell * LANES))
    write(cells, (guess & 127) * LANES + lane, guess >> 7 & DIGITS)
    write(before, lane, 0)


@kernel(_nrt=False, early=True)
def _snapshot(cells, ring, held, oldest, kept, guesses, work, state, guessing):
    """Copy all lanes to where the oldest snapshot is, once its boards of open guesses are kept.

    A lane's guesses are in the order of their snapshots, so its oldest one in the ring is the first
    that is not kept. Of a lane without such a guess `oldest` may hold anything.
    """
    state[AGE] += 1
    age = state[AGE]
    slot = age % RING
    lanes = held[slot] & bits(load(oldest, 0) == splat(age - RING))
    held[slot] = guessing
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        level = work[KEPT, lane]
        if level < work[OPEN, lane] and guesses[lane * DEPTH + level] >> 16 == age - RING:
            work[KEPT, lane] = level + 1
            if level + 1 < work[OPEN, lane]:
                write(oldest, lane, guesses[lane * DEPTH + level + 1] >> 16)
            put = (lane * DEPTH + level) * CELLS
            at = slot * CELLS * LANES + lane
            for cell in range(CELLS):
                write(kept, put + cell, read(ring, at + cell * LANES))
    put = slot * CELLS * LANES
    for at in range(0, CELLS * LANES, LANES):
        store(ring, put + at, load(cells, at))


@kernel(forceinline=True, _nrt=False, early=True)
def _guess(cells, before, lane, guesses, age, level, cell):
    """Take the lowest candidate of a cell; note the snapshot, what is left of the cell, and it."""
    mask = read(cells, cell * LANES + lane)
    digit = mask & -mask
    write(cells, cell * LANES + lane, digit)
    write(before, lane, read(before, lane) - (mask & ~digit))
    guesses[lane * DEPTH + level] = age << 16 | (mask & ~digit) << 7 | cell


@kernel(_nrt=False, early=True)
def _take_over(cells, ring, kept, guesses, before, work, lane):
    """Give an idle lane the oldest open guess of the lane with most; return whether there is one.

    The part that one lane would have come to last, two now do side by side.
    """
    most, owner = 0, 0
    for other in range(LANES):
        count = work[OPEN, other] - work[TAKEN, other]
        if count > most:
            most, owner = count, other
    if most == 0:
        return False
    _restore(cells, before, lane, ring, kept, guesses, work, owner, work[TAKEN, owner])
    work[TAKEN, owner] += 1
    work[PUZZLE, lane] = work[PUZZLE, owner]
    return True


@kernel(forceinline=True, _nrt=False, early=True)
def _employ(
    cells, ring, kept, guesses, before, work, state, text, masks, digits, found, working, shared
):
    """Give idle lanes work, as long as there is any."""
    idle = ((1 << LANES) - 1) & ~state[ACTIVE]
    while idle:
        lane = lowest(idle)
        if state[NEXT] < found.size:
            puzzle = state[NEXT]
            state[NEXT] += 1
            total = _fill(cells, before, lane, puzzle * CELLS, text, masks, digits)
            if total < 0:
                found[puzzle] = -1
                working[puzzle] = 0
                continue
            work[PUZZLE, lane] = puzzle
            working[puzzle] = 1
            if total <= FULL:
                state[LIGHT] |= 1 << lane
        elif state[TAKING] and _take_over(cells, ring, kept, guesses, before, work, lane):
            puzzle = work[PUZZLE, lane]
            working[puzzle] += 1
            shared[puzzle] = 1
        else:
            return
        work[OPEN, lane] = 0
        work[TAKEN, lane] = 0
        work[KEPT, lane] = 0
        idle &= idle - 1
        state[ACTIVE] |= 1 << lane


@kernel(forceinline=True, _nrt=False, early=True)
def _write_out(cells, lane, out, row):
    """Write the digits of a solution, a vector of cells at a time, the last one up to the end."""
    for number in range(-(-CELLS // LANES)):
        cell = min(number * LANES, CELLS - LANES)
        masks = gather(cells, cell * LANES + lane)
        store(out, row * CELLS + cell, popcount(masks - splat(1)) + splat(1))


@kernel(forceinline=True, _nrt=False, early=True)
def _may(text, masks, digits, at):
    """Return the digits that a cell of a puzzle may hold before the search."""
    return read(masks, at) if masks.size else read(digits, read(text, at))


@kernel(_nrt=False, early=True)
def _several(cells, guesses, work, lane, text, masks, digits):
    """Return whether a second solution is seen at once beside the one in a lane.

    It is if the digit of the last guess and another one left at its cell stand crosswise in four
    cells of two rows, two columns and two boxes, and each cell of the puzzle may hold both: when
    they change places, every house keeps its digits. Going on from the guess would need passes.
    Looking at guesses before the last finds little more, and a look at them all takes longer.
    """
    level = work[OPEN, lane] - 1
    if level < 0:
        return False
    guess = guesses[lane * DEPTH + level]
    cell, mask = guess & 127, guess >> 7 & DIGITS
    a, b = read(cells, cell * LANES + lane), mask & -mask
    row, column = cell // 9, cell % 9
    across = down = 0
    for other in range(9):
        if read(cells, (row * 9 + other) * LANES + lane) == b:
            across = other
        if read(cells, (other * 9 + column) * LANES + lane) == b:
            down = other
    begin = work[PUZZLE, lane] * CELLS
    return (
        read(cells, (down * 9 + across) * LANES + lane) == a
        and (row // 3 == down // 3) != (column // 3 == across // 3)
        and _may(text, masks, digits, begin + row * 9 + across) & a != 0
        and _may(text, masks, digits, begin + down * 9 + column) & a != 0
        and _may(text, masks, digits, begin + down * 9 + across) & b != 0
    )


@kernel(forceinline=True, _nrt=False, early=True)
def _note(cells, guesses, work, state, lane, text, masks, digits, limit, every, found, out):
    """Count the solution in a lane, and write it out if it is wanted.

    If two are asked for but only the first is wanted, another is looked for close to the first.
    """
    puzzle = work[PUZZLE, lane]
    if found[puzzle] >= limit:
        return
    if every:
        _write_out(cells, lane, out, state[WRITTEN])
        state[WRITTEN] += 1
    elif found[puzzle] == 0:
        _write_out(cells, lane, out, puzzle)
        if limit == 2 and _several(cells, guesses, work, lane, text, masks, digits):
            found[puzzle] = 1
    found[puzzle] += 1


@kernel(forceinline=True, _nrt=False, early=True)
def _back(cells, ring, kept, guesses, before, work, state, lane, limit, found, working):
    """Go back to the last open guess of a lane; without one, or at the limit, it is done."""
    puzzle = work[PUZZLE, lane]
    level = work[OPEN, lane] - 1
    if level < work[TAKEN, lane] or found[puzzle] >= limit:
        work[OPEN, lane] = 0
        work[TAKEN, lane] = 0
        work[KEPT, lane] = 0
        working[puzzle] -= 1
        state[ACTIVE] &= ~(1 << lane)
        state[LIGHT] &= ~(1 << lane)
        state[LOOSE] &= ~(1 << lane)
        return
    work[OPEN, lane] = level
    _restore(cells, before, lane, ring, kept, guesses, work, lane, level)
    work[KEPT, lane] = min(work[KEPT, lane], level)


@kernel(_nrt=False, early=True)
def run(lanes, puzzles, wanted, answers):
    """Work until all is done, the rows are full, no guess is left, or it is time to return.

    See the four records. Returns `ALL_DONE` or another of those codes. Inlined functions take
    arrays: handed whole records, the search takes a twentieth longer.
    """
    cells, singles, ring, held, kept, guesses, before, pairs, crowds, keys, oldest, work, state = (
        lanes
    )
    text, masks, digits = puzzles
    limit, ordered, share, every = wanted
    found, working, shared, spent, out = answers
    while True:
        _employ(
            cells,
            ring,
            kept,
            guesses,
            before,
            work,
            state,
            text,
            masks,
            digits,
            found,
            working,
            shared,
        )
        active = state[ACTIVE]
        if active == 0:
            return ALL_DONE
        if state[PASSES] >= state[PAUSE]:
            return PAUSED
        if every and out.size < (state[WRITTEN] + LANES) * CELLS:
            return OUT_FULL
        failed, stalled, solved, slow = _pass(cells, singles, before)
        state[PASSES] += 1
        waiting = (stalled | slow & state[LOOSE] & ~failed) & ~solved & active
        ended = (failed | solved) & active
        while ended:
            lane = lowest(ended)
            ended &= ended - 1
            if failed >> lane & 1:
                if spent[work[PUZZLE, lane]] > FEW:
                    state[LIGHT] &= ~(1 << lane)
                    state[LOOSE] &= ~(1 << lane)
            else:
                _note(
                    cells, guesses, work, state, lane, text, masks, digits, limit, every, found, out
                )
            _back(cells, ring, kept, guesses, before, work, state, lane, limit, found, working)
        if waiting == 0:
            continue
        if ordered:
            ready, light = waiting, 0
            _first(cells, keys)
        else:
            ready, light = _ready(state, waiting, share)
            ready, light = _find(cells, pairs, crowds, keys, ready, light)
        if ready & ~light:
            state[WAITED] = 0
        if ready:
            _snapshot(cells, ring, held, oldest, kept, guesses, work, state, ready)
        while ready:
            lane = lowest(ready)
            ready &= ready - 1
            puzzle = work[PUZZLE, lane]
            if found[puzzle] >= limit:  # another lane came to the last one asked for
                _back(cells, ring, kept, guesses, before, work, state, lane, limit, found, working)
                continue
            if state[ALLOWED] == 0:
                return NO_GUESS_LEFT
            state[ALLOWED] -= 1
            state[GUESSES] += 1
            spent[puzzle] += 1
            level = work[OPEN, lane]
            work[OPEN, lane] = level + 1
            if level == work[KEPT, lane]:
                write(oldest, lane, state[AGE])
            at = lane + (light >> lane & 1) * LANES
            _guess(cells, before, lane, guesses, state[AGE], level, read(keys, at) & 127)
