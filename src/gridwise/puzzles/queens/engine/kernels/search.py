"""Kernels that search for solutions: row by row with bits, and by the narrowest line.

`engine.search` drives them and describes both searches.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel

_ONE = np.uint64(1)
_ZERO = np.uint64(0)

DONE, FOUND, BUDGET = 0, 1, 2
"""Reasons of a search to return: nothing is left, a solution, its nodes are used up."""


class RowSearch(NamedTuple):
    """The state of a search row by row; a level for each open row."""

    allowed: np.ndarray  # uint64 (levels,): squares neither blocked nor attacked by a fixed queen
    gaps: np.ndarray  # uint64 (levels,): how many rows below the open row before
    left: np.ndarray  # uint64 (levels,): the columns left to try
    columns: np.ndarray  # uint64 (levels,): the columns taken
    down: np.ndarray  # uint64 (levels,): the falling diagonals taken, as they meet the row
    up: np.ndarray  # uint64 (levels,): the rising ones
    chosen: np.ndarray  # uint64 (levels,): the bit of each row's column
    control: np.ndarray  # int64 (3,): the level; solutions and nodes, which are added to


class Squares(NamedTuple):
    """The open squares of a search by the narrowest line.

    `rows`, `columns`, `falling` and `rising` are flags of the lines that hold a queen, `left_rows`
    and `left_columns` count the squares of a line where a queen may still stand.
    """

    blocked: np.ndarray  # uint8 (n, n)
    rows: np.ndarray  # uint8 (n,)
    columns: np.ndarray  # uint8 (n,)
    falling: np.ndarray  # uint8 (2 n - 1,)
    rising: np.ndarray  # uint8 (2 n - 1,)
    left_rows: np.ndarray  # int32 (n,)
    left_columns: np.ndarray  # int32 (n,)


class LineSearch(NamedTuple):
    """The state of a search by the narrowest line."""

    squares: Squares  # apart from the rest: a record is passed member by member, which takes time
    frames: np.ndarray  # int64 (levels + 1, 5), see LINE and the others
    starts: np.ndarray  # int64: where to start in a line, used in turn
    control: np.ndarray  # int64 (4,): level, whether it is to be entered, conflicts, nodes


LINE, START, TRIED, ROW, COLUMN = range(5)
"""Places in a row of `frames`: the line to fill (n + the number of a column), where to start in it,
how many squares were tried, and the row and column of its queen (-1 for none)."""


@kernel(_nrt=False)
def search_rows(search, budget, pause):
    """Search row by row in lexicographic order, the columns and diagonals taken as bits.

    Parameters
    ----------
    search
        See `RowSearch`.
    budget
        Queens that may be put.
    pause
        Whether to return at each solution.
    """
    allowed, gaps, left, chosen = search.allowed, search.gaps, search.left, search.chosen
    columns, down, up, control = search.columns, search.down, search.up, search.control
    last = allowed.size - 1
    level, found, nodes = control[0], 0, 0
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


@kernel(_nrt=False)
def change(squares, row, column, step):
    """Put (step -1) or take (step 1) a queen; return whether a line has no square left.

    The flags of the queen's lines are off meanwhile. O(n).
    """
    rows, columns = squares.rows, squares.columns
    down, up, blocked = squares.falling, squares.rising, squares.blocked
    left_rows, left_columns = squares.left_rows, squares.left_columns
    n = rows.size
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


@kernel(forceinline=True, _nrt=False)
def flag(squares, row, column, value):
    """Set or clear the flags of a square's four lines."""
    squares.rows[row] = value
    squares.columns[column] = value
    squares.falling[row - column + squares.rows.size - 1] = value
    squares.rising[row + column] = value


@kernel(forceinline=True, _nrt=False)
def is_open(squares, row, column):
    """Return whether a queen may stand on a square."""
    return not (
        squares.rows[row]
        or squares.columns[column]
        or squares.falling[row - column + squares.rows.size - 1]
        or squares.rising[row + column]
        or squares.blocked[row, column]
    )


@kernel(_nrt=False)
def narrowest(squares):
    """Return the row, or n + the column, with the fewest squares left; the first of equals."""
    rows, columns = squares.rows, squares.columns
    left_rows, left_columns = squares.left_rows, squares.left_columns
    n = rows.size
    best, fewest = -1, np.int64(1 << 40)
    for row in range(n):
        if not rows[row] and left_rows[row] < fewest:
            best, fewest = row, np.int64(left_rows[row])
    for column in range(n):
        if not columns[column] and left_columns[column] < fewest:
            best, fewest = n + column, np.int64(left_columns[column])
    return best


@kernel(_nrt=False)
def search_lines(search, budget, ordered):
    """Fill the line with the fewest squares left, its squares in turn from a place in `starts`.

    If some line has none left, the queen is taken back.

    Parameters
    ----------
    search
        See `LineSearch`.
    budget
        Queens that may be put.
    ordered
        Fill rows from the first to the last, and try columns from the left.
    """
    squares, frames, control = search.squares, search.frames, search.control
    n, size = squares.rows.size, frames.shape[0] - 1
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
                while squares.rows[line]:
                    line += 1
                frames[level, START] = 0
            else:
                line = narrowest(squares)
                frames[level, START] = search.starts[(control[3] + nodes) % search.starts.size]
            frames[level, LINE] = line
            frames[level, TRIED] = 0
            frames[level, ROW] = -1
        line, start, row = frames[level, LINE], frames[level, START], frames[level, ROW]
        if row >= 0:
            flag(squares, row, frames[level, COLUMN], 0)
            change(squares, row, frames[level, COLUMN], 1)
            frames[level, ROW] = -1
        tried = frames[level, TRIED]
        row = column = -1
        while tried < n:
            where = (start + tried) % n
            row, column = (line, where) if line < n else (where, line - n)
            if is_open(squares, row, column):
                break
            tried += 1
        frames[level, TRIED] = tried
        if tried == n:
            level -= 1
            continue
        if nodes == budget:
            code = BUDGET
            break
        nodes += 1
        dead = change(squares, row, column, -1)
        flag(squares, row, column, 1)
        frames[level, TRIED] = tried + 1
        frames[level, ROW], frames[level, COLUMN] = row, column
        if dead:
            conflicts += 1
            continue
        level += 1
        enter = 1
    control[0], control[1] = level, enter
    control[2] += conflicts
    control[3] += nodes
    return code


@kernel(_nrt=False)
def count_left(squares):
    """Set the counters of the squares left in each open row and column. O(n * n)."""
    n = squares.rows.size
    for line in range(n):
        squares.left_rows[line] = 0
        squares.left_columns[line] = 0
    for row in range(n):
        for column in range(n):
            if is_open(squares, row, column):
                squares.left_rows[row] += 1
                squares.left_columns[column] += 1
