"""The decorator of kernels: functions that Numba compiles, each kept on disk with a checksum.

A kernel is looked for in memory, then in the package (a wheel may carry compiled code), then in the
user's cache, and only then compiled. Of several processes that need a kernel which nobody has
compiled, one compiles it: it holds the kernel's file lock, the others wait and then load what it
wrote. The system frees the lock of a process that dies. A kernel that lies on disk is loaded
without a lock. Nothing is ever written into the package.

Numba alone optimises each function together with all that it calls, and makes machine code and two
wrappers of it, though most kernels are called by other kernels only. Here that is done once for
each kernel that Python calls; of the others bitcode is kept, to be linked into callers.

Numba's own cache fails if no folder can be written, may then write beside the sources, and trusts
its files. Here a cache costs speed, never an answer: code that cannot be written is compiled in
memory by each process, and a damaged file is compiled again.

Kernels do not call one another in a circle, so two processes that hold locks never wait for each
other.
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
from llvmlite.binding import parse_bitcode
from numba.core import config, serialize, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags, _make_subtarget, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

from gridwise.compiled import cache as files
from gridwise.compiled import jit
from gridwise.compiled.target import Target, targets

PATIENCE_S = 240.0
"""Seconds to wait for the lock. Compiling takes less, but the holder may be stopped."""

_numba: Any = types
_settings: Any = config
_dispatcher: Any = CPUDispatcher
_compiler: Any = Compiler
_flags: Any = Flags
_library: Any = JITCodeLibrary
_runtime: Any = rtsys
_subtarget: Any = _make_subtarget
_FORM = 2  # the version of the files
_gave_up: set[Path] = set()  # locks that this process waited for in vain


def kernel(function: Any = None, /, **options: Any) -> Any:
    """Return a function that is compiled when it is first called; `njit`, but kept on disk.

    Parameters
    ----------
    options
        As for `numba.njit`. `_nrt=False`, for a kernel that allocates nothing, keeps Numba from
        counting references to every array at every call, up to nine tenths of the time.
        `early=True` optimises the kernel before it is linked into callers, not only with them:
        some code comes out faster so. It takes longer to compile.

    Notes
    -----
    With the JIT off the function is returned as it is.
    """
    if function is None:
        return lambda function: kernel(function, **options)
    if _settings.DISABLE_JIT:
        return function
    early = options.pop("early", False)
    wanted = {"nopython": True, "boundscheck": None, **options}
    dispatcher = KernelDispatcher(function, targetoptions=wanted)
    dispatcher.early = early
    return dispatcher


class KernelDispatcher(_dispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function that is loaded from disk if it was compiled before.

    It has a *part* for each tuple of argument types that another kernel calls it with, and an
    *entry* for each that Python calls it with. A part is LLVM's bitcode of the function and of its
    callees, to be linked into callers. An entry is a part with the wrapper that Python calls,
    optimised and made into machine code, so once for each entry and not for each function.
    """

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        targets()  # before Numba makes its code generator, which the next line does
        super().__init__(py_func, locals, targetoptions, pipeline_class=PartCompiler)
        self._cache: KernelCache = KernelCache(py_func)
        self.entries: dict[Any, Any] = {}
        self.early = False

    def compile(self, sig: Any) -> Any:
        """Load or compile the entry for argument types; return the function for Python.

        For types, never for values: Numba alone would compile `f(x, 0)` and `f(x, n)` each.
        """
        sig = _plain_types(sig)
        with global_compiler_lock, trigger_event(jit.COMPILING):
            if sig not in self.entries:
                entry = self._cache.load_entry(sig, self.targetctx)
                if entry is not None:
                    self._cache_hits[sig] += 1
                else:
                    with _locked(self._cache.lock):
                        entry = self._cache.load_entry(sig, self.targetctx)  # of another process
                        entry = entry or self._link(sig)
                self.entries[sig] = entry
                self._insert([kind._code for kind in sig], entry, False)
            return self.entries[sig]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Load or compile the part that a kernel calls; return how Numba types that call."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        self._part(_plain_types(args))
        make: Any = make_concrete_template
        name = self.py_func.__name__
        template = make(f"CallTemplate({name})", name, self.nopython_signatures)
        return template, pysig, args, {}

    def _part(self, sig: Any) -> Any:
        """Return the part for argument types: from memory, from disk, or compiled."""
        part = self.overloads.get(sig)
        if part is None:
            part = self._cache.load_part(sig, self.targetctx)
            if part is None:
                with _locked(self._cache.lock):
                    part = self._cache.load_part(sig, self.targetctx) or self._compile_part(sig)
            key = object()  # by which Numba finds the function; never called
            part = part._replace(entry_point=key)
            self.targetctx.insert_user_function(key, part.fndesc, [part.library])
            self.overloads[sig] = part
        return part

    def _compile_part(self, sig: Any) -> Any:
        self._cache_misses[sig] += 1
        details = {"dispatcher": self, "args": sig, "return_type": None}
        with self._compiling_counter, trigger_event("numba:compile", data=details):
            part = self._compiler.compile(sig, None)
            part.library.finalize(self.early)
        self._cache.save_part(sig, part)
        return part

    def _link(self, sig: Any) -> Any:
        """Make the entry of a part, and write it to disk."""
        part = self._part(sig)
        with trigger_event(jit.LINKING, data={"dispatcher": self, "args": sig}):
            flags = _flags()
            self._compiler.targetdescr.options.parse_as_flags(flags, self.targetoptions)
            context = _subtarget(self.targetctx, flags)
            library = context.codegen().create_library(part.fndesc.qualname)
            library.enable_object_caching()
            library.add_linking_library(part.library)
            library.add_linking_library(_runtime.library)
            context.create_cpython_wrapper(
                library, part.fndesc, part.environment, None, release_gil=flags.release_gil
            )
            library.finalize()
            environments = _environments(library)
            self._cache.save_entry(sig, part, library, environments)
            return _executable(self.targetctx, library, part.fndesc, part.environment, environments)


