"""Imports modules of kernels, says what is compiled already, and times compiling.

Compiled code lies in a folder for each puzzle, named after a digest of the puzzle's kernel sources
and of Numba's version, as a kernel holds the code of those that it calls: a change of any of them
begins an empty folder. `kernel` has the decorator and writes the files.
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
from threading import RLock
from types import ModuleType

from gridwise.core.run import Run, resident_bytes

COMPILING = "gridwise:compiling"
"""Numba's events of this kind are kernels that are loaded, waited for or compiled."""
LINKING = "gridwise:linking"
"""Numba's events of this kind are kernels that are made into machine code, for Python to call."""

_SHARED = ("record.py", "simd.py")  # what all kernels are made of
_ROOT = Path(__file__).resolve().parents[1]
_IMPORTING = RLock()


def puzzle_of(module: str) -> str:
    """Return the puzzle that a module belongs to, "" for none."""
    return module.split(".")[2] if module.startswith("gridwise.puzzles.") else ""


def sources(puzzle: str = "") -> list[Path]:
    """Return the files that hold a puzzle's kernels or what they are made of; "" for all."""
    kernels = _ROOT.glob(f"puzzles/{puzzle or '*'}/engine/kernels/*.py")
    return sorted([*(_ROOT / "compiled" / name for name in _SHARED), *kernels])


@cache
def fingerprint(puzzle: str = "") -> str:
    """Return 16 hex digits that change when a kernel of a puzzle or Numba does."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{version('numba')} {version('llvmlite')}".encode())
    for path in sources(puzzle):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def folder(puzzle: str = "") -> Path:
    """Return where compiled code of a puzzle is kept: `NUMBA_CACHE_DIR`, or the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_dir

    cached = Path(user_cache_dir("gridwise", appauthor=False))
    return cached / "kernels" / f"{puzzle or 'all'}-{fingerprint(puzzle)}"


@cache
def load(module: str) -> ModuleType:
    """Import a module of kernels by its full name; what that takes counts as compiling."""
    from numba.core import event

    with _IMPORTING, event.trigger_event(COMPILING):
        return importlib.import_module(module)


def warm(run: Run) -> None:
    """Load Numba, unless it is loaded, and count that as compiling."""
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
    """Return whether no kernel of these sources was compiled on this machine yet; quick.

    Parameters
    ----------
    puzzle
        Ask for the kernels of this puzzle alone.
    """
    from importlib.metadata import PackageNotFoundError

    puzzles = [puzzle] if puzzle else sorted({puzzle_of(name) for name in _modules()})
    try:
        return not any(
            True
            for one in puzzles
            for _ in folder(one).glob(f"gridwise.puzzles.{one}.engine.kernels.*/*.kernel")
        )
    except PackageNotFoundError:  # without metadata the versions are not known so cheaply
        return False
    except OSError:
        return True


def _modules() -> Iterator[str]:
    """Yield the full names of all modules of kernels."""
    for path in _ROOT.glob("puzzles/*/engine/kernels/*.py"):
        yield ".".join(("gridwise", *path.relative_to(_ROOT).with_suffix("").parts))


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
    return loaded is not None and bool(getattr(getattr(loaded, kernel, None), "entries", ()))


def is_kept(module: str, kernel: str) -> bool:
    """Return whether a kernel lies compiled on disk; quick, without loading Numba."""
    from importlib.metadata import PackageNotFoundError

    try:
        return any((folder(puzzle_of(module)) / module).glob(f"{kernel}-*.kernel"))
    except (OSError, PackageNotFoundError):
        return False


@contextmanager
def compiling(run: Run) -> Iterator[None]:
    """Add the seconds that kernels take to get ready inside the block to `run.compile_s`.

    They are compiled, loaded, or waited for while another process compiles them. None of that
    counts against the run's time limit, nor the memory it keeps against the memory limit: a first
    question is not given up for it.
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

    with event.install_listener(COMPILING, Meter()):
        yield
