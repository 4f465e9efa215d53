"""Writes the encodings of this folder: six with a usual mistake, and a right one with a map.

Run it in the folder: `python make.py`. It needs nothing but Python.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

Clause = Sequence[int]

SUDOKU = "1.......3......4"
QUEENS = 6
NUMBERS = ("--1-", "--21", "----")  # a Minesweeper board with two mines
MINES = 2


def at_most_one(variables: Sequence[int]) -> Iterator[Clause]:
    return ((-a, -b) for a, b in combinations(variables, 2))


def at_most_one_but_the_last(variables: Sequence[int]) -> Iterator[Clause]:
    """Off by one: the loop stops before the last variable."""
    for a in range(len(variables) - 1):
        for b in range(a + 1, len(variables) - 1):
            yield (-variables[a], -variables[b])


def sudoku(*, boxes=True, most=at_most_one, variable=None) -> Iterator[Clause]:
    """Yield the clauses of a Sudoku of four rows; variable r, c, d is 16 r + 4 c + d + 1."""
    four = range(4)
    variable = variable or (lambda r, c, d: 16 * r + 4 * c + d + 1)
    for at, sign in enumerate(SUDOKU):
        if sign != ".":
            yield (variable(at // 4, at % 4, int(sign) - 1),)
    houses = [[(r, c) for c in four] for r in four] + [[(r, c) for r in four] for c in four]
    if boxes:
        houses += [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    for r in four:
        for c in four:
            digits = [variable(r, c, d) for d in four]
            yield digits
            yield from most(digits)
    for house in houses:
        for d in four:
            cells = [variable(r, c, d) for r, c in house]
            yield cells
            yield from most(cells)


def queens(*, rising=True, most=at_most_one) -> Iterator[Clause]:
    """Yield the clauses of the queens; the variable of row r and column c is 6 r + c + 1."""
    n = range(QUEENS)
    squares = [(r, c) for r in n for c in n]
    lines = [[(r, c) for c in n] for r in n] + [[(r, c) for r in n] for c in n]
    for line in lines:
        variables = [QUEENS * r + c + 1 for r, c in line]
        yield variables
        yield from most(variables)
    diagonals = [[s for s in squares if s[0] - s[1] == k] for k in range(1 - QUEENS, QUEENS)]
    if rising:
        diagonals += [[s for s in squares if s[0] + s[1] == k] for k in range(2 * QUEENS - 1)]
    for line in diagonals:
        yield from at_most_one([QUEENS * r + c + 1 for r, c in line])


def minesweeper(*, most=True, sign=-1) -> Iterator[Clause]:
    """Yield the clauses of the numbers and the total; the variable of a cell is 4 r + c + 1."""
    height, width = len(NUMBERS), len(NUMBERS[0])
    covered = [(r, c) for r in range(height) for c in range(width) if NUMBERS[r][c] == "-"]
    sums = [(covered, MINES)]
    for r in range(height):
        for c in range(width):
            if NUMBERS[r][c] != "-":
                yield (-(width * r + c + 1),)
                near = [s for s in covered if max(abs(s[0] - r), abs(s[1] - c)) == 1]
                sums.append((near, int(NUMBERS[r][c])))
    for cells, number in sums:
        variables = [width * r + c + 1 for r, c in cells]
        yield from combinations(variables, len(variables) - number + 1)  # at least
        if most:
            yield from ([sign * v for v in group] for group in combinations(variables, number + 1))


def write(name: str, what: str, board: str, clauses: Iterable[Clause], variables: int) -> None:
    rows = [list(clause) for clause in clauses]
    lines = [f"c {what}", f"c board: {board}", f"p cnf {variables} {len(rows)}"]
    lines += [" ".join(map(str, (*row, 0))) for row in rows]
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    board = f"sudoku:2x2:{SUDOKU}"
    write("sudoku-no-boxes.cnf", "no clauses for the boxes", board, sudoku(boxes=False), 64)
    short = sudoku(most=at_most_one_but_the_last)
    write("sudoku-off-by-one.cnf", "at most one, but for the last of each group", board, short, 64)
    by_digit = sudoku(variable=lambda r, c, d: 16 * d + 4 * r + c + 1)
    write("sudoku-by-digit.cnf", "right; all cells with a 1 come first", board, by_digit, 64)
    meaning = {
        str(16 * d + 4 * r + c + 1): f"r{r + 1}c{c + 1}={d + 1}"
        for d in range(4)
        for r in range(4)
        for c in range(4)
    }
    text = json.dumps(meaning, indent=0) + "\n"
    Path("sudoku-by-digit.json").write_text(text, encoding="utf-8")
    board = f"queens:{QUEENS}:"
    write("queens-one-diagonal.cnf", "no rising diagonals", board, queens(rising=False), 36)
    some = queens(most=lambda variables: iter(()))
    write("queens-at-least-one.cnf", "rows and columns: at least one only", board, some, 36)
    board = f"minesweeper:4x3x{MINES}:{'/'.join(NUMBERS)}"
    write("minesweeper-at-least.cnf", "no at-most clauses", board, minesweeper(most=False), 12)
    write(
        "minesweeper-swapped-sign.cnf", "at most with a wrong sign", board, minesweeper(sign=1), 12
    )


if __name__ == "__main__":
    main()
