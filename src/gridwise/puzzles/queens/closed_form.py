"""A closed-form solution of the empty board for every n but 2 and 3."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import add

from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.views import Construction, Model
from gridwise.puzzles.queens.lines import SquareDecoder
from gridwise.puzzles.queens.position import PlaceQueen, Position

_MANY = 4096
"""The most rows without NumPy; larger boards' squares are computed by it."""


@dataclass(frozen=True)
class ClosedForm(Construction[PlaceQueen]):
    """Formulas for each row's column, on boards without fixed queens and blocked squares.

    Sources: E. Pauls 1874, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche
    Schachzeitung 29; Hoffman, Loessi and Moore 1969, "Constructions for the solution of the m
    queens problem", Mathematics Magazine 42(2), 66-72. A fact is a square.
    """

    position: Position
    decoder: SquareDecoder

    def fact(self, subject: int, value: int) -> int:
        return subject * self.position.n + value

    def construct(self, run: Run) -> Iterable[Model]:
        n = self.position.n
        if self.position.queens or self.position.blocked:
            run.report.note = msg("the rule is for boards without fixed queens and blocked squares")
        elif n in (2, 3):
            run.report.note = msg("the rule does not fit n = {n}", n=n)
        else:
            run.check()
            yield _squares(n)


def _squares(n: int) -> tuple[int, ...]:
    if n <= _MANY:
        return tuple(map(add, range(0, n * n, n), columns(n)))
    import numpy as np

    cells = np.concatenate([np.arange(r.start, r.stop, r.step, dtype=np.int64) for r in _stairs(n)])
    cells += np.arange(0, n * n, n, dtype=np.int64)
    return tuple(cells.tolist())


def columns(n: int) -> list[int]:
    """Return the 0-based column of each row's queen, n = 1 or n >= 4. O(n).

    For even n with n mod 6 not 2 the knight's-move stair 2, 4, ..., n, 1, 3, ..., n - 1; for other
    even n a stair that wraps around, and its image under a half turn for the lower half. For odd n
    the columns of n - 1 and a queen in the corner, as neither stair uses the main diagonal.
    """
    return [column for stair in _stairs(n) for column in stair]


def _stairs(n: int) -> list[range]:
    """Return the columns as ranges of step 2."""
    if n % 2:
        return [*_stairs(n - 1), range(n - 1, n)] if n > 1 else [range(1)]
    half = n // 2
    if n % 6 != 2:
        return [range(1, n, 2), range(0, n, 2)]
    upper = [range(half - 1, n, 2), range((half - 1) % 2, half - 2, 2)]
    turned = [range(n - 1 - stair[-1], n - stair[0], 2) for stair in reversed(upper) if stair]
    return upper + turned


def closed_form(position: Position) -> ClosedForm:
    """Return the closed form as a view of a board."""
    return ClosedForm(position, SquareDecoder(position))
