"""How a child gets warm on a machine that has compiled nothing."""

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import sys
from gridwise.workers.worker import warm
warm([])
print("numba" in sys.modules, "pysat" in sys.modules)
"""


def test_nothing_is_compiled_to_get_warm(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.endswith("_CACHE_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={**kept, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "True"], "what plain methods need is loaded"
    assert not list(tmp_path.rglob("*.kernel"))
