"""Many boards solved side by side, by the puzzle's own engine."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gridwise.compiled.worth import tell_missing
from gridwise.core import registry
from gridwise.core.capabilities import BatchResult, BatchSolver
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.question import limits_of, typed
from gridwise.core.run import Progress, Run
from gridwise.questions.base_board import read_boards
from gridwise.solving.inputs import is_file


@typed
def solve_many(
    boards: Any,
    *,
    limit: int = 2,
    puzzle: str | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Look for up to `limit` solutions of each of many boards, side by side.

    Hundreds of thousands of 9x9 Sudokus a second on one core. The first call in a process loads
    compiled code, the first one on a machine compiles it (`statistics.compile_s`).

    Parameters
    ----------
    boards
        Boards in any form; the path of a file of them; or for Sudoku lines of 81 characters, a
        text of such lines (str or bytes), an array of digits (number x 81 or number x 9 x 9, 0
        empty) or of candidate masks (uint16, bit d for digit d).
    limit
        2 tells unique boards from others; 1 only looks for a solution; more counts up to it.
    puzzle
        The kind; by default the kind of the first board, else the only kind that takes texts.
    time_s, cpu_s, limits, cancel
        End the run early and keep what was found; nodes are guesses.
    progress
        Called about ten times a second with the seconds and the counters so far.

    Returns
    -------
    BatchResult
        The number of solutions of each board, whether it was settled, and the first solution.
        `uniqueness` says none, unique, several, at least one, or gave up.

    Raises
    ------
    ParseError
        A line that is no board, with its number.
    ParameterError
        A board of another kind, or a kind without an engine for many.

    Examples
    --------
    >>> row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [known.value for known in solve_many([row, "." * 81]).uniqueness]
    ['unique', 'several']
    """
    if _is_board(boards) or is_file(boards) or not isinstance(boards, Iterable):
        boards = read_boards(boards, puzzle=puzzle)
    # A text is a sequence too, of a million characters that are no boards.
    if isinstance(boards, list | tuple) and any(
        _is_board(one) or isinstance(one, Iterable) for one in boards if not isinstance(one, str)
    ):
        boards = [board.position for board in read_boards(boards, puzzle=puzzle)]
    limits = limits_of(limits, time_s, cpu_s)
    name = registry.puzzle(puzzle).name if puzzle is not None else _kind(boards)
    engine = registry.capability(name, BatchSolver)
    if engine is None:
        raise ParameterError(msg("{puzzle} has no engine for many puzzles at once", puzzle=name))
    tell_missing(name)
    return engine.solve_many(boards, Run(limits, cancel=cancel, progress=progress), limit=limit)


def _is_board(source: object) -> bool:
    """Return whether a source is a board, or values that the engine does not take as they are."""
    return isinstance(source, Mapping) or hasattr(source, "to_numpy")


def _kind(puzzles: object) -> str:
    if isinstance(puzzles, Sequence) and puzzles and not isinstance(puzzles, str | bytes):
        for kind in registry.puzzles().values():
            if isinstance(puzzles[0], kind.position_type):
                return kind.name
    takers = list(registry.capabilities(BatchSolver))
    if len(takers) != 1:
        raise ParameterError(f"of which kind are these puzzles? puzzle= takes {', '.join(takers)}")
    return takers[0]
