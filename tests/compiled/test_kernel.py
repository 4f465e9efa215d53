"""What is compiled is kept where it can be; what cannot, or is damaged, is compiled again."""

import errno
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gridwise.compiled import jit, target
from gridwise.compiled import kernel as module

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="with the JIT off nothing is compiled"
)

KERNELS = """
from gridwise.compiled.kernel import kernel

@kernel
def inner(x):
    return 3 * x + 1

@kernel
def outer(x):
    return inner(x) + inner(x + 1)
"""

Fresh = Callable[[], ModuleType]


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache; it is not there yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def fresh(tmp_path: Path, where: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fresh]:
    """Import the kernels as a new process would: nothing compiled but what is on disk."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "kept.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path / "source")

    def load() -> ModuleType:
        sys.modules.pop("kept", None)
        importlib.invalidate_caches()
        return jit.load.__wrapped__("kept")

    yield load
    sys.modules.pop("kept", None)


def compiled(kernels: Any) -> int:
    return sum(sum(k.stats.cache_misses.values()) for k in (kernels.inner, kernels.outer))


def beside(tmp_path: Path) -> list[str]:
    """What was written beside the sources, but for Python's own."""
    found = (tmp_path / "source").rglob("*")
    return [p.name for p in found if p.is_file() and p.suffix not in (".py", ".pyc")]


def kept(where: Path) -> list[Path]:
    return [p for p in where.rglob("*") if p.is_file() and p.suffix != ".lock"]


def test_it_is_compiled_once(fresh: Fresh, where: Path, tmp_path: Path) -> None:
    first = fresh()
    assert first.outer(2) == 17 and compiled(first) == 2
    second = fresh()
    assert second.outer(2) == 17 and second.inner(2) == 7 and compiled(second) == 0
    assert len(kept(where)) >= 2 and not beside(tmp_path)


def test_a_changed_source_is_compiled_again(
    fresh: Fresh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.compiled import kernel

    # Python tells bytecode of the same second and size from no other.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    assert fresh().inner(2) == 7
    (tmp_path / "source" / "kept.py").write_text(KERNELS.replace("+ 1\n", "+ 5\n", 1))
    kernel._digest.cache_clear()
    assert fresh().inner(2) == 11


def test_without_a_folder_it_is_compiled_in_memory(
    fresh: Fresh, where: Path, tmp_path: Path
) -> None:
    where.write_text("in the way")
    for _ in range(2):
        kernels = fresh()
        assert kernels.outer(2) == 17 and compiled(kernels) == 2
    assert not beside(tmp_path)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("step", ["mkdir", "open", "write"])
def test_where_nothing_can_be_written_it_is_compiled_in_memory(
    fresh: Fresh,
    where: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    step: str,
) -> None:
    def refused(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    if step == "mkdir":
        monkeypatch.setattr(os, "makedirs", refused)
        monkeypatch.setattr(os, "mkdir", refused)
        monkeypatch.setattr(Path, "mkdir", refused)
    elif step == "open":
        monkeypatch.setattr(tempfile, "mkstemp", refused)
        monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    else:
        monkeypatch.setattr(os, "fsync", refused)
        monkeypatch.setattr(os, "replace", refused)
    kernels = fresh()
    assert kernels.outer(2) == 17 and compiled(kernels) == 2
    assert not kept(where) and not beside(tmp_path)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "a bit": lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:],
    "zeros": lambda data: bytes(len(data)),
    "text": lambda data: b"not a kernel\n",
}


@pytest.mark.parametrize("how", DAMAGE)
def test_what_is_damaged_is_compiled_again(fresh: Fresh, where: Path, how: str) -> None:
    assert fresh().outer(2) == 17
    for path in kept(where):
        path.write_bytes(DAMAGE[how](path.read_bytes()))
    second = fresh()
    assert second.outer(2) == 17 and second.inner(2) == 7 and compiled(second) == 2
    third = fresh()
    assert third.outer(2) == 17 and compiled(third) == 0


def test_a_whole_file_of_another_kernel_is_not_taken(fresh: Fresh, where: Path) -> None:
    assert fresh().outer(2) == 17
    inner, outer, entry = sorted(kept(where), key=lambda path: (path.suffix == ".kernel", path))
    assert (inner.suffix, outer.suffix, entry.suffix) == (".part", ".part", ".kernel")
    inner.write_bytes(outer.read_bytes())
    entry.write_bytes(outer.read_bytes())
    second = fresh()
    assert second.outer(2) == 17 and second.inner(2) == 7 and compiled(second) == 1


