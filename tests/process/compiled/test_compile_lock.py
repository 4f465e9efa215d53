"""Processes that need the same kernel at once, and one that dies with its lock."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from compiled.many_kernels import KERNELS, Fresh, fresh, lock_of, misses
from gridwise.compiled import jit

__all__ = ["fresh"]
pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="with the JIT off nothing is compiled"
)


PROCESS = """
import sys
from numba.core import event
from gridwise.compiled import jit

class Count(event.Listener):
    def on_start(self, event): print(event.data["dispatcher"].py_func.__name__, flush=True)
    def on_end(self, event): pass

event.register("numba:compile", Count())
kernels = jit.load("many")
print("go", flush=True)
sys.stdin.readline()
assert kernels.outer(5) > 0
"""


HOLDER = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    (tmp_path / "many.py").write_text(KERNELS)
    source = str(Path(jit.__file__).parents[2])
    paths = os.pathsep.join([str(tmp_path), source, os.environ.get("PYTHONPATH", "")])
    known = {**os.environ, "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    several = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS],
            env=known,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for one in several:
        assert one.stdout is not None
        assert one.stdout.readline() == "go\n"
    for one in several:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    said = [one.communicate(timeout=300)[0].split() for one in several]
    assert [one.returncode for one in several] == [0, 0, 0]
    assert sorted(name for names in said for name in names) == ["inner", "outer"]


def test_one_that_dies_while_it_compiles_holds_up_nobody(fresh: Fresh) -> None:
    kernels = fresh()
    path = lock_of(kernels)
    path.parent.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        killed: list[None] = []
        timer = Timer(0.3, lambda: (killed.append(None), holder.kill()))
        timer.start()
        assert kernels.outer(5) > 0
        assert killed
        timer.join()
    assert misses(kernels) == [1, 1]
