"""The lock on a file: one holder at a time, and waiting that can be ended."""

from pathlib import Path

import pytest

from gridwise.core import file_lock
from gridwise.core.file_lock import HeldElsewhereError


def test_a_lock_has_one_holder_at_a_time(tmp_path: Path) -> None:
    release = file_lock.acquire(tmp_path / "a.lock")
    with pytest.raises(HeldElsewhereError):
        file_lock.acquire(tmp_path / "a.lock")
    file_lock.acquire(tmp_path / "b.lock")()
    release()
    file_lock.acquire(tmp_path / "a.lock")()


def test_who_waits_gets_the_lock_or_gives_up(tmp_path: Path) -> None:
    release = file_lock.acquire(tmp_path / "a.lock")
    calls = []

    def waiting() -> None:
        calls.append(len(calls))
        if len(calls) == 2:
            release()

    file_lock.acquire(tmp_path / "a.lock", waiting)()
    assert calls == [0, 1]
    release = file_lock.acquire(tmp_path / "a.lock")

    def give_up() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        file_lock.acquire(tmp_path / "a.lock", give_up)
    release()


def test_a_file_system_without_locks_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import filelock

    def refuse(self: object, **_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    first = file_lock.acquire(tmp_path / "a.lock")
    file_lock.acquire(tmp_path / "a.lock")()
    first()
