"""Code for a level of processors, as another process compiles, keeps and loads it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gridwise.compiled import target

Process = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """Run Python code in a process that keeps compiled code in `tmp_path`."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        known = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "GRIDWISE_"))}
        source = str(Path(target.__file__).parents[2])
        known |= {"PYTHONPATH": source, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), **environment}
        return subprocess.run(
            [sys.executable, "-c", code], env=known, capture_output=True, text=True, check=True
        )

    return run


FOREIGN = """
from gridwise.compiled import target
target.compile_only_for({level!r})
from gridwise.compiled import simd
import numba
words = numba.types.Array(numba.uint64, 1, "C")

def bits(x):
    return simd.total(simd.popcount(simd.load(x, 0)))

made = numba.njit(bits)
made.compile((words,))
(assembly,) = made.inspect_asm().values()
print(simd.LANES, "vpopcntq" in assembly, "zmm" in assembly)
print(target.targets()[-1].name)
"""


EXPECTED = {
    "x86-64-v4-popcnt": "32 True True",
    "x86-64-v4": "32 False True",
    "x86-64-v3": "16 False False",
}


@pytest.mark.parametrize("level", EXPECTED)
@pytest.mark.skipif(target.machine() != "x86_64", reason="levels of another kind of processor")
def test_code_for_a_level_has_its_instructions(process: Process, level: str) -> None:
    done = process(FOREIGN.format(level=level))
    lanes, name = done.stdout.splitlines()
    assert name == level and not done.stderr  # LLVM warns of names that it does not know
    assert lanes == EXPECTED[level]


KEPT = """
from gridwise.compiled.kernel import kernel

@kernel
def double(x):
    return 2 * x
"""


USES = """
import sys
sys.path.insert(0, {folder!r})
{before}
from gridwise.compiled import target
import kept
assert kept.double({value}) == 2 * {value}
print(sum(kept.double.stats.cache_misses.values()), *(one.name for one in target.targets()))
"""


FIRST = "import numba; assert numba.njit(lambda x: x + 1)(1) == 2"


@pytest.mark.skipif(target.level() is None, reason="this processor has no level")
def test_code_for_the_level_is_loaded_where_numba_was_used_before(
    process: Process, tmp_path: Path
) -> None:
    (tmp_path / "kept.py").write_text(KEPT)
    ask = {"folder": str(tmp_path)}
    level = process(USES.format(before="", value=1, **ask)).stdout.split()[1]
    assert process(USES.format(before=FIRST, value=1, **ask)).stdout.split() == ["0", level, "host"]
    assert process(USES.format(before=FIRST, value=1.5, **ask)).stdout.split()[0] == "1"
    kept = {path.parts[-3] for path in (tmp_path / "cache").rglob("*.kernel")}
    assert kept == {level, "host"}
    assert process(USES.format(before="", value=1.5, **ask)).stdout.split() == ["1", level]


def test_the_name_of_a_file_does_not_depend_on_where_the_source_is(
    process: Process, tmp_path: Path
) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept.py").write_text(KEPT)
    said = [
        process(USES.format(before="", value=1, folder=str(tmp_path / name))).stdout.split()[0]
        for name in ("one", "other")
    ]
    assert said == ["1", "0"]
    (path,) = (tmp_path / "cache").rglob("*.kernel")
    assert str(tmp_path).encode() not in path.read_bytes()
