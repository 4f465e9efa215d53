"""What the registry imports, in a process of its own."""

import subprocess
import sys


def test_a_capability_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys; from gridwise.core import registry\n"
        "from gridwise.core.capabilities import Benchmarks\n"
        "registry.puzzles(); name = 'gridwise.puzzles.queens.bench'\n"
        "assert name not in sys.modules\n"
        "registry.capabilities(Benchmarks); assert name in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
