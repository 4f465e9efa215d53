"""Kernels that call one another, imported as a new process would."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gridwise.compiled import jit

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
