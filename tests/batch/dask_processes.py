"""A Dask scheduler and workers as processes of this machine, started again when they end.

A scheduler that dies takes its workers with it: Dask ends them. What starts them again is a
supervisor: Kubernetes, SLURM or systemd; here it is a thread.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

CONFIG = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION": "1.0",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "6s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Kept:
    """One process that is started again whenever it has ended."""

    def __init__(self, words: list[str], log: Path, environment: Mapping[str, str]) -> None:
        self._words, self._log, self._environment = words, log, environment
        self._ended = threading.Event()
        self.starts = 0
        self._process = self._start()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        self.starts += 1
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *self._words],
                stdout=log,
                stderr=log,
                env={**os.environ, **self._environment},
                cwd=self._log.parent,
            )

    def _watch(self) -> None:
        while not self._ended.wait(0.2):
            if self._process.poll() is not None:
                self._process = self._start()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()


class DaskProcesses:
    """A scheduler and workers of one thread each; a context that ends them."""

    def __init__(
        self,
        folder: Path,
        workers: int,
        *,
        scheme: str = "tcp",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.address = f"{scheme}://127.0.0.1:{free_port()}"
        own = {**CONFIG, **(environment or {}), "PYTHONWARNINGS": "default"}
        port = self.address.rpartition(":")[2]
        plain = ["--no-dashboard", "--protocol", scheme]
        self.scheduler = Kept(
            ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, *plain],
            folder / "scheduler.log",
            own,
        )
        local = ["--no-nanny", "--nthreads", "1", "--host", "127.0.0.1"]
        self.workers = [
            Kept(
                ["distributed.cli.dask_worker", self.address, *local, *plain],
                folder / f"worker-{number}.log",
                own,
            )
            for number in range(workers)
        ]

    def __enter__(self) -> "DaskProcesses":
        until = time.monotonic() + 240
        port = int(self.address.rpartition(":")[2])
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return self
            time.sleep(0.1)
        raise TimeoutError((self.folder / "scheduler.log").read_text())

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            with suppress(ProcessLookupError):
                process.signal(signal.SIGCONT)
            process.end()
