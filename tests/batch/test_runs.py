"""The runs of a comparison shared out: the same rows in the same order, the same limits."""

import json
from pathlib import Path
from threading import Event

import pytest

from batch.inline import Inline
from gridwise.batch import runs
from gridwise.batch.runs import shared_runs
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.run import run_plan
from gridwise.core.limits import Interrupted, Limits
from gridwise.workers.supervisor import Task, TaskOutcome
from without_children import no_git

__all__ = ["no_git"]
pytestmark = pytest.mark.usefixtures("no_git")
BOARDS = ("queens:4:", "queens:5:r1c1")


class Supervised:
    """Takes the place of a supervisor: says what it was asked."""

    def run(self, task: Task, *, time_s: float, **limits: object) -> TaskOutcome:
        asked = {"time_s": time_s, **limits, "method": task.args["method"]}
        return TaskOutcome("answered", {"status": "SOLVED", "claims": asked})


def test_rows_keep_their_order_and_runs_their_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = Inline(lost={2, 5})
    monkeypatch.setattr(runs, "open_executor", lambda workers, cluster: executor)
    monkeypatch.setattr(runs, "_supervisor", lambda modules: Supervised())
    asked: list[tuple[Task, Limits]] = []
    plan = plan_comparison(
        BOARDS, methods=["sat", "dpll"], repeats=2, time_s=7.0, memory_bytes=10**9
    )
    with shared_runs(2, None) as share:
        assert share is not None

        def noted(calls: object) -> object:
            kept = list(calls)
            asked.extend(kept)
            return share(iter(kept))

        found = run_plan(plan, tmp_path / "out", share=noted)
    assert [row.key for row in found.rows] == [run.key for run in plan.runs()]
    limits = {Limits(time_s=seconds, memory_bytes=10**9) for seconds in (7.0, 210.0)}
    assert {each for _, each in asked} == limits
    assert executor.rebuilt == 2
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert "compare processor times" in manifest["measurement_class"]


def test_a_run_whose_workers_die_is_a_row_that_a_resumed_comparison_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_comparison(BOARDS, methods=["sat"], repeats=1)
    monkeypatch.setattr(runs, "_supervisor", lambda modules: Supervised())
    for lost, ends in (({1, 2, 3, 4, 5, 6}, ["fault", "fault"]), ((), ["answered"] * 2)):
        executor = Inline(lost=lost)
        monkeypatch.setattr(runs, "open_executor", lambda workers, cluster, made=executor: made)
        with shared_runs(2, None) as share:
            found = run_plan(plan, tmp_path / "out", share=share)
        assert [row.end for row in found.rows if row.kind == "time"] == ends


def test_cancelling_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "open_executor", lambda workers, cluster: Inline())
    cancel = Event()
    cancel.set()
    plan = plan_comparison(BOARDS, methods=["sat"], repeats=1)
    with pytest.raises(Interrupted), shared_runs(2, None, cancel) as share:
        run_plan(plan, tmp_path / "out", share=share)


def test_one_run_at_a_time_is_not_shared() -> None:
    for workers in (None, 1):
        with shared_runs(workers, None) as share:
            assert share is None
