"""Answers puzzles that follow one another side by side, where that changes no answer.

Only what has one solution is answered here: then there is nothing to choose, and the guesses are
those of the same kernel on the puzzle alone. All else is left to `solve` and `count`.
"""

import time
from collections.abc import Sequence
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities.batch import BatchSolver
from gridwise.core.errors import ParameterError, WrongAnswerError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import (
    Count,
    Result,
    Solution,
    Solutions,
    Statistics,
    Status,
    Stop,
)
from gridwise.core.run import Run
from gridwise.core.views import EngineView

MOST = 512
"""So many puzzles are answered at once."""
_MOST_S = 0.1
"""What is not answered by then is asked alone, with progress and all."""


def helps(puzzle: Puzzle[Any, Any], method: Method) -> bool:
    """Return whether the method is the compiled engine of a puzzle that has one for many."""
    return EngineView in method.views and registry.capability(puzzle.name, BatchSolver) is not None


def answers(
    puzzle: Puzzle[Any, Any],
    positions: Sequence[Any],
    method: Method,
    *,
    counting: bool = False,
    cancel: CancelToken | None = None,
) -> list[Result[Any] | None]:
    """Return what `solve` or `count` answers without limits, None where that has to be asked.

    The times of a result are its share of the time of all, and what was spent on it alone.
    Counted is what finding the solution took, where `count` may look twice.

    Raises
    ------
    WrongAnswerError
        An answer did not survive its replay: a defect.
    """
    wall, cpu = time.perf_counter(), time.process_time()
    run = Run(Limits(time_s=_MOST_S), cancel=cancel)
    engine = registry.capability(puzzle.name, BatchSolver)
    assert engine is not None
    found = engine.unique_among(positions, run)
    counters = dict.fromkeys((k for k in run.count.as_dict() if k in method.counts), 0)
    counters["layouts"] = 1
    shared = (time.perf_counter() - wall) / max(1, len(positions))
    shared_cpu = (time.process_time() - cpu) / max(1, len(positions))
    results: list[Result[Any] | None] = []
    for position, only in zip(positions, found, strict=True):
        if only is None:
            results.append(None)
            continue
        wall, cpu = time.perf_counter(), time.process_time()
        answer = _answer(puzzle, engine, position, only[0], method, counting)
        statistics = Statistics(
            counters={**counters, "decisions": only[1]},
            wall_s=shared + time.perf_counter() - wall,
            cpu_s=shared_cpu + time.process_time() - cpu,
        )
        results.append(
            Result(
                status=Status.SOLVED,
                stop=Stop.COMPLETED,
                answer=answer,
                unique=True,
                puzzle=puzzle.name,
                notation=puzzle.format(position),
                method=method.name,
                question="count" if counting else "solution",
                statistics=statistics,
                features=registry.features(position),
            )
        )
    return results


def _answer(
    puzzle: Puzzle[Any, Any],
    engine: BatchSolver,
    position: Any,
    solved: Any,
    method: Method,
    counting: bool,
) -> Count | Solutions[Any, Any]:
    """Return the answer, its moves played; for a count the puzzle's own check is enough."""
    if counting:
        return Count(1, True)
    moves = engine.moves_to(position, solved)
    try:
        played = puzzle.apply_all(position, moves)
    except ParameterError as error:
        raise WrongAnswerError(f"{method.name}: {error}") from error
    if not puzzle.is_solved(played):
        raise WrongAnswerError(f"{method.name} answered a position that is not solved")
    return Solutions((Solution(moves, played),))
