"""Executes the notebooks of `examples/notebooks` and stores their outputs.

`python docs/_ext/run_notebooks.py [NAME ...]` renews them; `tests/docs/test_notebooks.py`
executes copies and fails where an output differs. What is measured differs from run to run:
times and sizes in text are not compared, and of a cell with the tag `varies` only the kinds of its
outputs are.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from run_examples import compared

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
VARIES = "varies"
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


def notebooks() -> list[Path]:
    """Return the notebooks, the tour first."""
    return sorted(FOLDER.glob("*.ipynb"), key=lambda path: (path.stem != "tour", path.stem))


def executed(path: Path) -> Any:
    """Return a notebook with the outputs of a run in an empty folder, by this interpreter.

    Raises
    ------
    CellExecutionError
        A cell failed.
    """
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "kernels", "here")
        spec.mkdir(parents=True)
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        about = {"argv": command, "display_name": "here", "language": "python"}
        (spec / "kernel.json").write_text(json.dumps(about), "utf-8")
        manager = AsyncKernelManager(
            kernel_name="here",
            kernel_spec_manager=KernelSpecManager(kernel_dirs=[str(spec.parent)]),
            client_class=f"{AsyncKernelClient.__module__}.{AsyncKernelClient.__qualname__}",
        )
        where = Path(folder, "here")
        where.mkdir()
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=600,
            coalesce_streams=True,
            resources={"metadata": {"path": str(where)}},
        )
        client.execute()
    return stored(notebook)


def stored(notebook: Any) -> Any:
    """Return a notebook without what differs from run to run beside the outputs."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        tags = cell.metadata.get("tags", [])
        cell.metadata = {"tags": tags} if tags else {}
    return notebook


def outputs(notebook: Any) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number of each code cell with what is compared of its outputs."""
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            varies = VARIES in cell.metadata.get("tags", [])
            yield number, [_compared(output, varies) for output in cell.outputs]


def _compared(output: Any, varies: bool) -> Any:
    if output.output_type == "stream":
        return output.name, "" if varies else _masked(output.text)
    if output.output_type == "error":
        return output.ename, output.evalue
    if varies:
        return sorted(output.data)
    return {kind: _masked(text) for kind, text in output.data.items()}


def _masked(text: str) -> str:
    # Where no growth of memory was seen, none is told.
    return _ADDRESS.sub("0x", compared(text).replace(" · memory ~", ""))


def main() -> None:
    options = argparse.ArgumentParser(description="Execute notebooks and store their outputs.")
    options.add_argument("names", nargs="*", help="names, or paths of others; all without")
    options.add_argument("--into", type=Path, help="write the copies there instead")
    asked = options.parse_args()
    named = [
        Path(name) if name.endswith(".ipynb") else FOLDER / f"{name}.ipynb" for name in asked.names
    ]
    for path in named or notebooks():
        nbformat.write(executed(path), path if asked.into is None else asked.into / path.name)


if __name__ == "__main__":
    main()
