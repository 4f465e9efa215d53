"""Measures the figures of the README on this machine and writes them into it.

    python benchmarks/figures.py [NAME...]

The blocks of the README after `<!-- figures NAME -->` are the output of the commands below, and the
plots in docs/images are those of the comparisons. Takes about five minutes; let the machine rest.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"

COMPARISONS = {"minesweeper-cnf": "time_by_size", "sliding-heuristics": "nodes"}
"""Ready-made suites, each with the plot that is shown."""
BENCHES = {
    "speed": (
        "sudoku --set minimal --set easy --set open",
        "queens --set count:16 --set count:17 --set count:18 --set first:1000000",
        "sliding --set 15_random",
        "minesweeper --set exact --set large --set pseq",
    )
}


def gridwise(*words: str) -> str:
    """Return what a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "gridwise", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def measured(name: str) -> str:
    """Run the commands of one block, and return the block."""
    if name in COMPARISONS:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / name
            text = gridwise("compare", name, "-o", str(out)).replace(f"{out}", name)
            plot = f"{COMPARISONS[name]}.svg"
            shutil.copy(out / "plots" / plot, ROOT / "docs" / "images" / f"{name}.svg")
        return f"$ gridwise compare {name} -o {name}\n{text}"
    return "".join(
        f"$ gridwise bench {words}\n{gridwise('bench', *words.split())}" for words in BENCHES[name]
    )


def main(names: list[str]) -> None:
    """Renew the blocks of these names, all of them without any."""
    for name in names or [*COMPARISONS, *BENCHES]:
        block = measured(name)
        text = README.read_text("utf-8")
        pattern = re.compile(rf"(<!-- figures {re.escape(name)} -->\n```text\n).*?(```)", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"the README has no block for {name}")
        literal = block.replace("\\", r"\\")
        README.write_text(pattern.sub(rf"\g<1>{literal}\g<2>", text), "utf-8")
        print(block)


if __name__ == "__main__":
    main(sys.argv[1:])
