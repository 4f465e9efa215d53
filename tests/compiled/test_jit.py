"""The loader of compiled code: its folder, its clock."""

import time
from pathlib import Path

import pytest

from gridwise.compiled import jit
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run


def test_the_folder_is_named_after_the_sources_and_the_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {jit.fingerprint.__wrapped__()}
    kernels = tmp_path / "puzzles" / "chess" / "engine" / "kernels" / "search.py"
    kernels.parent.mkdir(parents=True)
    (tmp_path / "compiled").mkdir()
    for name in ("record.py", "simd.py"):
        (tmp_path / "compiled" / name).write_text("y = 0\n")
    monkeypatch.setattr(jit, "_ROOT", tmp_path)
    for text in ("x = 1\n", "x = 2\n"):
        kernels.write_text(text)
        names.add(jit.fingerprint.__wrapped__())
    for name in ("record.py", "simd.py"):
        (tmp_path / "compiled" / name).write_text("y = 1\n")
        names.add(jit.fingerprint.__wrapped__())
    kernels.rename(kernels.with_name("more.py"))
    names.add(jit.fingerprint.__wrapped__())
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0")
    names.add(jit.fingerprint.__wrapped__())
    assert len(names) == 7
    assert all(len(name) == 16 and set(name) <= set("0123456789abcdef") for name in names)


def test_every_kernel_file_counts() -> None:
    files = {path.name for path in jit.sources()}
    assert {
        "record.py",
        "simd.py",
        "lanes.py",
        "search.py",
        "transitions.py",
        "layouts.py",
    } <= files
    kinds = {path.parents[2].name for path in jit.sources()}
    assert {"sudoku", "queens", "sliding", "minesweeper"} <= kinds
    assert {path.name for path in jit.sources("verifier")} == {
        "long_proof.py",
        "record.py",
        "simd.py",
    }
    assert "long_proof.py" in files


def test_a_puzzle_s_kernels_do_not_count_for_another() -> None:
    own = jit.sources("queens")
    assert {path.name for path in own} == {
        "__init__.py",
        "counting.py",
        "search.py",
        "record.py",
        "simd.py",
    }
    assert jit.fingerprint("queens") != jit.fingerprint("sudoku")
    assert jit.puzzle_of("gridwise.puzzles.queens.engine.kernels.search") == "queens"
    assert jit.puzzle_of("gridwise.verifier.long_proof") == "verifier"
    assert jit.puzzle_of("gridwise.compiled.simd") == ""


def test_what_is_compiled_is_counted_apart_and_puts_the_limit_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    from gridwise.compiled.kernel import kernel

    @kernel
    def slow_to_compile(x):
        total = 0
        for i in range(x):
            total += i % 7 * (i // 3)
        return total

    wall = time.perf_counter()
    run = Run(Limits(time_s=0.05))
    with jit.compiling(run):
        assert slow_to_compile(4) == sum(i % 7 * (i // 3) for i in range(4))
    left, spent = run.remaining_s(), run.statistics(frozenset()).wall_s
    passed = time.perf_counter() - wall
    assert 0 < run.compile_s <= passed
    assert left is not None and left >= 0.05 - (passed - run.compile_s) - 1e-6
    assert spent <= passed - run.compile_s + 1e-6
    before = run.compile_s
    with jit.compiling(run):
        slow_to_compile(5)
    assert run.compile_s == before


def test_the_limit_is_not_put_off_for_anything_else() -> None:
    run = Run(Limits(time_s=0.01))
    run.compiled(500.0, 500.0)
    run.check()
    time.sleep(0.02)
    run.check()
    run = Run(Limits(time_s=0.01))
    with jit.compiling(run):
        time.sleep(0.02)
    with pytest.raises(Interrupted):
        run.check()


def test_numba_is_there_after_it_was_warmed() -> None:
    import sys

    run = Run()
    jit.warm(run)
    assert "numba" in sys.modules
    seconds = run.compile_s
    jit.warm(run)
    assert run.compile_s == seconds


def test_memory_that_compiled_code_stays_in_is_not_the_run_s() -> None:
    run = Run(Limits(memory_bytes=10_000_000))
    run.compiled(0.0, 0.0, 1_000_000_000)
    block = bytearray(b"x") * 20_000_000
    run.check()
    assert len(block) and run.statistics(frozenset()).peak_bytes == 0
