"""Compiled code: counting by joining halves of the board, and searching with bits or counters.

Words and bit masks are uint64 throughout, and so are indices where it matters, as mixing signs
makes Numba widen to floats or check for negative indices.

Counting (`quarters`, `join`, `count_splits`) is described in `counting`; searching
(`search_rows`, `search_open`) in `kernel`; `repair` in `repair`. One module, as Numba keeps what
is compiled by file and kernels call each other by name.
"""

# Numba infers the types.
# mypy: allow-untyped-defs, allow-untyped-calls

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 8
"""Words of 64 patterns that are matched side by side: a block holds 512 patterns."""
BLOCK = 64 * LANES
CHUNK = 7
"""Bits of a word that one look-up answers for."""
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BYTE = np.uint64(255)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)

DONE, FOUND, BUDGET = 0, 1, 2
"""How a search returns: nothing is left, at a solution, its nodes are used up."""


def _matcher(chunks):
    """Return the inner loop of matching for words of so many chunks."""

    @intrinsic
    def match(typing, items, low, high, tables, start):
        signature = types.uint64(items, types.int64, types.int64, tables, start)

        def codegen(context, builder, signature, args):
            word, vector = ir.IntType(64), ir.VectorType(ir.IntType(64), LANES)
            address = [
                builder.ptrtoint(
                    context.make_array(signature.args[i])(context, builder, args[i]).data, word
                )
                for i in (0, 3, 4)
            ]
            low, high = args[1], args[2]
            count_ones = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(vector, [vector]),
                f"llvm.ctpop.v{LANES}i64",
            )

            def load(where):
                return builder.load(builder.inttoptr(where, vector.as_pointer()), align=8 * LANES)

            first = load(address[2])
            before = builder.block
            head = builder.append_basic_block("match.head")
            body = builder.append_basic_block("match.body")
            after = builder.append_basic_block("match.after")
            builder.branch(head)
            builder.position_at_end(head)
            at, total = builder.phi(word), builder.phi(vector)
            at.add_incoming(low, before)
            total.add_incoming(ir.Constant(vector, [0] * LANES), before)
            builder.cbranch(builder.icmp_signed("<", at, high), body, after)
            builder.position_at_end(body)
            where = builder.add(address[0], builder.shl(at, word(3)))
            item = builder.load(builder.inttoptr(where, word.as_pointer()))
            left = first
            for chunk in range(chunks):
                index = builder.and_(builder.lshr(item, word(8 * chunk + 8)), word(127))
                entry = builder.mul(index, word(8 * LANES))
                table = builder.add(address[1], word((chunk << CHUNK) * 8 * LANES))
                left = builder.and_(left, load(builder.add(table, entry)))
            at.add_incoming(builder.add(at, word(1)), body)
            total.add_incoming(builder.add(total, builder.call(count_ones, [left])), body)
            builder.branch(head)
            builder.position_at_end(after)
            number = word(0)
            for lane in range(LANES):
                number = builder.add(number, builder.extract_element(total, ir.IntType(32)(lane)))
            return number

        return signature, codegen

    return match


def _slow_matcher(chunks):
    """Return the same in plain Python, for when the compiler is off."""

    def match(items, low, high, tables, start):
        number = 0
        for at in range(low, high):
            left = start.copy()
            for chunk in range(chunks):
                left &= tables[chunk, int(items[at]) >> 8 * chunk + 8 & 127]
            number += sum(int(lane).bit_count() for lane in left)
        return np.uint64(number)

    return match


_off = getattr(numba.config, "DISABLE_JIT")  # noqa: B009  (absent from the type stubs)
_make = _slow_matcher if _off else _matcher
_match1, _match2, _match3, _match4 = _make(1), _make(2), _make(3), _make(4)
_match5, _match6, _match7 = _make(5), _make(6), _make(7)


