"""Requests name a limit of processor time, and it reaches the child."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import ValidationError

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.process.queue import Ticket
from gridwise.web.api.jobs import Jobs
from gridwise.web.api.models import TIMES_S, Compare, request_model
from gridwise.web.server.comparisons import _within


def test_every_task_that_can_be_asked_for_takes_it() -> None:
    for kind in TIMES_S:
        field = request_model(kind, 30.0).model_fields["cpu_s"]
        assert field.default is None, kind
    asked = request_model("solve", 30.0).model_validate({"notation": "queens:6:", "cpu_s": 2})
    assert asked.model_dump()["cpu_s"] == 2.0
    for wrong in (0, -1, 10**9, float("inf"), "x"):
        with pytest.raises(ValidationError):
            request_model("solve", 30.0).model_validate({"notation": "queens:6:", "cpu_s": wrong})


def test_a_job_hands_it_on() -> None:
    seen: list[Limits] = []

    class Server:
        def submit(self, name: str, args: Any, limits: Limits, **options: Any) -> Ticket:
            seen.append(limits)
            return Ticket(name, json.dumps(args))

    async def start() -> None:
        Jobs(Server()).start("solve", {"notation": "queens:6:"}, "me", 30.0, 2.0)  # type: ignore[arg-type]

    asyncio.run(start())
    assert [(limits.time_s, limits.cpu_s) for limits in seen] == [(30.0, 2.0)]


def test_a_comparison_has_it_within_bounds() -> None:
    assert Compare.model_validate({"boards": ["queens:6:"], "cpu_s": 2}).cpu_s == 2.0
    asked = dict.fromkeys(("methods", "repeats", "time_s", "cpu_s", "memory_bytes"))
    _within({**asked, "cpu_s": 2.0})
    with pytest.raises(ParameterError, match="cpu_s is above 0 and at most"):
        _within({**asked, "cpu_s": 1e9})
