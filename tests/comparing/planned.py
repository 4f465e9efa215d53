"""Comparisons that a test runs in its own process, and methods that answer wrongly."""

from collections.abc import Iterator
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
from gridwise.workers.supervisor import Task, TaskOutcome

BOARDS = ("queens:4:", "queens:5:r1c1", "queens:6:r1c1")


class InProcess:
    """Answers in this process, so that methods planted by a test are there. Counts its runs."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.tasks: list[Task] = []
        self.stop_after = stop_after

    def run(self, task: Task, *, time_s: float, **_: Any) -> TaskOutcome:
        if len(self.tasks) == self.stop_after:
            return TaskOutcome("cancelled", None)
        self.tasks.append(task)
        args = dict(task.args)
        try:
            how: dict[str, Any] = {
                "method": args["method"], "options": args["options"], "seed": args["seed"],
                "limits": Limits(time_s=time_s),
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


class Closing(InProcess):
    """Takes the place of the supervisor that `compare` makes."""

    failure = None

    def __init__(self, workers: int) -> None:
        super().__init__()

    def close(self) -> None:
        pass

    def wait_warm(self) -> bool:
        return True


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
