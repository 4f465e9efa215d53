"""Answers puzzles that follow one another side by side, where that changes no answer.

Only puzzles with one solution are answered: their answer and guesses are those of the same kernel
on the puzzle alone. All others are left to `solve` and `count`.
"""

import time
from collections.abc import Sequence
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import BatchSolver
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Solutions, Statistics, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import EngineView
from gridwise.solving.solver import checked

MOST = 512
"""The most puzzles that are answered at once."""
_MOST_S = 0.1
"""The time limit, seconds; the puzzles that are left are asked alone, with progress."""


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
    """Return the answers of `solve` or `count` without limits, None for puzzles to ask alone.

    The times of a result are its share of the common time plus its own. The counters are those of
    finding the solution, where `count` may search twice.

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
        answer: Count | Solutions[Any, Any] = Count(1, True)  # the engine checked its solution
        if not counting:
            moves = engine.moves_to(position, only[0])
            answer = Solutions((checked(puzzle, position, moves, method.name),))
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
                position=position,
            )
        )
    return results
