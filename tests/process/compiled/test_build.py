"""A wheel that carries compiled code: what is in it, and that it is used."""

import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from gridwise.compiled import build, target

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"


LEVELS = [one.name for one in target.LEVELS if one.machine == target.machine()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    assert build.main(["--puzzles", "sudoku", "--output", str(folder)]) == 0
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """The Python of a fresh environment with the wheel; the libraries are those of this one."""
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    pip += ["--no-compile"]  # the few modules that are run are compiled when they are
    subprocess.run([*pip, "--ignore-installed", "--no-index", str(wheel)], check=True)
    libraries = Path(str(distribution("numba").locate_file("")))
    (site,) = folder.glob("[Ll]ib/**/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    return python


def run(python: Path, cache: Path, *words: str, **environment: str) -> list[dict[str, Any]]:
    known = {
        k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "GRIDWISE_", "PYTHON"))
    }
    known |= {"NUMBA_CACHE_DIR": str(cache), "GRIDWISE_CACHE_DIR": str(cache), **environment}
    done = subprocess.run(
        [str(python), "-m", "gridwise", *words, "--json"],
        env=known,
        cwd=python.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def code(python: Path) -> dict[Path, bytes]:
    """The compiled code in the package."""
    found = python.parents[1].glob("[Ll]ib/**/gridwise/compiled/shipped/*/*/*/*")
    return {path: path.read_bytes() for path in found}


@pytest.mark.skipif(JIT_OFF or not LEVELS, reason="nothing is compiled, or for this processor only")
def test_an_installed_wheel_compiles_nothing(installed: Path, tmp_path: Path) -> None:
    before = code(installed)
    assert {path.parts[-3] for path in before} == set(LEVELS)
    assert all(path.suffix == ".kernel" for path in before)
    own = target.level()
    for level in LEVELS[LEVELS.index(own.name) :] if own else []:
        cache = tmp_path / level
        rows = run(installed, cache, "bench", "sudoku", "--scale", "0.02", GRIDWISE_TARGET=level)
        assert len(rows) > 1 and all(row["compile_s"] == 0 for row in rows)
        assert not list(cache.rglob("*.kernel"))
    assert code(installed) == before


@pytest.mark.skipif(JIT_OFF or not LEVELS, reason="nothing is compiled, or for this processor only")
def test_an_installed_wheel_whose_code_does_not_fit_compiles(
    installed: Path, tmp_path: Path
) -> None:
    for number, (path, data) in enumerate(sorted(code(installed).items())):
        path.write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:] if number % 2 else b"")
    before = code(installed)
    rows = run(installed, tmp_path / "cache", "bench", "sudoku", "--scale", "0.02")
    solved = [row for row in rows if "unique" in row]  # other sets make boards, or run techniques
    assert solved and all(row["unique"] + row["several"] + row["none"] > 0 for row in solved)
    assert list((tmp_path / "cache").rglob("*.kernel"))
    assert code(installed) == before


@pytest.mark.skipif(JIT_OFF or not LEVELS, reason="nothing is compiled, or for this processor only")
def test_the_wheel_names_its_files_and_no_place_of_this_machine(wheel: Path) -> None:
    here = str(build.CHECKOUT).encode()
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = next(name for name in names if name.endswith("/RECORD"))
        listed = {line.split(",")[0] for line in archive.read(record).decode().splitlines()}
        about = archive.read(record.replace("RECORD", "WHEEL")).decode()
        kernels = [name for name in names if name.endswith(".kernel")]
        assert kernels and set(kernels) <= listed
        assert not [name for name in kernels if here in archive.read(name)]
    assert "Root-Is-Purelib: false" in about
