"""The demands of each kind of puzzle, read from a board's text: written apart from the rules.

Each module reads the notation of one puzzle by itself and makes the clauses by its own loops.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]

_SYMBOLS = "123456789ABCDEFGHIJKLMNOP"


@dataclass(frozen=True, slots=True)
class Demands:
    """A board as clauses, with the reader of its solutions.

    Parameters
    ----------
    variables, primary
        The number of variables of the clauses; those up to `primary` are the board's own.
    clauses
        The clauses that every solution satisfies, and nothing else.
    literals
        `literals(text)` returns the value of every primary variable in a solution given as text:
        the variable, or minus it. Raises `ValueError` if the text is no solution.
    width, values
        The cells of a row, and the variables of a cell: several if it holds one of several
        values.
    """

    variables: int
    primary: int
    clauses: Sequence[Clause]
    literals: Callable[[str], tuple[int, ...]]
    width: int
    values: int = 1

    def name(self, variable: int) -> str:
        """Return a variable's meaning: `r1c2=3`, the cell alone, or `x70` of an auxiliary one."""
        if variable > self.primary:
            return f"x{variable}"
        cell, value = divmod(variable - 1, self.values)
        row, column = divmod(cell, self.width)
        equals = f"={_SYMBOLS[value]}" if self.values > 1 else ""
        return f"r{row + 1}c{column + 1}{equals}"


def fields(text: str, kind: str) -> list[str]:
    """Return the fields of a notation, which colons separate, without the kind of puzzle."""
    first, *rest = text.split(":")
    if first != kind:
        raise ValueError(f"not a board of {kind}")
    return rest


def whole(text: str) -> int:
    """Return a number that is written in plain digits: `int` reads signs, spaces and more."""
    if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0"):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def square(name: str, width: int, height: int) -> int:
    """Return the cell that `r1c2` names, 0-based and row-major."""
    row, _, column = name.removeprefix("r").partition("c")
    at = whole(row) - 1, whole(column) - 1
    if name[0] != "r" or not (0 <= at[0] < height and 0 <= at[1] < width):
        raise ValueError(f"{name} is not on the board")
    return at[0] * width + at[1]
