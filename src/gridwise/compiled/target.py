"""Targets of compiling kernels: a level of processors, or this processor alone.

A *level* is a set of instructions that many processors share, under one name. Code compiled for a
level runs on each of them, so it can be kept under that name, and a wheel can carry it. A process
takes the best level that its processor has. A processor without any gets code of its own, as Numba
makes it; so does a process where `GRIDWISE_TARGET` is `host` or where Numba's own variables choose
a processor.

Numba has one code generator in a process, made when it is first needed, for the processor that its
settings name at that time. Where another library has made it already, code that was compiled for
the level is loaded all the same, as this processor runs it; what is compiled then is for this
processor alone and kept apart.
"""

import os
import platform
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from gridwise.core.errors import UnknownNameError

HOST = "host"
"""The name of this very processor, in the place of a level's."""
VARIABLE = "GRIDWISE_TARGET"
"""The environment variable that names a level, or `host`."""
_forced: list["ProcessorLevel"] = []
_OTHERS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")


class ProcessorLevel(NamedTuple):
    """Instructions that many processors share."""

    name: str
    machine: str
    """The kind of processor, as `platform.machine` has it."""
    cpu: str
    """LLVM's name of the processor that the code is tuned for."""
    features: tuple[str, ...]
    """LLVM's names of the instruction sets that the code may use."""


_X86_64_V3 = (
    *("64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),
    *("cx16", "crc32", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
    *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
)
_X86_64_V4 = (*_X86_64_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
# Neither of these is in v4, but in nearly all processors with it since 2019 (Ice Lake, Zen 4). They
# count the bits of each lane at once; without them Sudoku's engine is a fifth slower.
_LANE_POPCOUNT = ("avx512bitalg", "avx512vpopcntdq")

LEVELS = (
    ProcessorLevel("x86-64-v4-popcnt", "x86_64", "x86-64-v4", (*_X86_64_V4, *_LANE_POPCOUNT)),
    ProcessorLevel("x86-64-v4", "x86_64", "x86-64-v4", _X86_64_V4),
    ProcessorLevel("x86-64-v3", "x86_64", "x86-64-v3", _X86_64_V3),
    ProcessorLevel("arm64", "arm64", "generic", ("fp-armv8", "neon")),
)
"""All levels; of two that a processor has, the better one is first."""


class Target(NamedTuple):
    """A target of compiling: the name of its folder, and the settings that Numba takes for it."""

    name: str
    system: str
    cpu: str
    features: str


def machine() -> str:
    """Return the kind of this processor: `x86_64`, `arm64`, or the system's own word for others."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "aarch64": "arm64"}.get(name, name)


def compile_only_for(name: str) -> None:
    """Let this process compile for a level that its processor may not have, and run nothing."""
    _forced[:] = [one for one in LEVELS if one.name == name]
    level.cache_clear()


def best_level(machine: str, features: Iterable[str]) -> ProcessorLevel | None:
    """Return the best level that a processor has; None for one without any.

    Parameters
    ----------
    machine
        The kind of processor, as `machine` returns it.
    features
        LLVM's names of the instruction sets that it has.
    """
    having = set(features)
    return next(
        (one for one in LEVELS if one.machine == machine and having.issuperset(one.features)), None
    )


@cache
def level() -> ProcessorLevel | None:
    """Return the level that this process uses; None for this processor's own code.

    Raises
    ------
    UnknownNameError
        `GRIDWISE_TARGET` is not a level of this processor's, nor `host`.
    """
    if _forced:
        return _forced[0]
    wanted = os.environ.get(VARIABLE, "")
    if wanted == HOST or (not wanted and any(name in os.environ for name in _OTHERS)):
        return None
    from llvmlite import binding

    try:
        having = {name for name, has in binding.get_host_cpu_features().items() if has}
    except RuntimeError:  # LLVM does not know this processor
        having = set()
    if not wanted:
        return best_level(machine(), having)
    known = {
        one.name: one
        for one in LEVELS
        if one.machine == machine() and having.issuperset(one.features)
    }
    if wanted not in known:
        raise UnknownNameError(VARIABLE, wanted, (HOST, *known))
    return known[wanted]


@cache
def targets() -> tuple[Target, ...]:
    """Return the targets whose code runs here; this process compiles for the last.

    The first call makes Numba's code generator, unless it was made before.
    """
    from numba.core import config
    from numba.core.registry import cpu_target

    settings: Any = config
    chosen = level()
    before = settings.CPU_NAME, settings.CPU_FEATURES
    if chosen is None:
        return (_of(HOST, *said_by(cpu_target)),)
    wanted = _of(chosen.name, chosen.cpu, ",".join(f"+{feature}" for feature in chosen.features))
    settings.CPU_NAME, settings.CPU_FEATURES = wanted.cpu, wanted.features
    processor = said_by(cpu_target)
    if processor[1] == wanted.features:
        return (wanted,)
    settings.CPU_NAME, settings.CPU_FEATURES = before
    return wanted, _of(HOST, *said_by(cpu_target))


def said_by(cpu_target: Any) -> tuple[str, str]:
    """Return the processor's name and features that Numba's code generator has."""
    _, cpu, features = cpu_target.target_context.codegen().magic_tuple()
    return str(cpu), str(features)


def _of(name: str, cpu: str, features: str) -> Target:
    return Target(name, f"{machine()}-{sys.platform}", cpu, features)


def names() -> tuple[str, ...]:
    """Return the names of `targets`, without loading Numba."""
    if "numba" in sys.modules:
        return tuple(target.name for target in targets())
    chosen = level()
    return (chosen.name if chosen else HOST,)


def features() -> frozenset[str]:
    """Return the instruction sets that code compiled here may use, by LLVM's names."""
    return frozenset(name[1:] for name in targets()[0].features.split(",") if name.startswith("+"))
