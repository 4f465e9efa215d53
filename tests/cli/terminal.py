"""Programs in a pseudo-terminal, for tests that pretend to be a person at the keys."""

import re
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect

from cli.running import PROGRAM, environment

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WAIT_S = 240


def spawn(tmp_path: Path, *args: str, program: tuple[str, ...] = PROGRAM, **more: str) -> Any:
    """Start the program in a terminal of 50 rows and 100 columns."""
    return pexpect.spawn(
        program[0],
        [*program[1:], *args],
        cwd=str(tmp_path),
        env=environment(TERM="xterm-256color", **more),
        encoding="utf-8",
        dimensions=(50, 100),
        timeout=WAIT_S,
        # What is started in the background of a shell without job control ignores Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def spawn_source(tmp_path: Path, source: str, *args: str) -> Any:
    """Start a program with this text in a terminal."""
    (tmp_path / "run.py").write_text(source, "utf-8")
    return spawn(tmp_path, *args, program=(sys.executable, "run.py"))


def finish(child: Any) -> tuple[int, str]:
    """Wait for the end; return the exit status and what was printed since the last look."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus is None
    return child.exitstatus, child.before
