"""Loads compiled kernels, keeps what was compiled, and says how long compiling took.

What is compiled lies in a folder named after all kernel sources and the version of Numba, as a
kernel holds the code of those that it calls: a change of any of them begins an empty folder. How a
kernel is kept is in `kernel_cache`; of several processes that need the same one, one compiles it,
see `turns`.
"""

import hashlib
import importlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType

from gridwise.compiled import compile_lock as turns
from gridwise.core.run import Run, resident_bytes

_ROOT = Path(__file__).resolve().parents[1]
_IMPORTING = RLock()


def sources() -> list[Path]:
    """Return the files that hold kernels or what kernels are made of, sorted."""
    return sorted([*_ROOT.glob("compiled/simd.py"), *_ROOT.glob("puzzles/*/engine/_kernels*.py")])


@cache
def fingerprint() -> str:
    """Return 16 hex digits that change when a kernel or Numba does."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{version('numba')} {version('llvmlite')}".encode())
    for path in sources():
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def load(module: str) -> ModuleType:
    """Import a module of kernels, with the cache of what was compiled in its right place.

    Parameters
    ----------
    module
        Its full name, `gridwise.puzzles.queens.engine._kernels`. Kernels are imported by this
        function alone: one imported before the folder is named would be kept in the wrong one.
    """
    import numba
    from numba.core import event

    # Where NUMBA_CACHE_DIR is set, whoever set it wants it so.
    where = getattr(numba.config, "CACHE_DIR") or folder()  # noqa: B009  (absent from the stubs)
    with _IMPORTING, event.trigger_event(turns.LOADING), turns.kept_in(Path(where)):
        return importlib.import_module(module)


def warm(run: Run) -> None:
    """Load Numba, and count that as compiling; at once where it is there already."""
    if "numba" not in sys.modules:
        with _apart(run):
            importlib.import_module("numba")


@contextmanager
def _apart(run: Run) -> Iterator[None]:
    """Count the time and the memory that are spent inside as those of compiling."""
    wall, cpu, held = time.perf_counter(), time.process_time(), resident_bytes()
    try:
        yield
    finally:
        run.compiled(time.perf_counter() - wall, time.process_time() - cpu, resident_bytes() - held)


def is_cold(puzzle: str = "") -> bool:
    """Return whether nothing of these sources was compiled on this machine yet; cheap to ask.

    Parameters
    ----------
    puzzle
        Ask for the kernels of this puzzle alone.
    """
    from importlib.metadata import PackageNotFoundError

    try:
        return not any(folder().glob(f"*.puzzles.{puzzle or '*'}.engine._kernels*/*.kernel"))
    except PackageNotFoundError:  # without metadata the versions are not known so cheaply
        return False
    except OSError:
        return True


def is_ready(module: str, kernel: str) -> bool:
    """Return whether a kernel is compiled in this process already.

    Parameters
    ----------
    module
        Its module's full name, as `load` takes it.
    kernel
        The function's name.
    """
    loaded = sys.modules.get(module)
    return loaded is not None and bool(getattr(getattr(loaded, kernel, None), "signatures", ()))


def is_kept(module: str, kernel: str) -> bool:
    """Return whether a kernel lies compiled on disk; cheap to ask, without loading Numba."""
    from importlib.metadata import PackageNotFoundError

    try:
        kept = Path(os.environ.get("NUMBA_CACHE_DIR") or folder())
        return any((kept / module).glob(f"{kernel}-*.kernel"))
    except (OSError, PackageNotFoundError):
        return False


def folder() -> Path:
    """Return where compiled code of these sources is kept."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("gridwise", appauthor=False)) / "kernels" / fingerprint()


@contextmanager
def compiling(run: Run) -> Iterator[None]:
    """Add the seconds that Numba compiles inside the block to `run.compile_s`.

    So are those in which Numba and kernels are loaded, or another process is waited for that
    compiles the same. They do not count against the run's time limit: a first question should not
    be given up for them. What stays in memory of it does not count against the memory limit.
    """
    warm(run)
    from numba.core import event

    class Meter(event.Listener):
        depth = 0

        def on_start(self, event: object) -> None:
            if not self.depth:
                self.block = _apart(run)
                self.block.__enter__()
            self.depth += 1

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if not self.depth:
                self.block.__exit__(None, None, None)

    meter = Meter()
    with ExitStack() as listening:
        for kind in ("numba:compile", turns.WAITING, turns.LOADING):
            listening.enter_context(event.install_listener(kind, meter))
        yield