@njit(cache=True)
def quarters(first, second, open_squares, falling, rising, words, at, store):
    """Place any number of queens on a part of the board in every way, none attacking another.

    Parameters
    ----------
    first, second
        The columns of the queens of the first two rows, -1 for none: a call does only those.
    open_squares
        (rows, columns) of bool: where a queen may stand.
    falling, rising
        For each square the numbers of its diagonals.
    words
        For each square what a queen there adds to the word of the placement.
    at
        For each (set of rows) << columns | (set of columns): with an empty `store` a counter of
        placements, else where the next one goes.
    store
        Takes the words.
    """
    rows, columns = open_squares.shape
    column = np.zeros(rows + 1, np.int64)
    taken_rows = np.zeros(rows + 1, np.uint64)
    taken_columns = np.zeros(rows + 1, np.uint64)
    down = np.zeros(rows + 1, np.uint64)
    up = np.zeros(rows + 1, np.uint64)
    word = np.zeros(rows + 1, np.uint64)
    row = 0
    column[0] = first
    while row >= 0:
        if row == rows:
            cell = taken_rows[row] << np.uint64(columns) | taken_columns[row]
            place = at[cell]
            at[cell] = place + 1
            if store.size:
                store[place] = word[row]
            row -= 1
            continue
        here = column[row]
        column[row] = here + 1
        if here == columns or (row == 0 and here > first) or (row == 1 and here > second):
            row -= 1
            continue
        if here < 0:  # the row stays empty
            taken_rows[row + 1] = taken_rows[row]
            taken_columns[row + 1] = taken_columns[row]
            down[row + 1] = down[row]
            up[row + 1] = up[row]
            word[row + 1] = word[row]
        else:
            bit = _ONE << np.uint64(here)
            falls = _ONE << np.uint64(falling[row, here])
            rises = _ONE << np.uint64(rising[row, here])
            if not open_squares[row, here] or (
                taken_columns[row] & bit | down[row] & falls | up[row] & rises
            ):
                continue
            taken_rows[row + 1] = taken_rows[row] | _ONE << np.uint64(row)
            taken_columns[row + 1] = taken_columns[row] | bit
            down[row + 1] = down[row] | falls
            up[row + 1] = up[row] | rises
            word[row + 1] = word[row] | words[row, here]
        row += 1
        if row < rows:
            column[row] = second if row == 1 else -1


@njit(cache=True)
def widest(splits, column_sets, first_set, ones, columns, north_at, south_at):
    """Return a bound on the number of half boards of any of these splits."""
    full = (1 << columns) - 1
    most = 0
    for index in range(splits.shape[0]):
        north, south = splits[index, 0], splits[index, 1]
        number = 0
        for t in range(first_set[ones[north]], first_set[ones[north] + 1]):
            a = north << columns | column_sets[t]
            b = south << columns | full ^ column_sets[t]
            number += (north_at[a + 1] - north_at[a]) * (south_at[b + 1] - south_at[b])
        most = max(most, number)
    return most


@njit(cache=True)
def join(north, south, columns, sets, halves, out):
    """Write the words of all half boards with queens in these rows; return their number.

    A placement above and one below go together where their columns are all columns, each once,
    and their words share no bit.
    """
    column_sets, first_set, ones = sets
    north_at, north_words, south_at, south_words = halves
    full = (1 << columns) - 1
    number = _ZERO
    for t in range(first_set[ones[north]], first_set[ones[north] + 1]):
        a = np.uint64(north << columns | column_sets[t])
        b = np.uint64(south << columns | full ^ column_sets[t])
        low, high = np.uint64(south_at[b]), np.uint64(south_at[b + _ONE])
        if low == high:
            continue
        for i in range(np.uint64(north_at[a]), np.uint64(north_at[a + _ONE])):
            above = north_words[i]
            for j in range(low, high):
                below = south_words[j]
                out[number] = above | below
                number += np.uint64((above & below) == _ZERO)
    return number


@njit(cache=True)
def sort_by_key(raw, number, out, start):
    """Sort words by their lowest byte; those of key k are out[start[k]:start[k + 1]]."""
    start[:] = 0
    for i in range(number):
        start[(raw[i] & _BYTE) + _ONE] += 1
    for key in range(256):
        start[key + 1] += start[key]
    for i in range(number):
        key = raw[i] & _BYTE
        out[np.uint64(start[key])] = raw[i]
        start[key] += 1
    for key in range(256, 0, -1):
        start[key] = start[key - 1]
    start[0] = 0


