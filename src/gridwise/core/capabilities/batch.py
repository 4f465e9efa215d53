"""Solving very many positions side by side; the answer is columns, not objects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from gridwise.core.capabilities import Capability
from gridwise.core.result import Statistics, Stop
from gridwise.core.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Uniqueness(Enum):
    """What is known about one position; only `GAVE_UP` means that nothing is."""

    GAVE_UP = "gave up"
    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    SOME = "at least one"
    """A second solution was not looked for, or neither found nor excluded in time."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """The answers about many positions, in their order.

    Parameters
    ----------
    solutions
        Row i is the first solution found of position i, a byte a cell; 0 where there is none.
    found
        The number of solutions found of each, at most `limit`.
    settled
        Of each, whether all of its solutions or `limit` of them were found. False where the run
        ended before.
    limit
        The number of solutions asked for of each.
    stop
        Why the run ended.
    guesses
        The number of guesses made on each, if they were counted.
    """

    solutions: "NDArray[np.uint8]"
    found: "NDArray[np.int64]"
    settled: "NDArray[np.bool]"
    limit: int
    stop: Stop
    puzzle: str = ""
    guesses: "NDArray[np.int64] | None" = None
    statistics: Statistics = field(default_factory=Statistics)

    def __len__(self) -> int:
        return len(self.found)

    @property
    def exact(self) -> "NDArray[np.bool]":
        """Of each, whether `found` is the number of all its solutions."""
        every: Any = self.settled & (self.found < self.limit)
        return every  # type: ignore[no-any-return]  # NumPy's operators are typed loosely

    @property
    def uniqueness(self) -> list[Uniqueness]:
        """What is known of each."""
        pairs = zip(self.found.tolist(), self.exact.tolist(), strict=True)
        return [_uniqueness(found, exact) for found, exact in pairs]


def _uniqueness(found: int, exact: bool) -> Uniqueness:
    if found > 1:
        return Uniqueness.SEVERAL
    if found == 1:
        return Uniqueness.UNIQUE if exact else Uniqueness.SOME
    return Uniqueness.NONE if exact else Uniqueness.GAVE_UP


@dataclass(frozen=True, slots=True, eq=False)
class LineAnswers:
    """The answers about many boards that are lines of characters, in their order.

    Parameters
    ----------
    solutions
        Row i is the first solution found of line i, in characters (uint8). What stands there
        where none was found means nothing.
    found
        The number of solutions found of each, at most the limit; -1 for a line that is no board.
    settled
        Of each, whether all of its solutions or `limit` of them were found.
    """

    solutions: "NDArray[np.uint8]"
    found: "NDArray[np.int64]"
    settled: "NDArray[np.bool]"


@dataclass(frozen=True, slots=True)
class LineSolver:
    """An engine for boards that are lines of one length, in a block of bytes.

    Parameters
    ----------
    width
        Characters of a line. A line of another length is another board, or none.
    solve
        `solve(lines, run, limit)` looks for up to `limit` solutions of each row of an array
        (uint8, number x width). A limit of the run ends it with what was found until then.
    keeps_rules
        `keeps_rules(lines, solutions)` returns of each row whether the solution has the givens of
        the line and breaks no rule, by the rules alone.
    """

    width: int
    solve: "Callable[[NDArray[np.uint8], Run, int], LineAnswers]"
    keeps_rules: "Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.bool]]"


@dataclass(frozen=True, slots=True)
class BatchSolver(Capability):
    """A puzzle's engine for very many positions.

    Parameters
    ----------
    takes
        What `solve_many` takes, in words.
    solve_many
        `solve_many(puzzles, run, limit=n)` looks for up to `limit` solutions of each. A limit of
        the run ends it with what was found until then.
    unique_among
        Returns, for each position, its solved position and the number of guesses that the engine
        makes on it alone, where it has exactly one solution, checked against the rules. None for
        positions that have none or several, that the engine does not take, or that the run left
        undecided. Raises `Fault` where an answer breaks the rules.
    moves_to
        Returns the moves from a position to its solved position, in the order of the engine view.
    lines
        The engine for blocks of lines.
    """

    constant = "BATCH"
    module = "batch"

    takes: str
    solve_many: Callable[..., BatchResult]
    unique_among: Callable[[Sequence[Any], Run], Sequence[tuple[Any, int] | None]]
    moves_to: Callable[[Any, Any], tuple[Any, ...]]
    lines: LineSolver
