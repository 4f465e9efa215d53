"""The givens of a position: what its setter placed, and can take away."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gridwise.core.capabilities import Capability


@dataclass(frozen=True, slots=True)
class Givens(Capability):
    """What a setter's bench needs of a puzzle.

    Parameters
    ----------
    cells
        `cells(position)` returns the cells that hold a given.
    without
        `without(position, cell)` returns the position without the given of that cell.
    values
        `values(position)` returns what each cell holds, "" where it is empty.
    """

    constant = "GIVENS"
    module = "givens"

    cells: Callable[[Any], Iterable[int]]
    without: Callable[[Any, int], Any]
    values: Callable[[Any], tuple[str, ...]]
