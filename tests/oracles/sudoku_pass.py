"""A pass over one 9x9 board and where to guess, as the kernels do it, with sets for bits."""

from itertools import permutations

Board = list[set[int]]
ALL = frozenset(range(1, 10))


def narrowed(board: Board) -> tuple[Board, bool]:
    """Return the board after a pass, and whether it was found to have no solution."""
    cells = [set(cell) for cell in board]
    failed = False
    for band in range(3):
        lines = [[(3 * band + line) * 9 + at for at in range(9)] for line in range(3)]
        failed |= _narrow(cells, lines)
    for stack in range(3):
        lines = [[at * 9 + 3 * stack + line for at in range(9)] for line in range(3)]
        failed |= _narrow(cells, lines)
    return cells, failed or not all(cells)


def _narrow(cells: Board, lines: list[list[int]]) -> bool:
    """Narrow three lines of nine cells, each cut into three triads by the boxes."""
    triads = {
        (line, box): lines[line][3 * box : 3 * box + 3] for line in range(3) for box in range(3)
    }
    settled = {cell for triad in triads.values() for cell in triad if len(cells[cell]) == 1}
    single = {
        cell: set(cells[cell]) if cell in settled else set() for t in triads.values() for cell in t
    }
    may, must = {}, {}
    for at, triad in triads.items():
        may[at] = set().union(*(cells[cell] for cell in triad))
        must[at] = may[at] if len(may[at]) == 3 else set().union(*(single[cell] for cell in triad))
    left = {
        at: may[at].difference(
            *(must[to] for to in triads if to != at and (to[0] == at[0] or to[1] == at[1]))
        )
        for at in triads
    }
    open_ways = {
        digit: [
            way for way in permutations(range(3)) if all(digit in left[i, way[i]] for i in range(3))
        ]
        for digit in ALL
    }
    may = {
        at: {d for d in ALL if any(way[at[0]] == at[1] for way in open_ways[d])} for at in triads
    }
    own = {
        at: may[at].difference(*(may[at[0], box] for box in range(3) if box != at[1]))
        for at in triads
    }
    for at, triad in triads.items():
        kept = own[at] if len(own[at]) == 3 else may[at]
        new = [
            (cells[cell] & kept).difference(*(single[other] for other in triad if other != cell))
            for cell in triad
        ]
        for i, cell in enumerate(triad):
            others = set().union(*(new[j] for j in range(3) if j != i))
            hidden = (new[i] & own[at]) - others
            cells[cell] = hidden or new[i]
    return any(not ways for ways in open_ways.values())


def fewest(board: Board) -> tuple[int, int] | None:
    """Return the least number of candidates of an open cell, and the first cell with so many."""
    return min(((len(cell), at) for at, cell in enumerate(board) if len(cell) != 1), default=None)


def crowded(board: Board) -> tuple[int, int] | None:
    """Return how much the best cell with two candidates matters, and the last cell that does so.

    A digit matters in a line as often as there are other triads that may hold it, and others where
    a cell with two candidates does; row and column together count for 7 at most.
    """

    def matters(cells: list[int], digit: int) -> int:
        triads = [cells[at : at + 3] for at in (0, 3, 6)]
        may = sum(any(digit in board[c] for c in triad) for triad in triads)
        pairs = sum(any(digit in board[c] and len(board[c]) == 2 for c in t) for t in triads)
        return may + pairs - 2

    rows = [list(range(9 * line, 9 * line + 9)) for line in range(9)]
    columns = [list(range(line, 81, 9)) for line in range(9)]
    scores = []
    for at, cell in enumerate(board):
        if len(cell) == 2:
            row, column = divmod(at, 9)
            both = (matters(rows[row], d) + matters(columns[column], d) for d in cell)
            scores.append((sum(min(7, number) for number in both), at))
    return max(scores, default=None)
