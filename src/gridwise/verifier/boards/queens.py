"""N-Queens: variable `square + 1` says that a square holds a queen."""

from itertools import combinations

from gridwise.verifier.boards import Clause, Demands, fields, square, whole
from gridwise.verifier.stop import check_stop

_MOST = 200
_PAIRWISE = 40


def _read(text: str) -> tuple[int, set[int], set[int]]:
    size, *rest = fields(text, "queens")
    n = whole(size)
    if not 0 < n <= _MOST or len(rest) > 1:
        raise ValueError("not a board")
    queens: set[int] = set()
    blocked: set[int] = set()
    parts = rest[0].split(",") if rest and rest[0] else []
    if parts and parts[0].isdigit():
        columns, parts = list(map(whole, parts[:n])), parts[n:]
        if len(columns) != n:
            raise ValueError("not a column for each row")
        parts += [f"r{row}c{column}" for row, column in enumerate(columns, 1) if column]
    for part in parts:
        into = blocked if part[0] == "x" else queens
        into.add(square(part.removeprefix("x"), n, n))
    return n, queens, blocked


def _lines(n: int) -> list[tuple[bool, list[int]]]:
    """Return all lines, and whether each needs a queen: rows, columns, both kinds of diagonals."""
    cells = [divmod(cell, n) for cell in range(n * n)]
    rows, columns = [[list[int]() for _ in range(n)] for _ in range(2)]
    falling, rising = [[list[int]() for _ in range(2 * n - 1)] for _ in range(2)]
    for cell, (row, column) in enumerate(cells):
        for line in (
            rows[row],
            columns[column],
            falling[row - column + n - 1],
            rising[row + column],
        ):
            line.append(cell)
    needed = [(True, line) for line in rows + columns]
    return needed + [(False, line) for line in falling + rising]


def rules(text: str) -> Demands:
    """Return a board's demands: a queen a row and a column, at most one on every line."""
    n, queens, blocked = _read(text)
    clauses: dict[Clause, None] = {}
    clauses.update({(cell + 1,): None for cell in queens})
    clauses.update({(-cell - 1,): None for cell in blocked})
    top = n * n
    for needed, cells in _lines(n):
        check_stop()
        line = [cell + 1 for cell in cells]
        if needed:
            clauses[tuple(line)] = None
        if len(line) <= _PAIRWISE:
            clauses.update({(-b, -a): None for a, b in combinations(line, 2)})
            continue
        # Variable top + i says that one of the first i squares of the line has a queen.
        for i, lit in enumerate(line, 1):
            if i < len(line):
                clauses[tuple(sorted((-lit, top + i)))] = None
            if i > 1:
                clauses[tuple(sorted((-lit, -(top + i - 1))))] = None
            if 1 < i < len(line):
                clauses[tuple(sorted((-(top + i - 1), top + i)))] = None
        top += len(line) - 1

    def literals(solution: str) -> tuple[int, ...]:
        size, placed, unused = _read(solution)
        if (size, unused) != (n, blocked) or len(placed) != n or not queens <= placed:
            raise ValueError("not a full board that keeps what is given")
        if placed & blocked:
            raise ValueError("not a full board that keeps what is given")
        for _, cells in _lines(n):
            if len(placed.intersection(cells)) > 1:
                raise ValueError("two queens attack each other")
        return tuple(cell + 1 if cell in placed else -cell - 1 for cell in range(n * n))

    return Demands(top, n * n, tuple(clauses), literals, n)
