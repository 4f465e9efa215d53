"""Programs that run without the compiler."""

import os
import subprocess
import sys


def run(program: str, *options: str) -> str:
    """Run a program in a process where Numba compiles nothing; return what it prints."""
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
