"""Comparisons whose runs are processes: what these load, locks, and what a kill leaves."""

import importlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from comparing.planned import (
    BOARDS,
    InProcess,
    plan_of,
)
from gridwise.comparing.results import Comparison
from gridwise.comparing.run import run_plan
from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.process.supervisor import Task, TaskOutcome


def test_a_folder_takes_one_comparison_at_a_time(tmp_path: Path) -> None:
    plan = plan_of("sat")

    class Meanwhile(InProcess):
        def run(self, task: Task, limits: Limits) -> TaskOutcome:
            if len(self.tasks) == 2:
                words = [sys.executable, "-m", "gridwise", "compare", *BOARDS, "--methods", "sat"]
                words += ["--repeats", "3", "-o", str(tmp_path)]
                second = subprocess.run(words, capture_output=True, text=True, check=False)
                assert second.returncode == 2 and not second.stdout
                assert second.stderr.count("\n") == 1
                assert "Another comparison is running in this folder" in second.stderr
            return super().run(task, limits)

    run_plan(plan, tmp_path, executor=Meanwhile())
    keys = Counter(row.key for row in Comparison.load(tmp_path).rows)
    assert len(keys) == 12 and set(keys.values()) == {1}
    again = InProcess()
    run_plan(plan, tmp_path, executor=again)  # the lock is free again
    assert not again.tasks


OWN = """
import sys
from gridwise.core import registry
from gridwise.methods.dpll import Dpll

class Own(Dpll):
    name = "own"
    title = "Own"

METHOD = Own()
"""
AS_PROGRAM = """
registry.register(sys.modules[__name__])
{guard}
    from gridwise.comparing.plan import plan_comparison
    from gridwise.comparing.run import run_plan
    plan = plan_comparison(["queens:4:"], methods=["sat", "own"], repeats=1)
    print(*(f"{{row.contender}} {{row.end}}" for row in run_plan(plan, sys.argv[1]).rows), sep=", ")
"""


def test_the_processes_load_what_was_registered_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_method.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("own_method")
    registry.register(module)
    try:
        assert ("own_method", str(tmp_path / "own_method.py")) in registry.outside()
        result = run_plan(plan_of("sat", "own", repeats=1), tmp_path / "folder")
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
        del sys.modules["own_method"]
    assert [row.end for row in result.rows] == ["answered"] * len(result.rows)
    assert {row.contender for row in result.rows} == {"sat", "own"}
    assert not result.disagreements()
    assert re.fullmatch(r"[0-9a-f]{40}\+?", result.manifest["commit"] or "0" * 40)
    assert "own_method" not in dict(registry.outside())


@pytest.mark.parametrize(
    ("guard", "status", "says"),
    [
        ('if __name__ == "__main__":', 0, "own answered, sat answered"),
        ("if True:", 1, 'put that under `if __name__ == "__main__":`'),
    ],
)
def test_a_program_registers_its_own_method(
    tmp_path: Path, guard: str, status: int, says: str
) -> None:
    """A method in the program's own file; without the guard each child would start another."""
    program = tmp_path / "program.py"
    program.write_text(OWN + AS_PROGRAM.format(guard=guard))
    ran = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "folder")],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path.parent,
        check=False,
    )
    assert ran.returncode == status, ran.stderr
    told = ", ".join(sorted(set(ran.stdout.strip().split(", ")))) if not status else ran.stderr
    assert says in told


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_comparison_that_was_killed_goes_on(tmp_path: Path) -> None:
    import os
    import signal
    import time

    out = tmp_path / "out"
    words = ["compare", "queens:5:", "queens:6:", "--methods", "sat,dpll", "--repeats", "40"]
    program = [sys.executable, "-m", "gridwise", *words, "-o", str(out)]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL) as running:
        path = out / "runs.jsonl"
        until = time.monotonic() + 120
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
    kept = path.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    assert 5 <= whole.count(b"\n") < 164
    subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
    assert path.read_bytes().startswith(whole)
    rows = Comparison.load(out).rows
    assert len(rows) == len({row.key for row in rows}) == 2 * 2 * 40 + 4
