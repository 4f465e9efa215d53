"""How many slices a second one Dask scheduler and one coordinator carry, with many workers.

A scheduler in a process of its own, the executor of `gridwise batch --cluster` in this one, and
workers that are real in all they send and receive, but only wait instead of solving: so a thousand
of them fit on one machine. Processor seconds a slice say where the limit is, and are the same on a
busy machine.

    python benchmarks/cluster.py --workers 1000 --seconds 5 --puzzles 1000
    python benchmarks/cluster.py --workers 100 --seconds 0      # as fast as it goes
    python benchmarks/cluster.py --bytes 100,10000,100000,1000000
"""

import argparse
import asyncio
import json
import logging
import multiprocessing
import os
import platform
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import dask
import psutil

from gridwise.batch.cluster import ClusterExecutor

LINE = 82  # a Sudoku as text, with its end of line
HOST_WORKERS = 125  # simulated workers in one process

QUIET = {
    "distributed.admin.system-monitor.interval": "600s",
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.worker-ttl": None,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.comm.timeouts.connect": "120s",
}
"""What many workers in one process would spend time on, and one worker each does not notice."""


def answered(seconds: float, data: bytes) -> bytes:
    """Stand for a slice of work: take its bytes, wait as long as it takes, return twice as many."""
    time.sleep(seconds)
    return 2 * data


def host(address: str, number: int) -> None:
    """Run some workers of one thread each in this process until the scheduler has gone."""
    from distributed import Worker

    async def run() -> None:
        async def one() -> None:
            async with Worker(address, nthreads=1, memory_limit=0, dashboard=False) as worker:
                await worker.finished()

        await asyncio.gather(*(one() for _ in range(number)))

    logging.disable(logging.CRITICAL)  # a dozen lines a worker
    with dask.config.set(QUIET):
        asyncio.run(run())


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, psutil.Process, list[psutil.Process]]]:
    """Start a scheduler and simulated workers; yield its address and all processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", *words],
        stderr=subprocess.DEVNULL,
    )
    address = f"tcp://127.0.0.1:{port}"
    context = multiprocessing.get_context("spawn")
    sizes = [min(HOST_WORKERS, workers - first) for first in range(0, workers, HOST_WORKERS)]
    hosts = [context.Process(target=host, args=(address, size), daemon=True) for size in sizes]
    try:
        for process in hosts:
            process.start()
        yield address, psutil.Process(scheduler.pid), [psutil.Process(p.pid) for p in hosts]
    finally:
        for process in hosts:
            process.kill()
        scheduler.kill()
        scheduler.wait()


def spent(process: psutil.Process) -> float:
    """Return the processor seconds of a process."""
    times = process.cpu_times()
    return float(times.user + times.system)


def measure(
    executor: ClusterExecutor,
    scheduler: psutil.Process,
    hosts: list[psutil.Process],
    *,
    slices: int,
    seconds: float,
    sent: int,
) -> dict[str, Any]:
    """Send slices, twice as many as there are workers at a time, and count what that costs."""
    data = os.urandom(sent)
    begun, open_ = 0, set[Future[bytes]]()
    me = psutil.Process()
    before = [spent(scheduler), spent(me), sum(map(spent, hosts))]
    began = time.perf_counter()
    while begun < slices or open_:
        while begun < slices and len(open_) < 2 * executor.workers:
            open_.add(executor.submit(answered, seconds, data))
            begun += 1
        done, open_ = wait(open_, return_when=FIRST_COMPLETED)
        assert all(len(future.result()) == 2 * sent for future in done)
    wall = time.perf_counter() - began
    cost = [spent(scheduler), spent(me), sum(map(spent, hosts))]
    each = [1000 * (after - start) / slices for start, after in zip(before, cost, strict=True)]
    return {
        "workers": executor.workers,
        "slices": slices,
        "slice_s": seconds,
        "sent_bytes": sent,
        "returned_bytes": 2 * sent,
        "slices_per_s": round(slices / wall, 1),
        "busy": round(slices * seconds / wall / executor.workers, 3),
        "scheduler_cpu_ms": round(each[0], 3),
        "coordinator_cpu_ms": round(each[1], 3),
        "worker_cpu_ms": round(each[2], 3),
        "scheduler_mb": round(scheduler.memory_info().rss / 1e6),
    }


def main() -> None:
    """Print one JSON object a measurement."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--workers", type=int, default=1000, help="simulated workers")
    parser.add_argument("--slices", type=int, default=0, help="slices; four a worker without")
    parser.add_argument("--seconds", type=float, default=5.0, help="what a slice takes")
    parser.add_argument("--puzzles", type=int, default=1000, help="Sudokus in a slice")
    parser.add_argument("--bytes", default="", help="sizes of slices instead, with commas")
    said = parser.parse_args()
    versions = {name: version(name) for name in ("gridwise", "distributed")}
    print(json.dumps({"python": platform.python_version(), **versions, "cpus": psutil.cpu_count()}))
    sizes = [int(size) for size in said.bytes.split(",") if size] or [LINE * said.puzzles]
    with dask.config.set(QUIET), cluster(said.workers) as (address, scheduler, hosts):
        executor = ClusterExecutor(address)
        try:
            while executor.workers < said.workers:
                time.sleep(5)
                executor.submit(pow, 2, 2).result()
            for size in sizes:
                found = measure(
                    executor,
                    scheduler,
                    hosts,
                    slices=said.slices or 4 * said.workers,
                    seconds=said.seconds,
                    sent=size,
                )
                print(json.dumps(found), flush=True)
        finally:
            executor.close()


if __name__ == "__main__":
    main()
