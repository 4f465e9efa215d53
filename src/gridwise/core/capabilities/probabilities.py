"""How likely each cell is to hold what a puzzle hides, and which cell to open first."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message
from gridwise.core.numbers import LongInteger
from gridwise.core.run import Run

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """The exact chance of every covered cell, over all layouts that fit, all equally likely.

    Parameters
    ----------
    chances
        An array of shape (height, width) of objects: a `fractions.Fraction`, None on an open cell.
    layouts
        How many layouts fit.
    """

    chances: "np.ndarray[Any, Any]"
    layouts: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "layouts", LongInteger.of(self.layouts))

    def chance(self, cell: int) -> Fraction | None:
        """Return the chance of a cell, 0-based row-major."""
        found: Fraction | None = self.chances.flat[cell]
        return found


@dataclass(frozen=True, slots=True)
class Guess:
    """The cell to open where nothing is certain.

    Parameters
    ----------
    cell
        0-based, row-major.
    note
        What is known of the chance to win with it, in words.
    win
        That chance with best play from there on, exact; None where it was not worked out.
    by
        Who chose the cell: `exact` (no other wins more often), the name of a policy, or `safest`.
    estimate
        The policy's estimate of that chance; None where `win` is exact, or there is none.
    """

    cell: int
    note: Message
    win: Fraction | None = None
    by: str = "safest"
    estimate: float | None = None


@dataclass(frozen=True, slots=True)
class ProbabilityModel(Capability):
    """Exact chances for a puzzle whose cells hide something.

    Parameters
    ----------
    probabilities
        Returns the chances of a position, None where no layout fits. Raises `Interrupted`.
    best_guess
        `best_guess(position, chances, run)` returns the cell to open on a position where nothing is
        forced, None for no advice. Raises `Interrupted`.
    """

    constant = "PROBABILITIES"
    module = "probabilities"

    probabilities: Callable[[Any, Run], Probabilities | None]
    best_guess: Callable[[Any, Probabilities, Run], Guess | None]