def test_a_part_is_made_callable_without_compiling_it_again(fresh: Fresh, where: Path) -> None:
    assert fresh().outer(2) == 17
    assert not jit.is_kept("kept", "inner") and jit.is_kept("kept", "outer")
    second = fresh()
    assert second.inner(2) == 7 and compiled(second) == 0 and jit.is_kept("kept", "inner")
    for path in where.rglob("outer*.kernel"):
        path.unlink()
    third = fresh()
    assert third.outer(2) == 17 and compiled(third) == 0


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of code that a wheel brought; it is not there yet."""
    monkeypatch.setattr(jit, "_SHIPPED", tmp_path / "package")
    return tmp_path / "package"


@pytest.fixture
def shipped(fresh: Fresh, where: Path, package: Path) -> dict[Path, bytes]:
    """The files of a package that carries the code of both kernels; the user's cache is empty."""
    first = fresh()
    assert first.outer(2) == 17 and first.inner(2) == 7
    where.rename(package)
    return contents(package)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_code_in_the_package_is_taken_and_nothing_is_written(
    fresh: Fresh, where: Path, package: Path, shipped: dict[Path, bytes]
) -> None:
    second = fresh()
    assert second.outer(2) == 17 and second.inner(2) == 7 and compiled(second) == 0
    assert contents(package) == shipped and not where.exists()


def test_code_in_the_package_comes_before_the_user_s(
    fresh: Fresh, where: Path, package: Path, shipped: dict[Path, bytes]
) -> None:
    shutil.copytree(package, where)
    for path in kept(where):
        path.write_bytes(b"not a kernel")
    second = fresh()
    assert second.outer(2) == 17 and compiled(second) == 0


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_code_in_the_package_is_compiled_for_the_user(
    fresh: Fresh, where: Path, package: Path, shipped: dict[Path, bytes], how: str
) -> None:
    for path in kept(package):
        path.write_bytes(DAMAGE[how](path.read_bytes()))
    damaged = contents(package)
    second = fresh()
    assert second.outer(2) == 17 and second.inner(2) == 7 and compiled(second) == 2
    third = fresh()
    assert third.outer(2) == 17 and compiled(third) == 0
    assert contents(package) == damaged and kept(where)


def test_code_of_another_version_in_the_package_is_left_alone(
    fresh: Fresh,
    where: Path,
    package: Path,
    shipped: dict[Path, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: "another")
    jit.fingerprint.cache_clear()
    try:
        second = fresh()
        assert second.outer(2) == 17 and compiled(second) == 2
    finally:
        jit.fingerprint.cache_clear()
    assert contents(package) == shipped and kept(where)


def test_code_for_another_processor_in_the_package_is_left_alone(
    fresh: Fresh, package: Path, shipped: dict[Path, bytes]
) -> None:
    (versions,) = package.iterdir()
    (own,) = versions.iterdir()
    own.rename(own.with_name("another processor"))
    second = fresh()
    assert second.outer(2) == 17 and compiled(second) == 2


def test_a_puzzle_is_cold_until_a_kernel_of_its_own_is_kept(where: Path) -> None:
    name = "gridwise.puzzles.queens.engine.kernels.more"
    assert jit.is_cold() and jit.is_cold("queens")
    module = jit.folder("queens") / target.names()[-1] / name
    other = jit.folder("queens") / "another processor" / name
    for made in (module, other):
        made.mkdir(parents=True)
    (module / f"{name}.lock").touch()
    (other / "count-0.kernel").touch()
    assert jit.is_cold() and jit.is_cold("queens") and not jit.is_kept(name, "count")
    (module / "count-0.kernel").touch()
    assert not jit.is_cold() and not jit.is_cold("queens") and jit.is_cold("sudoku")
    assert jit.is_kept(name, "count") and not jit.is_kept(name, "search")


def test_environments_that_cannot_be_kept_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        f"_ZN08NumbaEnv{name}": SimpleNamespace(can_cache=lambda kept=kept: kept)
        for name, kept in (("A", True), ("B", False))
    }
    monkeypatch.setattr(module, "lookup_environment", known.get)
    names = [*known, "_ZN08NumbaEnvGone", "other"]
    variables = [SimpleNamespace(name=name) for name in names]
    library = SimpleNamespace(_final_module=SimpleNamespace(global_variables=variables))
    assert module._environments(library) == [known["_ZN08NumbaEnvA"]]
