"""Makes the automaton that forbids sequences of slides; `engine.automaton` explains it."""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

SPAN = 64  # columns of the open board; words are shorter than half of it
_ONE, _C1, _C2 = (np.uint64(x) for x in (1, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9))
_S29, _S32 = np.uint64(29), np.uint64(32)


class KeptWords(NamedTuple):
    """The words that are kept, shorter ones first, and a hash table of them."""

    words: np.ndarray  # int64: numbers of two bits a direction
    lengths: np.ndarray  # int64
    links: np.ndarray  # int32: the kept word without the first direction
    children: np.ndarray  # int32 (words, 4): the kept words one direction longer, or -1
    table: np.ndarray  # int32: numbers of kept words by hash, -1 if free
    keys: np.ndarray  # uint64: the hash of each kept word


@kernel(early=True)
def _mix(tile, cell):
    """Return 64 bits that stand for a tile in a cell."""
    x = (np.uint64(tile) << _S32 | np.uint64(cell)) + _ONE
    x *= _C1
    x ^= x >> _S29
    x *= _C2
    return x ^ (x >> _S32)


@kernel(early=True)
def _replay(word, length, grid, box):
    """Play a word on a tidy open board; return a hash of the board, and the blank's cell.

    `box` gets the least and greatest row and column of the blank's path.
    """
    blank = SPAN * (SPAN // 2) + SPAN // 2
    value = np.uint64(0)
    box[0] = box[1] = box[2] = box[3] = SPAN // 2
    for x in range(length - 1, -1, -1):
        direction = (word >> (2 * x)) & 3
        if direction == 0:
            cell = blank - SPAN
        elif direction == 1:
            cell = blank - 1
        elif direction == 2:
            cell = blank + 1
        else:
            cell = blank + SPAN
        tile = grid[cell]
        value ^= _mix(tile, cell) ^ _mix(tile, blank)
        grid[blank] = tile
        blank = cell
        row, col = blank // SPAN, blank % SPAN
        box[0], box[1] = min(box[0], row), max(box[1], row)
        box[2], box[3] = min(box[2], col), max(box[3], col)
    grid[blank] = -1
    return value ^ _mix(SPAN * SPAN, blank), blank


@kernel(early=True)
def _tidy(box, grid):
    """Put back the tiles that a word may have moved."""
    for row in range(box[0], box[1] + 1):
        for col in range(box[2], box[3] + 1):
            grid[row * SPAN + col] = row * SPAN + col


@kernel(early=True)
def _same(one, one_length, two, two_length, grid, other, box, other_box):
    """Return whether two words lead to the same board; their boxes are left in the arguments."""
    _, a = _replay(one, one_length, grid, box)
    _, b = _replay(two, two_length, other, other_box)
    same = a == b
    low_row, high_row = min(box[0], other_box[0]), max(box[1], other_box[1])
    low_col, high_col = min(box[2], other_box[2]), max(box[3], other_box[3])
    for row in range(low_row, high_row + 1):
        for col in range(low_col, high_col + 1):
            if grid[row * SPAN + col] != other[row * SPAN + col]:
                same = False
    _tidy(box, grid)
    _tidy(other_box, other)
    return same


@kernel(early=True)
def begin(keys, table, grid):
    """Keep the empty word; return how many words are kept."""
    box = np.empty(4, np.int64)
    key, _ = _replay(0, 0, grid, box)
    _tidy(box, grid)
    table[np.int64(key & np.uint64(table.size - 1))] = 0
    keys[0] = key
    return 1


@kernel(early=True)
def extend(kept, count, low, high, bad, bad_count, grids):
    """Lengthen the kept words low to high by each direction; return how many are kept and bad.

    Parameters
    ----------
    kept, count
        See `KeptWords`; how many are kept.
    bad, bad_count
        The words found to be superfluous, all of whose proper parts are kept.
    grids
        Two open boards, each cell holding its own number.
    """
    words, lengths, links, children, table, keys = kept
    box = np.empty(4, np.int64)
    other_box = np.empty(4, np.int64)
    size = np.uint64(table.size - 1)
    for w in range(low, high):
        length = lengths[w] + 1
        for direction in range(4):
            if lengths[w] > 0:
                link = children[links[w], direction]
                if link < 0:
                    continue  # a part of it is superfluous already
            else:
                link = 0
            word = words[w] * 4 + direction
            key, _ = _replay(word, length, grids[0], box)
            _tidy(box, grids[0])
            slot = np.int64(key & size)
            superfluous = False
            while table[slot] >= 0:
                k = table[slot]
                if (
                    keys[k] == key
                    and _same(
                        word, length, words[k], lengths[k], grids[0], grids[1], box, other_box
                    )
                    and box[0] <= other_box[0]
                    and other_box[1] <= box[1]
                    and box[2] <= other_box[2]
                    and other_box[3] <= box[3]
                ):
                    superfluous = True
                    break
                slot = np.int64((np.uint64(slot) + _ONE) & size)
            if superfluous:
                bad[bad_count, 0], bad[bad_count, 1] = word, length
                bad_count += 1
                continue
            while table[slot] >= 0:
                slot = np.int64((np.uint64(slot) + _ONE) & size)
            table[slot] = count
            keys[count] = key
            words[count] = word
            lengths[count] = length
            links[count] = link
            children[w, direction] = count
            count += 1
    return count, bad_count


@kernel(early=True)
def join(bad, bad_count, after, fail, queue):
    """Write the automaton that refuses exactly the words with a bad word in them.

    Aho and Corasick 1975, Communications of the ACM 18(6), 333-340: its states are the proper
    prefixes of the bad words; `after[state, direction]` is the next state, -1 if it is refused.
    Returns the number of states.
    """
    count = 1
    after[0, :] = -2
    for b in range(bad_count):
        state = 0
        for x in range(bad[b, 1] - 1, -1, -1):
            direction = (bad[b, 0] >> (2 * x)) & 3
            if x == 0:
                after[state, direction] = -1
                break
            if after[state, direction] == -2:
                after[count, :] = -2
                after[state, direction] = count
                count += 1
            state = after[state, direction]
    fail[0] = 0
    head, tail = 0, 0
    for direction in range(4):
        if after[0, direction] == -2:
            after[0, direction] = 0
        elif after[0, direction] > 0:
            fail[after[0, direction]] = 0
            queue[tail] = after[0, direction]
            tail += 1
    while head < tail:
        state = queue[head]
        head += 1
        for direction in range(4):
            back = after[fail[state], direction]
            if after[state, direction] == -2:
                after[state, direction] = back
            elif after[state, direction] >= 0:
                fail[after[state, direction]] = back
                queue[tail] = after[state, direction]
                tail += 1
    return count
