"""How hard a sliding board is: the exact length of a shortest solution, and each heuristic."""

from gridwise.core.capabilities import Rating, RatingModel, Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.step import LEVELS
from gridwise.puzzles.sliding import row_by_row, rules
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.heuristics import DEFAULT, Heuristics
from gridwise.puzzles.sliding.heuristics._estimator import GoalBoard
from gridwise.puzzles.sliding.pdb import exact
from gridwise.puzzles.sliding.position import MAX_SEARCH_SIDE, Position, manhattan

_MEANS = {(3, 3): 22.0, (4, 4): 52.6}
"""The mean lengths of all boards of these sizes, for goals with the blank in a corner.

The 3x3 by breadth-first search; the 4x4 after Korf and Schultze 2005, "Large-scale parallel
breadth-first search", AAAI, 1380-1385, who counted the boards of every length.
"""
_SHARES = (0.5, 0.85, 1.05, 1.25)
"""Shares of the mean at which the levels end."""


def rate(position: Position, run: Run) -> Rating:
    """Return the length, or how far it is known, the heuristics and the level.

    `length` is exact. If the run ends before it is known, or the board is too large to search,
    there is `length_at_least` in its place, a proved lower bound, and `length_at_most`, the length
    of the row-by-row solution. `level` compares the length with the mean of all boards of the size
    and is there for 3x3 and 4x4. `h_NAME` is the value of a heuristic that needs no large table.

    Raises
    ------
    ParameterError
        The goal cannot be reached.
    Interrupted
        Cancelled.
    """
    reason = rules.unsolvable(position)
    if reason is not None:
        raise ParameterError(reason)
    out: dict[str, int | float | str] = {}
    searched = max(position.width, position.height) <= MAX_SEARCH_SIDE
    length, least = _length(position, run) if searched else (None, 0)
    values = _values(position, run) if searched else {}
    if length is None:
        out["length_at_least"] = max(least, manhattan(position), *_admissible(values))
        out["length_at_most"] = len(row_by_row.construct(position, Run()))
    else:
        out["length"] = length
        mean = _MEANS.get((position.width, position.height))
        if mean is not None:
            out["level"] = LEVELS[sum(length > share * mean for share in _SHARES)]
    return {**out, **{f"h_{name}": value for name, (value, _) in values.items()}}


def _length(position: Position, run: Run) -> tuple[int | None, int]:
    """Return the exact length, None if it was not found, and a proved lower bound."""
    if position.size <= exact.MAX_CELLS:
        table = exact.depths(position.width, position.height, position.goal, run.check)
        length = table[bytes(position.tiles)]
        return length, length
    try:
        return len(shortest(position, run)), 0
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        rows = run.report.tables.get("iterations", [])
        return None, int(rows[-1]["bound"]) if rows else 0


def _values(position: Position, run: Run) -> dict[str, tuple[int, bool]]:
    """Return the value of each heuristic, and whether it is admissible; the default first."""
    board = GoalBoard(position.width, position.height, position.goal)
    heuristics = Heuristics(board)
    state = bytes(position.tiles)
    return {
        name: (heuristics[name].estimate(state), claims.admissible)
        for name, claims in heuristics.claims().items()
        if name == DEFAULT or heuristics.missing_tables(name) is None
    }


def _admissible(values: dict[str, tuple[int, bool]]) -> list[int]:
    return [value for value, admissible in values.values() if admissible]


RATINGS = Ratings(
    {
        "length": RatingModel(
            "length", "1", msg("the exact length of a shortest solution, and each heuristic"), rate
        )
    }
)
