"""Counts the layouts of a board, one component of its numbers at a time.

`kernels.board` reads the board: its boxes are split into components, each in an order.

`forward` goes through a component box by box. A state is the needs of the open witnesses (some, not
all of their boxes are done), and the mines so far, packed in 64 bits: the mines above bit 51,
below it a field for each open witness, as wide as its number needs. A box is
taken in by one multiplication and one addition. Equal states are merged in a hash table. `backward`
goes back over the same states with the weight of each way to go on, and so finds the expected
mines of every box for the weights put on the component's mines in the end. This is the forward-
backward algorithm on the chain of boxes (Rabiner 1989, Proceedings of the IEEE 77(2), section
III.A), with the open witnesses as the separator of a path decomposition.

The same code runs in three number systems, by the type of `value` and by `prime`: floats
(`prime` None), integers modulo 2**64 (None), integers modulo a prime below 2**31. Modulo 2**64 a
result below 2**64 is right whatever wraps around on the way, for only sums and products are taken.
"""

import math
from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record
from gridwise.puzzles.minesweeper.engine.kernels.board import (
    BOXES,
    COMPONENTS,
    DONE,
    ELSEWHERE,
    ENTRY,
    KNOWN,
    MINE,
    MINES_AT,
    MORE_ENTRIES,
    MORE_SLOTS,
    MORE_STEPS,
    MORE_SUMS,
    NO_LAYOUT,
    PAUSED,
    POSITION,
    REST,
    SAFE,
    SCALE,
    TOO_WIDE,
    TOP,
    TOTAL,
    UNDECIDED,
    Board,
    States,
    Sums,
    neighbourhood,
    new_board,
    new_states,
    new_sums,
    read,
)

__all__ = [
    "BOXES",
    "COMPONENTS",
    "DONE",
    "ELSEWHERE",
    "KNOWN",
    "MINE",
    "MORE_ENTRIES",
    "MORE_SLOTS",
    "MORE_STEPS",
    "MORE_SUMS",
    "NO_LAYOUT",
    "PAUSED",
    "REST",
    "SAFE",
    "SCALE",
    "TOO_WIDE",
    "TOTAL",
    "UNDECIDED",
    "Board",
    "ComponentCounts",
    "Numbers",
    "States",
    "Sums",
    "again",
    "backward",
    "chances",
    "forward",
    "layouts",
    "neighbourhood",
    "new_board",
    "new_states",
    "new_sums",
    "new_words",
    "read",
    "span",
    "start",
    "tally_words",
    "walk_back",
]


@record
class Numbers(NamedTuple):
    """For each state of a component the number of layouts that lead to it, and work arrays."""

    floats: np.ndarray  # float64 (entries,): for a bound on the numbers
    words: np.ndarray  # uint64 (entries,)
    back: np.ndarray  # uint64 (entries,): for the pass back
    choose: np.ndarray  # float64 (9, 9): C(n, k)
    int_choose: np.ndarray  # uint64 (9, 9)


@record
class ComponentCounts(NamedTuple):
    """The results of `tally_words`, from `at[c]` and `sum_at[c]` on for component c."""

    low: np.ndarray  # int64 (cells,): the fewest mines of each component
    at: np.ndarray  # int64 (cells + 1,)
    sum_at: np.ndarray  # int64 (cells + 1,)
    count: np.ndarray  # uint64: layouts, by the mines above the fewest
    sums: np.ndarray  # uint64: for each box in order the same of the mines in it
    weight: np.ndarray  # uint64: to work in
    mines: np.ndarray  # uint64 (cells,): to work in


def new_words(cells: int, counts: int = 1 << 10, sums: int = 1 << 14) -> ComponentCounts:
    """Return the arrays for a board of so many cells."""
    return ComponentCounts(
        low=np.zeros(cells, np.int64),
        at=np.zeros(cells + 1, np.int64),
        sum_at=np.zeros(cells + 1, np.int64),
        count=np.zeros(counts, np.uint64),
        sums=np.zeros(sums, np.uint64),
        weight=np.zeros(counts, np.uint64),
        mines=np.zeros(cells, np.uint64),
    )


