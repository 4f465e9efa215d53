"""What holds for the whole session.

The template puzzle is registered, so that every suite covers it. With pytest-xdist every worker
begins at a place of its own and takes tests from the others when it is done: tests that need the
same server, tables or compiled kernels lie together and are mostly run by one worker, which makes
those things once, while the others do something else.
"""

import compileall
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import gridwise
import template_puzzle
from gridwise.core import registry

os.environ["LC_ALL"] = "C.UTF-8"  # whoever runs the tests, the program speaks English in them

settings.register_profile("gridwise", deadline=None)  # a busy machine is no defect
settings.load_profile("gridwise")

if "latin" not in registry.puzzles():
    registry.register(template_puzzle)


def pytest_configure(config: Any) -> None:
    """Compile the sources to bytecode once, also where Python is told to write none.

    Hundreds of processes are started by the tests, and each would compile them for 0.6 s.
    """
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(gridwise.__file__).parent, quiet=2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    if config.getoption("dist") != "load":  # another was asked for
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)
