"""The runs of a comparison shared out: the same rows in the same order, the same limits."""

import json
from collections.abc import Callable, Collection
from concurrent.futures import Future
from pathlib import Path
from threading import Event

import pytest

from batch.inline import Inline
from gridwise.comparing import run as module
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.run import run_plan
from gridwise.core.limits import Interrupted, Limits
from gridwise.process.supervisor import Task, TaskOutcome
from without_children import no_git

__all__ = ["no_git"]
pytestmark = pytest.mark.usefixtures("no_git")
BOARDS = ("queens:4:", "queens:5:r1c1")


class Supervised:
    """Takes the place of a worker's supervisor; keeps the limits of its runs."""

    def __init__(self) -> None:
        self.asked: list[Limits] = []

    def run(self, task: Task, limits: Limits) -> TaskOutcome:
        self.asked.append(limits)
        return TaskOutcome("answered", {"status": "SOLVED"})


@pytest.fixture
def supervised(monkeypatch: pytest.MonkeyPatch) -> Supervised:
    made = Supervised()
    monkeypatch.setattr(module, "_supervisor", lambda modules: made)
    return made


def test_rows_keep_their_order_and_runs_their_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, supervised: Supervised
) -> None:
    executor = Inline(lost={2, 5})
    monkeypatch.setattr(module, "open_executor", lambda workers, cluster: executor)
    plan = plan_comparison(
        BOARDS, methods=["sat", "dpll"], repeats=2, time_s=7.0, memory_bytes=10**9
    )
    found = run_plan(plan, tmp_path / "out", cluster="local:2")
    assert [row.key for row in found.rows] == [run.key for run in plan.runs()]
    limits = {Limits(time_s=seconds, memory_bytes=10**9) for seconds in (7.0, 210.0)}
    assert set(supervised.asked) == limits
    assert executor.calls == len(found.rows) + 2
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert "compare processor times" in manifest["measurement_class"]


@pytest.mark.usefixtures("supervised")
def test_a_run_whose_workers_die_is_a_row_that_a_resumed_comparison_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_comparison(BOARDS, methods=["sat"], repeats=1)
    for lost, ends in (({1, 2, 3, 4, 5, 6}, ["fault", "fault"]), ((), ["answered"] * 2)):
        executor = Inline(lost=lost)
        monkeypatch.setattr(module, "open_executor", lambda workers, cluster, made=executor: made)
        found = run_plan(plan, tmp_path / "out", cluster="local:2")
        assert [row.end for row in found.rows if row.kind == "time"] == ends


class OneByOne(Inline):
    """Answers run after run; calls a function before each."""

    workers = 1

    def __init__(self, begun: Callable[[], object], never: Collection[int] = ()) -> None:
        super().__init__(never=never)
        self.begun = begun

    def submit(self, *call: object) -> Future[TaskOutcome]:
        self.begun()
        return super().submit(lambda: TaskOutcome("answered", {"status": "SOLVED"}))


def test_cancelling_ends_a_run(tmp_path: Path) -> None:
    cancel = Event()
    executor = OneByOne(cancel.set, never={1})
    plan = plan_comparison(BOARDS, methods=["sat"], repeats=1)
    with pytest.raises(Interrupted):
        run_plan(plan, tmp_path / "out", executor=executor, cancel=cancel)
    assert executor.calls == 1


def test_a_run_begins_when_the_one_before_is_kept(tmp_path: Path) -> None:
    rows: list[int] = []
    path = tmp_path / "out/runs.jsonl"
    executor = OneByOne(lambda: rows.append(path.read_bytes().count(b"\n")))
    plan = plan_comparison(BOARDS, methods=["sat"], repeats=1)
    found = run_plan(plan, tmp_path / "out", executor=executor)
    assert rows == list(range(len(found.rows)))
