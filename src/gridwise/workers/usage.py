"""Memory and processor time of another process, and whether it is stopped.

On Linux from `/proc`, elsewhere from psutil if it is installed. None, never 0, says that the system
does not know.
"""

import importlib.util
import os
import sys
from contextlib import suppress
from pathlib import Path


class Usage:
    """Measures of one process; None or False if unknown or once it has ended."""

    def resident(self) -> int | None:
        """Return its resident memory in bytes."""
        return None

    def peak(self) -> int | None:
        """Return its peak of resident bytes since the last reset."""
        return None

    def cpu_s(self) -> float | None:
        """Return its processor seconds, summed over all threads."""
        return None

    def cpu_with_ended_s(self) -> float | None:
        """Return its processor seconds, and the seconds of its children that have ended."""
        return self.cpu_s()

    def stopped(self) -> bool:
        """Return whether it is stopped (SIGSTOP)."""
        return False


def usage(pid: int) -> Usage:
    """Return the measures of a process on this system."""
    if sys.platform.startswith("linux"):
        return _Proc(pid)
    if importlib.util.find_spec("psutil") is not None:
        return _Psutil(pid)
    return Usage()


def memory_is_known() -> bool:
    """Return whether this system reports the memory of another process."""
    return usage(os.getpid()).resident() is not None


def reset_peak() -> bool:
    """Reset the memory peak of this process; return whether the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def oom_kills() -> int:
    """Return the number of processes that the system killed as memory ran out; 0 if unknown."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0


class _Proc(Usage):
    """Linux: `/proc/PID`."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    def resident(self) -> int | None:
        return self._status("VmRSS:")

    def peak(self) -> int | None:
        return self._status("VmHWM:")

    def cpu_s(self) -> float | None:
        return self._ticks(2)

    def cpu_with_ended_s(self) -> float | None:
        return self._ticks(4)

    def _ticks(self, many: int) -> float | None:
        """Return the sum of the first fields of times: user, system, and both of its children."""
        fields = self._stat()
        if fields is None:
            return None
        return sum(map(int, fields[11 : 11 + many])) / os.sysconf("SC_CLK_TCK")

    def stopped(self) -> bool:
        fields = self._stat()
        return fields is not None and fields[0] in ("T", "t")

    def _status(self, key: str) -> int | None:
        # statm is shorter, but counts lazily; status is what VmHWM is the peak of.
        with suppress(OSError, ValueError):
            for line in (self._folder / "status").read_text(encoding="utf-8").splitlines():
                if line.startswith(key):
                    return int(line.split()[1]) * 1024
        return None

    def _stat(self) -> list[str] | None:
        with suppress(OSError):
            # The name in brackets may hold anything, spaces and brackets too.
            return (self._folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return None


class _Psutil(Usage):
    """macOS, Windows and others, with psutil. Peaks cannot be reset, so there are none."""

    def __init__(self, pid: int) -> None:
        import psutil

        self._psutil = psutil
        self._process: psutil.Process | None = None
        with suppress(psutil.Error):
            self._process = psutil.Process(pid)

    def resident(self) -> int | None:
        with suppress(self._psutil.Error):
            return None if self._process is None else int(self._process.memory_info().rss)
        return None

    def cpu_s(self) -> float | None:
        with suppress(self._psutil.Error):
            times = None if self._process is None else self._process.cpu_times()
            return None if times is None else float(times.user + times.system)
        return None

    def stopped(self) -> bool:
        with suppress(self._psutil.Error):
            return bool(self._process and self._process.status() == self._psutil.STATUS_STOPPED)
        return False
