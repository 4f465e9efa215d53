"""Decides whether compiled code is worth getting if plain code can do the same work.

Nobody knows beforehand how long plain code will take. So plain code works until it has taken as
long as getting the compiled code would; only then is that got. No run takes more than twice the
time of the better choice in hindsight: the rule for the rent of skis (Karlin, Manasse, Rudolph and
Sleator 1988, "Competitive snoopy caching", Algorithmica 3, 79-119).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from gridwise.compiled import jit
from gridwise.core.views import compile_notice

LOAD_S = 0.7
"""Processor seconds that loading Numba and kernels from disk takes, about."""

_known: "dict[str, list[CompiledCode]]" = {}


def missing_s(puzzle: str) -> float:
    """Return the processor seconds that compiling a puzzle's missing code takes. Quick.

    Only the kernels that the puzzle's loaded modules named are known.
    """
    return sum(code.missing_s for code in _known.get(puzzle, ()) if not code.apart)


def tell_missing(puzzle: str) -> None:
    """Give notice if the engine of a puzzle has to be compiled first."""
    seconds = missing_s(puzzle)
    if seconds:
        compile_notice.tell(puzzle, seconds)


class CompiledCode:
    """Compiled code that has a plain twin, and the twin's cost in this process so far.

    Parameters
    ----------
    module, kernel
        The kernel that is called from Python, and its module's full name.
    compile_s
        Processor seconds that compiling it takes, about: see `docs/methods/kernel.md`.
    apart
        Whether answers about solutions do without it, such as code that rates boards.

    Attributes
    ----------
    spent_s
        Processor seconds that the plain twin has taken in this process.
    """

    def __init__(self, module: str, kernel: str, compile_s: float, *, apart: bool = False) -> None:
        self.apart = apart
        self.module, self.kernel, self.compile_s = module, kernel, compile_s
        self.spent_s = 0.0
        _known.setdefault(jit.puzzle_of(module), []).append(self)

    @property
    def is_kept(self) -> bool:
        """Whether it needs no compiling: it is in this process or on disk. Quick."""
        return self.is_ready or jit.is_kept(self.module, self.kernel)

    @property
    def is_ready(self) -> bool:
        """Whether it is in this process."""
        return jit.is_ready(self.module, self.kernel)

    @property
    def missing_s(self) -> float:
        """Processor seconds that compiling it would take now; 0 if it needs none."""
        return 0.0 if self.is_kept else self.compile_s

    @property
    def price_s(self) -> float:
        """Processor seconds that getting it would take now: compiling, or loading from disk."""
        if self.is_ready:
            return 0.0
        return LOAD_S if jit.is_kept(self.module, self.kernel) else self.compile_s

    def left_s(self) -> float:
        """Return the processor seconds that plain code may take before this code is better."""
        return max(0.0, self.price_s - self.spent_s)

    @contextmanager
    def spared(self) -> Iterator[None]:
        """Add the processor time of this thread inside to the plain twin's."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.spent_s += time.thread_time() - began
