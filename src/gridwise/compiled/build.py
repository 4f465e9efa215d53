"""Makes a wheel that carries compiled code: `python -m gridwise.compiled.build`.

`gridwise prepare` compiles what people use, for the best level of this processor (see `target`).
The files that it writes say which kernels those are, and for which types of arguments. The same are
then compiled for each other level without being run, so one machine makes the code for all levels
of its kind. The wheel is the usual one with these files added; it fits the systems of the llvmlite
wheel that made the code.

It runs in a checkout and needs `pip`. `docs/release.md` says when to run it.
"""

import argparse
import importlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from gridwise.compiled import cache, jit, target

CHECKOUT = Path(__file__).resolve().parents[3]
"""The folder whose `pyproject.toml` describes the wheel."""
CODE, TAG = "GRIDWISE_WHEEL_CODE", "GRIDWISE_WHEEL_TAG"
"""Environment variables of the build hook: the folder of compiled code, and the wheel's tag."""

_Used = tuple[str, str, tuple[Any, ...]]  # a module, a kernel of it, the types of its arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the wheel and say where it is.

    Parameters
    ----------
    arguments
        The words of the command line; None for this process's.
    """
    levels = [one.name for one in target.LEVELS if one.machine == target.machine()]
    puzzles = jit.puzzles()
    parser = argparse.ArgumentParser(
        prog="python -m gridwise.compiled.build",
        description="Make a wheel of this checkout that carries compiled code.",
    )
    parser.add_argument("-o", "--output", type=Path, default=CHECKOUT / "dist", metavar="DIR")
    parser.add_argument("--levels", nargs="+", choices=levels, default=levels)
    parser.add_argument("--puzzles", nargs="+", choices=puzzles, default=puzzles)
    chosen = parser.parse_args(arguments)
    if not levels:
        parser.error(f"no level of processors is known for {target.machine()}")
    if not (CHECKOUT / "pyproject.toml").is_file():
        parser.error(f"{CHECKOUT} is not a checkout: it has no pyproject.toml")
    with tempfile.TemporaryDirectory() as scratch:
        code = Path(scratch, "code")
        compile_all(code, chosen.levels, chosen.puzzles)
        for level in chosen.levels:
            found = list(code.glob(f"*/{level}/*/*.kernel"))
            size = sum(path.stat().st_size for path in found) / 1e6
            sys.stdout.write(f"{level}: {len(found)} kernels, {size:.1f} MB\n")
        wheel = make_wheel(code, chosen.output)
    sys.stdout.write(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB\n")
    return 0


def compile_all(code: Path, levels: Iterable[str], puzzles: Sequence[str]) -> None:
    """Compile the usual kernels of puzzles for levels of processors into a folder.

    Raises
    ------
    RuntimeError
        A level lacks a kernel that another has.
    """
    own = target.level()
    first = own.name if own else target.HOST
    with tempfile.TemporaryDirectory() as tables:
        known = {"NUMBA_CACHE_DIR": str(code), "GRIDWISE_CACHE_DIR": tables, target.VARIABLE: first}
        _run("-m", "gridwise", "prepare", *puzzles, environment=known)
        others = [(level, puzzle) for level in levels if level != first for puzzle in puzzles]

        def compile_one(job: tuple[str, str]) -> None:
            call = f"from gridwise.compiled.build import compile_for; compile_for{(*job, first)!r}"
            _run("-c", call, environment=known)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, others))
    for level, puzzle in others:
        missing = _names(jit.folder(puzzle, code) / first) - _names(
            jit.folder(puzzle, code) / level
        )
        if missing:
            raise RuntimeError(f"not compiled for {level}: {', '.join(sorted(missing))}")
    if first not in levels:
        for puzzle in puzzles:
            shutil.rmtree(jit.folder(puzzle, code) / first)
    for path in code.rglob("*.kernel"):
        # A kernel that allocates names its source file for the error of too little memory. It is
        # not shipped: it would tell where it was built.
        if str(CHECKOUT).encode() in path.read_bytes():
            path.unlink()


def compile_for(level: str, puzzle: str, first: str) -> None:
    """Compile, for a level, the kernels of a puzzle that are compiled for another one already.

    Nothing compiled is run, so the processor need not have the level. It is called once, in a
    process of its own: Numba compiles for one level in a process.
    """
    target.compile_only_for(level)
    for module, name, types in list(_used(jit.folder(puzzle) / first)):
        if not any(map(_is_vector, types)):  # the number of lanes is another; callers compile them
            _kernels(module)[name].compile(types)


def make_wheel(code: Path, output: Path) -> Path:
    """Make the wheel of this checkout with compiled code in it; return its file."""
    with tempfile.TemporaryDirectory() as made:
        _run(
            *("-m", "pip", "wheel", "--no-deps", "--wheel-dir", made, str(CHECKOUT)),
            environment={CODE: str(code), TAG: wheel_tag()},
        )
        (wheel,) = Path(made).glob("*.whl")
        output.mkdir(parents=True, exist_ok=True)
        return Path(wheel.rename(output / wheel.name))


def wheel_tag() -> str:
    """Return the tag of the wheel: llvmlite's own, as the code needs llvmlite."""
    about = distribution("llvmlite").read_text("WHEEL") or ""
    tags = [line[5:].strip().split("-") for line in about.splitlines() if line.startswith("Tag: ")]
    if not tags:
        raise RuntimeError("llvmlite was not installed from a wheel, so no tag is known")
    return "-".join(".".join(dict.fromkeys(parts)) for parts in zip(*tags, strict=True))


def _used(folder: Path) -> Iterator[_Used]:
    """Yield the kernels in a folder of compiled code."""
    for path in sorted(folder.glob("*/*.kernel")):
        arrays = cache.read(path, None)
        if arrays is not None:
            kept = pickle.loads(arrays["code"].tobytes())  # this command has just had it made
            (types,) = (part.argtypes for part in kept if hasattr(part, "argtypes"))
            yield path.parent.name, path.name.rpartition("-")[0], types


def _names(folder: Path) -> set[str]:
    return {f"{p.parent.name}.{p.name.rpartition('-')[0]}" for p in folder.glob("*/*.kernel")}


def _kernels(module: str) -> Mapping[str, Any]:
    """Return the kernels that a module defines, by the names of their files."""
    from gridwise.compiled.kernel import KernelDispatcher

    return {
        one._cache.name: one
        for one in vars(importlib.import_module(module)).values()
        if isinstance(one, KernelDispatcher) and one.__module__ == module
    }


def _is_vector(kind: Any) -> bool:
    """Return whether a type of Numba's is a SIMD vector or mask, or a tuple that holds one."""
    from gridwise.compiled import simd

    return type(kind).__module__ == simd.__name__ or any(
        map(_is_vector, getattr(kind, "types", ()))
    )


def _run(*arguments: str, environment: Mapping[str, str]) -> None:
    """Run a child process of this Python; its output is shown.

    Raises
    ------
    CalledProcessError
        It failed.
    """
    subprocess.run([sys.executable, *arguments], env={**os.environ, **environment}, check=True)


if __name__ == "__main__":
    sys.exit(main())
