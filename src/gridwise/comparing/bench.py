"""Measure how fast the engines of a puzzle are, on fixed sets."""

from collections.abc import Iterator, Sequence

from gridwise.comparing.machine import machine
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Figures
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import resident_bytes


def bench(
    puzzle: str,
    names: Sequence[str] | None = None,
    *,
    data: str | None = None,
    scale: float = 1.0,
) -> Iterator[Figures]:
    """Measure the CPU time that a puzzle's engines take for sets of instances.

    The seeds are fixed. A first pass compiles the engines and checks their answers; only the
    passes after it are timed.

    Parameters
    ----------
    puzzle
        Its name.
    names
        Sets, as in the puzzle's `Benchmarks.sets`; None for all of them, with `data` for the first.
    data
        The text of a file with instances, which replace the built-in ones of the one set named.
    scale
        The share of the instances to run, above 0, at most 1.

    Yields
    ------
    dict
        `bench` (the puzzle), `set`, `items`, `cpu_s`, `rate_per_s`, `compile_s`, `resident_bytes`
        (of the process afterwards), the keys of `machine`, and more by set.

    Raises
    ------
    UnknownNameError, ParameterError
        No such puzzle or set (a puzzle may know more sets than it lists, with other numbers);
        `data` with several sets; a scale out of range.
    """
    benchmarks = registry.capability(puzzle, Benchmarks)
    if benchmarks is None:
        raise ParameterError(msg("{puzzle} has no benchmarks", puzzle=puzzle))
    chosen = list(benchmarks.sets) if names is None else list(names)
    if data is not None and names is None:
        chosen = chosen[:1]
    if data is not None and len(chosen) != 1:
        raise ParameterError(msg("a file of instances goes with one set"))
    if not 0 < scale <= 1:
        raise ParameterError(
            msg("a scale is above 0 and at most 1, not {scale}", scale=f"{scale:g}")
        )
    return _rows(puzzle, benchmarks, chosen, data, scale)


def _rows(
    puzzle: str, benchmarks: Benchmarks, names: Sequence[str], data: str | None, scale: float
) -> Iterator[Figures]:
    for name in names:
        found = benchmarks.run(name, data=data, scale=scale)
        yield {"bench": puzzle, **found, "resident_bytes": resident_bytes(), **machine()}
