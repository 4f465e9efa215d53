"""Runs a program of a stranger apart: in a folder of its own, under limits, and ends all of it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from gridwise.core.errors import UsageError
from gridwise.core.limits import CancelToken
from gridwise.core.message import msg
from gridwise.process import confine
from gridwise.process.fork import Forked
from gridwise.process.usage import Usage, status_bytes

_POLL_S = 0.02
_DISK_EVERY_S = 0.2
MOST_DISK_BYTES = 100_000_000
"""Bytes that a program may write into its folder."""
MOST_PROCESSES = 32
"""Processes that a program may have at a time, two of ours counted."""
_MOST_LINES = 2  # lines before an answer
_MOST_FILES = 65_536  # numbers of open files that a fork may have
_KEPT = 4_000  # bytes of standard error that are kept


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The limits of one run.

    Parameters
    ----------
    time_s
        Seconds on the clock from the entry of `solve`; until then the program has `START_S`.
    memory_bytes
        Memory of all its processes; sampled, and also a limit of the data of each process.
    output_bytes
        Bytes of standard output, and of standard error.
    cpu_s
        Processor seconds of all its processes from the entry of `solve`; sampled, and not known
        on every system.
    """

    time_s: float = 10.0
    memory_bytes: int = 512_000_000
    output_bytes: int = 1_000_000
    cpu_s: float | None = None


ENDS = ("exited", "start", "time", "cpu", "memory", "output", "disk", "processes", "cancelled")
"""The ways in which a run ends; `start` is the limit before `solve` was entered."""
START_S = 60.0
"""The seconds on the clock in which Python starts, imports this package and loads a file."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    Parameters
    ----------
    end
        One of `ENDS`.
    status
        The exit status, negative if a signal killed the program; None if we killed it.
    output, errors
        The standard output, and the end of standard error.
    cpu_s, wall_s, peak_bytes
        Its processor time, wall time and peak memory; None if unknown.
    first_s
        The seconds on the clock until its first output; None if it wrote none.
    start_s, start_cpu_s
        The seconds on both clocks when its limits began.
    """

    end: str
    status: int | None
    output: bytes
    errors: bytes
    cpu_s: float | None
    wall_s: float
    peak_bytes: int | None
    first_s: float | None = None
    start_s: float = 0.0
    start_cpu_s: float = 0.0

    @property
    def used(self) -> dict[str, float | None]:
        """The seconds on both clocks that count against the limits."""
        cpu_s = None if self.cpu_s is None else max(0.0, self.cpu_s - self.start_cpu_s)
        return {"cpu_s": cpu_s, "wall_s": self.wall_s - self.start_s}


class _Pipe(threading.Thread):
    """Reads a pipe to its end: keeps the first bytes or the last ones, and counts all."""

    def __init__(self, pipe: IO[bytes], keep: int, *, last: bool) -> None:
        super().__init__(daemon=True)
        self.pipe, self.keep, self.last = pipe, keep, last
        self.data, self.size = b"", 0
        self.first_at: float | None = None
        self.lines_at: list[float] = []
        """The times at which the first lines came."""
        self.more = threading.Event()
        self.start()

    def run(self) -> None:
        with self.pipe, suppress(OSError, ValueError):
            while part := self.pipe.read1(65_536):  # type: ignore[attr-defined]  # is buffered
                self.first_at = self.first_at or time.monotonic()
                self.size += len(part)
                if len(self.lines_at) < _MOST_LINES:
                    self.lines_at += [time.monotonic()] * part.count(b"\n")
                if self.last:
                    self.data = (self.data + part)[-self.keep :]
                elif len(self.data) < self.keep:
                    self.data += part[: self.keep - len(self.data)]
                self.more.set()


