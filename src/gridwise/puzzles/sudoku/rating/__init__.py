"""Rating models: how hard a Sudoku is for a person."""

from collections.abc import Callable

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.puzzles.sudoku.completion import first_solution, has_other
from gridwise.puzzles.sudoku.position import Position


def only_solution(position: Position, check: Callable[[], object]) -> Position:
    """Return the solution of a board, or raise `ParameterError` unless there is exactly one.

    Parameters
    ----------
    position
        The board.
    check
        Called now and then; an exception ends the search.
    """
    solution = first_solution(position, check, ordered=False)
    if solution is None:
        raise no_rating()
    if has_other(position, solution, check):
        raise ParameterError(msg("a rating needs one solution; this board has several"))
    return solution


def no_rating() -> ParameterError:
    """Return the error for a board without a solution."""
    return ParameterError(msg("a rating needs one solution; this board has none"))
