"""Of several processes that need a kernel which nobody has compiled yet, one compiles it.

The others wait, and load it then. Whoever finds a kernel in the cache never comes near a lock, so
where all is compiled this costs nothing; what is in the cache, and whether it is still good, is
for `kernel_cache` to say. The locks are the system's: what a process held that has died is free
again.

There is a lock for each module. Modules of kernels do not import one another in a circle, so two
processes that hold some never wait for each other.

A kernel is compiled for types here, never for values: Numba alone would compile `f(x, 0)` and
`f(x, n)` each, and both for a variable that begins at 0, though what they do is the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from gridwise.compiled.kernel_cache import KernelCache

WAITING = "gridwise:waiting"
"""Numba's events of this kind are waits for a kernel that another process compiles."""

LOADING = "gridwise:loading"
"""Numba's events of this kind are kernels, or whole modules of them, that are loaded."""

PATIENCE_S = 240.0
"""How long is waited: longer than a kernel takes, but whoever compiles it may have been stopped."""


class Turn:
    """Stands where a kernel has its cache, and takes a lock where the cache has nothing."""

    given_up = False  # by this process: one that stands may hold many locks

    def __init__(self, kernel: Any, kept: KernelCache) -> None:
        self._cache, self._compile = kept, kernel.compile
        self._lock = _lock(Path(kept.cache_path) / f"{kernel.py_func.__module__}.lock")
        self._held = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def compile(self, signature: Any) -> Any:
        """Compile the kernel or load it, and leave the lock as it was found."""
        from numba.core import types

        if isinstance(signature, tuple):
            unliteral: Any = types.unliteral
            signature = tuple(map(unliteral, signature))
        held = self._held
        try:
            return self._compile(signature)
        finally:
            while self._held > held:
                self._held -= 1
                self._lock.release()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what was compiled; None where whoever asks is to compile it, and may."""
        found = self._load(signature, context)
        if found is None and self._take():
            found = self._load(signature, context)  # by the one waited for
        return found

    def _load(self, signature: Any, context: Any) -> Any:
        from numba.core.event import trigger_event

        with trigger_event(LOADING):
            return self._cache.load_overload(signature, context)

    def _take(self) -> bool:
        """Take the lock; where there is none to be had, each compiles for itself."""
        from filelock import Timeout
        from numba.core.event import trigger_event

        try:
            Path(self._lock.lock_file).parent.mkdir(parents=True, exist_ok=True)
            with trigger_event(WAITING):
                self._lock.acquire(timeout=0 if Turn.given_up else PATIENCE_S)
        except Timeout:
            Turn.given_up = True
            return False
        except (OSError, NotImplementedError):  # no folder to write to, no locks on this system
            return False
        self._held += 1
        return True


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Let the kernels that are defined inside be kept in a folder, and compiled in turn."""
    from numba.core.dispatcher import Dispatcher

    kind: Any = Dispatcher

    def enable(kernel: Any) -> None:
        turn = Turn(kernel, KernelCache(kernel.py_func, folder))
        kernel._cache, kernel.compile = turn, turn.compile

    own = kind.enable_caching
    kind.enable_caching = enable
    try:
        yield
    finally:
        kind.enable_caching = own


@cache
def _lock(path: Path) -> Any:
    """Return the one lock of this process for a module: what it holds it need not wait for."""
    from filelock import FileLock

    return FileLock(path, thread_local=False)