@njit(cache=True)
def load_block(patterns, low, high, source, chunks, planes, tables):
    """Make the tables that say which of up to 512 patterns meet no bit of a chunk.

    First `planes[b, v]` becomes bit b of the patterns v, v + 8, v + 16, ... (a transposed bit
    matrix in each of 8 lanes). `source` says which bit of a pattern answers to a bit of an item.
    """
    flat = planes.reshape(BLOCK)
    for i in range(high - low):
        flat[i] = patterns[low + i]
    flat[high - low :] = _ZERO
    step = 32
    mask = np.uint64(0xFFFFFFFF)
    while step:
        shift = np.uint64(step)
        for begin in range(0, 64, 2 * step):
            for row in range(begin, begin + step):
                for lane in range(LANES):
                    a, b = planes[row, lane], planes[row + step, lane]
                    planes[row, lane] = a & mask | (b & mask) << shift
                    planes[row + step, lane] = a >> shift & mask | b & ~mask
        step >>= 1
        mask ^= mask << np.uint64(step)
    for chunk in range(chunks):
        tables[chunk, 0, :] = _ONES
        size = 1
        for bit in range(CHUNK):
            row = source[8 * chunk + 8 + bit]
            for entry in range(size):
                for lane in range(LANES):
                    tables[chunk, size + entry, lane] = (
                        tables[chunk, entry, lane] & ~planes[row, lane]
                    )
            size *= 2


@njit(cache=True)
def start_of(key, number, source, planes, start):
    """Set `start` to the patterns of a block that meet no bit of an item's key."""
    for lane in range(LANES):
        here = (number - lane + LANES - 1) // LANES
        start[lane] = _ONES if here >= 64 else (_ONE << np.uint64(max(here, 0))) - _ONE
    for bit in range(8):
        if key >> bit & 1:
            for lane in range(LANES):
                start[lane] &= ~planes[source[bit], lane]


@njit(cache=True)
def pairs(patterns, last, items, first_item, weights, source, chunks, scratch):
    """Return how many pairs of a pattern and an item share no bit, weighted by the item's key.

    The first `last` patterns count. Items of one key lie together; a key that meets a bit of all
    patterns of a block is passed over, which is why patterns are sorted by their keys too.
    """
    planes, tables, start = scratch
    total = 0
    for low in range(0, last, BLOCK):
        high = min(low + BLOCK, last)
        common = _ONES
        for i in range(low, high):
            common &= patterns[i]
        shut = 0
        for bit in range(8):
            if common >> np.uint64(source[bit]) & _ONE:
                shut |= 1 << bit
        load_block(patterns, low, high, source, chunks, planes, tables)
        for key in range(256):
            begin, end = first_item[key], first_item[key + 1]
            if begin == end or key & shut or weights[key] == 0:
                continue
            start_of(key, high - low, source, planes, start)
            if chunks == 1:
                found = _match1(items, begin, end, tables, start)
            elif chunks == 2:
                found = _match2(items, begin, end, tables, start)
            elif chunks == 3:
                found = _match3(items, begin, end, tables, start)
            elif chunks == 4:
                found = _match4(items, begin, end, tables, start)
            elif chunks == 5:
                found = _match5(items, begin, end, tables, start)
            elif chunks == 6:
                found = _match6(items, begin, end, tables, start)
            else:
                found = _match7(items, begin, end, tables, start)
            total += weights[key] * np.int64(found)
    return total


@njit(cache=True)
def count_splits(splits, begin, budget, east, west, plan, buffers, scratch, out):
    """Count the solutions of splits from `begin` on; return the first that was not counted.

    Adds the weighted number to `out[0]`, and stops once the work done is above `budget`
    (a unit is about a word made, or 32 items matched with a block).

    Parameters
    ----------
    splits
        A line for each: the rows of the east half in the north and in the south, those of the
        west half, the weight, and 1 where east and west change places as well.
    east, west
        (columns, sets, halves) as `join` takes them.
    plan
        Weights by key; weights by key for the second of two that are mirrored; the number of keys
        that a pattern may have; `source`; the number of chunks.
    """
    weights, weights_back, keys, source, chunks = plan
    raw, one, two, first_one, first_two = buffers
    now = np.empty(256, np.int64)
    work = 0
    index = begin
    while index < splits.shape[0] and work < budget:
        number = join(splits[index, 0], splits[index, 1], east[0], east[1], east[2], raw)
        sort_by_key(raw, number, one, first_one)
        number_west = join(splits[index, 2], splits[index, 3], west[0], west[1], west[2], raw)
        sort_by_key(raw, number_west, two, first_two)
        both = splits[index, 5]
        for key in range(256):
            now[key] = weights[key] + (both if weights_back[key] != weights[key] else 0)
        found = pairs(one, first_one[keys], two, first_two, now, source, chunks, scratch)
        blocks = 1 + first_one[keys] // BLOCK
        if both:
            found += pairs(
                two, first_two[keys], one, first_one, weights_back, source, chunks, scratch
            )
            blocks += 1 + first_two[keys] // BLOCK
        out[0] += splits[index, 4] * found
        work += 1000 + np.int64(number + number_west) * (32 + blocks) // 32
        index += 1
    return index


