"""Limits of CPU seconds in comparisons: the plan, the runs, and what is said of them."""

import json
from pathlib import Path

import pytest

from comparing.planned import InProcess
from documents import made
from gridwise.comparing import run as module
from gridwise.comparing.plan import HEAP_FACTOR, TIME_S, plan_comparison
from gridwise.comparing.results import Comparison, row_of
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import result_table
from gridwise.core.limits import Limits, clock_for
from gridwise.core.result import MEASURES
from gridwise.documents.report.build import command
from gridwise.documents.report.results import stopped_by_clock
from gridwise.process.supervisor import Task, TaskOutcome

BOARDS = ["queens:6:", "queens:8:"]


def test_the_suites_of_course_reports_limit_cpu_seconds() -> None:
    reports = {name: one for name, one in suites().items() if one.report is not None}
    assert len(reports) == 5
    assert all(one.cpu_s and one.time_s is None for one in reports.values())
    plan = plan_comparison(["report-queens"])
    assert (plan.cpu_s, plan.time_s) == (1.0, clock_for(1.0))
    assert plan_comparison(["report-queens"], cpu_s=3.0).cpu_s == 3.0
    on_the_clock = plan_comparison(["report-queens"], time_s=5.0)
    assert (on_the_clock.cpu_s, on_the_clock.time_s) == (None, 5.0)


def test_a_limit_of_cpu_seconds_leaves_the_clock_far_behind() -> None:
    plan = plan_comparison(BOARDS, methods=["dpll"], cpu_s=20.0)
    assert (plan.cpu_s, plan.time_s) == (20.0, 200.0)
    assert (plan.heap_cpu_s, plan.heap_s) == (20.0 * HEAP_FACTOR, clock_for(20.0 * HEAP_FACTOR))
    both = plan_comparison(BOARDS, methods=["dpll"], cpu_s=20.0, time_s=30.0)
    assert (both.cpu_s, both.time_s) == (20.0, 30.0)
    usual = plan_comparison(BOARDS, methods=["dpll"])
    assert (usual.cpu_s, usual.time_s, usual.heap_cpu_s) == (None, TIME_S, None)


class Noted(InProcess):
    """Answers at once; keeps the limits that its runs had."""

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[tuple[float | None, float | None]] = []

    def run(self, task: Task, limits: Limits) -> TaskOutcome:
        self.limits.append((limits.time_s, limits.cpu_s))
        value = {
            "status": "UNKNOWN",
            "stop": "TIME_LIMIT",
            "statistics": {**dict.fromkeys(MEASURES, 0.25), "decisions": 3},
        }
        return TaskOutcome("time_limit", value, 9.0, 0.5, 1.0, compile_cpu_s=0.125)


@pytest.mark.parametrize("cpu_s", [None, 2.5])
def test_each_run_has_the_limits_of_the_plan(
    tmp_path: Path, cpu_s: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "machine_for_manifest", dict)  # it asks git
    executor = Noted()
    plan = plan_comparison(BOARDS, methods=["dpll"], repeats=1, time_s=7.0, cpu_s=cpu_s)
    found = run_plan(plan, tmp_path / "out", executor=executor)
    assert set(executor.limits) == {(7.0, cpu_s)}
    kept = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["limits"]
    assert kept.get("cpu_s", "none") == (cpu_s or "none")
    row = found.rows[0]
    assert (row.cpu_s, row.wall_s, row.compile_s, row.tables_s) == (0.5, 9.0, 1.0, 0.25)
    assert (row.compile_cpu_s, row.tables_cpu_s) == (0.125, 0.25)
    assert dict(row.counters) == {"decisions": 3, "branching_factor": 0.25}
    assert f"{cpu_s} s of CPU time (7 s on the clock)" in str(result_table(found)) or cpu_s is None
    words = command(found)
    assert words is not None and ("--cpu 2.5" in words) is (cpu_s is not None)


def test_only_runs_that_the_clock_stopped_are_told_of() -> None:
    def of(used: float, tables_cpu_s: float = 0.0, **limits: float) -> Comparison:
        row = {**made.row("a", "3x3", 1, "time_limit"), "cpu_s": used}
        head = made.manifest({("a", "3x3"): []}, limits={"memory_bytes": 1e9, **limits})
        return Comparison(head, (row_of({**row, "tables_cpu_s": tables_cpu_s}),))

    assert stopped_by_clock(of(2.0, time_s=60.0, cpu_s=2.0)) is None
    assert stopped_by_clock(of(1.5, 0.5, time_s=60.0, cpu_s=2.0)) is None, "tables count too"
    assert str(stopped_by_clock(of(0.5, time_s=60.0, cpu_s=2.0))) == (
        "The limit of 60 s on the clock stopped runs (1) that had 500 ms to 500 ms of CPU time "
        "until then."
    )
    assert "counts seconds on the clock" in str(stopped_by_clock(of(0.5, time_s=2.0)))
