"""A proof that another process makes: limits and interrupts end it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import psutil
import pytest

from cli.running import PROGRAM, Command
from gridwise.process.supervisor import FUNCTIONS
from gridwise.solving.certificates import prover

LONG = "queens:24:" + ",".join(
    f"xr{row}c{col}" for row in range(1, 13) for col in range(1, 25) if col % 2 == 0 or col > 22
)
"""Twelve rows with squares in the same eleven columns, pigeons and holes: a search by rows ends in
a tenth of a second, and each column more makes a proof by resolution several times as long. This
one takes minutes."""

ENDLESS = """
import time

def refutation(clauses, most_bytes):
    time.sleep(3600)
"""
"""It makes no proof within any limit, on any machine."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_an_interrupt_while_a_proof_is_made_ends_it_and_keeps_the_answer(tmp_path: Path) -> None:
    command = [*PROGRAM, "count", LONG, "--certificate", str(tmp_path / "made")]
    asked = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        prover = at_work_on_a_proof(asked)
        os.killpg(asked.pid, signal.SIGINT)  # a terminal sends it to all of them
        out, err = asked.communicate(timeout=60)
    finally:
        asked.kill()
        asked.wait()
    assert err == ""
    assert out.splitlines()[0] == "0 (no solution)."
    assert "Solved, not proved: it was stopped" in out
    assert asked.returncode == 21
    assert not Path(f"/proc/{prover}").exists()
    assert not list(tmp_path.glob("made/*"))


def at_work_on_a_proof(asked: subprocess.Popen[str]) -> int:
    """Wait until the native solver has worked for a while; return the number of its process."""
    while asked.poll() is None:
        time.sleep(0.05)
        with suppress(psutil.Error):
            for child in psutil.Process(asked.pid).children():
                if FUNCTIONS in child.cmdline() and child.cpu_times().user >= 0.5:
                    return child.pid
    raise AssertionError(asked.communicate())


def test_a_time_limit_ends_a_proof_that_is_being_made(
    gridwise: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "count", "queens:6:r1c1", "--time", "1"
    alone = gridwise(*asked)  # what it needs is loaded before the time of the next one runs
    (tmp_path / "endless_proof.py").write_text(ENDLESS, encoding="ascii")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(prover, "refutation", import_module("endless_proof").refutation)
    done = gridwise(*asked, "--certificate", str(tmp_path / "made"))
    assert done.out.splitlines()[0] == alone.out.strip()
    assert alone.out.startswith("0 (no solution")
    assert "Solved, not proved: a limit was reached" in done.out
    assert not list(tmp_path.glob("made/*"))
