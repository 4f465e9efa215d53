"""A limit of processor time is met by the method itself, and by the system where it cannot."""

from collections.abc import Iterator

import pytest

from gridwise.core.limits import Limits
from gridwise.process.supervisor import Supervisor, Task


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with Supervisor(extra_tasks=["workers.faults"]) as made:
        yield made


def test_a_method_stops_at_its_processor_time(supervisor: Supervisor) -> None:
    args = {"notation": "queens:20:", "method": "backtracking"}
    supervisor.run(Task("count", {**args, "nodes": 1}))  # the imports
    outcome = supervisor.run(Task("count", args), Limits(cpu_s=0.3))
    assert (outcome.end, outcome.forced) == ("time_limit", False)
    assert outcome.value is not None and outcome.value["stop"] == "TIME_LIMIT"
    assert outcome.cpu_s is not None and outcome.cpu_s >= 0.3


def test_what_looks_at_no_limit_is_ended_from_outside(supervisor: Supervisor) -> None:
    outcome = supervisor.run(Task("fault_spin"), Limits(cpu_s=0.3))
    assert (outcome.end, outcome.forced) == ("time_limit", True)
    assert outcome.cpu_s is not None and outcome.cpu_s >= 0.3


def test_waiting_uses_no_processor_time(supervisor: Supervisor) -> None:
    outcome = supervisor.run(Task("fault_sleep", {"s": 1}), Limits(cpu_s=0.2))
    assert outcome.end == "answered"
