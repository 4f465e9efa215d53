"""The time for compiling the kernels that a block needs, in wall and processor time."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class CompileTime:
    """Seconds of compiling; a compilation inside another one counts once."""

    wall_s: float = 0.0
    cpu_s: float = 0.0


@contextmanager
def compiling() -> Iterator[CompileTime]:
    """Measure the compiling of kernels inside the block, if Numba is loaded when it begins.

    `jit.compiling` measures wall time only; a task needs to subtract processor time too.
    """
    total = CompileTime()
    if "numba" not in sys.modules:
        yield total
        return
    from numba.core import event

    class Listener(event.Listener):
        depth, wall, cpu = 0, 0.0, 0.0

        def on_start(self, event: object) -> None:
            if not self.depth:
                self.wall, self.cpu = time.perf_counter(), time.process_time()
            self.depth += 1

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if not self.depth:
                total.wall_s += time.perf_counter() - self.wall
                total.cpu_s += time.process_time() - self.cpu

    with event.install_listener("numba:compile", Listener()):
        yield total
