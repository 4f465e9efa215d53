"""A record is handed to kernels by address and read there as Python reads it."""

import os
from typing import Any, NamedTuple

import numpy as np
import pytest

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record

ON = os.environ.get("NUMBA_DISABLE_JIT") != "1"


@record
class Inner(NamedTuple):
    words: np.ndarray
    rate: float


@record
class Outer(NamedTuple):
    table: np.ndarray
    inner: Inner
    count: int
    flag: bool
    column: np.ndarray


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


def made(seed: int = 1) -> Outer:
    """Return a record with arrays of several shapes, and one that is not contiguous."""
    random = np.random.default_rng(seed)
    table = random.integers(0, 99, (3, 4, 5), np.int32)
    words = random.integers(0, 99, 7).astype(np.uint64)
    column = random.integers(0, 99, (6, 4), np.int64)[:, 2]
    return Outer(table, Inner(words, 0.5 * seed), -seed, seed % 2 == 1, column)


@kernel(_nrt=False)
def _total(r):
    found = r.table.size + r.table.shape[0] * 1000 + r.table.shape[2] * 10
    for i in range(r.table.shape[0]):
        for j in range(r.table.shape[1]):
            for k in range(r.table.shape[2]):
                found += np.int64(r.table[i, j, k]) * (i + 2 * j + 3 * k)
    return found


@kernel(_nrt=False)
def _nested(inner, times):
    found = 0.0
    for i in range(inner.words.size):
        found += np.float64(inner.words[i]) * inner.rate
    return found * times


@kernel(_nrt=False)
def everything(r):
    """Return a number of each field, with records handed on to other kernels."""
    column = 0
    for i in range(r.column.size):
        column = column * 3 + r.column[i]
    row = 0
    for value in r.table[1, 2]:
        row = row * 7 + np.int64(value)
    return _total(r), _nested(r.inner, r.count), r.flag, column, row


@kernel(_nrt=False)
def write(r, value):
    """Write to arrays of a record, and read what was written."""
    r.table[2, 3, 4] = value
    r.inner.words[:] = r.inner.words.size
    r.column[5] = value + 1
    return r.table[2, 3, 4] + r.column[5]


def plain(function: Any) -> Any:
    """Return a kernel as Python runs it."""
    return getattr(function, "py_func", function)


@pytest.mark.parametrize("seed", range(1, 5))
def test_every_kind_of_field_is_read(seed: int) -> None:
    r = made(seed)
    column = row = 0
    for value in r.column.tolist():
        column = column * 3 + value
    for value in r.table[1, 2].tolist():
        row = row * 7 + np.int64(value)
    total, nested, flag, found_column, found_row = everything(r)
    assert total == plain(_total)(r)
    assert nested == pytest.approx(r.inner.words.sum() * r.inner.rate * r.count)
    assert (flag, found_column, found_row) == (r.flag, column, row)
    assert type(flag) is bool or not ON


def test_what_a_kernel_writes_is_in_the_arrays() -> None:
    r = made()
    assert write(r, 41) == 83
    assert r.table[2, 3, 4] == 41 and r.column[5] == 42 and set(r.inner.words.tolist()) == {7}


def test_records_of_one_class_with_other_arrays_take_their_own_code() -> None:
    r = made()
    everything(r)
    small = r._replace(table=r.table.astype(np.int8))
    assert everything(small)[0] == plain(_total)(small) == everything(r)[0]
    frozen = r.inner.words.copy()
    frozen.flags.writeable = False
    assert everything(r._replace(inner=Inner(frozen, 0.5)))[1] == everything(r)[1]
    if ON:
        assert len({signature[0] for signature in everything.entries}) == 3
        assert len(everything.entries) == 3


def test_a_record_made_again_takes_the_same_code() -> None:
    for seed in range(1, 4):
        everything(made(seed))
    if ON:
        assert sum(everything.stats.cache_misses.values()) == len(everything.overloads)


@pytest.mark.skipif(not ON, reason="with the JIT off a record is what it was declared as")
def test_what_is_not_a_field_is_refused() -> None:
    from numba.core.errors import TypingError

    @kernel(_nrt=False)
    def wrong(r):
        return r.tabel.size

    with pytest.raises(TypingError, match="tabel"):
        wrong(made())


@pytest.mark.skipif(not ON, reason="with the JIT off a number may be of any size")
def test_a_number_that_does_not_fit_is_an_error() -> None:
    everything(made())
    with pytest.raises(OverflowError):
        everything(made()._replace(count=1 << 70))
