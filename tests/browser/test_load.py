"""Many people play while every slot for solving is busy, and nothing goes wrong.

How long they wait is measured by `benchmarks/page.py`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from browser._server import Server

LONG = {"notation": "queens:24:", "method": "backtracking", "time_s": 600}


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Server]:
    """A server all of whose children count something that takes for ever."""
    with Server(tmp_path) as server, httpx.Client(base_url=server.url, timeout=240) as http:
        jobs = [http.post("/api/v1/count", json=LONG) for _ in range(os.cpu_count() or 1)]
        assert {job.status_code for job in jobs} == {202}
        yield server
        for job in jobs:
            http.delete(job.headers["Location"])


def test_people_play_while_every_slot_is_busy(busy: Server) -> None:
    clients, seconds = 50, 10
    program = Path(__file__).with_name("_load.py")
    command = [sys.executable, str(program), busy.url, str(clients), str(seconds), "1.0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["errors"] == []
    assert found["moves"] >= clients
    assert "Traceback" not in "".join(busy.log)
