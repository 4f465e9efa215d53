"""Asks a function of this process for a solution, in a fork of it.

So a function of a notebook can be asked, a lambda or a closure too: it needs no file. The fork is
confined as a program is, and its changes of memory stay there; but it begins with a copy of
all that this process holds.
"""

import os
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwise.workers.own_solver import confine, driver

_POLL_S = 0.01
_MOST_FILES = 65_536


@dataclass(frozen=True, slots=True)
class OwnFunction:
    """A function that solves boards.

    Parameters
    ----------
    solve
        Takes a board, and returns what `solve` of a Python file returns.
    board
        Makes the board of a notation.
    """

    solve: Callable[[Any], Any]
    board: Callable[[str], Any]

    @property
    def name(self) -> str:
        """Its name in tables, such as `mine(board)`."""
        named = getattr(self.solve, "__name__", type(self.solve).__name__)
        return f"{named.strip('<>')}(board)"

    def answer(self, notation: str) -> None:
        """Write its answer to standard output; an error to standard error."""
        out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="replace")
        try:
            board = self.board(notation)
            driver.begin(out)
            driver.answer(self.solve, board, out)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        out.close()


class Forked:
    """A fork of this process that calls a function; to be used as a `subprocess.Popen`.

    Parameters
    ----------
    act
        The function.
    settings
        As for `confine.main`; the limit of memory is on top of what this process holds.
    home, environment
        Its folder and its environment.
    """

    def __init__(
        self,
        act: Callable[[], None],
        settings: dict[str, Any],
        home: Path,
        environment: Mapping[str, str],
    ) -> None:
        self.returncode: int | None = None
        kilobytes = _status()
        self.held = kilobytes.get("RssAnon", 0) * 1024
        """Bytes that the fork shares with this process."""
        memory = settings["memory_bytes"] + kilobytes.get("VmData", 0) * 1024
        settings = {**settings, "memory_bytes": memory}
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        with warnings.catch_warnings():
            # Python warns of threads that hold locks when a process is forked; should a lock hold
            # the fork up, the time limit ends it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if not self.pid:
            _begin(act, settings, theirs, home, environment)
        for one in theirs:
            os.close(one)
        with suppress(OSError):  # the fork does the same: the first of the two succeeds
            os.setpgid(self.pid, self.pid)
        self.stdin = os.fdopen(ours[0], "wb")
        self.stdout, self.stderr = os.fdopen(ours[1], "rb"), os.fdopen(ours[2], "rb")

    def poll(self) -> int | None:
        """Return its exit status, or None while it runs."""
        if self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else waited for it
                ended, status = self.pid, 0
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raise `subprocess.TimeoutExpired`."""
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and time.monotonic() >= until:
                raise subprocess.TimeoutExpired("a function", timeout or 0.0)
            time.sleep(_POLL_S)
        return status


def _status() -> dict[str, int]:
    """Return the sizes that Linux reports for this process, in kilobytes."""
    sizes = {}
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            name, _, rest = line.partition(":")
            if rest.endswith("kB"):
                sizes[name] = int(rest.split()[0])
    return sizes


def _begin(
    act: Callable[[], None],
    settings: dict[str, Any],
    pipes: list[int],
    home: Path,
    environment: Mapping[str, str],
) -> None:
    """Leave all of the old process but its memory, and act; never returns."""
    status = 127
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        kept = [os.dup(pipe) for pipe in (*pipes, settings["report"])]
        for to, one in enumerate(kept):
            os.dup2(one, to)
        settings["report"] = 3
        os.closerange(4, _MOST_FILES)
        signal.set_wakeup_fd(-1)
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(name, signal.SIG_DFL)
        os.chdir(home)
        os.environ.clear()
        os.environ.update(environment)
        status = confine.main(settings, act)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)
