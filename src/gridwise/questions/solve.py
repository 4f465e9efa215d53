"""Solve a board: one solution, the k-th, all of them, or the forced moves."""

import os
from collections.abc import Mapping
from typing import Annotated, Any

from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg, Source, limits_of, question
from gridwise.core.result import Solutions
from gridwise.core.run import Progress
from gridwise.questions.answer import Answer
from gridwise.questions.asking import ask_with_options, shared
from gridwise.questions.base_board import board_of
from gridwise.questions.parameters import Cpu, Time
from gridwise.solving import solve as solving
from gridwise.solving.certificates import certified_in


@question()
def solve(
    board: Source,
    *,
    method: str | Method = "auto",
    question: str | Question | None = None,
    nth: Annotated[
        int | None,
        Arg(
            "Find the K-th solution in that order.",
            remote_description="The n-th in the defined order.",
            least=1,
            most_remote=10**9,
            metavar="K",
        ),
    ] = None,
    all_solutions: Annotated[
        bool, Arg("List all solutions, in a fixed order.", option="--all")
    ] = False,
    time_s: Time = None,
    cpu_s: Cpu = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    progress: Progress | None = None,
    seed: Annotated[int, Arg("Seed of methods that choose at random.", metavar="S")] = 0,
    certificate: str | os.PathLike[str] | None = None,
    options: Mapping[str, str | int] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    goal: Source = None,
    **more: str | int,
) -> Answer[Solutions[Any, Any]]:
    """Solve a board, and check the answer by replaying it through the rules.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    method
        A name of `gridwise.methods()`; `auto` takes the best complete one (with `trace`, one that
        can be watched).
    question
        `solution`, `forced` or `winner` (of the game of two players); by default the puzzle's
        first that the method answers: the forced moves of boards with hidden cells, a solution of
        others.
    nth
        Ask for the k-th solution alone, from 1, in the puzzle's order of solutions.
    all_solutions
        Ask for all solutions in that order, up to `limits.solutions`.
    time_s, cpu_s
        The limits of time on the clock and of processor time, seconds; short for
        `limits=Limits(time_s=..., cpu_s=...)`.
    limits, cancel
        End the run early.
    trace
        Whether to record the method's steps in `Answer.trace`; a number is the most rows kept.
    progress
        Called about ten times a second with the seconds and the counters so far.
    seed
        The seed of methods that choose at random.
    certificate
        A folder: a certificate of every claim is written to it and checked; see
        `Answer.certificate`.
    options, **more
        Options of the method and of its view, by name.
    workers, cluster
        Share the search out to so many processes, or to a Dask cluster: the address of its
        scheduler, or `local:N`. Only hard sliding boards are shared; the length is that of one
        process, the path the same for all. Call it under `if __name__ == "__main__":`.
    goal
        The goal of a sliding board, in place of its own; as for `Board`.

    Returns
    -------
    Answer
        With `board`, `boards`, `moves`, `unique`, `optimal`. A board without a solution gives an
        answer (`status` UNSATISFIABLE), and so does a stopped run (UNKNOWN).

    Raises
    ------
    ParseError, ParameterError
        The text is no board, or parameters exclude each other.
    UnknownNameError, NoSharedViewError
        The method or option does not exist, or the method cannot work on this puzzle.

    Examples
    --------
    >>> answer = solve("sudoku:2x2:1....2....3....4", nth=2)
    >>> answer.moves[:3]
    ('r1c2=4', 'r1c3=2', 'r1c4=3')
    """
    asked = board_of(board, goal=goal)
    limits = limits_of(limits, time_s, cpu_s)
    with shared(asked, method, workers, cluster, traced=bool(trace)) as chosen:
        result = ask_with_options(
            solving.solve,
            asked,
            more,
            options,
            method=chosen,
            question=None if question is None else _question_of(question),
            nth=nth,
            all_solutions=all_solutions,
            limits=limits,
            cancel=cancel,
            trace=trace,
            progress=progress,
            seed=seed,
        )
    return Answer.of(certified_in(result, certificate, limits, cancel), asked, limits)


def _question_of(question: str | Question) -> Question:
    """Return a question by its name; raise `UnknownNameError` if it does not exist."""
    if isinstance(question, Question):
        return question
    known = {one.value: one for one in Question}
    if question not in known:
        raise UnknownNameError("question", question, known)
    return known[question]
