"""Runs the commands in the pages' `console` blocks and writes their real output below them.

`python docs/_ext/run_examples.py` renews the blocks after `<!-- run -->`, in the docs and in the
README; `tests/project/test_docs.py` runs the same commands and fails where a page differs.
Times and memory differ from run to run, and a native solver's counters from release to release:
they are renewed, but not compared; neither is how far a run came that a limit ended.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[1]
MARK = "<!-- run -->"
_BLOCK = re.compile(rf"{MARK}\n```console\n(.*?)```", re.DOTALL)
_MEASURED = re.compile(
    r"[0-9.,]+ (?:µs|ms|s|min|h|bytes|B|kB|MB|GB)\b"
    r'|(?<="wall_s": )[0-9.e-]+|(?<="cpu_s": )[0-9.e-]+|(?<="peak_bytes": )[0-9]+'
    r'|(?<="compile_s": )[0-9.e-]+|(?<="tables_s": )[0-9.e-]+'
)
_NUMBER = re.compile(r"[0-9][0-9.,]*")
_GAP = re.compile(r" {2,}")


def pages() -> list[Path]:
    """Return the pages that hold such blocks."""
    found = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [path for path in found if MARK in path.read_text("utf-8")]


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a page, in order."""
    for block in _BLOCK.finditer(text):
        for line in block[1].splitlines():
            if line.startswith("$ "):
                yield line[2:]


def renewed(text: str) -> str:
    """Return a page with the output of its commands, run in a copy of the examples."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        shutil.copytree(
            DOCS.parent / "examples", where / "examples", ignore=shutil.ignore_patterns("Output*")
        )

        def block(match: re.Match[str]) -> str:
            parts = [
                f"$ {line[2:]}\n{output(line[2:], where)}"
                for line in match[1].splitlines()
                if line.startswith("$ ")
            ]
            return f"{MARK}\n```console\n{''.join(parts)}```"

        return _BLOCK.sub(block, text)


def output(command: str, where: Path) -> str:
    """Return what a command prints, errors included; `gridwise` and `cat` are all there is."""
    words = [name for word in shlex.split(command) for name in matching(word, where)]
    if words[0] == "cat":
        return "".join((where / word).read_text("utf-8") for word in words[1:])
    assert words[0] == "gridwise", command
    environment = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    environment |= {"NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    code = "import sys; from gridwise.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *words[1:]],
        cwd=where,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    lines = done.stdout.splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def matching(word: str, where: Path) -> list[str]:
    """Return the files that a pattern names, as a shell would; other words as they are."""
    if "*" not in word:
        return [word]
    return sorted(path.relative_to(where).as_posix() for path in where.glob(word)) or [word]


def compared(text: str) -> str:
    """Return a page without what is not to be compared, and without the gaps of columns."""
    lines: list[str] = []
    native = False  # whether the lines below speak of a run of a native solver
    for line in text.splitlines():
        if not line.startswith(" "):
            native = " · sat · " in line
        masked = _MEASURED.sub("~", line)
        if line.startswith("brute_force ") or ("gave up" in line and "time limit" in line):
            masked = line.split()[0]  # whether it ends in time is the machine's doing
        elif "answers agree" in line or "methods found solutions" in line:
            masked = _NUMBER.sub("~", line.partition(";")[0])  # how many end in time, too
        elif line.startswith("sat ") or (native and line.startswith(" ")):
            masked = _NUMBER.sub("~", masked)
        lines.append(_GAP.sub("  ", masked))
    return "\n".join(lines)


def main() -> None:
    for path in pages():
        text = path.read_text("utf-8")
        path.write_text(renewed(text), "utf-8")


if __name__ == "__main__":
    main()
