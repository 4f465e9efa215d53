"""What a batch costs beside a bare loop over the engine, and what several workers bring.

    python benchmarks/batch.py FILE [--lines N] [--workers 1,2] [--dask] [--do rate]

FILE holds Sudokus of 81 characters a line; it is repeated to N lines, a million without. The bare
loop solves the same lines in the same slices from memory, and reads, checks and writes nothing; it
runs again before each batch, as the speed of a machine in use changes. Seconds are wall time of the
work (engines are loaded before) and CPU time; overhead is what the workers take more CPU time than
the bare loop. Efficiency is puzzles a second by those of one worker and by the number of workers.
With `--dask` the workers are those of `--cluster local:N`.
"""

import argparse
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import psutil

from gridwise.batch import run, work
from gridwise.comparing.machine import machine
from gridwise.core.capabilities import BatchSolver
from gridwise.core.registry import capability
from gridwise.core.run import Run
from gridwise.process.pool import LocalExecutor
from gridwise.process.sharing import WorkExecutor, open_executor

KIND = "sudoku"


def cpu_of_children() -> float:
    """Return the CPU seconds of all processes below this one."""
    spent = 0.0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            spent += times.user + times.system
    return spent


def bare(data: bytes) -> float:
    """Return the CPU seconds of the engine alone over lines in memory."""
    engine = capability(KIND, BatchSolver)
    assert engine is not None
    table = np.frombuffer(data, np.uint8).reshape(-1, engine.lines.width + 1)
    step = LocalExecutor.slice_bytes // table.shape[1]
    cpu = time.process_time()
    for begin in range(0, len(table), step):
        engine.lines.solve(table[begin : begin + step, :-1], Run(), 2)
    return time.process_time() - cpu


class Warm:
    """An executor whose workers are warm and outlive a batch."""

    def __init__(self, pool: WorkExecutor) -> None:
        self._pool = pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def close(self) -> None:
        """Keep the workers."""


def batch(
    source: Path, output: Path, do: str, workers: int, dask: bool
) -> tuple[float, float, float]:
    """Return wall seconds of a batch, CPU seconds of its coordinator and of its workers."""
    where = (None, f"local:{workers}") if dask else (workers, None)
    pool = open_executor(*where, preload=[KIND])
    try:
        for future in [pool.submit(work.warm, [KIND]) for _ in range(4 * workers)]:
            future.result()
        before = cpu_of_children()
        wall, cpu = time.perf_counter(), time.process_time()
        with patch.object(run, "open_executor", lambda *_, **__: Warm(pool)):
            run.batch(source, output, do=do)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return wall, cpu, cpu_of_children() - before
    finally:
        pool.close()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--do", default="solve")
    parser.add_argument("--endings", default=".csv,.txt")
    said = parser.parse_args()
    rows = [row for row in said.file.read_bytes().split() if len(row) == 81]
    data = (b"\n".join(rows) + b"\n") * (said.lines // len(rows) + 1)
    data = data[: 82 * said.lines]
    work.warm([KIND])
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))
    print()
    print(
        "| CPU seconds | wall | puzzles/s | efficiency | bare loop | workers | overhead "
        "| coordinator |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.txt"
        source.write_bytes(data)
        for ending in said.endings.split(","):
            alone = 0.0  # puzzles a second of a worker of the first row
            for count in map(int, said.workers.split(",")):
                bare_s = bare(data) if said.do == "solve" else 0.0
                output = Path(folder) / f"out{ending}"
                wall, main_s, cpu = batch(source, output, said.do, count, said.dask)
                speed = said.lines / wall
                alone = alone or speed / count
                shown = (
                    f"{bare_s:.2f} | {cpu:.2f} | {cpu / bare_s - 1:.0%}"
                    if bare_s
                    else (f"- | {cpu:.2f} | -")
                )
                print(
                    f"| {ending}, {count} worker{'s' if count > 1 else ''} | {wall:.2f} "
                    f"| {speed:{',.0f' if speed >= 100 else '.2f'}} | {speed / count / alone:.0%} "
                    f"| {shown} | {main_s:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
