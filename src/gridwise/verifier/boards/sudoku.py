"""Sudoku: variable `cell * size + digit` says that a cell holds a digit."""

from functools import partial

from gridwise.verifier.boards import Clause, Demands, fields, whole
from gridwise.verifier.stop import check_stop

_SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
_MOST = 25


def _read(text: str) -> tuple[int, int, list[int]]:
    boxes, cells = fields(text, "sudoku")
    height, width = (whole(part) for part in boxes.split("x"))
    size = height * width
    if not 0 < size <= _MOST or len(cells) != size * size:
        raise ValueError("not a board")
    digits = [_SYMBOLS.index(symbol) for symbol in cells]
    if max(digits) > size:
        raise ValueError("a digit that is too large")
    return height, width, digits


def _houses(height: int, width: int) -> list[list[int]]:
    size = height * width
    found = []
    for a in range(size):
        found.append([a * size + b for b in range(size)])
        found.append([b * size + a for b in range(size)])
        if height > 1:
            top, left = a // height * height, a % height * width
            found.append([(top + r) * size + left + c for r in range(height) for c in range(width)])
    return found


def rules(text: str) -> Demands:
    """Return a board's demands: one digit a cell, each digit once a house, and the givens."""
    height, width, given = _read(text)
    size = height * width
    clauses: dict[Clause, None] = {}
    for cell, digit in enumerate(given):
        if digit:
            clauses[(cell * size + digit,)] = None
    groups = [[cell * size + d for d in range(1, size + 1)] for cell in range(size * size)]
    for house in _houses(height, width):
        groups += [[cell * size + d for cell in house] for d in range(1, size + 1)]
    for group in groups:
        check_stop()
        clauses[tuple(group)] = None
        for i, a in enumerate(group):
            for b in group[i + 1 :]:
                clauses[(-b, -a)] = None

    return Demands(size**3, size**3, tuple(clauses), partial(literals, text), size, size)


def literals(text: str, solution: str) -> tuple[int, ...]:
    """Return the value of every variable in a solution of a board; raise `ValueError`."""
    height, width, given = _read(text)
    size = height * width
    high, wide, digits = _read(solution)
    if (high, wide) != (height, width) or 0 in digits:
        raise ValueError("not a full board of this size")
    if any(g and g != d for g, d in zip(given, digits, strict=True)):
        raise ValueError("a given is changed")
    for house in _houses(height, width):
        if len({digits[cell] for cell in house}) != size:
            raise ValueError("a digit twice in a house")
    return tuple(
        variable if digits[(variable - 1) // size] == (variable - 1) % size + 1 else -variable
        for variable in range(1, size**3 + 1)
    )


def without_given(text: str) -> dict[int, str]:
    """Return for the cell of each given the board without it."""
    _, _, given = _read(text)
    head, cells = text[: -len(given)], text[-len(given) :]
    return {
        cell: f"{head}{cells[:cell]}.{cells[cell + 1 :]}"
        for cell, digit in enumerate(given)
        if digit
    }
