"""A batch that is killed, interrupted or without room on the disk, and goes on."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from batch.poison import Inline
from batch.support import ONE, run_batch

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and process groups")
PATIENCE_S = 240


def queens(folder: Path, number: int) -> None:
    """Write an input, and what becomes of it."""
    lines = [f"queens:7:r1c{i % 7 + 1}" for i in range(number)]
    (folder / "in.txt").write_text("\n".join(lines) + "\n")
    run_batch(folder / "in.txt", folder / "whole.csv", executor=Inline(100_000))


def command(folder: Path, *words: str, **options: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gridwise", "batch", "in.txt", "-o", "out.csv", *words],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def noted(folder: Path, run: "subprocess.Popen[str]") -> bool:
    """Wait until the journal has three lines more, its head apart; return if the run goes on."""
    journal = folder / "out.csv.journal"
    before = journal.read_bytes().count(b"\n") if journal.exists() else 0
    end = time.monotonic() + PATIENCE_S
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= before + 3):
        if run.poll() is not None:
            return False
        assert time.monotonic() < end
        time.sleep(0.01)
    return run.poll() is None


def same(folder: Path) -> bool:
    return (folder / "out.csv").read_bytes() == (folder / "whole.csv").read_bytes()


@pytest.mark.parametrize("kind", ["one by one", "engine"])
def test_kill_9_of_the_process_group(tmp_path: Path, kind: str) -> None:
    if kind == "engine":
        rows = [ONE[i:] + ONE[:i] for i in range(81)]
        with (tmp_path / "in.txt").open("w") as file:
            for at in range(200_000):
                file.write(rows[at % 81 if at % 1000 == 999 else 0] + "\n")
        run_batch(tmp_path / "in.txt", tmp_path / "whole.csv", executor=Inline(10_000_000))
    else:
        queens(tmp_path, 1500)
    chance, kills = random.Random(7), 0
    for _ in range(4):
        run = command(tmp_path, start_new_session=True)
        if noted(tmp_path, run):
            time.sleep(chance.uniform(0, 0.3))  # the moment within a slice
            os.killpg(run.pid, signal.SIGKILL)
            kills += 1
        assert "Traceback" not in run.communicate()[1]
        if (tmp_path / "out.csv").exists():
            break
    else:
        assert "Traceback" not in command(tmp_path).communicate()[1]
    assert kills > 1
    assert same(tmp_path)


def test_a_full_disk(tmp_path: Path) -> None:
    import resource

    queens(tmp_path, 400)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, resource.RLIM_INFINITY))

    full = command(tmp_path, "--workers", "1", preexec_fn=limit)
    out, err = full.communicate()
    assert (full.returncode, out) == (30, "")
    assert err.startswith("out.csv.part: Cannot be written: file too large; ")
    assert err.endswith(" answers are kept: run the same command again to go on.\n")
    assert not (tmp_path / "out.csv").exists()
    again = command(tmp_path, "--workers", "1")
    out, err = again.communicate()
    assert (again.returncode, err) == (0, "")
    assert "were answered before" in out
    assert same(tmp_path)


def test_ctrl_c_stops_and_the_same_words_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queens(tmp_path, 1500)
    run = command(tmp_path, "--workers", "1", start_new_session=True)
    assert noted(tmp_path, run)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=PATIENCE_S)
    assert (run.returncode, err) == (21, "")
    assert out.endswith("Stopped; the same command goes on from here.\n")
    assert (tmp_path / "out.csv.part").exists()
    monkeypatch.chdir(tmp_path)  # the question names the input as it was written
    done = run_batch("in.txt", "out.csv", executor=Inline(9000))
    assert done.completed
    assert 0 < done.resumed < done.rows == 1500
    assert same(tmp_path)
