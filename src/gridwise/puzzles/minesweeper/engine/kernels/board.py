"""Reads a board into boxes and components; the records that the other kernels work on.

A board is read in four steps. `scan` and `propagate` settle what one number alone settles.
`boxes` puts the undecided cells with the same witnesses (open numbers around them) into one box:
a layout matters only by how many mines each box has, k of s in C(s, k) ways. `arrange` splits the
boxes into components that share no witness and puts each component's boxes in an order. `fields`
gives each witness the bits of a key that keep its need.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record

UNDECIDED, MINE, SAFE = 0, 1, 2
"""The states of a cell (`know`)."""

WATCH_AT, MINES_AT = 48, 52
"""The bits of a key where the number of a watched cell and the number of mines begin."""

DONE, NO_LAYOUT, MORE_ENTRIES, MORE_STEPS, MORE_SLOTS, MORE_SUMS, TOO_WIDE, PAUSED = range(8)
"""Codes of a kernel's end: done; no layout fits; a short array (for entries, steps, the hash
table, `Sums.after`); more open witnesses than a key holds; the budget is used up and it wants to
be called again."""

# Places in `info`.
BOXES, COMPONENTS, REST, KNOWN, POSITION, ENTRY, TOP = range(7)


@record
class Board(NamedTuple):
    """A board's cells and their states; `near` is the same for all boards of a size.

    `need` and `open` are, of a number, the mines not known and the undecided cells around it.
    `witnesses` are the boxes around a number, `box` the box of a cell or -1.
    """

    near: np.ndarray  # int32 (cells, 8)
    nears: np.ndarray  # int32 (cells,)
    shown: np.ndarray  # uint8 (cells,)
    know: np.ndarray  # uint8 (cells,)
    need: np.ndarray  # int32 (cells,)
    open: np.ndarray  # int32 (cells,)
    box: np.ndarray  # int32 (cells,)
    box_count: np.ndarray  # int32 (cells,), of a number
    box_list: np.ndarray  # int32 (cells, 8), of a number
    stack: np.ndarray  # int32 (9 * cells + 8,)
    size: np.ndarray  # int32 (cells,), of a box
    witnesses: np.ndarray  # int32 (cells,), of a box
    witness: np.ndarray  # int32 (cells, 8), of a box
    first: np.ndarray  # int32 (cells,), of a box: its first cell
    mark: np.ndarray  # int32 (cells,), of a box
    left: np.ndarray  # int32 (cells,), of a number: boxes to come
    room: np.ndarray  # int32 (cells,), of a number: cells to come
    shift: np.ndarray  # int32 (cells,), of a number: its field, -1 while it has none
    order: np.ndarray  # int32 (cells,), boxes in the order they are taken
    begin: np.ndarray  # int32 (cells + 1,), of a component: where it begins in `order`
    # Of a place in `order`:
    fields: np.ndarray  # int32 (cells, 8, 3): shift, mask, room afterwards
    rows: np.ndarray  # int32 (cells,): how many of `fields` there are
    step: np.ndarray  # uint64 (cells,): a one in the field of every witness
    rise: np.ndarray  # uint64 (cells,): the summand of a mine to a key
    entering: np.ndarray  # uint64 (cells,): the needs of witnesses that open here
    info: np.ndarray  # int64 (8,)


@record
class States(NamedTuple):
    """The states of the components worked on, layer after layer, and where they lead.

    A place p of component c has layer p + c; entries layer[l] to layer[l + 1] - 1 are of layer l.
    """

    key: np.ndarray  # uint64 (entries,)
    low: np.ndarray  # uint8 (entries,): the fewest mines that the box can take
    lead: np.ndarray  # int64 (entries + 1,): where its steps begin in `target`
    target: np.ndarray  # int32 (steps,)
    layer: np.ndarray  # int64 (2 * cells + 2,)
    slot_key: np.ndarray  # uint64 (slots,), a power of two
    slot_entry: np.ndarray  # int32 (slots,)
    slot_stamp: np.ndarray  # int64 (slots,): the clock when it was filled; else it is empty
    clock: np.ndarray  # int64 (1,): counts the layers


@record
class Sums(NamedTuple):
    """The workspace and the results of `chances`."""

    choose: np.ndarray  # float64 (9, 9): C(n, k)
    value: np.ndarray  # float64 (entries,)
    back: np.ndarray  # float64 (entries,)
    low: np.ndarray  # int64 (cells + 1,), of a component: its fewest mines
    poly: np.ndarray  # float64 (2 * cells + 2,): the components' layouts by mines, one by one
    at: np.ndarray  # int64 (cells + 2,): where a component's begin
    after: np.ndarray  # float64, any length: by the mines so far, the weight of the rest
    after_at: np.ndarray  # int64 (cells + 2,)
    before: np.ndarray  # float64 (cells + 1,): layouts of the components so far, by mines
    spare: np.ndarray  # float64 (cells + 1,)
    mines: np.ndarray  # float64 (cells,): by place, the weighted sum of mines
    chance: np.ndarray  # float64 (cells,), of a box: that one of its cells is a mine
    found: np.ndarray  # float64 (4,): see TOTAL, SCALE, ELSEWHERE


# Places in `found`: the number of layouts is found[TOTAL] * exp(found[SCALE]), and a cell that no
# number speaks of is a mine with the chance found[ELSEWHERE].
TOTAL, SCALE, ELSEWHERE = 0, 1, 2


@kernel(_nrt=False)
def _put_neighbours(width, height, near, nears):
    for row in range(height):
        for col in range(width):
            cell = row * width + col
            many = 0
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(col - 1, 0), min(col + 2, width)):
                    if r != row or c != col:
                        near[cell, many] = r * width + c
                        many += 1
            nears[cell] = many


@lru_cache(maxsize=32)
def neighbourhood(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the neighbours of each cell and how many there are; not to be written to."""
    near = np.full((width * height, 8), -1, np.int32)
    nears = np.zeros(width * height, np.int32)
    _put_neighbours(width, height, near, nears)
    return near, nears


