"""What a puzzle may offer beside its rules, each a constant beside `PUZZLE`.

`registry.capability` finds a capability by its class: it looks for the constant in the module that
holds `PUZZLE`, then in the module of that package which the class names. So what is rarely used,
such as a benchmark, is imported only when it is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from gridwise.core.run import Run

if TYPE_CHECKING:
    from gridwise.core.views import CompiledPart


class Capability:
    """Base of all optional capabilities of a puzzle."""

    __slots__ = ()

    constant: ClassVar[str]
    """The name that the puzzle's package holds it by."""
    module: ClassVar[str] = ""
    """The package's module that holds it, where the package itself does not."""


@dataclass(frozen=True, slots=True)
class Features(Capability):
    """Numbers about a position itself: givens, empty cells, a distance.

    Parameters
    ----------
    of
        Returns them by name.
    """

    constant = "FEATURES"

    of: Callable[[Any], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Sampler(Capability):
    """Small random positions to test with.

    Parameters
    ----------
    sample
        Returns a position, solvable or not, on which every method ends.
    """

    constant = "SAMPLER"

    sample: Callable[[Random], Any]


Symmetry = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Maps the order key of a solved position to that of its image."""


@dataclass(frozen=True, slots=True)
class Symmetries(Capability):
    """The symmetries of a board.

    Parameters
    ----------
    of
        Returns those that keep a position, without the identity.
    """

    constant = "SYMMETRIES"

    of: Callable[[Any], tuple[Symmetry, ...]]


Figures = dict[str, Any]
"""What a benchmark measured, by name; a list is shown below the table, one entry a line."""


def figures(
    name: str, items: int, cpu_s: float, compile_s: float, **more: int | float | str | list[str]
) -> Figures:
    """Return the figures of a set as `Benchmarks.run` does: with its rate, then what else is."""
    rate = items / cpu_s if cpu_s > 0 else 0.0
    times = {"cpu_s": cpu_s, "rate_per_s": rate, "compile_s": compile_s}
    return {"set": name, "items": items, **times, **more}


@dataclass(frozen=True, slots=True)
class Benchmarks(Capability):
    """Sets of instances that `gridwise bench` measures.

    Parameters
    ----------
    sets
        The sets by name, each with one line that says what it is.
    run
        `run(name, data=None, scale=1.0)` checks the answers of a set, then times it. `data` is the
        text of a file to take instead of the built-in instances, `scale` the share of the
        instances to take. It returns `set`, `items`, `cpu_s` (without compiling), `rate_per_s`,
        `compile_s`, and what else the set measures (`figures`), and raises `UnknownNameError` for
        another set, `ParameterError` for data or a scale that it does not take, and another error
        where an answer is wrong.
    """

    constant = "BENCH"
    module = "bench"

    sets: Mapping[str, str]
    run: Callable[..., Figures]


@dataclass(frozen=True, slots=True)
class CodeTask:
    """Compiled code that can be made apart from other code, in a process of its own.

    Parameters
    ----------
    codes
        What is compiled.
    make
        Calls it, so that it is compiled; a function of a module.
    """

    codes: "tuple[CompiledPart, ...]"
    make: Callable[[Run], None]

    @property
    def missing_s(self) -> float:
        """Processor seconds that compiling what is missing takes; 0 where all is compiled."""
        return sum(code.missing_s for code in self.codes)


@dataclass(frozen=True, slots=True)
class TableCode:
    """The compiled code of a table, for whoever compiles it and says how far that is.

    Parameters
    ----------
    kernels
        By full name of each module of kernels: the number of functions to compile, a function for
        each tuple of types, and the processor seconds; `benchmarks/compile.py` measures both.
    tasks
        They make all of it. They may run at the same time.
    """

    kernels: Mapping[str, tuple[int, float]]
    tasks: tuple[CodeTask, ...]

    def make(self, run: Run) -> None:
        """Make all of it here, one task after the other."""
        for task in self.tasks:
            run.check()
            task.make(run)


@dataclass(frozen=True, slots=True)
class Preparation(Capability):
    """What `gridwise prepare` can make in advance and keep on disk.

    Parameters
    ----------
    tables
        By name, each with one line that says what it is; `kernels` is the compiled code.
    default
        Those made where none is named.
    prepare
        Makes one; raises `Interrupted` and then leaves no half-made file.
    code
        By name of a table the compiled code that it is, for those that are compiled code.
    """

    constant = "PREPARE"
    module = "prepare"

    tables: Mapping[str, str]
    default: tuple[str, ...]
    prepare: Callable[[str, Run], None]
    code: Mapping[str, TableCode] = field(default_factory=dict)