@kernel(_nrt=False)
def _reduced(x, prime):
    """Return x modulo the prime, or as it is without one."""
    if prime is None:
        return x
    return x % prime


@kernel(_nrt=False)
def start(b, s, component):
    """Make ready for `forward` on a component; the states of earlier ones are kept."""
    b.info[POSITION] = b.begin[component]
    layer = b.begin[component] + component
    if layer == 0:
        s.layer[0] = 0
    b.info[ENTRY] = s.layer[layer]
    b.info[TOP] = s.layer[layer]


@kernel(_nrt=False)
def forward(b, s, value, choose, prime, component, budget):
    """Count the ways to each state of a component.

    Parameters
    ----------
    value
        For each entry the number of ways; its type is the number system.
    choose
        C(n, k) for n, k to 8, of the same type.
    budget
        After about so many entries it returns PAUSED, or goes on where it stopped.

    Returns
    -------
    int
        DONE, NO_LAYOUT, PAUSED or the code of a short array; with longer arrays it goes on.
    """
    one = np.uint64(1)
    first, last = b.begin[component], b.begin[component + 1]
    place, entry = b.info[POSITION], b.info[ENTRY]
    if place == first and entry == s.layer[place + component]:
        if entry + 1 >= s.key.size or entry + 1 >= value.size:
            return MORE_ENTRIES
        s.key[entry] = 0
        value[entry] = 1
        s.layer[place + component + 1] = entry + 1
        b.info[TOP] = entry + 1
        s.lead[entry] = 0 if entry == 0 else s.lead[entry]
    while place < last:
        layer = place + component
        box = b.order[place]
        size = b.size[box]
        many = b.rows[place]
        end = s.layer[layer + 1]
        # No more states than steps can come, and half of the slots stay empty.
        slots = np.int64(64)
        while slots < 2 * (end - s.layer[layer]) * (size + 1):
            slots *= 2
        if slots > s.slot_key.size:
            return MORE_SLOTS
        wrap = np.uint64(slots - 1)
        if entry == s.layer[layer]:
            s.clock[0] += 1
        stamp = s.clock[0]
        top = b.info[TOP]
        step, rise = b.step[place], b.rise[place]
        entering = b.entering[place]
        while entry < end:
            if budget <= 0:
                b.info[POSITION], b.info[ENTRY], b.info[TOP] = place, entry, top
                return PAUSED
            if top + size + 1 >= min(s.key.size, value.size):
                b.info[POSITION], b.info[ENTRY], b.info[TOP] = place, entry, top
                return MORE_ENTRIES
            lead = s.lead[entry]
            if lead + size + 1 > s.target.size:
                b.info[POSITION], b.info[ENTRY], b.info[TOP] = place, entry, top
                return MORE_STEPS
            budget -= 1
            key = s.key[entry] + entering
            low, high = 0, np.int64(size)
            for j in range(many):
                shift, mask = np.uint64(b.fields[place, j, 0]), np.uint64(b.fields[place, j, 1])
                room = b.fields[place, j, 2]
                needs = np.int64((key >> shift) & mask)
                high = min(high, needs)
                low = max(low, needs - room)
            s.low[entry] = low
            ways = value[entry]
            for k in range(low, high + 1):
                new = key - np.uint64(k) * step + np.uint64(k) * rise
                mixed = (new & np.uint64(0xFFFFFFFF)) * np.uint64(0x9E3779B1)
                mixed ^= (new >> np.uint64(32)) * np.uint64(0x85EBCA77)
                slot = ((mixed >> np.uint64(15)) ^ mixed ^ (mixed >> np.uint64(33))) & wrap
                while s.slot_stamp[slot] == stamp and s.slot_key[slot] != new:
                    slot = (slot + one) & wrap
                if s.slot_stamp[slot] != stamp:
                    s.slot_stamp[slot] = stamp
                    s.slot_key[slot] = new
                    s.slot_entry[slot] = top
                    s.key[top] = new
                    value[top] = 0
                    top += 1
                at = s.slot_entry[slot]
                value[at] = _reduced(value[at] + _reduced(ways * choose[size, k], prime), prime)
                s.target[lead] = at
                lead += 1
            entry += 1
            s.lead[entry] = lead
        if top == end:
            return NO_LAYOUT
        place += 1
        s.layer[place + component + 1] = top
        b.info[POSITION], b.info[ENTRY], b.info[TOP] = place, end, top
    # The last layer has no steps; the next component's first entry has its lead all the same.
    for entry in range(s.layer[last + component], s.layer[last + component + 1]):
        s.lead[entry + 1] = s.lead[entry]
    return DONE


