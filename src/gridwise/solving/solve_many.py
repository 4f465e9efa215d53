"""Many positions solved side by side, by the puzzle's own engine."""

from collections.abc import Sequence

from gridwise.compiled import worth
from gridwise.core import registry
from gridwise.core.capabilities import BatchResult, BatchSolver
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.run import Progress, Run
from gridwise.core.views import compile_notice


def solve_many(
    puzzles: object,
    *,
    limit: int = 2,
    puzzle: str | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Look for up to `limit` solutions of each of many puzzles, side by side.

    Hundreds of thousands of 9x9 Sudokus a second on one core. The first call in a process loads
    compiled code, the first one on a machine compiles it (`statistics.compile_s`).

    Parameters
    ----------
    puzzles
        Positions; or for Sudoku lines of 81 characters, a text of such lines (str or bytes), an
        array of digits (uint8, number x 81, 0 empty) or of candidate masks (uint16, number x 81,
        bit d for digit d).
    limit
        2 tells unique puzzles from others; 1 only looks for a solution; more counts up to it.
    puzzle
        The kind; by default the kind of the first position, else the only kind that takes texts.
    limits, cancel
        End the run early and keep what was found; nodes are guesses.
    progress
        Called about ten times a second with the seconds and the counters so far.

    Returns
    -------
    BatchResult
        The number of solutions of each puzzle, whether it was settled, and the first solution.
        `uniqueness` says none, unique, several, at least one, or gave up.

    Raises
    ------
    ParseError
        A line that is no puzzle, with its number.
    ParameterError
        A puzzle of another kind, or a kind without an engine for many.
    UnknownNameError
        The kind does not exist.

    Examples
    --------
    >>> import gridwise
    >>> row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> many = gridwise.solve_many([row, "." * 81])
    >>> [known.value for known in many.uniqueness]
    ['unique', 'several']
    """
    name = registry.puzzle(puzzle).name if puzzle is not None else _kind(puzzles)
    engine = registry.capability(name, BatchSolver)
    if engine is None:
        raise ParameterError(msg("{puzzle} has no engine for many puzzles at once", puzzle=name))
    tell_missing(name)
    return engine.solve_many(puzzles, Run(limits, cancel=cancel, progress=progress), limit=limit)


def missing_s(puzzle: str) -> float:
    """Return the processor seconds that compiling the engine takes; 0 if it is compiled."""
    return worth.missing_s(puzzle)


def tell_missing(puzzle: str) -> None:
    """Give notice if the engine of a puzzle has to be compiled first."""
    seconds = missing_s(puzzle)
    if seconds:
        compile_notice.tell(puzzle, seconds)


def _kind(puzzles: object) -> str:
    if isinstance(puzzles, Sequence) and puzzles and not isinstance(puzzles, str | bytes):
        for kind in registry.puzzles().values():
            if isinstance(puzzles[0], kind.position_type):
                return kind.name
    takers = list(registry.capabilities(BatchSolver))
    if len(takers) != 1:
        raise ParameterError(f"of which kind are these puzzles? puzzle= takes {', '.join(takers)}")
    return takers[0]
