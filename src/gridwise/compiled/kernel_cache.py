"""Keeps compiled kernels on disk, one file for each kernel and the types it was compiled for.

It stands in the place of Numba's own cache, which fails where no folder can be written, may then
write beside the sources, and trusts what it reads. A cache costs speed, never an answer: what
cannot be written is compiled in memory by each process, and what is damaged is thrown away and
compiled again.
"""

import hashlib
import pickle
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from gridwise.compiled import cache as files


class KernelCache:
    """The files of one kernel, as Numba's dispatcher asks for them.

    Parameters
    ----------
    function
        The Python function that is compiled.
    folder
        Where all kernels are kept.
    """

    def __init__(self, function: Any, folder: Path) -> None:
        self.cache_path = str(folder / function.__module__)
        self._function = function
        self._name = re.sub(r"\W", "_", function.__qualname__)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what was compiled for these types, None where it has to be compiled."""
        from numba.core.compiler import CompileResult

        rebuild: Any = CompileResult._rebuild
        context.refresh()
        key = self._key(signature, context.codegen())
        path = self._path(key)
        body = files.read(path)
        if body is None:
            return None
        with suppress(Exception):  # whatever a file of another make holds, it is compiled again
            found, payload = pickle.loads(body)  # Numba's form; we wrote it, with a checksum
            if found == key:
                return rebuild(context, *payload)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled, where there is room for it."""
        if result.library.has_dynamic_globals or not all(x.can_cache for x in result.lifted):
            return
        key = self._key(signature, result.codegen)
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, _dumps((key, result._reduce())))

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        """Return all that compiled code depends on, but for the kernels that it calls.

        A change of those makes another folder.
        """
        closure = [cell.cell_contents for cell in self._function.__closure__ or ()]
        held = hashlib.sha256(_dumps(closure)).hexdigest()
        code = self._function.__code__
        text = _digest(Path(code.co_filename))
        return signature, codegen.magic_tuple(), code.co_firstlineno, held, text

    def _path(self, key: tuple[Any, ...]) -> Path:
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return Path(self.cache_path) / f"{self._name}-{name}.kernel"


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _dumps(value: Any) -> bytes:
    from numba.core import serialize

    dumps: Any = serialize.dumps
    return bytes(dumps(value))