@kernel(_nrt=False)
def again(b, s, value, choose, prime, component):
    """Count the ways to each state of a component again, in another number system.

    Its states are the last that `forward` found.
    """
    first, last = b.begin[component], b.begin[component + 1]
    for entry in range(s.layer[first + component], s.layer[last + component + 1]):
        value[entry] = 0
    value[s.layer[first + component]] = 1
    for place in range(first, last):
        layer = place + component
        size = b.size[b.order[place]]
        for entry in range(s.layer[layer], s.layer[layer + 1]):
            ways = value[entry]
            k = np.int64(s.low[entry])
            for i in range(s.lead[entry], s.lead[entry + 1]):
                at = s.target[i]
                value[at] = _reduced(value[at] + _reduced(ways * choose[size, k], prime), prime)
                k += 1


@kernel(_nrt=False)
def span(b, s, component):
    """Return the fewest and the most mines of a component whose states are known."""
    layer = b.begin[component + 1] + component
    low, high = np.int64(1) << 40, np.int64(-1)
    for entry in range(s.layer[layer], s.layer[layer + 1]):
        mines = np.int64(s.key[entry] >> np.uint64(MINES_AT))
        low, high = min(low, mines), max(high, mines)
    return low, high


@kernel(_nrt=False)
def layouts(b, s, value, component, low, out):
    """Put the number of layouts of a component with low + i mines into `out[i]`."""
    layer = b.begin[component + 1] + component
    for entry in range(s.layer[layer], s.layer[layer + 1]):
        out[np.int64(s.key[entry] >> np.uint64(MINES_AT)) - low] = value[entry]


@kernel(_nrt=False)
def walk_back(b, s, component, mines, out):
    """Put into `out[box]` the mines of each box in one layout of a component with so many mines."""
    first, last = b.begin[component], b.begin[component + 1]
    here = s.layer[last + component]
    while s.key[here] >> np.uint64(MINES_AT) != np.uint64(mines):
        here += 1
    for place in range(last - 1, first - 1, -1):
        entry = s.layer[place + component]
        found = False
        while not found:
            for i in range(s.lead[entry], s.lead[entry + 1]):
                if s.target[i] == here:
                    out[b.order[place]] = np.int64(s.low[entry]) + i - s.lead[entry]
                    found = True
            entry += 1
        here = entry - 1


@kernel(_nrt=False)
def backward(b, s, value, back, choose, prime, component, low, weight, out):
    """Sum the mines of each box over all layouts of a component, each with its weight.

    Parameters
    ----------
    back
        An array like `value` to work in.
    low, weight
        A layout with low + i mines has the weight `weight[i]`.
    out
        Gets, for each place in `order`, the weighted sum of the mines in that box.
    """
    layer = b.begin[component + 1] + component
    for entry in range(s.layer[layer], s.layer[layer + 1]):
        back[entry] = weight[np.int64(s.key[entry] >> np.uint64(MINES_AT)) - low]
    back_through(b, s, value, back, choose, prime, component, out)


