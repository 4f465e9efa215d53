"""Ends a child process with its parent, however the parent ends."""

import os
import signal
import sys
from contextlib import suppress


def end_with_parent(parent: int) -> None:
    """Ask the operating system to end this process with its parent, even inside a native call.

    Linux only; on other systems a child has to watch its parent. On all, Ctrl-C is left to the
    parent.

    Parameters
    ----------
    parent
        The parent's process number. Linux ends this process with the *thread* that started it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    if not sys.platform.startswith("linux"):
        return
    import ctypes
    from pathlib import Path

    pr_set_pdeathsig = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the call above
        os._exit(0)
    with suppress(OSError):  # if memory runs out, end this process, not the parent
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