def new_board(width: int, height: int) -> Board:
    """Return the arrays of a board; `shown` is to be filled in. O(cells)."""
    cells = width * height
    near, nears = neighbourhood(width, height)

    def ints(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int32)

    return Board(
        near=near,
        nears=nears,
        shown=np.zeros(cells, np.uint8),
        know=np.zeros(cells, np.uint8),
        need=ints(cells),
        open=ints(cells),
        box=ints(cells),
        box_count=ints(cells),
        box_list=ints(cells, 8),
        stack=ints(9 * cells + 8),
        size=ints(cells),
        witnesses=ints(cells),
        witness=ints(cells, 8),
        first=ints(cells),
        mark=ints(cells),
        left=ints(cells),
        room=ints(cells),
        shift=ints(cells),
        order=ints(cells),
        begin=ints(cells + 1),
        fields=ints(cells, 8, 3),
        rows=ints(cells),
        step=np.zeros(cells, np.uint64),
        rise=np.zeros(cells, np.uint64),
        entering=np.zeros(cells, np.uint64),
        info=np.zeros(8, np.int64),
    )


def new_states(cells: int, entries: int = 1 << 12) -> States:
    """Return arrays for so many states."""
    return States(
        key=np.zeros(entries, np.uint64),
        low=np.zeros(entries, np.uint8),
        lead=np.zeros(entries + 1, np.int64),
        target=np.zeros(3 * entries, np.int32),
        layer=np.zeros(2 * cells + 2, np.int64),
        slot_key=np.zeros(4 * entries, np.uint64),
        slot_entry=np.zeros(4 * entries, np.int32),
        slot_stamp=np.zeros(4 * entries, np.int64),
        clock=np.zeros(1, np.int64),
    )


def new_sums(cells: int, entries: int = 1 << 12, after: int = 1 << 12) -> Sums:
    """Return arrays for `chances` on a board of so many cells."""
    choose = np.zeros((9, 9))
    choose[:, 0] = 1
    for n in range(1, 9):
        choose[n, 1:] = choose[n - 1, 1:] + choose[n - 1, :-1]
    return Sums(
        choose=choose,
        value=np.zeros(entries),
        back=np.zeros(entries),
        low=np.zeros(cells + 1, np.int64),
        poly=np.zeros(2 * cells + 2),
        at=np.zeros(cells + 2, np.int64),
        after=np.zeros(after),
        after_at=np.zeros(cells + 2, np.int64),
        before=np.zeros(cells + 1),
        spare=np.zeros(cells + 1),
        mines=np.zeros(cells),
        chance=np.zeros(cells),
        found=np.zeros(4),
    )


