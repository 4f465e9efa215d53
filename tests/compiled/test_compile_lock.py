"""Of several processes one compiles a kernel; and what may befall the one that does."""

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from types import ModuleType
from typing import Any

import pytest
from filelock import FileLock

from gridwise.compiled import jit
from gridwise.compiled import kernel as kernel_module
from gridwise.core.limits import Limits
from gridwise.core.run import Run

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="with the JIT off nothing is compiled"
)

# What the cache has of a kernel is found by its name and its file: each test has its own folder.
KERNELS = """
from gridwise.compiled.kernel import kernel

@kernel
def inner(x):
    total = 0
    for i in range(x):
        total += i % 7 * (i // 3)
    return total

@kernel
def outer(x):
    last = 0  # of a value that Numba knows, and then of one that it does not
    for i in range(3):
        last = inner(last) + inner(i + 2 * x) + inner(3)
    return last + inner(x)

@kernel
def cannot(x):
    return x.nothing
"""
PROCESS = """
import sys
from numba.core import event
from gridwise.compiled import jit

class Count(event.Listener):
    def on_start(self, event): print(event.data["dispatcher"].py_func.__name__, flush=True)
    def on_end(self, event): pass

event.register("numba:compile", Count())
kernels = jit.load("many")
print("go", flush=True)
sys.stdin.readline()
assert kernels.outer(5) > 0
"""
HOLDER = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""

Fresh = Callable[[], ModuleType]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fresh]:
    """Import the kernels as a new process would: nothing compiled but what is on disk."""
    (tmp_path / "many.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))

    def load() -> ModuleType:
        sys.modules.pop("many", None)
        importlib.invalidate_caches()
        return jit.load.__wrapped__("many")

    yield load
    sys.modules.pop("many", None)


def lock_of(kernels: Any) -> Path:
    return Path(kernels.outer._cache.lock)


def misses(kernels: Any) -> list[int]:
    """How often each was compiled, not loaded."""
    return [sum(one.stats.cache_misses.values()) for one in (kernels.inner, kernels.outer)]


@pytest.mark.slow
def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    (tmp_path / "many.py").write_text(KERNELS)
    source = str(Path(jit.__file__).parents[2])
    paths = os.pathsep.join([str(tmp_path), source, os.environ.get("PYTHONPATH", "")])
    known = {**os.environ, "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    several = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS],
            env=known,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for one in several:
        assert one.stdout is not None
        assert one.stdout.readline() == "go\n"
    for one in several:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    said = [one.communicate(timeout=300)[0].split() for one in several]
    assert [one.returncode for one in several] == [0, 0, 0]
    assert sorted(name for names in said for name in names) == ["inner", "outer"]


def test_what_is_compiled_already_needs_no_lock(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fresh()
    assert first.outer(5) == first.outer.py_func(5)
    assert misses(first) == [1, 1]
    monkeypatch.setattr(kernel_module, "PATIENCE_S", 0.0)
    with FileLock(lock_of(first)):
        second = fresh()
        assert second.outer(5) == first.outer(5)
        assert second.inner(5) == first.inner(5)
    assert misses(second) == [0, 0]
    assert lock_of(first) not in kernel_module._gave_up


def test_a_value_that_is_known_is_compiled_as_any_other(fresh: Fresh) -> None:
    kernels = fresh()
    assert kernels.outer(5) == kernels.outer.py_func(5)
    assert [str(one) for signature in kernels.inner.signatures for one in signature] == ["int64"]


def test_another_type_of_argument_is_compiled_and_the_lock_left(fresh: Fresh) -> None:
    kernels = fresh()
    for x in (5, 5.0):
        assert kernels.outer(x) == kernels.outer.py_func(x)
        with FileLock(lock_of(kernels), timeout=0):
            pass


def test_the_lock_is_left_where_compiling_fails(fresh: Fresh) -> None:
    from numba.core.errors import TypingError

    kernels = fresh()
    with pytest.raises(TypingError):
        kernels.cannot(5)
    with FileLock(lock_of(kernels), timeout=0):
        pass
    assert kernels.outer(5) > 0


def test_one_that_dies_while_it_compiles_holds_up_nobody(fresh: Fresh) -> None:
    kernels = fresh()
    path = lock_of(kernels)
    path.parent.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        began = time.perf_counter()
        timer = Timer(0.3, holder.send_signal, (getattr(signal, "SIGKILL", signal.SIGTERM),))
        timer.start()
        assert kernels.outer(5) > 0
        timer.join()
    assert time.perf_counter() - began >= 0.25
    assert misses(kernels) == [1, 1]


def test_one_that_stands_is_waited_for_once(fresh: Fresh, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_module, "PATIENCE_S", 0.2)
    kernels = fresh()
    waits: list[float] = []
    lock = kernel_module._lock(lock_of(kernels))
    acquire = lock.acquire
    monkeypatch.setattr(
        lock, "acquire", lambda timeout: (waits.append(timeout), acquire(timeout=timeout))
    )
    lock_of(kernels).parent.mkdir(parents=True, exist_ok=True)
    with FileLock(lock_of(kernels)):
        assert kernels.outer(5) > 0
    assert waits == [0.2, 0]
    assert lock_of(kernels) in kernel_module._gave_up
    assert misses(kernels) == [1, 1]


def test_waiting_counts_as_compiling(fresh: Fresh) -> None:
    kernels = fresh()
    path = lock_of(kernels)
    path.parent.mkdir(parents=True, exist_ok=True)
    held = FileLock(path, thread_local=False)
    held.acquire()
    timer = Timer(0.4, held.release)
    timer.start()
    run = Run(Limits(time_s=0.1))
    with jit.compiling(run):
        kernels.outer(5)
    timer.join()
    assert run.compile_s > 0.3
    run.check()


def test_where_no_lock_can_be_had_each_compiles(fresh: Fresh, tmp_path: Path) -> None:
    kernels = fresh()
    (tmp_path / "file").write_text("no folder")
    for kernel in (kernels.inner, kernels.outer):
        kernel._cache.lock = tmp_path / "file" / "many.lock"
    assert kernels.outer(5) == kernels.outer.py_func(5)
    assert misses(kernels) == [1, 1]


def test_every_kernel_is_kept_on_disk_and_compiled_once() -> None:
    from numba.core.dispatcher import Dispatcher

    found = 0
    for module in jit._modules():
        for kernel in vars(jit.load(module)).values():
            if isinstance(kernel, Dispatcher):
                assert isinstance(kernel, kernel_module.KernelDispatcher), kernel
                found += 1
    assert found > 100
