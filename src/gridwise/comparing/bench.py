"""Measure how fast the engines of a puzzle are, on fixed sets."""

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

from gridwise.comparing.machine import machine
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Figures, Measured
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.question import Names, names_of, typed
from gridwise.core.run import Run, resident_bytes
from gridwise.solving.inputs import load

LEAST_S = 0.3
"""Processor seconds, at least, for which instances that are solved together are repeated."""


@typed
def bench(
    puzzle: str,
    sets: Names | None = None,
    *,
    data: str | os.PathLike[str] | None = None,
    scale: float = 1.0,
    progress: Callable[[Figures], object] | None = None,
) -> list[Figures]:
    """Measure the speed of a puzzle's engines on fixed sets of boards.

    The seeds are fixed. A warm-up compiles the engines, the passes after it are timed, and then all
    answers are checked.

    Parameters
    ----------
    puzzle
        The kind.
    sets
        Names of sets, as a list or with commas between; by default all, with `data` the first.
    data
        A file of boards to measure instead of the built-in ones of one set.
    scale
        Measure only this share of the boards, above 0, at most 1.
    progress
        Called with the row of each set when it is measured.

    Returns
    -------
    list[dict]
        A row of figures a set: `bench` (the puzzle), `set`, `items`, `cpu_s` without compiling,
        `rate_per_s`, `compile_s`, more by set, `resident_bytes` (of the process afterwards), and
        the machine.

    Raises
    ------
    UnknownNameError, ParameterError
        No such puzzle or set (a puzzle may know more sets than it lists, with other numbers);
        `data` with several sets; a scale out of range.
    """
    text = None
    if data is not None:
        text = load(os.fspath(data), "<stdin>" if data == "-" else os.fspath(data))
    benchmarks = registry.capability(puzzle, Benchmarks)
    if benchmarks is None:
        raise ParameterError(msg("{puzzle} has no benchmarks", puzzle=puzzle))
    chosen: Sequence[str] = list(benchmarks.sets) if sets is None else names_of("sets", sets)
    if data is not None and sets is None:
        chosen = chosen[:1]
    if data is not None and len(chosen) != 1:
        raise ParameterError(msg("a file of instances goes with one set"))
    if not 0 < scale <= 1:
        raise ParameterError(
            msg("a scale is above 0 and at most 1, not {scale}", scale=f"{scale:g}")
        )
    rows: list[Figures] = []
    for name in chosen:
        figures = measure(benchmarks, name, text, scale)
        rows.append({"bench": puzzle, **figures, "resident_bytes": resident_bytes(), **machine()})
        if progress is not None:
            progress(rows[-1])
    return rows


def measure(
    benchmarks: Benchmarks, name: str, data: str | None = None, scale: float = 1.0
) -> Figures:
    """Return the figures of one set. The parameters are those of `bench`."""
    chosen = benchmarks.sets.get(name) or benchmarks.other(name)
    if chosen is None or (data is None and not chosen.number):
        raise UnknownNameError("set", name, tuple(benchmarks.sets))
    warm = Run()
    benchmarks.load(warm)
    if data is None or chosen.read is None:
        items: Any = chosen.items(max(1, round(chosen.number * scale)))
    else:
        items = chosen.read(data)
    if not chosen.together:
        items = list(items)
    if len(items) == 0:  # an array has no truth
        raise ParameterError("no board in the data")
    if data is not None:
        items = items[: max(1, round(len(items) * scale))]
    parts = [items] if chosen.together else items
    for part in chosen.warm(parts):
        chosen.work(part, warm)
    measured = Measured(items, [], [], [], warm)
    rounds, cpu_s, least_s = 0, 0.0, LEAST_S if chosen.together else 0.0
    while not rounds or cpu_s < least_s:
        rounds += 1
        for part in parts:
            run = Run()
            began = time.process_time()
            measured.answers.append(chosen.work(part, run))
            measured.times.append(time.process_time() - began)
            measured.runs.append(run)
        cpu_s = sum(measured.times)
    count = rounds * len(items)
    return {
        "set": name,
        "items": count,
        "cpu_s": cpu_s,
        "rate_per_s": count / cpu_s if cpu_s > 0 else 0.0,
        "compile_s": warm.compile_s,
        **chosen.check(measured),
    }
