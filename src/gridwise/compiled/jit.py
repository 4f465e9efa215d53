"""Imports modules of kernels, finds compiled code, and times compiling.

Compiled code lies in a folder for each puzzle, named after a digest of the puzzle's kernel sources
and of the versions of Python and Numba, as a kernel holds the code of the kernels that it calls: a
change of any begins an empty folder. In it is a folder for each target (see `target`). A wheel may
carry such folders in the package; all other code is in the user's cache. `kernel` has the decorator
and writes the files.
"""

import hashlib
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType

from gridwise.compiled import target
from gridwise.compiled.cache import user_folder
from gridwise.core.run import Run, resident_bytes

COMPILING = "gridwise:compiling"
"""The kind of Numba's events for kernels that are loaded, waited for or compiled."""
LINKING = "gridwise:linking"
"""The kind of Numba's events for kernels that become machine code, for Python to call."""

_SHARED = ("record.py", "simd.py")  # sources that all kernels use
VERIFIER = "verifier"
"""The package that checks proofs, whose compiled code is kept like a puzzle's."""
_ROOT = Path(__file__).resolve().parents[1]
_SHIPPED = _ROOT / "compiled" / "shipped"
_IMPORTING = RLock()


def puzzle_of(module: str) -> str:
    """Return the puzzle of a module, `verifier` for the checker of proofs, "" for none."""
    if module.startswith(f"gridwise.{VERIFIER}."):
        return VERIFIER
    return module.split(".")[2] if module.startswith("gridwise.puzzles.") else ""


def sources(puzzle: str = "") -> list[Path]:
    """Return the source files of a puzzle's kernels, shared ones included; "" for all puzzles."""
    kernels = [*_ROOT.glob(f"puzzles/{puzzle or '*'}/engine/kernels/*.py")]
    if puzzle in ("", VERIFIER):
        kernels += _ROOT.glob(f"{VERIFIER}/long_proof.py")
    return sorted([*(_ROOT / "compiled" / name for name in _SHARED), *kernels])


@cache
def fingerprint(puzzle: str = "") -> str:
    """Return 16 hex digits that change when a kernel of a puzzle, Python or Numba does."""
    from importlib.metadata import version

    versions = sys.implementation.cache_tag, version("numba"), version("llvmlite")
    digest = hashlib.sha256(" ".join(map(str, versions)).encode())
    for path in sources(puzzle):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def folder(puzzle: str = "", root: Path | None = None) -> Path:
    """Return the folder of a puzzle's compiled code.

    Parameters
    ----------
    puzzle
        The puzzle's name.
    root
        The folder that has one for each puzzle; None for `NUMBA_CACHE_DIR`, or the user's cache.
    """
    if root is None:
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        root = Path(chosen) if chosen else user_folder() / "kernels"
    return root / f"{puzzle or 'all'}-{fingerprint(puzzle)}"


def shipped(puzzle: str = "") -> Path:
    """Return the folder of a puzzle's compiled code in this package, if it came with any."""
    return folder(puzzle, _SHIPPED)


def _kept(puzzle: str, files: str) -> bool:
    """Return whether files of compiled code exist that this process can load."""
    roots = shipped(puzzle), folder(puzzle)
    if not any(True for root in roots for _ in root.glob(f"*/{files}")):
        return False  # without asking LLVM for the target, which takes longer
    return any(True for root in roots for name in target.names() for _ in (root / name).glob(files))


@cache
def load(module: str) -> ModuleType:
    """Import a module of kernels by its full name; the time counts as compiling."""
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
    """Count the time and the memory spent inside as compiling."""
    wall, cpu, held = time.perf_counter(), time.process_time(), resident_bytes()
    try:
        yield
    finally:
        run.compiled(time.perf_counter() - wall, time.process_time() - cpu, resident_bytes() - held)


def is_cold(puzzle: str = "") -> bool:
    """Return whether this machine has no compiled code of these sources to load; quick.

    Parameters
    ----------
    puzzle
        Ask for the kernels of this puzzle alone.
    """
    from importlib.metadata import PackageNotFoundError

    try:
        return not any(
            _kept(one, f"gridwise.puzzles.{one}.engine.kernels.*/*.kernel")
            for one in ([puzzle] if puzzle else puzzles())
        )
    except PackageNotFoundError:  # without metadata the versions are not known so cheaply
        return False
    except OSError:
        return True


def puzzles() -> list[str]:
    """Return the puzzles that have kernels."""
    return sorted({puzzle_of(name) for name in _modules()})


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
        return _kept(puzzle_of(module), f"{module}/{kernel}-*.kernel")
    except (OSError, PackageNotFoundError):
        return False


def count_kept(module: str) -> int:
    """Return how many functions of a module of kernels lie compiled on disk; quick."""
    places = folder(puzzle_of(module)) / target.names()[-1] / module
    try:
        return sum(1 for _ in places.glob("*.part"))
    except OSError:
        return 0


@contextmanager
def telling(tell: Callable[[], object]) -> Iterator[None]:
    """Call a function whenever a kernel has been compiled inside the block."""
    from numba.core import event

    class Teller(event.Listener):
        def on_start(self, event: object) -> None:
            pass

        def on_end(self, event: object) -> None:
            tell()

    with event.install_listener("numba:compile", Teller()):
        yield


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
