"""Makes many minimal 9x9 boards at once: all lose their givens side by side."""

from typing import TYPE_CHECKING

from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import solver as engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ALL = 1022
_CHUNKS = (20, 10, 6, 4)
"""Numbers of givens removed at once, before one at a time; a removal that fails is undone."""


def minimal_boards(count: int, seed: int, run: Run) -> "NDArray[np.uint8]":
    """Return boards with one solution that need every given, a row of 81 digits each.

    The same seed makes the same boards.

    Raises
    ------
    Interrupted
        A limit of the run was reached; no boards are returned then.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    full = completed(_starts(count, random), run)
    orders = random.permuted(np.tile(np.arange(81), (count, 1)), axis=1)
    return thinned(full, orders, run)


def thinned(
    full: "NDArray[np.uint8]", orders: "NDArray[np.int64]", run: Run
) -> "NDArray[np.uint8]":
    """Remove givens of solved boards, each in its own order, while the solution stays the only one.

    Each given is tried once. One that was needed stays needed when others are gone, so the boards
    are minimal.

    Parameters
    ----------
    full
        Solved boards, 81 digits each.
    orders
        Each board's cells in the order in which they are tried.
    run
        The run whose limits hold.
    """
    import numpy as np

    each = np.arange(len(full))[:, None]
    bits = np.left_shift(np.uint16(1), full.astype(np.uint16))
    masks = bits.copy()
    done = np.zeros(len(full), np.int64)
    for chunk in _CHUNKS:
        cells = orders[each, done[:, None] + np.arange(chunk)]
        trial = masks.copy()
        trial[each, cells] = _ALL
        unique = counted(trial, 2, run) == 1
        masks[unique] = trial[unique]
        done[unique] += chunk
    for at in range(int(done.min(initial=81)), 81):
        # The solution is known, so one is left over exactly if another has a different digit.
        rows = np.flatnonzero(done <= at)
        cells = orders[rows, at]
        trial = masks[rows]
        own = np.arange(len(rows))
        trial[own, cells] = _ALL & ~bits[rows, cells]
        spare = counted(trial, 1, run) == 0
        masks[rows[spare], cells[spare]] = _ALL
    return np.where(masks == _ALL, 0, full).astype(np.uint8)


def completed(boards: "NDArray[np.uint8]", run: Run) -> "NDArray[np.uint8]":
    """Return the first solution of each board in the order of solutions; all have one.

    Raises
    ------
    Interrupted
        A limit of the run was reached.
    """
    import numpy as np

    masks = np.where(boards, np.left_shift(1, boards.astype(np.uint16)), _ALL) >> 1
    lanes = engine.LaneSolver(
        run, masks=masks.astype(np.uint16).flatten(), limit=1, ordered=True, taking=False
    )
    while not lanes.step():
        pass
    return lanes.out


def _starts(count: int, random: "np.random.Generator") -> "NDArray[np.uint8]":
    """Return boards whose three boxes that share no house are random."""
    import numpy as np

    boards = np.zeros((count, 9, 9), np.uint8)
    for at in (0, 3, 6):
        digits = np.tile(np.arange(1, 10, dtype=np.uint8), (count, 1))
        boards[:, at : at + 3, at : at + 3] = random.permuted(digits, axis=1).reshape(-1, 3, 3)
    return boards.reshape(-1, 81)


def counted(
    boards: "NDArray[np.uint16] | NDArray[np.uint8]", limit: int, run: Run
) -> "NDArray[np.int64]":
    """Return the number of solutions of each board, at most `limit`; raise `Interrupted`."""
    many = engine.solve_many(boards, run, limit=limit, alone=True)
    if many.stop is not Stop.COMPLETED:
        raise Interrupted(many.stop)
    return many.found
