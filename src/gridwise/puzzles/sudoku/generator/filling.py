"""Finds digits for a pattern with so few cells that random ones hardly ever fix the solution.

Starts from cells of a random solved board and changes a digit at a time, to the one that leaves the
fewest solutions, until one is left. Cells that were changed lately are left alone.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from gridwise.core import registry
from gridwise.core.capabilities import GenerationContext
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.result import Stop
from gridwise.puzzles.sudoku.engine import minimal
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.position import Position, shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STARTS = 256
"""The random boards counted; the search begins at the one with the fewest solutions."""
_COUNTED = 4096
"""The most solutions counted of a start."""
_STEPS = 60
"""Changes after which the search starts again from scratch."""
_FAR = 1000
"""The distance of a board with several solutions: greater than any with one solution."""
_TABU = 6
"""The number of changes for which a changed cell is left alone."""


def filled(
    cells: Sequence[int], random: Random, context: GenerationContext
) -> tuple[Position, Position] | None:
    """Return a 9x9 board with givens in these cells alone and its one solution; None at a dead end.

    Raises
    ------
    Interrupted
        A limit was reached.
    """
    import numpy as np

    at = np.array(sorted(cells))
    board, number = _start(at, random, context)
    lately: list[int] = []
    for _ in range(_STEPS):
        if number == 1:
            break
        trials = _changed(board, [cell for cell in at.tolist() if cell not in lately])
        if not len(trials):
            return None
        # A board with more solutions than this one is of no use, so no more need be counted.
        counts = _solutions(trials, 2 * number, context)
        counts[counts == 0] = 4 * number
        best = np.flatnonzero(counts == counts.min())
        chosen = trials[random.choice(best.tolist())]
        number = int(counts.min())
        lately = [*lately, int(np.flatnonzero(chosen != board)[0])][-_TABU:]
        board = chosen
    if number != 1:
        notation = registry.puzzle("sudoku").format(Position(3, 3, board.tobytes()))
        nearest = msg("{board} with {number} solutions", board=notation, number=number)
        context.missed(_FAR + number, nearest)
        return None
    only = engine.solve_many(board.reshape(1, 81), context.run(), limit=2).solutions[0]
    return Position(3, 3, board.tobytes()), Position(3, 3, only.tobytes())


def _start(
    at: "NDArray[np.int64]", random: Random, context: GenerationContext
) -> "tuple[NDArray[np.uint8], int]":
    """Return the random board with the fewest solutions, and their number."""
    import numpy as np

    boxes = np.zeros((_STARTS, 9, 9), np.uint8)
    for start in range(_STARTS):
        for corner in (0, 3, 6):
            digits = random.sample(range(1, 10), 9)
            boxes[start, corner : corner + 3, corner : corner + 3] = np.reshape(digits, (3, 3))
    full = minimal.completed(boxes.reshape(-1, 81), context.run())
    boards = np.zeros_like(full)
    boards[:, at] = full[:, at]
    counts = _solutions(boards, _COUNTED, context)
    best = int(counts.argmin())
    return boards[best], int(counts[best])


def _changed(board: "NDArray[np.uint8]", cells: Sequence[int]) -> "NDArray[np.uint8]":
    """Return the boards in which one of the cells has another digit that fits."""
    import numpy as np

    peers = shape(3, 3).peers
    changes = [
        (cell, digit)
        for cell in cells
        for digit in sorted(
            set(range(1, 10)) - {int(board[cell])} - set(board[list(peers[cell])].tolist())
        )
    ]
    trials = np.tile(board, (len(changes), 1))
    for row, (cell, digit) in enumerate(changes):
        trials[row, cell] = digit
    return trials


def _solutions(
    boards: "NDArray[np.uint8]", limit: int, context: GenerationContext
) -> "NDArray[np.int64]":
    many = engine.solve_many(boards, context.run(), limit=max(2, limit), alone=True)
    if many.stop is not Stop.COMPLETED:
        raise Interrupted(many.stop)
    return many.found
