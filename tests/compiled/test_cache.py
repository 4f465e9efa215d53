"""Tables on disk: whole or not at all, made once, never needed."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from gridwise.compiled import cache

ARRAYS = {
    "a": np.arange(5000, dtype=np.uint32).reshape(50, 100),
    "b": np.zeros(0, np.int8),
    "c": np.array([1, 255], np.uint8),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    path = tmp_path / "tables"
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(path))
    return path


def ask(calls, version=1, again=True):
    """Ask for arrays; `again` as a new process would."""

    def make():
        calls.append(1)
        return {key: array.copy() for key, array in ARRAYS.items()}

    if again:
        cache._OPEN.clear()
    return cache.kept("name.v1", {"version": version}, make, lambda: None)


def same(found):
    assert list(found) == list(ARRAYS)
    for key, array in ARRAYS.items():
        assert found[key].dtype == array.dtype
        assert np.array_equal(found[key], array)
        assert not found[key].flags.writeable
    return True


def test_arrays_are_made_once_and_mapped(folder):
    calls = []
    assert same(ask(calls))
    first = ask(calls)
    assert same(first)
    assert len(calls) == 1
    assert ask(calls, again=False) is first
    assert cache.has("name.v1")
    assert not cache.has("others.v1")
    assert sorted(p.name for p in folder.iterdir()) in (["name.v1"], ["name.v1", "name.v1.lock"])


@pytest.mark.parametrize(
    "at", [0, 25, 40, 90, 4096, 10_000, -1, "cut", "long", "empty", "older format"]
)
def test_a_damaged_file_is_made_again(folder, at):
    calls = []
    ask(calls)
    path = folder / "name.v1"
    data = path.read_bytes()
    if isinstance(at, int):
        changed = bytearray(data)
        changed[at] ^= 1
    else:
        older = b"gridwise tables 2\n" + data[18:]
        changed = {"cut": data[:-1], "long": data + b"x", "empty": b"", "older format": older}[at]
    path.write_bytes(bytes(changed))
    assert same(ask(calls))
    assert len(calls) == 2
    assert path.read_bytes() == data


def test_arrays_of_other_parameters_are_not_taken():
    calls = []
    ask(calls)
    assert same(ask(calls, version=2))
    assert len(calls) == 2


def test_without_a_folder_they_are_made_by_every_process(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(blocked / "tables"))
    calls = []
    assert same(ask(calls))
    assert same(ask(calls, again=False))
    assert len(calls) == 1
    assert same(ask(calls))
    assert len(calls) == 2


def test_a_disk_that_cannot_be_written_costs_no_more(folder, monkeypatch):
    def full(*args):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    assert same(ask([]))
    assert not (folder / "name.v1").exists()
    assert [p for p in folder.iterdir() if p.suffix != ".lock"] == []


def test_what_the_making_raises_leaves_nothing(folder):
    def make():
        raise KeyError("stopped")

    with pytest.raises(KeyError):
        cache.kept("name.v1", {}, make, lambda: None)
    assert not (folder / "name.v1").exists()
    assert same(ask([]))


def test_who_waits_looks_whether_to_go_on(folder):
    from filelock import FileLock

    folder.mkdir()

    def stop():
        raise KeyboardInterrupt

    with FileLock(str(folder / "name.v1.lock")), pytest.raises(KeyboardInterrupt):
        cache.kept("name.v1", {}, dict, stop)


def test_two_at_once_make_it_once():
    calls, found = [], []
    cache._OPEN.clear()
    threads = [
        threading.Thread(target=lambda: found.append(ask(calls, again=False))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(same(one) for one in found) and len(found) == 6
    assert len(calls) == 1


def test_the_folder_is_the_user_s_without_a_word(monkeypatch):
    monkeypatch.delenv("GRIDWISE_CACHE_DIR")
    assert cache.folder().name == "tables"
    assert "gridwise" in str(cache.folder())
    assert isinstance(cache.folder(), Path)


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    def homeless(*_, **__):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("GRIDWISE_CACHE_DIR")
    monkeypatch.setattr("platformdirs.user_cache_dir", homeless)
    for _ in range(2):
        calls = []
        assert same(ask(calls))
        assert len(calls) == 1
    assert not cache.has("name.v1")
