"""What a batch costs beside a bare loop over the engine, and what several workers bring.

    python benchmarks/batch.py FILE [LINES] [WORKERS,...]

FILE holds Sudokus of 81 characters a line; it is repeated to LINES lines, a million without. The
bare loop solves the same lines in the same slices from memory, and reads, checks and writes
nothing; it runs again before each batch, as the speed of a machine in use changes. Seconds are wall
time of the work (engines are loaded before) and CPU time; overhead is what the workers take more
CPU time than the bare loop.
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from gridwise.batch import work
from gridwise.batch.local import LocalExecutor
from gridwise.batch.run import run_batch
from gridwise.comparing.machine import machine
from gridwise.core.capabilities.batch import BatchSolver
from gridwise.core.registry import capability
from gridwise.core.run import Run

KIND = "sudoku"


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


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


def batch(source: Path, output: Path, workers: int) -> tuple[float, float, float]:
    """Return wall seconds of a batch, CPU seconds of its coordinator and of its workers."""
    pool = LocalExecutor(workers, preload=[KIND])
    try:
        for future in [pool.submit(work.warm, [KIND]) for _ in range(4 * workers)]:
            future.result()
        before = sum(map(cpu_of, pool.pids))
        wall, cpu = time.perf_counter(), time.process_time()
        run_batch(source, output, executor=pool)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return wall, cpu, sum(map(cpu_of, pool.pids)) - before
    finally:
        pool.close()


def main(file: str, lines: str = "1000000", workers: str = "1,2") -> None:
    """Measure, and print a table."""
    rows = [row for row in Path(file).read_bytes().split() if len(row) == 81]
    number = int(lines)
    data = (b"\n".join(rows) + b"\n") * (number // len(rows) + 1)
    data = data[: 82 * number]
    work.warm([KIND])
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))
    print()
    print("| CPU seconds | wall | puzzles/s | bare loop | workers | overhead | coordinator |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.txt"
        source.write_bytes(data)
        for name in ("out.csv", "out.txt"):
            for count in map(int, workers.split(",")):
                bare_s = bare(data)
                wall, main_s, cpu = batch(source, Path(folder) / name, count)
                said = f"{Path(name).suffix}, {count} worker{'s' if count > 1 else ''}"
                print(
                    f"| {said} | {wall:.2f} | {number / wall:,.0f} | {bare_s:.2f} | {cpu:.2f} "
                    f"| {cpu / bare_s - 1:.0%} | {main_s:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main(*sys.argv[1:])