@kernel(_nrt=False)
def scan(b):
    """Read `shown`: codes 0 to 8 a number, 9 covered, 10 a mine, 11 safe."""
    mines = 0
    for cell in range(b.shown.size):
        code = b.shown[cell]
        if code == 9:
            b.know[cell] = 0
        elif code == 10:
            b.know[cell] = 1
            mines += 1
        else:
            b.know[cell] = 2
    for cell in range(b.shown.size):
        if b.shown[cell] <= 8:
            count_around(b, cell)
    b.info[KNOWN] = mines


@kernel(_nrt=False)
def count_around(b, cell):
    """Set `need` and `open` of a number."""
    need, undecided = np.int32(b.shown[cell]), np.int32(0)
    for i in range(b.nears[cell]):
        know = b.know[b.near[cell, i]]
        if know == 1:
            need -= 1
        elif know == 0:
            undecided += 1
    b.need[cell] = need
    b.open[cell] = undecided


@kernel(_nrt=False)
def settle(b, cell, mine, top):
    """Write down an undecided cell, put the numbers around it on the stack, return its top."""
    b.know[cell] = 1 if mine else 2
    if mine:
        b.info[KNOWN] += 1
    for i in range(b.nears[cell]):
        number = b.near[cell, i]
        if b.shown[number] <= 8:
            b.open[number] -= 1
            if mine:
                b.need[number] -= 1
            b.stack[top] = number
            top += 1
    return top


@kernel(_nrt=False)
def propagate(b, top):
    """Settle the cells that follow from the `top` numbers on the stack, one number at a time.

    Return whether no number is contradicted. A cell is settled once and stacks at most 8 numbers.
    """
    while top > 0:
        top -= 1
        number = b.stack[top]
        need, undecided = b.need[number], b.open[number]
        if need < 0 or need > undecided:
            return False
        if undecided == 0 or 0 < need < undecided:
            continue
        mine = need != 0
        for i in range(b.nears[number]):
            cell = b.near[number, i]
            if b.know[cell] == 0:
                top = settle(b, cell, mine, top)
    return True


@kernel(_nrt=False)
def all_numbers(b):
    """Put all numbers on the stack; return its top."""
    top = 0
    for cell in range(b.shown.size):
        if b.shown[cell] <= 8:
            b.stack[top] = cell
            top += 1
    return top


@kernel(_nrt=False)
def boxes(b):
    """Put the undecided cells into boxes by their witnesses."""
    found = np.int32(0)
    rest = 0
    for cell in range(b.shown.size):
        if b.shown[cell] <= 8:
            b.box_count[cell] = 0
    for cell in range(b.shown.size):
        if b.know[cell] != 0:
            continue
        # The next free box is filled in and kept only if there is no such box yet.
        many = 0
        for i in range(b.nears[cell]):
            number = b.near[cell, i]
            if b.shown[number] <= 8:
                b.witness[found, many] = number
                many += 1
        if many == 0:
            b.box[cell] = -1
            rest += 1
            continue
        same = np.int32(-1)
        number = b.witness[found, 0]
        for i in range(b.box_count[number]):
            other = b.box_list[number, i]
            if b.witnesses[other] == many:
                equal = True
                for j in range(many):
                    if b.witness[other, j] != b.witness[found, j]:
                        equal = False
                        break
                if equal:
                    same = other
                    break
        if same >= 0:
            b.box[cell] = same
            b.size[same] += 1
            continue
        b.box[cell] = found
        b.size[found] = 1
        b.witnesses[found] = many
        b.first[found] = cell
        b.mark[found] = 0
        for j in range(many):
            number = b.witness[found, j]
            b.box_list[number, b.box_count[number]] = found
            b.box_count[number] += 1
        found += 1
    b.info[BOXES] = found
    b.info[REST] = rest


@kernel(_nrt=False)
def sweep(b, start, seen):
    """Go through a component breadth first from a box; return the last box met and how many."""
    head, tail = 0, 1
    b.stack[0] = start
    b.mark[start] = seen
    while head < tail:
        box = b.stack[head]
        head += 1
        for j in range(b.witnesses[box]):
            number = b.witness[box, j]
            for i in range(b.box_count[number]):
                other = b.box_list[number, i]
                if b.mark[other] != seen:
                    b.mark[other] = seen
                    b.stack[tail] = other
                    tail += 1
    return b.stack[head - 1], tail


@kernel(_nrt=False)
def arrange(b):
    """Split the boxes into components and put each in an order that keeps few witnesses open.

    It begins at an end of the component (the last box met from the last box met).
    """
    components, place = 0, np.int64(0)
    for box in range(b.info[BOXES]):
        if b.mark[box] != 0:
            continue
        end, many = sweep(b, box, 1)
        end, many = sweep(b, end, 2)
        b.begin[components] = place
        components += 1
        place = order(b, end, many, place)
    b.begin[components] = place
    b.info[COMPONENTS] = components


