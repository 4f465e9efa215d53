"""An own solver ends with the process that asked it, however that one ends."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems do not tell a child of that"
)
SOLVER = """
import subprocess, sys, time
def wait():
    subprocess.Popen(["sleep", "3600"])
    print("begun", flush=True)
    time.sleep(3600)
"""
ASKING = """
import sys, time
from pathlib import Path
from gridwise.process import confine
from gridwise.process.stranger import Apart, RunLimits
def function():
    sys.stdout = open(1, "w")
    exec(SOLVER + "wait()", {})
how, folder = sys.argv[1:]
command = [sys.executable, "-c", SOLVER + "wait()"] if how == "program" else function
if how == "function without namespaces":
    confine._own_namespaces = lambda: None
apart = Apart(command, Path(folder), RunLimits(time_s=3600.0), lines=1)
print(apart.line(), flush=True)
time.sleep(3600)
"""


@pytest.mark.parametrize("how", ["program", "function", "function without namespaces"])
def test_it_ends_when_who_asked_is_killed(how: str, tmp_path: Path) -> None:
    words = [sys.executable, "-c", f"SOLVER = {SOLVER!r}\n{ASKING}", how, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        said = asking.stdout.readline()
        below = psutil.Process(asking.pid).children(recursive=True)
        try:
            assert said == "b'begun'\n"
            assert len(below) >= 3, "two of ours, the solver and what it started"
            asking.kill()
            end = time.monotonic() + 120
            while left := [one for one in below if runs(one)]:
                assert time.monotonic() < end, left
                time.sleep(0.05)
        finally:
            asking.kill()
            for one in filter(runs, below):
                one.kill()


def runs(process: psutil.Process) -> bool:
    """Return whether a process has not ended; nobody may have waited for one that has."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
