"""What each kind of puzzle demands, read from the text of a board: written apart from the rules.

Each module reads the notation of one puzzle by itself and makes the clauses by its own loops.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Demands:
    """A board as clauses, and what a solution of it is.

    Parameters
    ----------
    variables, primary
        The number of variables of the clauses; those up to `primary` are the board's own.
    clauses
        What holds of every solution, and of nothing else.
    literals
        `literals(text)` returns the value of every primary variable in a solution given as text:
        the variable, or minus it. Raises `ValueError` where the text is no solution.
    """

    variables: int
    primary: int
    clauses: Sequence[Clause]
    literals: Callable[[str], tuple[int, ...]]


def fields(text: str, kind: str) -> list[str]:
    """Return what stands between the colons of a notation, without the kind of puzzle."""
    first, *rest = text.split(":")
    if first != kind:
        raise ValueError(f"not a board of {kind}")
    return rest


def square(name: str, width: int, height: int) -> int:
    """Return the cell that `r1c2` names, 0-based and row-major."""
    row, _, column = name.removeprefix("r").partition("c")
    at = int(row) - 1, int(column) - 1
    if not (0 <= at[0] < height and 0 <= at[1] < width):
        raise ValueError(f"{name} is not on the board")
    return at[0] * width + at[1]
