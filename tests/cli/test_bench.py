"""`gridwise bench` and `gridwise prepare`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.conftest import Command
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Preparation

BENCHMARKS = registry.capabilities(Benchmarks)
KINDS = list(BENCHMARKS)


def test_every_puzzle_of_ours_is_measured() -> None:
    assert KINDS == ["minesweeper", "queens", "sliding", "sudoku"]
    for name in KINDS:
        preparation = registry.capabilities(Preparation)[name]
        assert "kernels" in preparation.tables or name == "minesweeper"
        assert set(preparation.default) <= set(preparation.tables)


def test_a_count_is_measured_and_right(gridwise: Command) -> None:
    ran = gridwise("bench", "queens", "--set", "count:8", "--json")
    assert (ran.status, ran.err) == (0, "")
    row = ran.record
    assert (row["bench"], row["set"], row["count"], row["fundamental"]) == (
        "queens",
        "count:8",
        92,
        12,
    )
    assert row["cpu_s"] > 0 and row["rate_per_s"] == pytest.approx(
        row["items"] / row["cpu_s"], 0.01
    )
    assert {"compile_s", "cpu", "python", "numba", "date", "resident_bytes"} <= row.keys()


def test_a_file_takes_the_place_of_the_instances(gridwise: Command, tmp_path: Path) -> None:
    lines = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "." * 81,
    ]
    (tmp_path / "two.txt").write_text("\n".join(lines) + "\n")
    ran = gridwise("bench", "sudoku", "two.txt", "--json", "--scale", "1")
    assert ran.status == 0, ran.err
    row = ran.record
    assert (row["set"], row["unique"], row["several"], row["none"]) == ("two", 1, 1, 0)
    table = gridwise("bench", "sudoku", "two.txt").out.splitlines()
    assert table[0].split()[:2] == ["set", "items"] and table[1].startswith("two ")
    assert "one core, CPU seconds" in table[2]


def test_the_sets_and_tables_are_listed(gridwise: Command) -> None:
    for name in KINDS:
        ran = gridwise("bench", name, "--list", "--json")
        assert [record["set"] for record in ran.records] == list(BENCHMARKS[name].sets)
    tables = [record["table"] for record in gridwise("prepare", "--list", "--json").records]
    assert "sliding:7-8" in tables and "sudoku:kernels" in tables


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (("bench", "chess"), 2, "chess"),
        (("bench", "queens", "--set", "nothing"), 2, "nothing"),
        (("bench", "sudoku", "nowhere.txt"), 30, "nowhere.txt"),
        (("bench", "sudoku", "--scale", "2"), 2, "scale"),
        (("prepare", "nothing"), 2, "nothing"),
        (("prepare", "sliding:nothing"), 2, "sliding:nothing"),
    ],
)
def test_what_cannot_be(gridwise: Command, words: tuple[str, ...], status: int, text: str) -> None:
    ran = gridwise(*words)
    assert ran.status == status and text in ran.err and "Traceback" not in ran.err


def test_what_is_ready_is_said(gridwise: Command) -> None:
    ran = gridwise("prepare", "queens", "--json")
    assert ran.status == 0
    assert [record["table"] for record in ran.records] == ["queens:kernels"]
    again = gridwise("prepare", "queens:kernels")
    assert "queens:kernels is ready · cpu " in again.out


@pytest.mark.slow
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
    assert out.splitlines()[-1].startswith("cancelled; what is made is kept"), out
    with pytest.raises(ProcessLookupError):
        os.killpg(first.pid, 0)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.part")}
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    said = again.stdout.splitlines()
    assert said[0].startswith("compiling queens: ") and said[-1].startswith(
        "queens:kernels is ready"
    )
    assert not said[0].startswith("compiling queens: 0 of"), "it goes on where it was"
    assert before == {path: path.stat().st_mtime_ns for path in before}
