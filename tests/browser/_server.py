"""A real server for the tests of the page: the program itself, on a free port, with its own data.

::

    with Server(tmp_path) as server:
        page.goto(server.url)
        server.kill()        # as a power cut would
        server.start()       # on the same port and with the same data
"""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

START_S = 240.0
STOP_S = 120.0
_ADDRESS = re.compile(r"(http://\S+)")


class Server:
    """`gridwise web` as a process of its own; entering starts it, leaving ends it.

    `url` is its address with a slash at the end, `login` the address that it printed: the same
    without a token. `folder` holds its data, `log` what it wrote to standard error.
    """

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        args: Sequence[str] = (),
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder / "data"
        self.port = port
        self.args = list(args)
        self.environment = environment or {}
        self.url = self.login = ""
        self.log: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self._cwd = folder / "cwd"

    @property
    def cwd(self) -> Path:
        """An empty folder that it runs in."""
        return self._cwd

    def start(self) -> "Server":
        """Start it, and wait until it has printed its address."""
        self._cwd.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "gridwise", "web", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.folder), *self.args]
        source = str(Path(__file__).resolve().parents[2] / "src")
        known = os.environ.get("PYTHONPATH")
        paths = os.pathsep.join([source, *([known] if known else [])])
        self.process = subprocess.Popen(
            command,
            cwd=self._cwd,
            env={**os.environ, "PYTHONPATH": paths, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        timer = threading.Timer(START_S, self.process.kill)  # so that reading its line ends
        timer.start()
        try:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
        finally:
            timer.cancel()
        found = _ADDRESS.search(line)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {line!r} {''.join(self.log)}")
        self.login = found[1]
        self.url = self.login.partition("login?")[0]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        return self

    def _read_errors(self) -> None:
        assert self.process is not None and self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)

    def children(self) -> list[int]:
        """Return the numbers of the processes that it started."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task")
        found: list[int] = []
        for one in tasks.glob("*/children"):
            try:
                found += [int(pid) for pid in one.read_text().split()]
            except OSError:
                continue
        return found

    def kill_children(self) -> None:
        """End the processes that it started at once."""
        for pid in self.children():
            with suppress(ProcessLookupError):  # it has ended by itself meanwhile
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end as Ctrl-C does; return its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the server did not stop") from None
        finally:
            self._tidy()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(STOP_S)
            self._tidy()

    def _tidy(self) -> None:
        assert self.process is not None
        self._reader.join(5)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def get(self, path: str, **headers: str) -> bytes:
        """Return what it serves at a path."""
        request = urllib.request.Request(self.url + path.lstrip("/"), headers=headers)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return bytes(answer.read())

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
