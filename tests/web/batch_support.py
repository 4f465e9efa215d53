"""Batches of a server: some that run, some that only wait."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gridwise.web.server.batches import Batches, StoredBatch

SMALL = "sudoku:2x2:1.....2..3.....4\nsudoku:2x2:no\n\n# comment\nqueens:6:\n"
PATIENCE_S = 240.0


@pytest.fixture
def batches(tmp_path: Path) -> Iterator[Batches]:
    made = Batches(tmp_path / "batches")
    yield made
    made.close()


@pytest.fixture
def idle(batches: Batches) -> Batches:
    """Batches that only wait, until they are closed."""
    batches._next = lambda: None  # type: ignore[method-assign]
    return batches


def started(batches: Batches, content: bytes | str, owner: str = "me", **asked: Any) -> str:
    with batches.receiving(owner) as path:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return batches.start(path, asked.pop("name", "p.txt"), owner=owner, **asked)


def ended(batches: Batches, ident: str) -> StoredBatch:
    job = batches.find(ident)
    job.finished.result(PATIENCE_S)
    return job


def until(read: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + PATIENCE_S
    while not right(found := read()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found