class Apart:
    """A command that runs in a folder, under limits, until it ends or is ended.

    Parameters
    ----------
    command, folder
        The words, and the folder; a function is called in a fork of this process instead. It
        may read and write this folder, and read the system.
    limits
        The limits.
    cancel
        A token that ends it.
    lines
        Lines of standard output before the limits of time begin.

    Raises
    ------
    UsageError
        On a system without process groups.
    """

    def __init__(
        self,
        command: Sequence[str] | Callable[[], None],
        folder: Path,
        limits: RunLimits,
        *,
        cancel: CancelToken | None = None,
        lines: int = 0,
    ) -> None:
        if os.name != "posix":
            raise UsageError(msg("programs can be run apart on Linux and macOS alone"))
        self.limits, self.cancel = limits, cancel
        self._home = home = folder.resolve()
        self._report, writing = os.pipe()
        settings: dict[str, Any] = {
            "command": [] if callable(command) else list(command),
            "folder": str(home),
            "readable": _readable(),
            "listed": [str(Path(__file__).parents[2])],  # where Python looks for this package
            "file_bytes": MOST_DISK_BYTES,
            "memory_bytes": limits.memory_bytes,
            "report": writing,
            "parent": os.getpid(),
        }
        self._began = self._disk_at = time.monotonic()
        environment = _environment(home)
        self._shared = 0
        self.child: subprocess.Popen[bytes] | Forked
        try:
            if callable(command):
                # The limit is on top of what the fork shares with this process.
                settings["memory_bytes"] += status_bytes("self", "VmData:") or 0
                self._shared = status_bytes("self", "RssAnon:") or 0
                self.child = Forked(partial(_isolate, command, settings, environment))
            else:
                self.child = subprocess.Popen(
                    [sys.executable, "-I", "-S", confine.__file__, json.dumps(settings)],
                    cwd=home,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    pass_fds=(writing,),
                )
        finally:
            os.close(writing)
        assert self.child.stdout is not None and self.child.stderr is not None
        self._output = _Pipe(self.child.stdout, limits.output_bytes + 1, last=False)
        self._errors = _Pipe(self.child.stderr, _KEPT, last=True)
        self._peak = self._read = 0
        self._usages: dict[int, Usage] = {}
        self._lines = lines
        self._cpu = self._start_cpu = 0.0
        self._started: float | None = None if lines else self._began
        self._end = ""

    def over(self) -> bool:
        """Return whether it ended by itself or reached a limit."""
        if self.child.poll() is not None:
            self._end = self._end or "exited"
        if self._end:
            return True
        now, limits = time.monotonic(), self.limits
        family = list(_family(self.child.pid))
        self._usages = {pid: self._usages.get(pid) or Usage(pid) for pid in family[2:]}
        resident = sum(self._own(used.resident()) for used in self._usages.values())
        self._peak = max(self._peak, resident)
        spent = sum(used.cpu_s(with_ended=True) or 0.0 for used in self._usages.values())
        self._cpu = max(self._cpu, spent)
        if self._started is None and len(self._output.lines_at) >= self._lines:
            self._started, self._start_cpu = self._output.lines_at[self._lines - 1], self._cpu
        full = False
        if now >= self._disk_at:
            full, self._disk_at = _size(self._home) > MOST_DISK_BYTES, now + _DISK_EVERY_S
        over = {
            "start": self._started is None and now - self._began > START_S,
            "time": self._started is not None and now - self._started > limits.time_s,
            "cpu": limits.cpu_s is not None
            and self._started is not None
            and self._cpu - self._start_cpu > limits.cpu_s,
            "memory": resident > limits.memory_bytes,
            "output": max(self._output.size, self._errors.size) > limits.output_bytes,
            "disk": full,
            "processes": len(family) > MOST_PROCESSES,
            "cancelled": self.cancel is not None and self.cancel.is_set(),
        }
        self._end = next((name for name, reached in over.items() if reached), "")
        return bool(self._end)

    def _own(self, resident: int | None) -> int:
        """Return the memory of a process beside its share with this one."""
        return max(0, (resident or 0) - self._shared)

    def feed(self, text: str, *, close: bool = False) -> None:
        """Give it a text on standard input; does not wait until it is read."""
        pipe = self.child.stdin
        assert pipe is not None
        threading.Thread(target=_feed, args=(pipe, text, close), daemon=True).start()

    def ask(self, line: str) -> bytes | None:
        """Give it a line, and return the next line that it prints, or None if it ended first."""
        self.feed(line + "\n")
        return self.line()

    def line(self) -> bytes | None:
        """Return the next line that it prints, or None if it ended first."""
        while True:
            self._output.more.clear()
            data = self._output.data
            at = data.find(b"\n", self._read)
            if at >= 0:
                start, self._read = self._read, at + 1
                return data[start:at]
            if self.over():
                return None
            self._output.more.wait(_POLL_S)

    def ended(self) -> Ended:
        """End it and all that it started, and return how it ended."""
        wall_s = time.monotonic() - self._began
        _kill(self.child)
        assert self.child.stdin is not None
        with suppress(OSError, ValueError):
            self.child.stdin.close()
        for pipe in (self._output, self._errors):
            pipe.join(1.0)
        with os.fdopen(self._report, "rb") as file:
            message = _last_words(file.read())
        end = self._end or "exited"
        if end == "exited" and max(self._output.size, self._errors.size) > self.limits.output_bytes:
            end = "output"
        if end == "exited" and _size(self._home) > MOST_DISK_BYTES:
            end = "disk"
        kilobyte = 1024 if sys.platform.startswith("linux") else 1
        most = max(self._peak, self._own(int(message.get("peak", 0)) * kilobyte))
        status, first = message.get("status"), self._output.first_at
        return Ended(
            end=end,
            status=None if status is None else int(status),
            output=self._output.data,
            errors=self._errors.data,
            cpu_s=message.get("cpu_s", self._cpu or None),
            wall_s=wall_s,
            peak_bytes=most or None,
            first_s=None if first is None else first - self._began,
            start_s=0.0 if self._started is None else self._started - self._began,
            start_cpu_s=self._start_cpu,
        )


