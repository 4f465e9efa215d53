"""What holds for the whole session: the tiers, the template puzzle, the scheduler.

A test's tier is its folder. Without options only the default one runs: all folders but those of
`TIERS`. `--tier all` runs everything; a path on the command line runs whatever its tier is.

The template puzzle is registered, so that every suite covers it. With pytest-xdist every worker
begins at a place of its own and takes tests from the others when it is done: tests that need the
same server, tables or compiled kernels lie together and are mostly run by one worker, which makes
those things once, while the others do something else.
"""

import asyncio
import compileall
import multiprocessing.process
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import every
import gridwise
import samples
import template_puzzle
from gridwise.core import registry

TESTS = Path(__file__).parent
TIERS = {
    "process": "what starts processes, servers and clusters",
    "browser": "the page in a browser",
    "docs": "the examples of the docs and the notebooks, and what the docs say of the code",
    "slow": "what takes longer than some three seconds",
}
"""The folders that run only when they are asked for, and what they hold."""
SMOKE = TESTS / "smoke"
"""The only tests of the default tier that may start a process."""

os.environ["LC_ALL"] = "C.UTF-8"  # whoever runs the tests, the program speaks English in them

if "latin" not in registry.puzzles():
    registry.register(template_puzzle)


def tier_of(path: Path) -> str:
    """Return the tier of a file or folder below the tests."""
    parts = path.relative_to(TESTS).parts
    return parts[0] if parts and parts[0] in TIERS else "default"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gridwise")
    tiers = ("default", *TIERS, "all")
    group.addoption("--tier", choices=tiers, default="default", help="the tests that run")
    group.addoption("--thorough", action="store_true", help="more positions and seeds")
    group.addoption("--case", metavar="TEXT", help="only the cases with TEXT in their name")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the sources to bytecode once, also where Python is told to write none.

    Many processes are started by the tests, and each would compile them for 0.6 s. Rewriting the
    assertions of the tests is most of what collecting costs; that is written too.
    """
    sys.dont_write_bytecode = False
    every.only = config.getoption("--case")
    samples.THOROUGH = config.getoption("--thorough")
    samples.SAMPLES = samples.MANY if samples.THOROUGH else samples.FEW
    examples = len(samples.seeds(30, 100))
    # Without a deadline: a busy machine is no defect.
    settings.register_profile("gridwise", deadline=None, max_examples=examples)
    settings.load_profile("gridwise")
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(gridwise.__file__).parent, quiet=2)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    wanted = config.getoption("--tier")
    if wanted == "all" or collection_path == TESTS or not collection_path.is_relative_to(TESTS):
        return None
    tier = tier_of(collection_path)
    if tier == wanted:
        return None
    for arg in config.args:
        named = (config.invocation_params.dir / arg.partition("::")[0]).resolve()
        if named != TESTS and named.is_relative_to(TESTS) and tier_of(named) == tier:
            return None
    return True


started: list[str] = []
"""The processes that were started since the test began."""


def _note_processes(event: str, arguments: tuple[object, ...]) -> None:
    if arguments[:1] == ("fc-list",):
        return  # Matplotlib asks for the fonts of the machine where its cache is empty
    if event in ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"):
        started.append(f"{event} {arguments[:2]!r}")


sys.addaudithook(_note_processes)
_start = multiprocessing.process.BaseProcess.start


def _noted_start(process: Any) -> None:
    started.append(f"multiprocessing {process.name}")
    _start(process)


multiprocessing.process.BaseProcess.start = _noted_start  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _no_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test of the default tier that starts a process: it belongs in `tests/process`."""
    started.clear()
    yield
    path = request.path
    if tier_of(path) == "default" and not path.is_relative_to(SMOKE):
        assert not started, f"belongs in tests/process, as it starts {started}"


class _Backwards(pytest.Dir):
    """A folder whose last files are collected first."""

    def collect(self) -> list[Any]:
        return list(super().collect())[::-1]


def _without_a_loop(item: pytest.Item) -> Iterator[None]:
    """Let a test start an event loop, though Playwright's stands still in this thread.

    From the first test of the page to the end of the session Python takes that loop for running.
    """
    if "browser" in getattr(item, "fixturenames", ()):  # it goes on with that loop
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_without_a_loop)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_without_a_loop)


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Dir | None:
    """Let every other worker collect from the end: each reads what another has rewritten."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    return _Backwards.from_parent(parent, path=path) if int(worker[2:]) % 2 else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into one order, the same in all workers.

    Each half begins with tiers of long tests and ends with the default one: of two workers, which
    begin with a half each, neither waits for a long test of the other at the end.
    """
    items.sort(key=lambda item: item.path)
    by_tier: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_tier.setdefault(tier_of(item.path), []).append(item)
    default = by_tier.pop("default", [])
    one = [item for tier in ("browser", "docs") for item in by_tier.pop(tier, [])]
    other = [item for tier in by_tier.values() for item in tier]
    cut = max(0, len(items) // 2 - len(one))
    items[:] = [*one, *default[:cut], *other, *default[cut:]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    if config.getoption("dist") != "load":  # another was asked for
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)