@kernel(_nrt=False)
def order(b, chosen, many, place):
    """Put boxes in an order from `place` on; return the place after them.

    They are the first `many` of the stack, all have the mark 2, and `chosen` comes first. Then
    always the box, beside an open witness, that opens the fewest witnesses less those it closes.
    """
    for i in range(many):
        other = b.stack[i]
        for j in range(b.witnesses[other]):
            number = b.witness[other, j]
            b.left[number] = b.box_count[number]
            b.shift[number] = -1
    waiting = 0  # boxes beside an open witness, on the stack
    for done in range(many):
        if done:
            best, at = 1 << 40, 0
            for i in range(waiting):
                other = b.stack[i]
                score, fewest = 0, 9
                for j in range(b.witnesses[other]):
                    number = b.witness[other, j]
                    if b.shift[number] < 0:
                        score += 1
                    elif b.left[number] < fewest:
                        fewest = b.left[number]
                    if b.left[number] == 1:
                        score -= 1
                rank = (score << 8) + fewest
                if rank < best:
                    best, at = rank, i
            chosen = b.stack[at]
            for i in range(at, waiting - 1):  # the longest waiting stay first
                b.stack[i] = b.stack[i + 1]
            waiting -= 1
        b.mark[chosen] = 3
        b.order[place] = chosen
        place += 1
        for j in range(b.witnesses[chosen]):
            number = b.witness[chosen, j]
            b.left[number] -= 1
            if b.shift[number] < 0:
                b.shift[number] = 0
                for i in range(b.box_count[number]):
                    other = b.box_list[number, i]
                    if b.mark[other] == 2:
                        b.mark[other] = 4
                        b.stack[waiting] = other
                        waiting += 1
    return place


@kernel(_nrt=False)
def fields(b, watch):
    """Give every witness its field in the keys; return DONE or TOO_WIDE.

    `watch` is a cell whose number is asked for: its field counts its mines from 0 up. -1 is none.
    """
    for place in range(b.begin[b.info[COMPONENTS]]):
        box = b.order[place]
        for j in range(b.witnesses[box]):
            number = b.witness[box, j]
            b.shift[number] = -1
            b.left[number] = b.box_count[number]
            b.room[number] = b.open[number]
    used = np.uint64(0)
    one = np.uint64(1)
    top = one << np.uint64(WATCH_AT if watch >= 0 else MINES_AT)
    for place in range(b.begin[b.info[COMPONENTS]]):
        box = b.order[place]
        step, entering = np.uint64(0), np.uint64(0)
        rows = 0
        b.rise[place] = one << np.uint64(MINES_AT)
        for j in range(b.witnesses[box]):
            number = b.witness[box, j]
            if number == watch:
                b.rise[place] += one << np.uint64(WATCH_AT)
                continue
            need = b.need[number]
            mask = 1
            while mask < need:
                mask = 2 * mask + 1
            if b.shift[number] < 0:
                shift = 0
                while (used >> np.uint64(shift)) & np.uint64(mask):
                    shift += 1
                if np.uint64(mask) << np.uint64(shift) >= top:
                    return TOO_WIDE
                b.shift[number] = shift
                used |= np.uint64(mask) << np.uint64(shift)
                entering += np.uint64(need) << np.uint64(shift)
            b.left[number] -= 1
            b.room[number] -= b.size[box]
            step += one << np.uint64(b.shift[number])
            b.fields[place, rows, 0] = b.shift[number]
            b.fields[place, rows, 1] = mask
            b.fields[place, rows, 2] = b.room[number]
            rows += 1
        row = 0
        for j in range(b.witnesses[box]):  # only now: a field freed here is not used again here
            number = b.witness[box, j]
            if number == watch:
                continue
            if b.left[number] == 0:
                mask = b.fields[place, row, 1]
                used &= ~(np.uint64(mask) << np.uint64(b.shift[number]))
            row += 1
        b.rows[place] = rows
        b.step[place] = step
        b.entering[place] = entering
    return DONE


@kernel(_nrt=False)
def read(b):
    """Do all that comes before the counting: DONE, NO_LAYOUT or TOO_WIDE."""
    scan(b)
    if not propagate(b, all_numbers(b)):
        return NO_LAYOUT
    boxes(b)
    arrange(b)
    return fields(b, -1)
