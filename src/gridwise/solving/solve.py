"""Solve a position, or count its solutions."""

from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Symmetries
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.result import Count, Result, Solutions
from gridwise.core.run import Progress
from gridwise.solving.instance import Instance
from gridwise.solving.solver import InstanceSolver, Options
from gridwise.solving.takeover import Choice


def solve(
    position: object,
    *,
    method: str | Method | Choice = "auto",
    question: Question | None = None,
    nth: int | None = None,
    all_solutions: bool = False,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    progress: Progress | None = None,
    seed: int = 0,
    options: Options | None = None,
) -> Result[Solutions[Any, Any]]:
    """Solve a position, and check the answer by replaying it through the rules.

    Parameters and errors are those of `questions.solve.solve`. The position may be an `Instance`;
    a `Choice` of the method was made before for this question, `auto` begins with a method that
    needs no compiling and goes on with compiled code if that pays off (see `takeover`).

    Returns
    -------
    Result[Solutions]
        SOLVED with `answer.items`, each replayed. UNSATISFIABLE if it is proved that none exists;
        `conflict` then names givens that contradict each other, if they were found. UNKNOWN if the
        run ended before either; for the forced question `best` then holds the moves proved so far.
        `unique` is set for puzzles that want it. If fewer than `nth` solutions exist,
        `answer.items` is empty and `answer.count` is their number.

    Raises
    ------
    WrongAnswerError
        The method's answer did not survive its replay: a defect.
    """
    if nth is not None and nth < 1:
        raise ParameterError(f"nth counts from 1, not {nth}")
    if nth is not None and all_solutions:
        raise ParameterError("nth and all_solutions exclude each other")
    wants_list = nth is not None or all_solutions
    instance = Instance.of(position)
    puzzle = instance.puzzle
    if question is None and wants_list:
        question = Question.SOLUTION
    choice = Choice.of(instance, method, question=question, traced=bool(trace), options=options)
    wanted = question or next(q for q in puzzle.questions if q in choice.method.questions)

    def ask(chosen: Method, within: Limits) -> Result[Solutions[Any, Any]]:
        solver = InstanceSolver(
            instance, chosen, within, cancel, options, progress=progress, seed=seed, trace=trace
        )
        if not puzzle.countable and (wants_list or wanted is Question.FORCED):
            raise _not_countable(puzzle.name)
        if wanted is not Question.SOLUTION and wants_list:
            raise ParameterError(
                f"the {wanted.value} question has one answer: leave out nth and all_solutions"
            )
        if wanted is Question.FORCED:
            return solver.answer("forced", solver.forced)
        if wanted is Question.WINNER:
            return solver.answer("winner", solver.winner)
        if nth is not None:
            return solver.answer("nth", lambda: solver.kth(nth))
        if all_solutions:
            return solver.answer("all", solver.all)
        return solver.answer("solution", solver.first)

    return choice.answer(puzzle.name, limits, ask)


def count(
    position: object,
    *,
    method: str | Method | Choice = "auto",
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    options: Options | None = None,
    up_to_symmetry: bool = False,
) -> Result[Count]:
    """Count the solutions of a position; parameters and errors are those of `questions.count`.

    Returns
    -------
    Result[Count]
        SOLVED with `answer.number`, exact if `answer.exact` says so, else a lower bound (and `stop`
        says why the count ended). UNSATISFIABLE for none. UNKNOWN if the run ended before it found
        a first solution.
    """
    instance = Instance.of(position)
    choice = Choice.of(instance, method, question=Question.SOLUTION, counting=True, options=options)
    puzzle = instance.puzzle

    def ask(chosen: Method, within: Limits) -> Result[Count]:
        solver = InstanceSolver(
            instance, chosen, within, cancel, options, progress=progress, seed=seed
        )
        if not puzzle.countable:
            raise _not_countable(puzzle.name)
        if not up_to_symmetry:
            return solver.count()
        symmetries = registry.capability(puzzle.name, Symmetries, instance.position)
        if symmetries is None:
            raise ParameterError(msg("{puzzle} is not counted up to symmetry", puzzle=puzzle.name))
        return solver.count(symmetries.of(instance.position))

    return choice.answer(puzzle.name, limits, ask)


def _not_countable(puzzle: str) -> ParameterError:
    return ParameterError(
        f"{puzzle} has no finite number of solutions: any path can be made longer; "
        "ask for one solution"
    )
