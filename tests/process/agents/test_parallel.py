"""Processes that play end with the process that started them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gridwise

linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="/proc says which processes there are"
)
SIMULATE = (
    *("simulate", "minesweeper", "--policy", "sat", "--board", "hard"),
    *("--games", "100000", "--workers", "2"),
)


def living(group: int) -> list[int]:
    """Return the processes of a process group that have not ended."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of, *_ = file.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has just gone
            continue
        if int(of) == group and state != "Z":
            found.append(int(file.parent.name))
    return found


def until(holds: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


@linux
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_process_is_left_when_the_parent_is_ended(number: str) -> None:
    command = [sys.executable, "-m", "gridwise", *SIMULATE]
    parent = subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Whoever runs the tests by nohup ignores it, and a child would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509  (only that)
    )
    try:
        # Two that play, and one of Python's own that counts semaphores.
        assert until(lambda: len(living(parent.pid)) >= 4, 240), "they did not start"
        time.sleep(0.3)
        parent.send_signal(getattr(signal, number))
        assert parent.wait(240) == -getattr(signal, number)
        assert until(lambda: not living(parent.pid), 240), living(parent.pid)
    finally:
        for pid in living(parent.pid):
            os.kill(pid, signal.SIGKILL)
        parent.wait(240)


def test_simulate_counts_alike_with_any_number_of_workers() -> None:
    asked: dict[str, Any] = {"board": "9x9x10", "games": 150, "seed": 5}
    for policy in ("pseq", "single_point"):
        rows = [
            gridwise.simulate("minesweeper", policy=policy, workers=workers, **asked).rows[0]
            for workers in (None, 1, 2)
        ]
        assert len({(row.games, row.wins, row.lost, row.stuck) for row in rows}) == 1
        assert rows[0].games == 150


@linux
def test_ctrl_c_is_the_parents_business() -> None:
    """The terminal sends it to all of them; the games played until then are counted."""
    command = [sys.executable, "-m", "gridwise", *SIMULATE, "--json"]
    parent = subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert until(lambda: len(living(parent.pid)) >= 4, 240), "they did not start"
        time.sleep(1)
        os.killpg(parent.pid, signal.SIGINT)
        out, err = parent.communicate(timeout=240)
        assert (parent.returncode, out.count("\n")) == (21, 1), err
        assert until(lambda: not living(parent.pid), 240), living(parent.pid)
    finally:
        for pid in living(parent.pid):
            os.kill(pid, signal.SIGKILL)
