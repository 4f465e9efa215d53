"""`gridwise doctor`: what is installed, compiled and cached; what is missing."""

from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

import gridwise as gw
from cli.running import Command
from gridwise import checkup as module
from gridwise.checkup import CacheFolder, Package, doctor
from gridwise.cli import doctor as command


@pytest.fixture(autouse=True)
def _no_questions_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that tell the processor and the fonts: the example of the help asks them."""
    monkeypatch.setattr(module, "_has_chinese_font", lambda: True)
    monkeypatch.setattr("platform.platform", lambda: "a system")


def test_a_sound_installation(gridwise: Command) -> None:
    ran = gridwise("doctor")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"gridwise {metadata.version('gridwise')} · python ")
    assert f"numba         {metadata.version('numba')} " in ran.out
    assert "engine of sudoku" in ran.out
    assert ran.out.endswith("All that Gridwise needs is there.\n")


def test_as_json(gridwise: Command) -> None:
    found = gridwise("doctor", "--json").record
    assert found["broken"] == []
    assert found["python"].startswith("3.")
    packages = {(one["name"], one["extra"]) for one in found["packages"]}
    assert {("numpy", ""), ("python-sat", ""), ("nicegui", "web"), ("typst", "report")} <= packages
    assert {one["extra"] for one in found["packages"]}.isdisjoint({"dev", "all", "docs"})
    assert {"minesweeper", "queens", "sliding", "sudoku"} <= {
        one["what"] for one in found["compiled"]
    }


def test_empty_caches(gridwise: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(module.jit, "folder", lambda puzzle: tmp_path / "kernels" / puzzle)
    monkeypatch.setattr(module.jit, "shipped", lambda puzzle: tmp_path / "nowhere")
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path / "tables"))
    ran = gridwise("doctor")
    assert ran.status == 0
    assert "sudoku is not compiled: " in ran.out
    assert "gridwise prepare sudoku" in ran.out
    kernel = tmp_path / "kernels" / "sudoku" / "x86_64_v3" / "module" / "search-1.kernel"
    kernel.parent.mkdir(parents=True)
    kernel.write_bytes(b"12345")
    (one,) = [one for one in doctor().compiled if one.what == "sudoku"]
    assert (one.files, one.size_bytes, one.writable) == (1, 5, True)
    assert one.levels == ("x86_64_v3",)
    assert "sudoku is not compiled: " not in gridwise("doctor").out


def test_a_cache_that_cannot_be_written_is_a_warning(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path / "file" / "tables"))
    ran = gridwise("doctor")
    assert ran.status == 0
    assert f"{tmp_path / 'file' / 'tables'} cannot be written: every run takes longer" in ran.out
    assert not gridwise("doctor", "--json").record["caches"][0]["writable"]


def test_a_missing_extra_names_the_command(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = Package("typst", ">=0.14", "report", None)
    found = replace(doctor(), packages=(lacking,), browser=False, chinese_font=False)
    monkeypatch.setattr(module, "doctor", lambda: found)
    ran = gridwise("doctor")
    assert ran.status == 0
    assert 'Without typst: pip install "gridwise[report]"' in ran.out
    assert "No browser was found" in ran.out
    assert "No Chinese font was found" in ran.out
    record = gridwise("doctor", "--json").record
    assert record["missing"] == {"report": ["typst"]}
    assert record["install"] == {"report": 'pip install "gridwise[report]"'}


def test_what_is_essential_and_missing_is_a_fault(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = replace(doctor(), packages=(Package("numba", ">=0.61", "", None),))
    monkeypatch.setattr(module, "doctor", lambda: found)
    ran = gridwise("doctor")
    assert ran.status == 31
    assert ran.out.splitlines()[-1].startswith("Missing, and needed: numba; ")
    assert gridwise("doctor", "--json").record["broken"] == ["numba"]
    assert command.doctor.__doc__ is not None
    assert "31" in command.doctor.__doc__


def test_folders_that_do_not_exist_yet(tmp_path: Path) -> None:
    found = module._folder("tables", tmp_path / "a" / "b", "*")
    assert found == CacheFolder("tables", str(tmp_path / "a" / "b"), 0, 0, True)


def test_in_python(gridwise: Command) -> None:
    assert f"{gw.doctor()}\n" == gridwise("doctor").out


def test_code_that_came_with_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A wheel's compiled code lies in a folder that is never written: that is no warning."""
    kernel = tmp_path / "arm64" / "module" / "search-1.kernel"
    kernel.parent.mkdir(parents=True)
    kernel.write_bytes(b"12")
    monkeypatch.setattr(module.jit, "shipped", lambda puzzle: tmp_path)
    monkeypatch.setattr(module, "_writable", lambda path: path != tmp_path)
    found = doctor()
    came = [one for one in found.compiled if one.shipped]
    assert {(one.levels, one.size_bytes, one.writable) for one in came} == {(("arm64",), 2, False)}
    assert found.unwritable == ()
    assert "is not compiled" not in str(found)
