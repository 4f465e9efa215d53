"""Levels of processors: the best is taken, and code for one is the same on all that have it."""

from collections.abc import Iterator
from itertools import pairwise

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
        with pytest.raises(UnknownNameError, match=r"Unknown GRIDWISE_TARGET .*x86-64-v4"):
            target.level()


def test_a_processor_that_llvm_does_not_know_has_no_level(monkeypatch: pytest.MonkeyPatch) -> None:
    from llvmlite import binding

    def unknown() -> None:
        raise RuntimeError("no features")

    for name in (target.VARIABLE, *target._OTHERS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(binding, "get_host_cpu_features", unknown)
    assert target.level() is None
