"""Questions to the REST API, and what the program answers to the same."""

import json
import time
from typing import Any

import httpx
import pytest

from gridwise.cli.main import run

LONG = {"notation": "queens:20:", "method": "backtracking", "time_s": 300}


def done(client: httpx.Client, kind: str, **asked: Any) -> Any:
    """Return the job of a request once it has ended, however long the children take to warm."""
    answer = client.post(f"/{kind}", json=asked, params={"wait": 30})
    assert answer.status_code in (200, 202), answer.text
    job = answer.json()
    assert answer.headers["location"] == f"/api/v1/jobs/{job['id']}"
    until = time.monotonic() + 300
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.05)
        job = client.get(f"/jobs/{job['id']}").json()
    return job


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[Any]:
    """Return what the program prints with --json."""
    capsys.readouterr()
    run([*args, "--json"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def events_of(client: httpx.Client, ident: str) -> list[tuple[str, Any]]:
    with client.stream("GET", f"/jobs/{ident}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        text = "".join(answer.iter_text())
    found = []
    for block in text.strip().split("\n\n"):
        if not block.startswith(":"):
            name, data = block.split("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found
