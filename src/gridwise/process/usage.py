"""Memory and processor time of another process, and whether it is stopped.

By psutil; on Linux memory is read from `/proc`, which has an exact peak too. None, never 0, says
that the system does not know.
"""

import os
from contextlib import suppress
from pathlib import Path


class Usage:
    """Measures of one process; None or False if unknown or once it has ended."""

    def __init__(self, pid: int) -> None:
        import psutil

        self.pid = pid
        self._psutil = psutil
        self._process: psutil.Process | None = None
        with suppress(psutil.Error):
            self._process = psutil.Process(pid)

    def resident(self) -> int | None:
        """Return its resident memory in bytes."""
        # psutil reads statm, which counts lazily; status is what VmHWM is the peak of.
        exact = status_bytes(self.pid, "VmRSS:")
        if exact is None and self._process is not None:
            with suppress(self._psutil.Error):
                return int(self._process.memory_info().rss)
        return exact

    def peak(self) -> int | None:
        """Return its peak of resident bytes since the last reset, on Linux."""
        return status_bytes(self.pid, "VmHWM:")

    def cpu_s(self, *, with_ended: bool = False) -> float | None:
        """Return its processor seconds of all threads, perhaps with those of ended children."""
        if self._process is not None:
            with suppress(self._psutil.Error):
                times = self._process.cpu_times()
                own = float(times.user + times.system)
                return own + times.children_user + times.children_system if with_ended else own
        return None

    def stopped(self) -> bool:
        """Return whether it is stopped (SIGSTOP)."""
        states = (self._psutil.STATUS_STOPPED, self._psutil.STATUS_TRACING_STOP)
        if self._process is not None:
            with suppress(self._psutil.Error):
                return self._process.status() in states
        return False


def status_bytes(pid: int | str, key: str) -> int | None:
    """Return a size in `/proc/PID/status`; `self` is the number of this process."""
    with suppress(OSError, ValueError, IndexError):
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        return int(status.partition(f"\n{key}")[2].split(None, 1)[0]) * 1024
    return None


def reset_peak() -> bool:
    """Reset the memory peak of this process; return whether the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def oom_kills() -> int:
    """Return the number of processes that the system killed as memory ran out; 0 if unknown."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
