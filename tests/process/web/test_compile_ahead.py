"""The server compiles in a process of its own, and only where something is missing."""

import os
import subprocess
import time
from importlib import import_module
from pathlib import Path

import pytest

from gridwise.web.server import compile_ahead
from gridwise.web.server.compile_ahead import CompileAhead
from gridwise.web.server.context import Config, ServerContext

_WAITS = """
import os, time

def make_usual():
    print("prepare", os.nice(0), file=open(os.environ["TEST_WROTE"], "w"), flush=True)
    time.sleep(600)
"""


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have nothing be compiled, and the process only wait; return the file that it writes first."""
    (tmp_path / "waiting_program.py").write_text(_WAITS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TEST_WROTE", str(tmp_path / "wrote"))
    monkeypatch.setattr(compile_ahead, "is_compiled", lambda puzzle: False)
    monkeypatch.setattr(compile_ahead, "make_usual", import_module("waiting_program").make_usual)
    return tmp_path / "wrote"


def test_nothing_is_begun_where_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_ahead, "is_compiled", lambda puzzle: True)
    monkeypatch.setattr(subprocess, "Popen", None)
    ahead = CompileAhead()
    assert ahead.pid is None
    ahead.close()


@pytest.mark.usefixtures("missing")
def test_it_ends_when_it_is_closed() -> None:
    ahead = CompileAhead()
    pid = process_of(ahead)
    os.kill(pid, 0)
    ahead.close()
    assert ahead.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    ahead.close()


@pytest.mark.usefixtures("missing")
def test_it_begins_and_ends_with_the_server(tmp_path: Path) -> None:
    server = ServerContext(Config(tmp_path, workers=1))
    server.open()
    assert server._compiler is not None
    pid = process_of(server._compiler)
    server.open()
    assert server._compiler.pid == pid, "one is enough"
    server.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no niceness here")
def test_it_prepares_the_usual_tables_with_the_least_priority(missing: Path) -> None:
    ahead = CompileAhead()
    while not missing.exists() or not missing.read_text("utf-8"):
        time.sleep(0.02)
    ahead.close()
    assert missing.read_text("utf-8").split() == ["prepare", "19"]


def test_all_usual_tables_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter(["one", "two"])
    monkeypatch.setattr(compile_ahead, "prepare", lambda: left)
    assert compile_ahead.make_usual() == {"tables": 2}
    assert not list(left)


def test_the_process_ends_when_all_is_compiled(
    missing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = _WAITS.replace("time.sleep(600)", "return {}")
    (missing.parent / "ready_program.py").write_text(source, "utf-8")
    monkeypatch.setattr(compile_ahead, "make_usual", import_module("ready_program").make_usual)
    ahead = CompileAhead()
    while ahead.pid is not None or not missing.exists():
        time.sleep(0.02)
    ahead.close()


def process_of(ahead: CompileAhead) -> int:
    """Return the number of the process once it has begun."""
    while (pid := ahead.pid) is None:
        time.sleep(0.01)
    return pid
