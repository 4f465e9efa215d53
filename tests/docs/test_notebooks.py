"""The notebooks run from top to bottom, and their stored outputs are those of such a run."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from every import every

nbformat = pytest.importorskip("nbformat")
pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("nbclient", "ipykernel", "pandas", "matplotlib")),
    reason="needs the extra notebook",
)

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs" / "_ext")
    import run_notebooks

    return run_notebooks


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_there_are_a_tour_the_five_reports_and_a_solver_of_ones_own(runner: ModuleType) -> None:
    assert [path.stem for path in runner.notebooks()] == [
        "tour",
        "minesweeper_clauses",
        "queens_min_max",
        "resolution_agent",
        "sliding_heuristics",
        "sudoku",
        "your_own_solver",
    ]


def executed(path: Path, into: Path) -> Any:
    """Return a notebook as a run of its own process leaves it; the original stays as it is."""
    program = ROOT / "docs" / "_ext" / "run_notebooks.py"
    done = subprocess.run(
        [sys.executable, str(program), str(path), "--into", str(into)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr[-3000:]
    return nbformat.read(into / path.name, as_version=4)


@pytest.mark.parametrize("name", NAMES)
def test_the_outputs_are_those_of_a_run(runner: ModuleType, name: str, tmp_path: Path) -> None:
    stored = dict(runner.outputs(read(name)))
    again = dict(runner.outputs(executed(FOLDER / f"{name}.ipynb", tmp_path)))
    assert list(stored) == list(again)
    for number, outputs in stored.items():
        assert outputs == again[number], f"cell {number}: run python docs/_ext/run_notebooks.py"


@every("name", NAMES)
def test_it_is_clean_and_types_the_public_api_alone(name: str) -> None:
    notebook = read(name)
    nbformat.validate(notebook)
    assert notebook.cells[0].source.startswith("# ")
    assert all(cell.source.strip() for cell in notebook.cells)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert "import gridwise as gw" in code
    assert "gridwise." not in code and "from gridwise" not in code
    errors = [o for c in notebook.cells for o in c.get("outputs", ()) if o.output_type == "error"]
    assert not errors
    assert not any("execution" in cell.metadata for cell in notebook.cells)


@every("name", NAMES)
def test_it_links_to_what_is_there(name: str) -> None:
    text = "\n".join(cell.source for cell in read(name).cells if cell.cell_type == "markdown")
    for target in re.findall(r"\]\(([^)]+\.ipynb)\)", text):
        assert (FOLDER / target).is_file(), target
    for target in re.findall(r"`(docs/[\w./-]+\.md)`", text):
        assert (ROOT / target).is_file(), target


def test_the_kernel_is_this_interpreter(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("import sys; print(sys.executable)")
    path = tmp_path / "one.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    (tmp_path / "run").mkdir()
    (output,) = executed(path, tmp_path / "run").cells[0].outputs
    assert output.text.strip() == sys.executable


def test_what_is_compared_of_an_output(runner: ModuleType) -> None:
    def found(text: str, *tags: str) -> Any:
        data = {"text/plain": text, "image/svg+xml": "<svg/>"}
        output = nbformat.v4.new_output("execute_result", data)
        cell = nbformat.v4.new_code_cell("x", outputs=[output], metadata={"tags": list(tags)})
        return list(runner.outputs(nbformat.v4.new_notebook(cells=[cell])))

    assert found("decisions 7 · cpu 3.7 ms") == found("decisions 7 · cpu 12 ms")
    assert found("decisions 7 · cpu 3.7 ms") != found("decisions 8 · cpu 3.7 ms")
    assert found("games 7", "varies") == found("games 8", "varies")
    assert found("games 7", "varies") != found("games 7")