@njit(cache=True)
def count_half_turn(n):
    """Return how many solutions a half turn keeps: queens come in twos, (r, c) and (-r, -c).

    With r - c on one diagonal, -(r - c) is on its image; so are r + c from the middle and back.
    """
    last, half = n - 1, n // 2
    column = np.zeros(half + 1, np.int64)
    columns = np.zeros(half + 1, np.int64)
    falling = np.zeros(half + 1, np.int64)
    rising = np.zeros(half + 1, np.int64)
    falling[0] = rising[0] = 1  # the long diagonals: each queen there would meet its image
    if n % 2:
        columns[0] = 1 << half
    number = row = 0
    while row >= 0:
        if row == half:
            number += 1
            row -= 1
            continue
        here = column[row]
        column[row] = here + 1
        if here == n:
            row -= 1
            continue
        both = 1 << here | 1 << last - here
        falls, rises = 1 << abs(row - here), 1 << abs(row + here - last)
        if columns[row] & both or falling[row] & falls or rising[row] & rises:
            continue
        columns[row + 1] = columns[row] | both
        falling[row + 1] = falling[row] | falls
        rising[row + 1] = rising[row] | rises
        row += 1
        if row < half:
            column[row] = 0
    return number


@njit(cache=True)
def search_rows(allowed, gaps, stack, chosen, control, budget, pause):
    """Search row by row in lexicographic order, the columns and diagonals taken as bits.

    Parameters
    ----------
    allowed
        For each open row its squares that are neither blocked nor attacked by a fixed queen.
    gaps
        How many rows below the open row before it each one is.
    stack
        For each level the columns left to try, the columns taken, and both diagonals as they
        meet the row.
    chosen
        Takes the bit of each row's column.
    control
        The level; then what is added to: solutions, nodes.
    budget
        Queens that may be put.
    pause
        Whether to return at each solution.
    """
    last = allowed.size - 1
    level, found, nodes = control[0], 0, 0
    left = stack[0]
    columns, down, up = stack[1], stack[2], stack[3]
    code = DONE
    while level >= 0:
        tries = left[level]
        if tries == _ZERO:
            level -= 1
            continue
        if nodes == budget:
            code = BUDGET
            break
        nodes += 1
        bit = tries & (~tries + _ONE)
        left[level] = tries ^ bit
        chosen[level] = bit
        if level == last:
            found += 1
            if pause:
                code = FOUND
                break
            continue
        taken = columns[level] | bit
        gap = gaps[level + 1]
        falls, rises = (down[level] | bit) << gap, (up[level] | bit) >> gap
        level += 1
        columns[level], down[level], up[level] = taken, falls, rises
        left[level] = allowed[level] & ~(taken | falls | rises)
    control[0] = level
    control[1] += found
    control[2] += nodes
    return code