def run_apart(
    command: Sequence[str] | Callable[[], None],
    folder: Path,
    text: str,
    limits: RunLimits,
    *,
    cancel: CancelToken | None = None,
    lines: int = 0,
) -> Ended:
    """Run a command as `Apart` does, give it a text on standard input, and wait for its end."""
    apart = Apart(command, folder, limits, cancel=cancel, lines=lines)
    apart.feed(text, close=True)
    while not apart.over():
        with suppress(subprocess.TimeoutExpired):
            apart.child.wait(_POLL_S)
    return apart.ended()


def _isolate(
    act: Callable[[], None], settings: dict[str, Any], environment: Mapping[str, str]
) -> None:
    """Call a function in a fork of this process, confined as a program is; never returns."""
    os.dup2(settings["report"], 3)
    settings["report"] = 3
    os.closerange(4, _MOST_FILES)
    os.chdir(settings["folder"])
    os.environ.clear()
    os.environ.update(environment)
    os._exit(confine.main(settings, act))


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of a program: none of ours, which may hold secrets."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # the order of a set is the same in a rerun
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }


def _readable() -> list[str]:
    """Return the files that a Python program reads: the interpreter, its packages, and this one."""
    package = str(Path(__file__).parents[1])
    packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return [sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve()), package, *packages]


def _feed(pipe: IO[bytes], text: str, close: bool) -> None:
    with suppress(OSError, ValueError):
        pipe.write(text.encode())
        pipe.flush()
    if close:
        with suppress(OSError):
            pipe.close()


def _family(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                for child in (task / "children").read_text(encoding="ascii").split():
                    yield from _family(int(child))


def _size(folder: Path) -> int:
    size = 0
    for where, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += os.lstat(os.path.join(where, name)).st_size  # noqa: PTH118
    return size


def _kill(child: subprocess.Popen[bytes] | Forked) -> None:
    """End the whole family: with the first process of a namespace the rest of it ends too."""
    family = list(_family(child.pid))[1:]
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for pid in family:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    child.wait()


def _last_words(data: bytes) -> dict[str, float]:
    try:
        report = json.loads(data)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}
