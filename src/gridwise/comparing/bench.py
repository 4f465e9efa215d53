"""Measure how fast the engines of a puzzle are, on fixed sets."""

import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks
from gridwise.core.errors import ParameterError
from gridwise.core.run import resident_bytes

Row = dict[str, int | float | str]


def bench(
    puzzle: str,
    names: Sequence[str] | None = None,
    *,
    data: str | None = None,
    scale: float = 1.0,
) -> Iterator[Row]:
    """Measure sets of a puzzle, one after the other.

    The seeds are fixed, a first pass compiles and checks the answers, and what is timed is
    the CPU time of this process after that.

    Parameters
    ----------
    puzzle
        Its name.
    names
        Sets, as in the puzzle's `Benchmarks.sets`; None for all of them, with `data` for the first.
    data
        The text of a file with instances, in place of the built-in ones of the one set named.
    scale
        The share of the instances that is taken, above 0, at most 1.

    Yields
    ------
    dict
        `bench` (the puzzle), `set`, `items`, `cpu_s`, `rate_per_s`, `compile_s`, `resident_bytes`
        of the process after it, and more by set.

    Raises
    ------
    UnknownNameError, ParameterError
        No such puzzle or set (a puzzle may know more sets than it lists, with other numbers);
        `data` for several sets; a scale out of its range.
    """
    benchmarks = registry.capability(puzzle, Benchmarks)
    if benchmarks is None:
        raise ParameterError(f"nothing of {puzzle} is measured")
    chosen = list(benchmarks.sets) if names is None else list(names)
    if data is not None and names is None:
        chosen = chosen[:1]
    if data is not None and len(chosen) != 1:
        raise ParameterError("a file of instances goes with one set")
    if not 0 < scale <= 1:
        raise ParameterError(f"a scale is above 0 and at most 1, not {scale:g}")
    return _rows(puzzle, benchmarks, chosen, data, scale)


def _rows(
    puzzle: str, benchmarks: Benchmarks, names: Sequence[str], data: str | None, scale: float
) -> Iterator[Row]:
    for name in names:
        found = benchmarks.run(name, data=data, scale=scale)
        yield {"bench": puzzle, **found, "resident_bytes": resident_bytes(), **machine()}


def machine() -> Row:
    """Return what the figures depend on: the CPU, the versions and the day."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba", "llvmlite")},
        "gridwise": version("gridwise"),
        "date": datetime.now(UTC).date().isoformat(),
    }


def cpu_name() -> str:
    """Return the processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
