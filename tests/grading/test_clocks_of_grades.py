"""A run that came near a limit of time is made once more, and the better one counts."""

from types import SimpleNamespace

import pytest

from gridwise.core.message import msg
from gridwise.grading import attempt as module
from gridwise.grading.assignment import WITHIN_TIME, CourseAssignment, GradedTask
from gridwise.grading.results import StudentGrade, TaskRun, marks_of
from gridwise.process.stranger import Ended, RunLimits

TASK = GradedTask("t", "queens:4:", {WITHIN_TIME: 2.0}, within_s=1.0)


def run(right: bool, cpu_s: float, *, near: bool) -> TaskRun:
    what = msg("right") if right else msg("no answer within {limit}", limit="3 s")
    return TaskRun("t", right, what, cpu_s=cpu_s, near=near)


@pytest.mark.parametrize(
    ("runs", "counts"),
    [
        ([run(False, 2.0, near=True), run(True, 0.9, near=False)], (True, 0.9, True)),
        ([run(True, 0.9, near=True), run(True, 0.7, near=False)], (True, 0.7, True)),
        ([run(True, 0.9, near=True), run(False, 0.1, near=True)], (True, 0.9, True)),
        ([run(True, 0.1, near=False)], (True, 0.1, False)),
    ],
)
def test_the_better_of_two_counts(runs: list[TaskRun], counts: tuple[bool, float, bool]) -> None:
    made = iter(runs)
    found = module.again_if_near(lambda: next(made))()
    assert (found.correct, found.cpu_s, found.near) == counts
    assert next(made, None) is None, "no run is made in vain"
    assert ("was run twice" in str(found.text)) is found.near
    assert TaskRun.of(found.as_dict()) == found
    note = StudentGrade(SimpleNamespace(error=None), (found,), ()).note  # type: ignore[arg-type]
    assert ("came near the limit of time: 1" in str(note)) is found.near
    (mark,) = marks_of(TASK, found, None)
    assert ("was run twice" in str(mark.text)) is found.near


@pytest.mark.parametrize(
    ("end", "used", "near"),
    [
        ("exited", {"cpu_s": 0.5, "wall_s": 1.0}, False),
        ("exited", {"cpu_s": 3.3, "wall_s": 5.0}, True),  # of 4 CPU seconds
        ("exited", {"cpu_s": 0.5, "wall_s": 8.1}, True),  # of 10 on the clock
        ("time", {"cpu_s": None, "wall_s": 10.0}, True),
        ("cpu", {"cpu_s": 4.0, "wall_s": 4.0}, True),
        ("memory", {"cpu_s": 0.1, "wall_s": 0.1}, False),
    ],
)
def test_what_is_near_a_limit(end: str, used: dict[str, float | None], near: bool) -> None:
    plan = CourseAssignment("", "", "s.py", None, RunLimits(10.0, cpu_s=4.0), ())
    task = GradedTask("t", "queens:4:", {})
    ended = Ended(end, 0, b"", b"", used["cpu_s"], used["wall_s"] or 0.0, None)
    assert module._near(plan, task, ended, used) is near


def test_near_the_time_that_earns_points_is_near() -> None:
    plan = CourseAssignment("", "", "s.py", None, RunLimits(10.0), ())
    ended = Ended("exited", 0, b"", b"", 1.4, 2.0, None)
    assert module._near(plan, TASK, ended, ended.used)
