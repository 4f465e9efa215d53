"""How the solutions of a position are counted in parts, on many processes or machines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core.capabilities import Capability
from gridwise.core.run import Run


@dataclass(frozen=True, slots=True)
class CountInParts(Capability):
    """A puzzle's way to cut a count into parts that have nothing to do with each other.

    Parameters
    ----------
    parts
        `parts(position, least)` returns at least so many parts where the position has them, plain
        data that can be pickled. The numbers of solutions of all parts sum to that of the position.
        Without a part the position is not cut: it is counted as a whole.
    count
        `count(part, run)` returns the number of solutions of a part. Raises `Interrupted`.
    """

    constant = "PARTS"
    module = "batch"

    parts: Callable[[Any, int], Sequence[Any]]
    count: Callable[[Any, Run], int]
