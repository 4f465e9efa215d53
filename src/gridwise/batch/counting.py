"""Counts the solutions of one board on several processes or machines, part by part."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from gridwise.batch.executors import WorkExecutor, open_executor
from gridwise.batch.sharing import shared
from gridwise.core import registry
from gridwise.core.capabilities.parts import CountInParts
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import EngineView, Model, ModelCount

PARTS_A_WORKER = 64
"""Parts differ in size: with so many for each worker none waits long for the last."""


@dataclass(frozen=True, slots=True)
class PartCount:
    """The number of solutions of a part, and the CPU seconds that counting it took."""

    number: int
    cpu_s: float


@contextmanager
def shared_count(
    position: object, workers: int | None, cluster: str | None
) -> Iterator["SharedCount"]:
    """Open an executor; yield the method that counts a board on it."""
    executor = open_executor(workers, cluster)
    try:
        yield SharedCount(position, executor)
    finally:
        executor.close()


def count_part(puzzle: str, part: Any) -> PartCount:
    """Count the solutions of a part, in a worker."""
    began = time.process_time()
    counter = registry.capability(puzzle, CountInParts)
    assert counter is not None
    number = counter.count(part, Run())
    return PartCount(number, time.process_time() - began)


class SharedCount(Method):
    """The compiled engine, which counts in parts on an executor; a method for `count`.

    Parameters
    ----------
    position
        The board.
    executor
        Where the parts are counted. A run that ends before they are counted leaves it to the
        caller to close it.

    Raises
    ------
    ParameterError
        A board whose count cannot be cut into parts.
    """

    title: ClassVar[str] = "the compiled engine, on several processes"
    source: ClassVar[str] = "`core.capabilities.parts`"
    views = (EngineView,)
    complete = True
    counts = frozenset({"layouts"})
    node: ClassVar[str] = "a node of the engine"

    def __init__(self, position: object, executor: WorkExecutor) -> None:
        self.puzzle = registry.puzzle_of(position).name
        engines = registry.methods_on({EngineView})  # type: ignore[type-abstract]  # a key
        self._engine = engines[0]
        self.executor = executor
        counter = registry.capability(self.puzzle, CountInParts)
        cut = () if counter is None else counter.parts(position, PARTS_A_WORKER * executor.workers)
        if not cut:
            raise ParameterError(
                msg("this board is not counted in parts: leave --workers and --cluster out")
            )
        self.parts = cut

    @property
    def name(self) -> str:  # type: ignore[override]  # the engine's, since that counts
        """The name of the engine."""
        return self._engine.name

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        return self._engine.models(view, run, ordered=ordered)

    def count_models(
        self, view: Any, run: Run, into: ModelCount, *, up_to_symmetry: bool = False
    ) -> bool:
        """Count all parts; a limit on nodes or symmetries are left to the engine alone."""
        if up_to_symmetry or run.limits.nodes is not None:
            return self._engine.count_models(view, run, into, up_to_symmetry=up_to_symmetry)
        calls = ((self.puzzle, part) for part in self.parts)
        for found in shared(self.executor, count_part, calls, run.check):
            into.number += found.number
            run.count.layouts = into.number
            run.add_cpu(found.cpu_s)
            run.check()
        return True