class PartLibrary(_library):  # type: ignore[misc]
    """Bitcode to be linked into callers, not made into machine code."""

    def add_linking_library(self, library: Any) -> None:
        """Note a library that is called; reference counts are linked into entries only."""
        if library is not _runtime.library:
            super().add_linking_library(library)

    def finalize(self, early: bool = False) -> None:
        """Link the libraries that are called; optimise them only if `early`."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        if early:
            self._optimize_final_module()
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(_compiler):  # type: ignore[misc]
    """Numba's compiler, which stops at the bitcode."""

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,
    ) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = PartLibrary(targetctx.codegen(), "part")
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)


def _plain_types(sig: Any) -> Any:
    normalize: Any = normalize_signature
    return tuple(map(_numba.unliteral, normalize(sig)[0]))


def _environments(library: Any) -> list[Any]:
    """Return the environments of the functions in a library, as far as they can be kept."""
    names = [one.name for one in library._final_module.global_variables]
    look_up: Any = lookup_environment
    environments = [look_up(name) for name in names if name.startswith("_ZN08NumbaEnv")]
    return [one for one in environments if one is not None and one.can_cache()]


def _executable(
    context: Any, library: Any, fndesc: Any, environment: Any, environments: list[Any]
) -> Any:
    """Return the function that Python calls."""
    entry = context.get_executable(library, fndesc, environment)
    for one in environments:
        library.codegen.set_env(one.env_name, one)
    return entry


