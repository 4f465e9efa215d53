"""Of several processes one compiles a kernel; and what may befall the one that does."""

import os
import time
from pathlib import Path

import pytest
from filelock import FileLock

from compiled.many_kernels import Fresh, fresh, lock_of, misses
from gridwise.compiled import jit
from gridwise.compiled import kernel as kernel_module
from gridwise.core.run import Run

__all__ = ["fresh"]
pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="with the JIT off nothing is compiled"
)


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


def test_waiting_counts_as_compiling(fresh: Fresh, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = fresh()
    lock = kernel_module._lock(lock_of(kernels))
    acquire = lock.acquire
    monkeypatch.setattr(lock, "acquire", lambda timeout: (time.sleep(0.3), acquire(timeout)))
    run = Run()
    with jit.compiling(run):
        kernels.outer(5)
    assert run.compile_s >= 0.3


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
