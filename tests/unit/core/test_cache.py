"""Tables on disk: whole or not at all, made once, never needed."""

import os
import threading
from pathlib import Path

import pytest

from gridwise.core import cache

BODY = bytes(range(256))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    path = tmp_path / "tables"
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(path))
    return path


def ask(calls, body=BODY, size=256):
    def make():
        calls.append(1)
        return body

    return cache.kept("name.v1", size, make, lambda: None)


def test_made_once(folder):
    calls = []
    assert ask(calls) == ask(calls) == BODY
    assert len(calls) == 1
    assert sorted(p.name for p in folder.iterdir()) in (["name.v1"], ["name.v1", "name.v1.lock"])


@pytest.mark.parametrize("damage", ["cut", "flip", "long", "empty", "magic"])
def test_a_damaged_file_is_made_again(folder, damage):
    calls = []
    ask(calls)
    path = folder / "name.v1"
    data = path.read_bytes()
    changed = {
        "cut": data[:-1],
        "flip": data[:-1] + bytes([data[-1] ^ 1]),
        "long": data + b"x",
        "empty": b"",
        "magic": b"X" + data[1:],
    }[damage]
    path.write_bytes(changed)
    assert ask(calls) == BODY
    assert len(calls) == 2
    assert path.read_bytes() == data


def test_a_file_of_another_length_is_not_taken():
    calls = []
    ask(calls)
    assert ask(calls, BODY * 2, 512) == BODY * 2
    assert len(calls) == 2


def test_without_a_folder_it_is_made_every_time(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(blocked / "tables"))
    calls = []
    assert ask(calls) == ask(calls) == BODY
    assert len(calls) == 2


def test_a_disk_that_cannot_be_written_costs_no_more(folder, monkeypatch):
    def full(*args):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    calls = []
    assert ask(calls) == BODY
    assert not (folder / "name.v1").exists()
    assert [p for p in folder.iterdir() if p.suffix != ".lock"] == []


def test_what_the_making_raises_leaves_nothing(folder):
    def make():
        raise KeyError("stopped")

    with pytest.raises(KeyError):
        cache.kept("name.v1", 256, make, lambda: None)
    assert not (folder / "name.v1").exists()
    assert ask([]) == BODY


def test_who_waits_looks_whether_to_go_on(folder):
    from filelock import FileLock

    folder.mkdir()

    def stop():
        raise KeyboardInterrupt

    with FileLock(str(folder / "name.v1.lock")), pytest.raises(KeyboardInterrupt):
        cache.kept("name.v1", 256, lambda: BODY, stop)


def test_two_at_once_make_it_once():
    calls, found = [], []
    threads = [threading.Thread(target=lambda: found.append(ask(calls))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [BODY] * 6
    assert len(calls) == 1


def test_the_folder_is_the_user_s_without_a_word(monkeypatch):
    monkeypatch.delenv("GRIDWISE_CACHE_DIR")
    assert cache.folder().name == "tables"
    assert "gridwise" in str(cache.folder())
    assert isinstance(cache.folder(), Path)
