"""Workers that the tests share: two processes, and a Dask cluster of two."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from gridwise.process.pool import LocalExecutor


@pytest.fixture(scope="session")
def pool() -> Iterator[LocalExecutor]:
    executor = LocalExecutor(2)
    yield executor
    executor.close()


@pytest.fixture(scope="session")
def pair() -> Iterator[Any]:
    pytest.importorskip("distributed")
    from gridwise.batch.cluster import ClusterExecutor

    executor = ClusterExecutor("local:2", preload=["queens"])
    yield executor
    executor.close()
    gc.collect()
