"""The programs of the examples write the traces that lie beside them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("program", ["write_trace.py", "sliding.py"])
def test_the_python_examples_write_the_examples(program: str, tmp_path: Path) -> None:
    name = "queens.jsonl" if program == "write_trace.py" else "sliding.jsonl"
    words = ["6", name] if program == "write_trace.py" else [name]
    script = ROOT / "examples/traces" / program
    subprocess.run([sys.executable, str(script), *words], cwd=tmp_path, check=True)
    assert (tmp_path / name).read_bytes() == (script.parent / name).read_bytes()


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc on this machine")
def test_the_example_in_c_writes_its_example(tmp_path: Path) -> None:
    source, made = ROOT / "examples/traces/sudoku.c", tmp_path / "sudoku"
    subprocess.run(["gcc", "-Wall", "-Werror", str(source), "-o", str(made)], check=True)
    written_by_it = subprocess.run([str(made)], check=True, capture_output=True).stdout
    assert written_by_it == source.with_suffix(".jsonl").read_bytes()
