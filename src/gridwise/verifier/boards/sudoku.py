"""Sudoku: variable `cell * size + digit` says that a cell holds a digit."""

from functools import partial

from gridwise.verifier.boards import Clause, Demands, fields, whole
from gridwise.verifier.stop import check_stop

_SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
_MOST = 25


def _read(text: str) -> tuple[int, int, list[int], list[tuple[int, int]]]:
    """Return the box's height and width, the digits, and the cells with a digit each lacks."""
    boxes, cells, *rest = fields(text, "sudoku")
    height, width = (whole(part) for part in boxes.split("x"))
    size = height * width
    if not 0 < size <= _MOST or len(cells) != size * size:
        raise ValueError("not a board")
    digits = [_SYMBOLS.index(symbol) for symbol in cells]
    if max(digits) > size:
        raise ValueError("a digit that is too large")
    if len(rest) > 1:
        raise ValueError("a field too many")
    removed = []
    for item in rest[0].split(",") if rest else ():
        name, symbols = item.split("-")
        row, column = (whole(part) for part in name.removeprefix("r").split("c"))
        lacks = [_SYMBOLS.index(symbol) for symbol in symbols]
        if not (name[:1] == "r" and 0 < row <= size and 0 < column <= size):
            raise ValueError("a cell that is not on the board")
        if not lacks or min(lacks) < 1 or max(lacks) > size:
            raise ValueError("a removed digit that the board does not have")
        removed += [((row - 1) * size + column - 1, digit) for digit in lacks]
    return height, width, digits, removed


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
    """Return a board's demands: one digit a cell, each once a house, givens, none removed."""
    height, width, given, removed = _read(text)
    size = height * width
    clauses: dict[Clause, None] = {}
    for cell, digit in enumerate(given):
        if digit:
            clauses[(cell * size + digit,)] = None
    for cell, digit in removed:
        clauses[(-(cell * size + digit),)] = None
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
    height, width, given, removed = _read(text)
    size = height * width
    high, wide, digits, broken = _read(solution)
    if (high, wide) != (height, width) or 0 in digits or broken:
        raise ValueError("not a full board of this size")
    if any(g and g != d for g, d in zip(given, digits, strict=True)):
        raise ValueError("a given is changed")
    if any(digits[cell] == digit for cell, digit in removed):
        raise ValueError("a digit that was removed")
    for house in _houses(height, width):
        if len({digits[cell] for cell in house}) != size:
            raise ValueError("a digit twice in a house")
    return tuple(
        variable if digits[(variable - 1) // size] == (variable - 1) % size + 1 else -variable
        for variable in range(1, size**3 + 1)
    )


def without_given(text: str) -> dict[int, str]:
    """Return for the cell of each given the board without it."""
    _, _, given, _ = _read(text)
    kind, boxes, cells, *rest = text.split(":")
    return {
        cell: ":".join((kind, boxes, f"{cells[:cell]}.{cells[cell + 1 :]}", *rest))
        for cell, digit in enumerate(given)
        if digit
    }
