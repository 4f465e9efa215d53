"""N-Queens by trying every way to put one queen into each row.

A solution is a tuple with an int for each square: the column of the queen in that square's row. So
two solutions have a square in common where their queens of that row are the same.
"""

from itertools import product

Squares = frozenset[tuple[int, int]]


def _read(notation: str) -> tuple[int, Squares, Squares]:
    """Return n, the squares with queens, and the blocked ones, as 0-based (row, column)."""
    kind, size, *parts = notation.split(":")
    assert kind == "queens"
    n = int(size)
    queens, blocked = set(), set()
    for part in parts[0].split(",") if parts and parts[0] else []:
        into = blocked if part[0] == "x" else queens
        row, column = part.lstrip("x")[1:].split("c")
        into.add((int(row) - 1, int(column) - 1))
    assert all(0 <= number < n for square in queens | blocked for number in square)
    return n, frozenset(queens), frozenset(blocked)


def _attack(one: tuple[int, int], other: tuple[int, int]) -> bool:
    rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
    return rows == 0 or columns == 0 or rows == columns


def _peaceful(queens: list[tuple[int, int]]) -> bool:
    return not any(_attack(one, other) for i, one in enumerate(queens) for other in queens[i + 1 :])


def solutions(notation: str) -> list[tuple[int, ...]]:
    """Return every solution, by the column of the first row's queen, then the second's ..."""
    n, queens, blocked = _read(notation)
    if not _peaceful(sorted(queens)):
        return []
    fixed = dict(queens)
    found = []
    for columns in product(*([fixed[r]] if r in fixed else range(n) for r in range(n))):
        board = list(enumerate(columns))
        if len(set(columns)) == n and blocked.isdisjoint(board) and _peaceful(board):
            found.append(tuple(column for column in columns for _ in range(n)))
    return found


def reading(notation: str) -> tuple[int | None, ...]:
    """Return for each square the column of the first queen in its row, None for none."""
    n, queens, _ = _read(notation)
    columns = [min((c for r, c in queens if r == row), default=None) for row in range(n)]
    return tuple(column for column in columns for _ in range(n))


def breaks(before: str, after: str) -> str | None:
    """Return why `after` is no solution of `before`, or None."""
    n, queens, blocked = _read(after)
    was_n, given, was_blocked = _read(before)
    if (n, blocked) != (was_n, was_blocked):
        return "another board"
    if not given <= queens:
        return f"fixed queens are gone: {sorted(given - queens)}"
    if len(queens) != n:
        return f"{len(queens)} queens"
    if not blocked.isdisjoint(queens):
        return "a queen on a blocked square"
    return None if _peaceful(sorted(queens)) else "queens attack each other"


def holds(solution: tuple[int, ...], cell: int, value: int | str) -> bool:
    """Return whether a queen is on a square of the solution."""
    assert value == "queen"
    n = round(len(solution) ** 0.5)
    return solution[cell] == cell % n


def said(notation: str, solution: tuple[int, ...], move: str) -> bool:
    """Return whether the queen of a move `r1c5` is one of the solution's."""
    n, _, _ = _read(notation)
    row, column = move[1:].split("c")
    return solution[(int(row) - 1) * n] == int(column) - 1


def grundy(notation: str) -> int:
    """Return the Sprague-Grundy value of the game of two players; 0 if the player to move loses.

    They place by turns a queen that attacks none, and who cannot has lost. The value is the least
    number that no move leads to (Sprague 1935, Grundy 1939); every order of moves is tried.
    """
    n, queens, blocked = _read(notation)

    def value(free: tuple[tuple[int, int], ...]) -> int:
        after = {
            value(tuple(other for other in free if not _attack(square, other))) for square in free
        }
        return min(set(range(len(after) + 1)) - after)

    return value(
        tuple(
            square
            for square in product(range(n), repeat=2)
            if square not in blocked and not any(_attack(square, queen) for queen in queens)
        )
    )
