"""`gridwise prepare`, which compiles in processes of its own, and an interrupt of it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.running import Command


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc names the processes")
def test_ctrl_c_ends_compiling_at_once_and_the_next_run_goes_on(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "gridwise", "prepare", "queens"]
    first = subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.PIPE, text=True
    )
    while not list(tmp_path.rglob("*.part")):
        assert first.poll() is None
        time.sleep(0.02)
    os.killpg(first.pid, signal.SIGINT)  # a terminal sends it to all of them
    out, _ = first.communicate(timeout=240)
    assert first.returncode == 21, out
    assert out.splitlines()[-1].startswith("Cancelled; what is made is kept"), out
    with pytest.raises(ProcessLookupError):
        os.killpg(first.pid, 0)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.part")}
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    said = again.stdout.splitlines()
    assert said[0].startswith("Compiling queens: ") and said[-1].startswith(
        "queens:kernels is ready"
    )
    assert not said[0].startswith("Compiling queens: 0 of"), "it goes on where it was"
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_what_is_ready_is_said(gridwise: Command) -> None:
    ran = gridwise("prepare", "queens", "--json")
    assert ran.status == 0
    assert [record["table"] for record in ran.records] == ["queens:kernels"]
    again = gridwise("prepare", "queens:kernels")
    assert "queens:kernels is ready · cpu " in again.out
