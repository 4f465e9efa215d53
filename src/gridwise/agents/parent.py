"""What a child process does so that it never outlives its parent."""

import os
import signal
import sys
import threading
from contextlib import suppress


def leave_with(parent: int) -> None:
    """Have the kernel end this process with its parent, even where a native call never ends.

    Linux only; on other systems a child has to look for the end of its parent. On all, Ctrl-C is
    left to the parent.

    Parameters
    ----------
    parent
        The parent's process number. Linux ends this process with the *thread* that started it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the parent's business
    if not sys.platform.startswith("linux"):
        return
    import ctypes
    from pathlib import Path

    pr_set_pdeathsig = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it went before the kernel was told
        os._exit(0)
    with suppress(OSError):  # where memory runs out, this process is to go, not the parent
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def leave_pool_with(parent: int) -> None:
    """Do the same in a process of `concurrent.futures`, on every system: its `initializer`."""
    leave_with(parent)

    def wait() -> None:
        from multiprocessing import parent_process

        starter = parent_process()
        if starter is not None:
            starter.join()  # its pipe closes with it, whatever ended it
            os._exit(0)

    threading.Thread(target=wait, name="parent", daemon=True).start()