@kernel(_nrt=False)
def back_through(b, s, value, back, choose, prime, component, out):
    """Do what `backward` does, with the weights of the last states in `back` already."""
    first, last = b.begin[component], b.begin[component + 1]
    for place in range(last - 1, first - 1, -1):
        layer = place + component
        size = b.size[b.order[place]]
        mines = value[0] - value[0]
        for entry in range(s.layer[layer], s.layer[layer + 1]):
            total = mines - mines
            part = mines - mines
            k = np.int64(s.low[entry])
            for i in range(s.lead[entry], s.lead[entry + 1]):
                ways = _reduced(back[s.target[i]] * choose[size, k], prime)
                total = _reduced(total + ways, prime)
                part = _reduced(part + ways * choose[k, 1], prime)
                k += 1
            back[entry] = total
            mines = _reduced(mines + _reduced(value[entry] * part, prime), prime)
        out[place] = mines


@kernel(_nrt=False)
def tally_words(b, s, numbers, budget, most, passes, w):
    """Count the components of a board one after the other, while their numbers fit in a word.

    Parameters
    ----------
    numbers
        See `Numbers`.
    budget
        States that one component may take.
    most, passes
        Bits that a number may have, and passes back that a component may take.
    w
        Gets the results, see `ComponentCounts`.

    Returns
    -------
    int
        The number of components counted, from the first: the one after them has no layout, takes
        more states or room than there is, or has larger numbers.
    """
    value, words, back = numbers.floats, numbers.words, numbers.back
    choose, int_choose = numbers.choose, numbers.int_choose
    w.at[0], w.sum_at[0] = 0, 0
    for c in range(b.info[COMPONENTS]):
        first, last = b.begin[c], b.begin[c + 1]
        s.layer[first + c], s.lead[0] = 0, 0  # its states begin at the first entry
        start(b, s, c)
        if forward(b, s, value, choose, None, c, budget) != DONE:
            return c
        low, high = span(b, s, c)
        width = high - low + 1
        at, sum_at = w.at[c], w.sum_at[c]
        if (
            width > passes
            or at + width > w.count.size
            or sum_at + width * (last - first) > w.sums.size
        ):
            return c
        total = 0.0
        layer = last + c
        for entry in range(s.layer[layer], s.layer[layer + 1]):
            total += value[entry]
        cells = 0
        for place in range(first, last):
            cells += b.size[b.order[place]]
        # The bound of `probability._bits`: off by less than a bit, and 8 times as many in a box.
        if min(np.log2(total) + 1.0, float(cells)) + 4.0 > most:
            return c
        again(b, s, words, int_choose, None, c)
        for i in range(width):
            w.count[at + i] = 0
        layouts(b, s, words, c, low, w.count[at:])
        for i in range(width):
            w.weight[i] = 0
        for i in range(width):
            w.weight[i] = 1
            backward(b, s, words, back, int_choose, None, c, low, w.weight, w.mines)
            w.weight[i] = 0
            for place in range(first, last):
                w.sums[sum_at + (place - first) * width + i] = w.mines[place]
        w.low[c] = low
        w.at[c + 1] = at + width
        w.sum_at[c + 1] = sum_at + width * (last - first)
    return b.info[COMPONENTS]


