"""Loads compiled kernels, keeps what was compiled, and says how long compiling took.

Numba's own cache does not notice that a function called from another file has changed, so what is
compiled lies in a folder named after all kernel sources and the version of Numba: a change of any
of them begins an empty folder. Of several processes that need the same kernel one compiles it, see
`turns`.
"""

import hashlib
import importlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

from gridwise.core import turns
from gridwise.core.limits import Run

_ROOT = Path(__file__).resolve().parents[1]


def sources() -> list[Path]:
    """Return the files that hold kernels or what kernels are made of, sorted."""
    return sorted([*_ROOT.glob("simd.py"), *_ROOT.glob("puzzles/*/_kernels*.py")])


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
        Its full name, `gridwise.puzzles.queens._kernels`. Kernels are imported by this function
        alone: one that is imported before the folder is named would be kept in the wrong one.
    """
    import numba

    # Else NUMBA_CACHE_DIR is set, and whoever set it wants it so.
    if not getattr(numba.config, "CACHE_DIR"):  # noqa: B009  (absent from the type stubs)
        setattr(numba.config, "CACHE_DIR", str(folder()))  # noqa: B010  (ditto)
    loaded = importlib.import_module(module)
    turns.take_turns(loaded)
    return loaded


def warm(run: Run) -> None:
    """Load Numba, and count that as compiling; at once where it is there already."""
    if "numba" not in sys.modules:
        wall, cpu = time.perf_counter(), time.process_time()
        importlib.import_module("numba")
        run.compiled(time.perf_counter() - wall, time.process_time() - cpu)


def is_cold() -> bool:
    """Return whether nothing of these sources was compiled on this machine yet; cheap to ask."""
    from importlib.metadata import PackageNotFoundError

    try:
        return not folder().is_dir()
    except PackageNotFoundError:  # without metadata the versions are not known so cheaply
        return False


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
    """Return whether a kernel lies compiled on disk; cheap to ask, without loading Numba.

    Numba keeps the code of a source file in a folder named after the file's folder.
    """
    from importlib.metadata import PackageNotFoundError

    # As Numba has it, with links not followed.
    source = Path(__file__).absolute().parents[1].joinpath(*module.split(".")[1:-1])
    digest = hashlib.sha1(str(source).encode(), usedforsecurity=False).hexdigest()
    try:
        kept = Path(os.environ.get("NUMBA_CACHE_DIR") or folder())
    except PackageNotFoundError:
        return False
    name = module.rpartition(".")[2]
    return any((kept / f"{source.name}_{digest}").glob(f"{name}.{kernel}-*.nbi"))


def folder() -> Path:
    """Return where compiled code of these sources is kept."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("gridwise", appauthor=False)) / "kernels" / fingerprint()


@contextmanager
def compiling(run: Run) -> Iterator[None]:
    """Add the seconds that Numba compiles inside the block to `run.compile_s`.

    So are those in which it waits for another process that compiles the same. They do not count
    against the run's time limit: they are spent once on a machine, and a first question should not
    be given up for them.
    """
    from numba.core import event

    class Meter(event.Listener):
        depth, wall, cpu = 0, 0.0, 0.0

        def on_start(self, event: object) -> None:
            if not self.depth:
                self.wall, self.cpu = time.perf_counter(), time.process_time()
            self.depth += 1

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if not self.depth:
                run.compiled(time.perf_counter() - self.wall, time.process_time() - self.cpu)

    meter = Meter()
    with (
        event.install_listener("numba:compile", meter),
        event.install_listener(turns.WAITING, meter),
    ):
        yield
