"""The server compiles in a process of its own, and only where something is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gridwise.web.server import compile_ahead
from gridwise.web.server.compile_ahead import CompileAhead
from gridwise.web.server.context import Config, ServerContext

_WAITS = "import sys, time; print('begun', flush=True); time.sleep(600)"


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing be compiled, and the process only wait."""
    monkeypatch.setattr(compile_ahead, "is_compiled", lambda puzzle: False)
    monkeypatch.setattr(compile_ahead, "_PROGRAM", _WAITS)


def test_nothing_is_begun_where_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_ahead, "is_compiled", lambda puzzle: True)
    monkeypatch.setattr(subprocess, "Popen", None)
    ahead = CompileAhead()
    assert ahead.pid is None
    ahead.close()


@pytest.mark.usefixtures("missing")
def test_it_ends_when_it_is_closed() -> None:
    ahead = CompileAhead()
    pid = ahead.pid
    assert pid is not None
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
    pid = server._compiler.pid
    assert pid is not None
    server.open()
    assert server._compiler.pid == pid, "one is enough"
    server.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no niceness here")
def test_it_has_the_least_priority_and_prepares_the_usual_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The program itself, with tables that only note what they were asked for."""
    wrote = tmp_path / "out"
    stub = (
        "import gridwise.solving.prepare as p, os\n"
        f"p.prepare = lambda: iter([open({str(wrote)!r}, 'w').write(str(os.nice(0)))])\n"
    )
    program = compile_ahead._PROGRAM.replace(
        "from gridwise.solving", f"{stub}from gridwise.solving"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, str(os.getpid()), *sys.path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert wrote.read_text("utf-8") == "19"
