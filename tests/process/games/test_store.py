"""Processes that open a store at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from gridwise.games.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "gridwise.sqlite3"


_OTHER = """
import sys
from dataclasses import replace
from pathlib import Path
from gridwise.games.store import Store
print("ready", flush=True)
sys.stdin.readline()
with Store(Path(sys.argv[1])) as store:
    for number in range(200):
        store.set(sys.argv[2], "n", number)
    print(store.settings(sys.argv[2]))
"""


@pytest.mark.parametrize("damaged", [False, True])
def test_processes_that_open_it_at_once(path: Path, damaged: bool) -> None:
    if damaged:
        path.parent.mkdir()
        path.write_bytes(b"no database" * 1000)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _OTHER, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("ann", "bob", "cleo")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    ends = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        ends.append(process.communicate(timeout=240))
    assert [out for out, _ in ends] == ["{'n': 199}\n"] * 3, ends
    with Store(path) as opened:
        assert [opened.settings(name) for name in ("ann", "bob", "cleo")] == [{"n": 199}] * 3
    aside = [f for f in path.parent.iterdir() if ".damaged-" in f.name]
    assert len(aside) == damaged
