"""A whole comparison: plan it, run it, draw its plots, lay out the files to hand in."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from gridwise.comparing.plan import ComparisonPlan, plan_comparison
from gridwise.comparing.plots import plot
from gridwise.comparing.results import Comparison
from gridwise.comparing.run import Progress, run_plan
from gridwise.core.limits import CancelToken
from gridwise.documents.hand_in import check, lay_out
from gridwise.render.catalogue import catalogue
from gridwise.workers.supervisor import Share

Measured = Callable[[Comparison, tuple[str, ...] | None], None]
"""Callback with the comparison and the names of its plots, or None without matplotlib."""


def compare(
    inputs: str | Sequence[str],
    output: str | Path,
    *,
    methods: Sequence[str] | None = None,
    puzzle: str | None = None,
    question: str | None = None,
    repeats: int | None = None,
    seed: int = 0,
    time_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
    hand_in: str | Path | None = None,
    lang: str = "en",
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare methods on the same boards and keep every run in a folder.

    Parameters
    ----------
    inputs
        Paths and notations; or the name of one ready-made suite.
    output
        The folder. Runs in it are not run again.
    methods, puzzle, question, repeats, seed, time_s, cpu_s, memory_bytes
        See `gridwise.comparing.plan.plan_comparison`.
    hand_in
        A folder for sources, boards, answers, tables and the report, for a course.
    lang
        The language of these files.
    cancel, progress
        See `gridwise.comparing.run.run_plan`.

    Returns
    -------
    Comparison
        The measurements. Plots are drawn in the folder if matplotlib is installed.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        An unknown suite, method, option or language; a bad input; another comparison in the folder.
    Interrupted
        The call was cancelled.
    """
    plan = plan_comparison(
        [inputs] if isinstance(inputs, str) else inputs,
        methods=methods,
        puzzle=puzzle,
        question=question,
        repeats=repeats,
        seed=seed,
        time_s=time_s,
        cpu_s=cpu_s,
        memory_bytes=memory_bytes,
    )
    return carry_out(plan, output, hand_in=hand_in, lang=lang, cancel=cancel, progress=progress)


def carry_out(
    plan: ComparisonPlan,
    output: str | Path,
    *,
    hand_in: str | Path | None = None,
    lang: str = "en",
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    measured: Measured | None = None,
    share: Share | None = None,
) -> Comparison:
    """Run a plan, draw its plots and lay out the files to hand in.

    Parameters and errors as for `compare`; `measured` is called before the files to hand in
    are laid out, `share` makes several runs at a time.
    """
    catalogue(lang)  # refuses an unknown language before anything is run
    if hand_in is not None:
        check(hand_in)
    result = run_plan(plan, output, share=share, cancel=cancel, progress=progress)
    drawn = None if find_spec("matplotlib") is None else plot(result, Path(output))
    if measured is not None:
        measured(result, drawn)
    if hand_in is not None:
        lay_out(output, hand_in, lang)
    return result
