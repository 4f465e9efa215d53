"""Levels of processors: the best is taken, and code for one is the same on all that have it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwise.compiled import target
from gridwise.core.errors import UnknownNameError


def words(text: str) -> list[str]:
    return text.split()


ALL = sorted({name for one in target.LEVELS for name in one.features})
V2 = words("64bit cmov cx8 fxsr mmx sse sse2 cx16 crc32 popcnt sahf sse3 sse4.1 sse4.2 ssse3")
HASWELL = [*V2, *words("avx avx2 bmi bmi2 f16c fma invpcid lzcnt movbe pclmul xsave xsaveopt")]
SKYLAKE = [*HASWELL, *words("adx aes avx512f avx512bw avx512cd avx512dq avx512vl clwb")]
ICE_LAKE = [*SKYLAKE, *words("avx512bitalg avx512ifma avx512vbmi avx512vpopcntdq gfni vaes")]


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    target.level.cache_clear()
    yield
    target.level.cache_clear()


@pytest.mark.parametrize(
    ("machine", "features", "level"),
    [
        ("x86_64", V2, None),
        ("x86_64", HASWELL, "x86-64-v3"),
        ("x86_64", SKYLAKE, "x86-64-v4"),
        ("x86_64", ICE_LAKE, "x86-64-v4-popcnt"),
        ("x86_64", [one for one in ICE_LAKE if one != "bmi2"], None),
        ("x86_64", [one for one in ICE_LAKE if one != "avx512vl"], "x86-64-v3"),
        ("arm64", ["neon", "fp-armv8", "sve"], "arm64"),
        ("arm64", [], None),
        ("riscv64", ICE_LAKE, None),
    ],
)
def test_known_processors(machine: str, features: list[str], level: str | None) -> None:
    found = target.best_level(machine, features)
    assert (found.name if found else None) == level


@given(st.sets(st.sampled_from(ALL)), st.sets(st.sampled_from(ALL)))
def test_a_level_is_never_more_than_the_processor_has(one: set[str], more: set[str]) -> None:
    order = [*target.LEVELS, None]
    for machine in ("x86_64", "arm64"):
        found, better = (target.best_level(machine, x) for x in (one, one | more))
        assert found is None or (found.machine == machine and set(found.features) <= one)
        assert order.index(better) <= order.index(found)


def test_a_better_level_has_all_that_a_lesser_one_has() -> None:
    assert len({one.name for one in target.LEVELS}) == len(target.LEVELS)
    kinds = [one for one in target.LEVELS if one.machine == "x86_64"]
    for better, lesser in pairwise(kinds):
        assert set(lesser.features) < set(better.features)


@pytest.mark.parametrize("name", ["NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"])
def test_what_numba_s_variables_say_holds(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(target.VARIABLE, raising=False)
    monkeypatch.setenv(name, "0")
    assert target.level() is None


def test_the_variable_takes_host_and_the_processor_s_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from llvmlite import binding

    monkeypatch.setattr(target, "machine", lambda: "x86_64")
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: dict.fromkeys(SKYLAKE, True))
    for name in ("x86-64-v3", "x86-64-v4"):
        monkeypatch.setenv(target.VARIABLE, name)
        target.level.cache_clear()
        found = target.level()
        assert found is not None and found.name == name
    monkeypatch.setenv(target.VARIABLE, "host")
    target.level.cache_clear()
    assert target.level() is None
    for wrong in ("x86-64-v4-popcnt", "arm64", "pentium"):
        monkeypatch.setenv(target.VARIABLE, wrong)
        target.level.cache_clear()
        with pytest.raises(UnknownNameError, match=r"unknown GRIDWISE_TARGET .*x86-64-v4"):
            target.level()


def test_a_processor_that_llvm_does_not_know_has_no_level(monkeypatch: pytest.MonkeyPatch) -> None:
    from llvmlite import binding

    def unknown() -> None:
        raise RuntimeError("no features")

    for name in (target.VARIABLE, *target._OTHERS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(binding, "get_host_cpu_features", unknown)
    assert target.level() is None


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


@pytest.mark.slow
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
