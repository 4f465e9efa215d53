"""A whole comparison: plan it, run it, draw its plots, lay out the files to hand in."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from gridwise.comparing.charts import plot
from gridwise.comparing.plan import ComparisonPlan, plan_comparison
from gridwise.comparing.results import Comparison
from gridwise.comparing.run import Progress, run_plan
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import in_spoken_names
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken
from gridwise.core.message import msg
from gridwise.core.question import Arg, Source, names_of, typed
from gridwise.core.reading import Entry
from gridwise.documents.hand_in import check, lay_out
from gridwise.questions.base_board import BaseBoard, held_class, read_boards, sources_of
from gridwise.render.catalogue import catalogue
from gridwise.solving.inputs import NOTATION, Item, is_file
from gridwise.workers.own_solver.program import OwnFunction

Solver = Callable[[BaseBoard], Any]
"""A function that solves boards, with the results of `solve(board)` of a Python file."""
Measured = Callable[[Comparison, Path, tuple[str, ...] | None], None]
"""Callback with the comparison, its folder and the names of its plots.

The names are None without matplotlib, or if nothing is kept.
"""


@typed
def compare(
    boards: Source,
    output: Annotated[
        str | os.PathLike[str] | None,
        Arg(
            "The folder that keeps every run, with tables and plots; without it nothing is kept.",
            option=("--output", "-o"),
            metavar="DIR",
        ),
    ] = None,
    *,
    methods: Annotated[
        str | Solver | Sequence[str | Solver] | None,
        Arg(
            "Methods, as name or name:option=value; FILE.py or './program {board}' is a solver "
            "of your own; all that fit without.",
            metavar="A,B",
            completions=registry.methods,
        ),
    ] = None,
    question: Annotated[
        str | None,
        Arg(
            "solution, forced, winner or count; the puzzle's first without.",
            metavar="Q",
            completions=lambda: ("solution", "forced", "winner", "count"),
        ),
    ] = None,
    puzzle: str | None = None,
    repeats: Annotated[
        int | None, Arg("Runs of each pair; 5 without.", least=1, metavar="N")
    ] = None,
    time_s: Annotated[
        float | None,
        Arg("The limit of a run, seconds on the clock.", option="--time", metavar="S"),
    ] = None,
    cpu_s: Annotated[
        float | None,
        Arg(
            "The limit of a run, seconds of processor time: other programs do not use it up.",
            option="--cpu",
            metavar="S",
        ),
    ] = None,
    memory_bytes: int | None = None,
    seed: Annotated[int, Arg("The order of the runs follows from it.", metavar="S")] = 0,
    hand_in: Annotated[
        str | Path | None,
        Arg("Lay out sources, boards, answers, tables and the report there.", metavar="DIR"),
    ] = None,
    lang: str = "en",
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare methods on the same boards: every run in a process of its own, answers checked.

    Parameters
    ----------
    boards
        A board or several, in any form; or the name of one ready-made suite.
    output
        The folder for runs, tables and plots; runs in it are not made again. Without it only the
        result is returned.
    methods
        Each as `name` or `name:option=value`; a Python file with `solve(board)`, the command of a
        program, such as `./solver {board}`, or a function that takes a `Board`, which is called in
        forks of this process, on this machine. By default all that fit.
    question
        `solution`, `forced`, `winner` or `count`; by default the puzzle's first, or `winner` if
        all methods play games.
    puzzle
        The kind of the boards; by default each board tells its kind.
    repeats, time_s, cpu_s, memory_bytes
        Runs of each pair; the limits of one run, seconds on the clock and of processor time.
    seed
        The seed of the order of the runs.
    hand_in
        A folder for sources, boards, answers, tables and the report, for a course.
    lang
        The language of these files.
    workers, cluster
        Make so many runs at a time, or make them on a Dask cluster: the address of its scheduler,
        or `local:N`. Then compare processor times, not elapsed ones. By default one at a time.
    cancel, progress
        A token that ends it; a callback after each run with the number of runs, of all, the run.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        An unknown suite, method, option or language; a bad board; another comparison in the folder.
    EndedEarlyError
        Cancelled.
    """
    if isinstance(methods, str):
        methods = names_of("methods", methods)
    elif callable(methods):
        methods = [methods]
    inputs = [text for source in sources_of(boards) for text in _inputs(source, puzzle)]
    plan = plan_comparison(
        inputs,
        methods=None if methods is None else [_contender(one) for one in methods],
        own=True,
        puzzle=puzzle,
        question=question,
        repeats=repeats,
        seed=seed,
        time_s=time_s,
        cpu_s=cpu_s,
        memory_bytes=memory_bytes,
    )
    if output is None and hand_in is not None:
        raise ParameterError(msg("hand_in needs a comparison that is kept: name its output"))
    return carry_out(
        plan,
        output,
        hand_in=hand_in,
        lang=lang,
        workers=workers,
        cluster=cluster,
        cancel=cancel,
        progress=progress,
    )


def _inputs(source: Source, puzzle: str | None) -> list[str | Item]:
    """Return a path or the name of a suite unchanged, else the boards."""
    named = isinstance(source, str) and (is_file(source) or source in suites())
    if named or isinstance(source, os.PathLike):
        return [os.fspath(source)]
    boards = read_boards(source, puzzle=puzzle)
    return [
        Item(at, NOTATION, one.puzzle, Entry(1, one.position, notes=one.notes))
        for at, one in enumerate(boards)
    ]


def _contender(named: str | Solver) -> str | OwnFunction:
    if isinstance(named, str | type) or not callable(named):
        return named  # type: ignore[return-value]  # the plan refuses other types than text
    return OwnFunction(named, held_class())


def carry_out(
    plan: ComparisonPlan,
    output: str | os.PathLike[str] | None,
    *,
    hand_in: str | os.PathLike[str] | None = None,
    lang: str = "en",
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    measured: Measured | None = None,
) -> Comparison:
    """Run a plan, draw its plots and lay out the files to hand in.

    Parameters and errors as for `compare`; `measured` is called before the files to hand in
    are laid out. A cancelled call raises `Interrupted`.
    """
    run = partial(
        run_plan, plan, workers=workers, cluster=cluster, cancel=cancel, progress=progress
    )
    if output is None:
        with TemporaryDirectory(prefix="gridwise-") as folder:
            result = run(folder)
            if measured is not None:
                measured(result, Path(folder), None)
            return result
    catalogue(lang)  # refuses an unknown language before anything is run
    if hand_in is not None:
        check(hand_in)
    result = run(output)
    drawn = None
    if find_spec("matplotlib") is not None:
        drawn = plot(in_spoken_names(result, str), Path(output))
    if measured is not None:
        measured(result, Path(output), drawn)
    if hand_in is not None:
        lay_out(output, hand_in, lang)
    return result