@kernel(_nrt=False)
def chances(b, s, f, left):
    """Find the chance of every box and cell to be a mine, in floats; after `read`.

    Only positive numbers are added and multiplied, so that errors do not grow: of the order of
    1e-16 times the number of operations on the longest way.

    Parameters
    ----------
    left
        The mines on the whole board; negative if unknown: then every layout of the undecided cells
        has the same weight.

    Returns
    -------
    int
        DONE, NO_LAYOUT, or the code of a short array; nothing is kept then.
    """
    components = b.info[COMPONENTS]
    lowest, widest = np.int64(0), np.int64(0)
    f.at[0] = 0
    need = np.int64(0)
    for c in range(components):
        start(b, s, c)
        code = forward(b, s, f.value, f.choose, None, c, np.int64(1) << 60)
        if code != DONE:
            return code
        low, high = span(b, s, c)
        f.low[c] = low
        begin = f.at[c]
        f.at[c + 1] = begin + high - low + 1
        for i in range(begin, f.at[c + 1]):
            f.poly[i] = 0.0
        layouts(b, s, f.value, c, low, f.poly[begin:])
        lowest += low
        f.after_at[c] = need
        need += widest + 1
        widest += high - low
    f.after_at[components] = need
    if need + widest + 1 > f.after.size:
        return MORE_SUMS
    rest = b.info[REST]
    f.found[SCALE] = 0.0
    tail = f.after_at[components]
    if left < 0:
        for i in range(widest + 1):
            f.after[tail + i] = 1.0
        f.found[SCALE] = rest * np.log(2.0)
    else:
        binomials(rest, left - b.info[KNOWN] - lowest, widest, f.after[tail:], f.found)
    # after[c]: by the mines of the components before c, the weight of all that can follow.
    for c in range(components - 1, -1, -1):
        here, there = f.after_at[c], f.after_at[c + 1]
        length = there - here
        for i in range(length):
            total = 0.0
            for j in range(f.at[c], f.at[c + 1]):
                total += f.poly[j] * f.after[there + i + j - f.at[c]]
            f.after[here + i] = total
    total = f.after[f.after_at[0]]
    f.found[TOTAL] = total
    if total <= 0.0:
        return NO_LAYOUT
    f.before[0] = 1.0
    length = np.int64(1)
    for c in range(components):
        there = f.after_at[c + 1]
        many = f.at[c + 1] - f.at[c]
        for j in range(many):
            weight = 0.0
            for i in range(length):
                weight += f.before[i] * f.after[there + i + j]
            f.spare[j] = weight
        backward(b, s, f.value, f.back, f.choose, None, c, f.low[c], f.spare, f.mines)
        for place in range(b.begin[c], b.begin[c + 1]):
            box = b.order[place]
            f.chance[box] = f.mines[place] / (total * b.size[box])
        for i in range(length + many - 1):
            f.spare[i] = 0.0
        for i in range(length):
            for j in range(many):
                f.spare[i + j] += f.before[i] * f.poly[f.at[c] + j]
        length += many - 1
        for i in range(length):
            f.before[i] = f.spare[i]
    f.found[ELSEWHERE] = 0.5
    if left >= 0 and rest > 0:
        mines = 0.0
        for i in range(length):
            here = f.before[i] * f.after[tail + i]
            mines += here * (left - b.info[KNOWN] - lowest - i)
        f.found[ELSEWHERE] = mines / (total * rest)
    return DONE


@kernel(_nrt=False)
def binomials(rest, most, widest, out, found):
    """Put C(rest, most - i) for i to `widest` into `out`, over the largest of them.

    The logarithm of that one is put into `found[SCALE]`. By ratios, for exactness.
    """
    for i in range(widest + 1):
        out[i] = 0.0
    low, high = max(np.int64(0), most - widest), min(np.int64(rest), most)
    if low > high:
        return
    top = min(max(np.int64(rest // 2), low), high)
    found[SCALE] = log_choose(rest, top)
    value = 1.0
    out[most - top] = value
    for j in range(top, high):
        value *= (rest - j) / (j + 1)
        out[most - j - 1] = value
    value = 1.0
    for j in range(top, low, -1):
        value *= j / (rest - j + 1)
        out[most - j + 1] = value


@kernel(_nrt=False)
def log_choose(n, k):
    return math.lgamma(n + 1.0) - math.lgamma(k + 1.0) - math.lgamma(n - k + 1.0)
