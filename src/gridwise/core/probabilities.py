"""How likely each cell is to hold a mine (or what else a puzzle hides), and which to open first."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gridwise.core.message import Message

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """The exact chance of every covered cell, over all layouts that fit, each as likely as another.

    Parameters
    ----------
    mines
        An array of shape (height, width) of objects: a `fractions.Fraction`, None on an open cell.
    layouts
        How many layouts fit.
    """

    mines: "np.ndarray[Any, Any]"
    layouts: int

    def chance(self, cell: int) -> Fraction | None:
        """Return the chance of a cell, 0-based row-major."""
        found: Fraction | None = self.mines.flat[cell]
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
    """

    cell: int
    note: Message
    win: Fraction | None = None
    by: str = "safest"