class KernelCache:
    """The files of one kernel: an entry and a part for each target and argument types."""

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
        self.cache_path = str(self.folder)  # shown by Numba's statistics
        self._function = function
        self.name = re.sub(r"\W", "_", function.__qualname__)
        self.lock = self.folder / f"{self.name}.lock"

    def load_entry(self, signature: Any, context: Any) -> Any:
        """Return the function that Python calls for these types; None without a sound file."""
        with suppress(Exception):  # any failure to load a file is cured by compiling again
            kept = self._read(signature, context, "kernel")
            if kept is not None:
                name, code, symbols, _told, fndesc, environment, environments, reload_init = kept
                for start in reload_init:
                    start()
                library = context.codegen().create_library(name)
                library.enable_object_caching()
                library._set_compiled_object(code)
                library._finalize_final_module()
                library.codegen._engine._defined_symbols |= symbols
                return _executable(context, library, fndesc, environment, environments)
        return None

    def save_entry(self, signature: Any, part: Any, library: Any, environments: list[Any]) -> None:
        """Write an entry, if the folder can be written."""
        if library.has_dynamic_globals:
            return
        module = library._final_module
        symbols = {
            symbol.name
            for symbol in (*module.functions, *module.global_variables)
            if not symbol.is_declaration
        }
        code = library._get_compiled_object()
        kept = (library.name, code, symbols, part.signature, part.fndesc, part.environment)
        self._write(signature, "kernel", (*kept, environments, list(library._reload_init)))

    def load_part(self, signature: Any, context: Any) -> Any:
        """Return the compiled part for these types; None if there is no sound file."""
        with suppress(Exception):
            kept = self._read(signature, context, "part")
            if kept is not None:
                bitcode, fndesc, environment, told, _environments, reload_init = kept
                for start in reload_init:
                    start()
                library = PartLibrary(context.codegen(), "part")
                library._final_module = parse_bitcode(bitcode)
                library._reload_init.update(reload_init)
                library._finalized = True
                build: Any = compile_result
                return build(
                    target_context=context,
                    library=library,
                    environment=environment,
                    fndesc=fndesc,
                    signature=told,
                    objectmode=False,
                    lifted=(),
                )
        return None

    def save_part(self, signature: Any, part: Any) -> None:
        """Write a part, if the folder can be written."""
        library = part.library
        if library.has_dynamic_globals:
            return
        part.fndesc.typemap = part.fndesc.calltypes = None
        bitcode = library._get_module_for_linking().as_bitcode()
        kept = (bitcode, part.fndesc, part.environment, part.signature, _environments(library))
        self._write(signature, "part", (*kept, list(library._reload_init)))

    def _read(self, signature: Any, context: Any, kind: str) -> Any:
        """Return the content of the first sound file."""
        context.refresh()
        for folder, target in self._places:
            arrays = files.read(*self._file(signature, folder, target, kind))
            if arrays is not None:  # this package wrote it, and its checksum is right
                return pickle.loads(arrays["code"].tobytes())
        return None

    def _write(self, signature: Any, kind: str, kept: Any) -> None:
        path, parameters = self._file(signature, self.folder, self._target, kind)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, parameters, {"code": np.frombuffer(_dumps(kept), np.uint8)})

    def _file(
        self, signature: Any, folder: Path, target: Target, kind: str
    ) -> tuple[Path, dict[str, str | int]]:
        """Return the file for these types, and all that its code depends on as a digest.

        It leaves out the kernels that this one calls: a change of them makes another folder.
        """
        code = self._function.__code__
        closure = [cell.cell_contents for cell in self._function.__closure__ or ()]
        held = hashlib.sha256(_dumps(closure)).hexdigest()
        source = _digest(Path(code.co_filename))
        key = signature, tuple(target), code.co_firstlineno, held, source
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        path = folder / f"{self.name}-{digest[:16]}.{kind}"
        return path, {"kernel": self.name, "key": digest, "kind": kind, "form": _FORM}


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock, waiting for it; go on without a lock if none can be had."""
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
    """Return this process's one lock of a kernel: its part and its entry take it both."""
    from filelock import FileLock

    return FileLock(path, thread_local=False)


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _dumps(value: Any) -> bytes:
    dumps: Callable[[Any], Any] = serialize.dumps
    return bytes(dumps(value))
