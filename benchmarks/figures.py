"""Measures the tables of the page "Measurements" on this machine and writes them into it.

    python benchmarks/figures.py [WORD...]

The blocks of docs/benchmarks.md after `<!-- measured -->` are the output of their own commands, the
lines after `$ `; with WORDs only the blocks are renewed that have one of them in a command. The
plots in docs/images are those of the comparisons. Takes about fifteen minutes; let the machine
rest.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BLOCK = re.compile(r"(<!-- measured -->\n```text\n)(.*?)(```)", re.DOTALL)
PLOTS = {"minesweeper-cnf": "time_by_size", "sliding-heuristics": "nodes"}
"""The plot of each comparison that is shown."""


def output(command: str, folder: Path) -> str:
    """Return what a command prints; `python` and `gridwise` are those of this environment."""
    program, *words = shlex.split(command)
    start = {"gridwise": ["-m", "gridwise"], "python": []}[program]
    if program == "python":
        words[0] = str(ROOT / words[0])
    done = subprocess.run(
        [sys.executable, *start, *words], cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    for name, plot in PLOTS.items():
        if (folder / name).is_dir():
            shutil.copy(folder / name / "plots" / f"{plot}.svg", PAGE.parent / f"images/{name}.svg")
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def measured(body: str) -> str:
    """Return a block with what its commands print now."""
    commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
    with tempfile.TemporaryDirectory() as folder:
        return "".join(f"$ {one}\n{output(one, Path(folder))}" for one in commands)


def main(wanted: list[str]) -> None:
    """Renew the blocks with one of these words in a command, all of them without any."""
    for match in BLOCK.finditer(PAGE.read_text("utf-8")):
        commands = re.findall(r"^\$ (.*)", match[2], re.MULTILINE)
        if wanted and not any(word in one for word in wanted for one in commands):
            continue
        body = measured(match[2])
        print(body)
        text = PAGE.read_text("utf-8")
        PAGE.write_text(text.replace(match[2], body), "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
