"""Calls a function in a fork of this process.

So a function of a notebook can be called, a lambda or a closure too: it needs no file. Its changes
of memory stay in the fork, which begins with a copy of all that this process holds.
"""

import os
import signal
import subprocess
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress

_POLL_S = 0.01


class Forked:
    """A fork of this process that calls a function; to be used as a `subprocess.Popen`.

    Parameters
    ----------
    act
        The function; its standard input, output and error are pipes.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self.returncode: int | None = None
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        with warnings.catch_warnings():
            # Python warns of threads that hold locks when a process is forked; should a lock hold
            # the fork up, the time limit ends it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if not self.pid:
            _begin(act, theirs)
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

    def output(self, time_s: float) -> bytes | None:
        """Return all that it prints, or None if it is killed after `time_s`; either way it ended.

        The pipes are closed.
        """
        late = threading.Event()

        def end() -> None:
            late.set()
            self.kill()

        timer = threading.Timer(time_s, end)
        timer.start()
        try:
            with self.stdin, self.stdout, self.stderr:
                data = self.stdout.read()
            self.wait()
        finally:
            timer.cancel()
            self.kill()
            self.wait()
        return None if late.is_set() else data

    def kill(self) -> None:
        """Kill the fork, unless it has ended, and what it started that did not leave its group."""
        if self.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


def _begin(act: Callable[[], None], pipes: Sequence[int]) -> None:
    """Take the pipes and the usual signals, and act; never returns."""
    status = 127
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        kept = [os.dup(pipe) for pipe in pipes]
        for to, number in enumerate(kept):
            os.dup2(number, to)
        signal.set_wakeup_fd(-1)
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(name, signal.SIG_DFL)
        act()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)
