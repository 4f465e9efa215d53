"""The program of a child that does tasks: it loads all that they need, and measures each."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from gridwise.core.errors import GridwiseError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.core.views import compile_notice
from gridwise.process.serve import MAX_ANSWER_BYTES, Program, TaskCall
from gridwise.workers.kinds import task_kind, task_kinds
from gridwise.workers.protocol import Call, TaskAnswer

_PRACTICE_S = 0.3


class Tasks(Program):
    """The tasks of `kinds`."""

    most_bytes, kept_bytes = MAX_ANSWER_BYTES, 100_000_000
    _extra_tasks: tuple[str, ...] = ()

    def is_short(self, name: str, extra_tasks: tuple[str, ...]) -> bool:
        return task_kind(name, extra_tasks).short

    def warm(self, register: Sequence[tuple[str, str | None]], extra_tasks: Sequence[str]) -> None:
        self._extra_tasks = tuple(extra_tasks)
        task_kinds(self._extra_tasks)  # loads their modules
        warm(register)

    def run(self, task: TaskCall) -> Mapping[str, Any]:
        limits = (task.time_s, task.memory_bytes)
        call = Call(task.cancel, *limits, task.progress, cpu_limit_s=task.cpu_s)
        with compile_notice.heard_by(task.compiling or _unheard):
            try:
                answer = task_kind(task.name, self._extra_tasks).run(task.args, call)
            except Interrupted as end:
                answer = TaskAnswer(None, end.stop.value)
        return {
            "value": answer.value,
            "stop": answer.stop,
            "wall_s": call.wall_s,
            "cpu_s": call.cpu_s,
            "compile_s": call.compile_s,
            "compile_cpu_s": call.compile_cpu_s,
            "heap_bytes": call.heap_bytes,
        }


def _unheard(puzzle: str, seconds: float) -> None:
    """Tell nobody that an engine is being compiled."""


def warm(register: Sequence[tuple[str, str | None]]) -> None:
    """Import the modules of the tasks, load compiled code, and let methods solve a small board.

    Modules registered from outside are loaded and not tried: their own tasks show whether they
    work.
    """
    from random import Random

    from gridwise.core import registry
    from gridwise.core.capabilities import Preparation, ProbabilityModel, Sampler
    from gridwise.solving import prepare, probabilities, solve

    for puzzle in registry.puzzles().values():
        sampler = registry.capability(puzzle.name, Sampler)
        preparation = registry.capability(puzzle.name, Preparation)
        if sampler is None:
            continue
        position = sampler.sample(Random(1))
        with suppress(GridwiseError, Interrupted):
            if registry.capability(puzzle.name, ProbabilityModel) is not None:
                probabilities.probabilities(position)
            solve.solve(position, limits=Limits(time_s=_PRACTICE_S))
        if not prepare.is_compiled(puzzle.name):
            continue  # nobody waits for a compiler: code that is compiled later is loaded later
        with suppress(GridwiseError, Interrupted):
            if preparation is not None and "kernels" in preparation.tables:
                preparation.make("kernels", Run())
        for method in registry.methods_for(position):
            with suppress(GridwiseError):
                solve.solve(position, method=method.name, limits=Limits(time_s=_PRACTICE_S))
    for name, path in register:
        registry.load(name, path)


PROGRAM = Tasks()
