"""How likely each cell is to hold a mine (or what else a puzzle hides), exactly."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Marginals:
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
