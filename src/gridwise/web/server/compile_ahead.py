"""Compiles the pages' kernels in a process of its own, with the least priority, during play.

Until a kernel is compiled, the children answer with plain methods; from the next question on they
load it from disk.
"""

import os
import subprocess
import sys
from contextlib import suppress

from gridwise.core import registry
from gridwise.solving.prepare import is_compiled

_PROGRAM = """\
import os, sys
sys.path[:] = sys.argv[2:]
if hasattr(os, "nice"):
    os.setpriority(os.PRIO_PROCESS, 0, 19)  # also where the server's own is raised
from gridwise.solving.end_with_parent import end_with_parent
end_with_parent(int(sys.argv[1]))
from gridwise.solving.prepare import prepare
for _ in prepare():
    pass
"""
_GRACE_S = 2.0


class CompileAhead:
    """The process that compiles; none if everything is compiled."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if all(map(is_compiled, registry.puzzles())):
            return
        with suppress(OSError):  # without it plain methods go on answering
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM, str(os.getpid()), *sys.path],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    @property
    def pid(self) -> int | None:
        """The number of the process while it compiles, or None."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """End it; the compiled functions are kept, and the next start goes on from there."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
