"""What is missing is compiled in child processes; serially it makes the same files."""

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.solving import prepare as preparing
from gridwise.solving.prepare import Compiling, Prepared

KERNELS = """
from gridwise.compiled.kernel import kernel

@kernel(_nrt=False)
def shared(x):
    return x + 1

@kernel(_nrt=False)
def one(x):
    return shared(x) * 2

@kernel(_nrt=False)
def two(x):
    return shared(x) * 3
"""
TASKS = """
import os, time
from pathlib import Path
from gridwise.compiled import jit

def call(name, run):
    with jit.compiling(run):
        return getattr(jit.load("small_kernels"), name)(1)

def one(run):
    assert call("one", run) == 4

def two(run):
    assert call("two", run) == 6

def dies(run):
    if os.getpid() != int(os.environ["TEST_PARENT"]):
        os._exit(1)
    one(run)

def waits(run):
    one(run)
    Path(os.environ["TEST_WAITS"], str(os.getpid())).touch()
    time.sleep(600)
"""


class Code:
    """One kernel of the module; compiled when its file is there."""

    def __init__(self, kernel: str) -> None:
        self.kernel = kernel

    @property
    def missing_s(self) -> float:
        return 0.0 if jit.is_kept("small_kernels", self.kernel) else 1.0

    def left_s(self) -> float:
        return self.missing_s

    def spared(self) -> threading.Lock:
        return threading.Lock()


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of tasks that compile three small kernels, with an empty cache."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TEST_PARENT", str(os.getpid()))
    monkeypatch.setenv("TEST_WAITS", str(tmp_path))
    (tmp_path / "small_kernels.py").write_text(KERNELS, "utf-8")
    (tmp_path / "small_tasks.py").write_text(TASKS, "utf-8")
    jit.load.cache_clear()
    yield importlib.import_module("small_tasks")
    forget()
    sys.modules.pop("small_tasks")
    jit.load.cache_clear()


def forget() -> None:
    """Let the kernels be loaded from disk again."""
    sys.modules.pop("small_kernels", None)
    jit.load.cache_clear()


def offer(monkeypatch: pytest.MonkeyPatch, **tables: dict[str, Callable[[Run], None]]) -> None:
    """Let one puzzle have these tables, with tasks by the kernel that they compile."""
    code = {
        name: TableCode(
            {"small_kernels": (3, 2.0)},
            tuple(CodeTask((Code(kernel),), make) for kernel, make in tasks.items()),
        )
        for name, tasks in tables.items()
    }
    small = Preparation(dict.fromkeys(tables, "small"), tuple(tables), code)
    monkeypatch.setattr(registry, "capabilities", lambda kind: {"small": small})


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.suffix in (".part", ".kernel")}


def test_children_leave_the_files_that_one_process_leaves(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = []
    for workers in (2, 1):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / f"cache{workers}"))
        forget()
        offer(monkeypatch, code={"one": tasks.one, "two": tasks.two})
        told: list[Compiling] = []
        made = preparing.prepare(workers=workers, compiling=told.append)
        assert [(one.puzzle, one.table) for one in made] == [("small", "code")]
        assert made[0].compile_s > 0
        assert "small_kernels" not in sys.modules or workers == 1, "children compiled it"
        assert (told[0].functions, told[0].of_functions) == (0, 3)
        assert (told[-1].functions, told[-1].is_done) == (3, True)
        assert [one.functions for one in told] == sorted(one.functions for one in told)
        assert "of about 3 functions" in str(told[0].words())
        found.append(files(tmp_path / f"cache{workers}"))
    assert len(found[0]) == 5 and found[0] == found[1]
    told.clear()
    assert preparing.prepare(workers=2, compiling=told.append)
    assert not told, "nothing is missing"


def test_what_a_dead_child_left_is_made_here(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, dead={"one": tasks.dies}, code={"two": tasks.two})
    made = preparing.prepare(workers=2)
    assert {one.table for one in made} == {"code", "dead"}
    assert made[-1].table == "dead"
    assert "small_kernels" in sys.modules, "this process did it again"
    assert len(files(tmp_path)) == 5


def test_a_cancelled_run_leaves_no_child_and_what_is_compiled(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, code={"two": tasks.waits})
    cancel = threading.Event()
    child = 0

    def heard(state: Compiling) -> None:
        nonlocal child
        for path in tmp_path.glob("[0-9]*"):
            child = int(path.name)
            cancel.set()

    with pytest.raises(Interrupted):
        preparing.prepare(workers=2, cancel=cancel, compiling=heard)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    kept = files(tmp_path)
    assert len(kept) == 3, "the shared part, a part and its entry"
    offer(monkeypatch, code={"one": tasks.one, "two": tasks.two})
    told: list[Compiling] = []
    preparing.prepare(workers=2, compiling=told.append)
    assert told[0].functions == 2, "it goes on where it was"
    assert told[-1].is_done and kept < files(tmp_path)


def test_a_run_that_nobody_reads_on_leaves_no_child(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, quick={"two": tasks.two}, slow={"one": tasks.waits})
    work: Iterator[Prepared] = iter(preparing.Preparing(workers=2))
    assert next(work).table == "quick"
    while not list(tmp_path.glob("[0-9]*")):
        time.sleep(0.05)
    (child,) = [int(path.name) for path in tmp_path.glob("[0-9]*")]
    work.close()  # type: ignore[attr-defined]  # a generator
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_children_end_with_a_parent_that_is_killed(tasks: ModuleType, tmp_path: Path) -> None:
    program = (
        "import small_tasks\nfrom gridwise.solving.prepare import pool\n"
        "task = pool.CompileJob('small', 1.0, small_tasks.waits)\n"
        "list(pool.compile_all([task], 1, lambda: None))\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    parent = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}
    )
    try:
        while not list(tmp_path.glob("[0-9]*")):
            assert parent.poll() is None
            time.sleep(0.05)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    (child,) = [int(path.name) for path in tmp_path.glob("[0-9]*")]
    with pytest.raises(ProcessLookupError):
        for _ in range(4000):
            os.kill(child, 0)
            time.sleep(0.05)
