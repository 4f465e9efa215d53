"""Batches on processes: how many, one that dies, the memory of all, and what they make."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import samples
from batch.poison import POISON, Poisoned
from batch.support import CERTIFIED, ONE, certified, files, ran, rows, write
from gridwise.batch.boards import generate_shared
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.run import run_plan
from gridwise.process.pool import LocalExecutor
from gridwise.solving.generate import generate_many


def test_as_many_processes_as_asked_for_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    pool = LocalExecutor(1)
    try:
        assert pool.workers == 1
        assert pool.submit(pow, 2, 10).result() == 1024
    finally:
        pool.close()


# Dask leaves the sockets of a worker that was killed to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.parametrize("which", ["pool", "pair"])
def test_a_puzzle_that_kills_its_worker_is_a_row_and_the_others_are_answered(
    tmp_path: Path, which: str, request: pytest.FixtureRequest
) -> None:
    lines = [f"queens:6:r1c{n % 4 + 2}\n" for n in range(40)]
    lines[17] = POISON.decode()
    source = write(tmp_path, "".join(lines))
    done = ran(source, executor=Poisoned(request.getfixturevalue(which)))
    found = rows(tmp_path / "out.csv")
    assert [row["puzzle"] for row in found] == [line.strip() for line in lines]
    assert found[17]["status"] == "UNKNOWN"
    assert found[17]["error"].endswith(":18:1: a worker process died 3 times at this puzzle")
    assert all(row["status"] == "SOLVED" for at, row in enumerate(found) if at != 17)
    assert done.ends == {"answered": 39, "fault": 1}


def test_certificates_are_those_of_one_process(tmp_path: Path, pool: LocalExecutor) -> None:
    write(tmp_path, "".join(f"{line}\n" for line in CERTIFIED))
    certified(tmp_path, "alone.csv", certificate=tmp_path / "alone")
    certified(tmp_path, certificate=tmp_path / "many", executor=pool, time_s=60.0)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert files(tmp_path / "many") == files(tmp_path / "alone")


def test_new_boards_are_those_of_one_process() -> None:
    seeds = range(3, 9)
    assert list(generate_shared("sudoku", "2x2", seeds, workers=2)) == list(
        generate_many("sudoku", "2x2", seeds)
    )


def test_the_runs_of_a_comparison_are_those_of_one_process(tmp_path: Path) -> None:
    plan = plan_comparison(("queens:4:", "queens:5:r1c1"), methods=["sat", "dpll"], repeats=1)
    two = run_plan(plan, tmp_path / "two", workers=2)
    one = run_plan(plan, tmp_path / "one")

    def told(rows: Any) -> list[object]:
        return [(row.key, row.end, row.status, row.counters, row.claims) for row in rows]

    assert told(two.rows) == told(one.rows)
    assert all(row.cpu_s is not None for row in two.rows if row.kind == "time")


MEASURED = """
import sys, gridwise as gw
if __name__ == "__main__":
    print(gw.batch(sys.argv[1], sys.argv[2], workers=2).rows)
    # What `resource` calls the peak may be that of the process that started this one.
    print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc says the peak")
@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_the_memory_is_flat_over_many_lines(tmp_path: Path, name: str) -> None:
    number = 1_000_000 if samples.THOROUGH else 400_000
    path = tmp_path / "in.txt"
    with path.open("w") as file:
        file.writelines(f"{ONE}\n" for _ in range(number))
    words = [sys.executable, "-c", MEASURED, str(path), str(tmp_path / name)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    count, kilobytes = map(int, done.stdout.split())
    assert count == number
    assert kilobytes < 300_000
