"""Comparisons that a test runs in its own process, and methods that answer wrongly."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

import gridwise
from gridwise.comparing.plan import ComparisonPlan, plan_comparison
from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.limits import Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Model
from gridwise.process.supervisor import Task, TaskOutcome

BOARDS = ("queens:4:", "queens:5:r1c1", "queens:6:r1c1")


class InProcess:
    """Answers in this process, so that methods planted by a test are there. Counts its runs."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.tasks: list[Task] = []
        self.stop_after = stop_after

    workers = 1

    def submit(self, task: Task, limits: Limits) -> Future[TaskOutcome]:
        future: Future[TaskOutcome] = Future()
        future.set_result(self.run(task, limits))
        return future

    def close(self) -> None:
        pass

    def run(self, task: Task, limits: Limits) -> TaskOutcome:
        if len(self.tasks) == self.stop_after:
            return TaskOutcome("cancelled", None)
        self.tasks.append(task)
        args = dict(task.args)
        try:
            how: dict[str, Any] = {
                "method": args["method"], "options": args["options"], "seed": args["seed"],
                "limits": Limits(limits.time_s),
            }  # fmt: skip
            position = gridwise.parse(args["notation"])
            if task.name == "count":
                result: Any = gridwise.count(position, **how)
            else:
                question = Question(args["question"])
                result = gridwise.solve(position, question=question, **how)
            value = gridwise.as_json(result)
            heap = 77 if args["heap"] else None
            return TaskOutcome("answered", value, 0.5, 0.25, 0.0, 100, heap)
        except GridwiseError as error:
            return TaskOutcome("fault", None, error=str(error))


@contextmanager
def opened(workers: int | None, cluster: str | None) -> Iterator[InProcess]:
    """Take the place of what opens the executor that `compare` makes."""
    yield InProcess()


def plan_of(*methods: str, **more: Any) -> ComparisonPlan:
    return plan_comparison(BOARDS, methods=methods, **({"repeats": 3} | more))


class Denier(Method):
    """Says of every board that it has no solution."""

    name = "denier"
    title = "Denier"
    source = "none"
    views = (CnfModel,)
    complete = True
    counts = frozenset({"decisions"})
    node = "nothing"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        return iter(())


class Dreamer(Denier):
    """Answers with no fact at all, whatever is asked."""

    name = "dreamer"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        yield ()


@pytest.fixture(params=[Denier, Dreamer])
def planted(request: pytest.FixtureRequest) -> Iterator[str]:
    module = ModuleType("planted")
    module.METHOD = request.param()  # type: ignore[attr-defined]
    module.__file__ = __file__  # some file: no other process loads it here
    registry.register(module)
    try:
        yield module.METHOD.name
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