@njit(cache=True)
def change(n, row, column, step, blocked, lines, left):
    """Put (step -1) or take (step 1) a queen; return whether a line has no square left.

    `lines` are flags of rows, columns and diagonals, all of this queen's off; `left` counts for
    each row and column the squares where a queen may still stand. O(n).
    """
    rows, columns, down, up = lines
    left_rows, left_columns = left
    middle = n - 1
    dead = False
    for r in range(n):
        if r == row or rows[r]:
            continue
        if not (down[r - column + middle] or up[r + column] or blocked[r, column]):
            left_rows[r] += step
        c = column + r - row
        if 0 <= c < n and not (columns[c] or up[r + c] or blocked[r, c]):
            left_rows[r] += step
            left_columns[c] += step
            dead |= left_columns[c] == 0
        c = column - r + row
        if 0 <= c < n and not (columns[c] or down[r - c + middle] or blocked[r, c]):
            left_rows[r] += step
            left_columns[c] += step
            dead |= left_columns[c] == 0
        dead |= left_rows[r] == 0
    for c in range(n):
        if c == column or columns[c]:
            continue
        if not (down[row - c + middle] or up[row + c] or blocked[row, c]):
            left_columns[c] += step
        dead |= left_columns[c] == 0
    return dead


@njit(cache=True)
def flag(n, row, column, value, lines):
    """Set or clear the flags of a square's four lines."""
    lines[0][row] = value
    lines[1][column] = value
    lines[2][row - column + n - 1] = value
    lines[3][row + column] = value


@njit(cache=True)
def narrowest(n, lines, left):
    """Return the row, or n + the column, with the fewest squares left; the first of equals."""
    best, fewest = -1, np.int64(1 << 40)
    for row in range(n):
        if not lines[0][row] and left[0][row] < fewest:
            best, fewest = row, np.int64(left[0][row])
    for column in range(n):
        if not lines[1][column] and left[1][column] < fewest:
            best, fewest = n + column, np.int64(left[1][column])
    return best


@njit(cache=True)
def search_open(n, size, blocked, lines, left, frames, starts, control, budget, ordered):
    """Search with counters of the squares left in each row and column.

    The line with the fewest is filled next, its squares in turn from a place in `starts`; where
    some line has none left, the queen is taken back. With `ordered` rows are filled from the
    first to the last and columns tried from the left.

    Parameters
    ----------
    size
        Rows without a queen at the start.
    blocked, lines, left
        Squares as bytes, and as `change` takes them.
    frames
        For each level the line, where to start in it, how many squares were tried, and the row
        and column of its queen (-1 for none).
    control
        The level, whether it is to be entered; then what is added to: conflicts, nodes.
    """
    level, enter = control[0], control[1]
    nodes = conflicts = 0
    code = DONE
    while level >= 0:
        if enter:
            enter = 0
            if level == size:
                level -= 1
                code = FOUND
                break
            if ordered:
                line = 0
                while lines[0][line]:
                    line += 1
                frames[level, 1] = 0
            else:
                line = narrowest(n, lines, left)
                frames[level, 1] = starts[(control[3] + nodes) % starts.size]
            frames[level, 0] = line
            frames[level, 2] = 0
            frames[level, 3] = -1
        line, start, row = frames[level, 0], frames[level, 1], frames[level, 3]
        if row >= 0:
            flag(n, row, frames[level, 4], 0, lines)
            change(n, row, frames[level, 4], 1, blocked, lines, left)
            frames[level, 3] = -1
        tried = frames[level, 2]
        row = column = -1
        while tried < n:
            where = (start + tried) % n
            row, column = (line, where) if line < n else (where, line - n)
            if not (
                lines[0][row]
                or lines[1][column]
                or lines[2][row - column + n - 1]
                or lines[3][row + column]
                or blocked[row, column]
            ):
                break
            tried += 1
        frames[level, 2] = tried
        if tried == n:
            level -= 1
            continue
        if nodes == budget:
            code = BUDGET
            break
        nodes += 1
        dead = change(n, row, column, -1, blocked, lines, left)
        flag(n, row, column, 1, lines)
        frames[level, 2] = tried + 1
        frames[level, 3], frames[level, 4] = row, column
        if dead:
            conflicts += 1
            continue
        level += 1
        enter = 1
    control[0], control[1] = level, enter
    control[2] += conflicts
    control[3] += nodes
    return code


@njit(cache=True)
def count_left(n, blocked, lines, left):
    """Set the counters of the squares left in each open row and column. O(n * n)."""
    left[0][:] = 0
    left[1][:] = 0
    for row in range(n):
        if lines[0][row]:
            continue
        for column in range(n):
            if not (
                lines[1][column]
                or lines[2][row - column + n - 1]
                or lines[3][row + column]
                or blocked[row, column]
            ):
                left[0][row] += 1
                left[1][column] += 1
