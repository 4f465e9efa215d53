"""Fifty people play while every slot for solving is busy: nobody waits, nothing goes wrong."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from web._server import Server

P99_MS = 100.0
CLIENTS = 50
LONG = {"notation": "queens:24:", "method": "backtracking", "time_s": 600}


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Server]:
    """A server all of whose children count something that takes for ever."""
    with Server(tmp_path) as server, httpx.Client(base_url=server.url, timeout=60) as http:
        jobs = [http.post("/api/v1/count", json=LONG) for _ in range(os.cpu_count() or 1)]
        assert {job.status_code for job in jobs} == {202}
        yield server
        for job in jobs:
            http.delete(job.headers["Location"])


def patience() -> float:
    """How much longer things take than on a machine with nothing else to do."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 1.0
    return max(1.0, load / (os.cpu_count() or 1))


@pytest.mark.parametrize("seconds", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_fifty_clients_play_while_every_slot_is_busy(busy: Server, seconds: int) -> None:
    program = Path(__file__).with_name("_load.py")
    command = [sys.executable, str(program), busy.url, str(CLIENTS), str(seconds), "1.0"]
    limit = P99_MS * patience() * (3 if seconds < 60 else 1)
    for left in (2, 1, 0):  # a short run may meet a hiccup of the machine
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)
        assert done.returncode == 0, done.stderr[-2000:]
        found = json.loads(done.stdout)
        assert found["errors"] == []
        assert found["moves"] > CLIENTS * seconds / 3
        if found["p99_ms"] < limit or seconds >= 60:
            break
        assert left, found
    assert found["p99_ms"] < limit, found
    assert "Traceback" not in "".join(busy.log)
