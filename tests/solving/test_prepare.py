"""What is compiled ahead: in which order, and that it can be found."""

import importlib

from every import every
from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.capabilities import Preparation
from gridwise.core.run import Run
from gridwise.solving.prepare import pool


def one(run: Run) -> None: ...


def two(run: Run) -> None: ...


def test_children_begin_with_puzzles_apart() -> None:
    waiting = [
        pool.CompileJob("a", 3.0, one),
        pool.CompileJob("a", 2.0, two),
        pool.CompileJob("b", 4.0, one),
    ]
    running: list[pool.CompileJob] = []
    while waiting:
        running.append(pool._next(waiting, running))
        waiting.remove(running[-1])
    order = [(job.group, job.seconds) for job in running]
    assert order == [("a", 3.0), ("b", 4.0), ("a", 2.0)]


@every("puzzle", lambda: registry.capabilities(Preparation))
def test_the_modules_of_kernels_exist(puzzle: str) -> None:
    preparation = registry.capabilities(Preparation)[puzzle]
    for table, code in preparation.code.items():
        assert table in preparation.tables
        assert set(code.kernels) <= set(jit._modules())
        for task in code.tasks:
            owner = importlib.import_module(task.make.__module__)
            assert getattr(owner, task.make.__qualname__) is task.make, "a child finds it"
