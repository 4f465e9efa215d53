"""A lock on a file, shared by the processes of a machine; free again when its holder dies."""

from collections.abc import Callable
from pathlib import Path

_POLL_S = 0.05


class HeldElsewhereError(Exception):
    """Another process holds the lock."""


def acquire(path: Path, waiting: Callable[[], None] | None = None) -> Callable[[], None]:
    """Take a lock and return the function that releases it.

    Parameters
    ----------
    path
        The lock file; its folder exists.
    waiting
        Called every 50 ms while another process holds the lock; an exception ends the waiting.
        Without it the call does not wait.

    Raises
    ------
    HeldElsewhereError
        Another process holds the lock, and `waiting` is None.
    OSError
        The file cannot be written.

    Notes
    -----
    On a file system without locks the call succeeds at once, as if nobody else wanted the lock.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path, thread_local=False)
    while True:
        try:
            lock.acquire(timeout=0 if waiting is None else _POLL_S)
        except Timeout:
            if waiting is None:
                raise HeldElsewhereError(path) from None
            waiting()
        except NotImplementedError:
            return lambda: None
        else:
            return lock.release
