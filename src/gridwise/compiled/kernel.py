"""The decorator of kernels: functions that Numba compiles, each kept on disk with a checksum.

A kernel is looked for in memory, then in the package (a wheel may carry compiled code), then in the
user's cache, and only then compiled. Of several processes that need a kernel which nobody has
compiled, one compiles it: it holds a file lock of the kernel's module, the others wait and then
load what it wrote. The system frees the lock of a process that dies. A kernel that lies on disk is
loaded without a lock. Nothing is ever written into the package.

Numba's own cache fails where no folder can be written, may then write beside the sources, and
trusts what it reads. Here a cache costs speed, never an answer: what cannot be written is compiled
in memory by each process, and a damaged file is compiled again.

Modules of kernels do not import one another in a circle, so two processes that hold locks never
wait for each other.
"""

import hashlib
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import config, serialize, types
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher

from gridwise.compiled import cache as files
from gridwise.compiled import jit
from gridwise.compiled.target import Target, targets

PATIENCE_S = 240.0
"""How long a process waits for the lock. Compiling takes less, but its holder may be stopped."""

_numba: Any = types
_settings: Any = config
_dispatcher: Any = CPUDispatcher
_gave_up: set[Path] = set()  # locks that this process waited for in vain


def kernel(function: Any = None, /, **options: Any) -> Any:
    """Return a function that is compiled when it is first called; `njit`, but kept on disk.

    Parameters
    ----------
    options
        Those of `numba.njit`. `_nrt=False`, for a kernel that allocates nothing, keeps Numba from
        counting references to every array at every call, up to nine tenths of the time.

    Notes
    -----
    With the JIT off the function is returned as it is.
    """
    if function is None:
        return lambda function: kernel(function, **options)
    if _settings.DISABLE_JIT:
        return function
    wanted = {"nopython": True, "boundscheck": None, **options}
    return KernelDispatcher(function, targetoptions=wanted)


class KernelDispatcher(_dispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function that is loaded from disk where it was compiled before."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        targets()  # before Numba makes its code generator, which the next line does
        super().__init__(py_func, locals, targetoptions)
        self._cache: KernelCache = KernelCache(py_func)

    def compile(self, sig: Any) -> Any:
        """Load or compile the kernel for argument types.

        For types, never for values: Numba alone would compile `f(x, 0)` and `f(x, n)` each.
        """
        if not isinstance(sig, tuple):
            return super().compile(sig)
        sig = tuple(map(_numba.unliteral, sig))
        known = self.overloads.get(sig)
        if known is not None:
            return known.entry_point
        with global_compiler_lock, trigger_event(jit.COMPILING):
            if self._cache.has(sig):
                return super().compile(sig)
            with _locked(self._cache.lock):
                return super().compile(sig)


class KernelCache:
    """The files of one kernel, a file for each tuple of argument types and each target."""

    def __init__(self, function: Any) -> None:
        module = function.__module__
        puzzle = jit.puzzle_of(module)
        loadable = [
            (root / target.name / module, target)
            for target in targets()
            for root in (jit.shipped(puzzle), jit.folder(puzzle))
        ]
        self._places = loadable
        self.folder, self._target = loadable[-1]
        self.cache_path = str(self.folder)  # what Numba's statistics show
        self.lock = self.folder / f"{module}.lock"
        self._function = function
        self.name = re.sub(r"\W", "_", function.__qualname__)

    def has(self, signature: Any) -> bool:
        """Return whether a file for these types exists; it is checked when it is loaded."""
        with suppress(OSError):
            return any(path.is_file() for path, _ in self._files(signature))
        return False

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the code compiled for these types; None if there is no sound file."""
        context.refresh()
        rebuild: Any = CompileResult._rebuild
        for path, parameters in self._files(signature):
            found = files.read(path, parameters)
            with suppress(Exception):  # any failure to load a file is cured by compiling again
                if found is not None:
                    # Numba's own form; this package wrote it, and its checksum is right.
                    return rebuild(context, *pickle.loads(found["code"].tobytes()))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write the code compiled for these types, if the folder can be written."""
        if result.library.has_dynamic_globals:
            return
        # The annotation is a listing of the source, with its place on this machine.
        result = result._replace(type_annotation="")
        path, parameters = self._file(signature, self.folder, self._target)
        code = np.frombuffer(_dumps(result._reduce()), np.uint8)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, parameters, {"code": code})

    def _files(self, signature: Any) -> Iterator[tuple[Path, dict[str, str | int]]]:
        """Yield the files that may hold code for these types, the first to be taken first."""
        for folder, target in self._places:
            yield self._file(signature, folder, target)

    def _file(
        self, signature: Any, folder: Path, target: Target
    ) -> tuple[Path, dict[str, str | int]]:
        """Return the file for these types, and all that its code depends on as a digest.

        Of the kernels that it calls nothing is in it: a change of those makes another folder.
        """
        code = self._function.__code__
        closure = [cell.cell_contents for cell in self._function.__closure__ or ()]
        held = hashlib.sha256(_dumps(closure)).hexdigest()
        source = _digest(Path(code.co_filename))
        key = signature, tuple(target), code.co_firstlineno, held, source
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        path = folder / f"{self.name}-{digest[:16]}.kernel"
        return path, {"kernel": self.name, "key": digest}


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock, waiting for it; go on without one where none can be had."""
    from filelock import Timeout

    lock = _lock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0 if path in _gave_up else PATIENCE_S)
    except Timeout:
        _gave_up.add(path)
        yield
        return
    except (OSError, NotImplementedError):  # no folder to write to, no locks on this system
        yield
        return
    try:
        yield
    finally:
        lock.release()


@cache
def _lock(path: Path) -> Any:
    """Return this process's one lock of a module: kernels that call each other take it again."""
    from filelock import FileLock

    return FileLock(path, thread_local=False)


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _dumps(value: Any) -> bytes:
    dumps: Callable[[Any], Any] = serialize.dumps
    return bytes(dumps(value))
