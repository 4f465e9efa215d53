"""Nobody waits for a compiler: the first answers on a machine that has compiled nothing.

All commands of a group run in one process whose caches are empty. Numba is not even loaded.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cli.running import ROOT
from every import Collected
from gridwise.core import registry

EXAMPLES = ROOT / "examples"
LEVELS = ("9x9x10", "16x16x40", "30x16x99")
ANSWERED, PROVED_NONE = 0, 10

_PROGRAM = """
import contextlib, io, json, os, sys
from gridwise.cli.main import run

for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            status = run(words)
        except SystemExit as end:
            status = end.code
    kernels = [name for _, _, names in os.walk(os.environ["XDG_CACHE_HOME"]) for name in names]
    kernels = [name for name in kernels if name.endswith(".kernel")]
    print(json.dumps([status or 0, "numba" in sys.modules, kernels, out.getvalue()]), flush=True)
"""


def boards() -> list[Path]:
    """Return the boards of the examples."""
    return sorted(
        path
        for path in EXAMPLES.glob("*/*")
        if path.is_file()
        if path.parent.name in registry.puzzles()
        and path.suffix != ".md"
        and not path.name.startswith("Output")
    )


def solving() -> list[tuple[str, ...]]:
    """Return a command for each board of the examples."""
    return [("solve", str(path), "--json") for path in boards()]


def asking() -> list[tuple[str, ...]]:
    """Return the other first questions."""
    first = ("sudoku/hard.sdk", "queens/completion.txt", "sliding/15-puzzle.txt")
    inputs = [path for path in boards() if path.name.startswith("Input")]
    return [
        ("count", str(EXAMPLES / "sudoku" / "hard.sdk"), "--json"),
        *(("hint", str(EXAMPLES / board), "--json") for board in first),
        *(("hint", str(path), "--json") for path in inputs),
        *(("probabilities", str(path), "--json") for path in inputs),
        *(("generate", kind, "--json") for kind in ("sudoku", "minesweeper", "queens", "sliding")),
    ]


def games() -> list[tuple[str, ...]]:
    """Return a game of every policy on every level."""
    return [
        ("simulate", kind, "--policy", policy, "--board", board, "--games", "1", "--json")
        for kind in registry.puzzles()
        for policy in registry.policies(kind)
        for board in LEVELS
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="caches are not where XDG_CACHE_HOME says")
@pytest.mark.parametrize("group", [solving, asking, games])
def test_nothing_is_compiled_for_a_first_answer(
    group: Callable[[], Sequence[tuple[str, ...]]], tmp_path: Path
) -> None:
    commands = group()
    kept = {k: v for k, v in os.environ.items() if not k.endswith("_CACHE_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(commands),
        env={**kept, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    collected = Collected()
    for words, line in zip(commands, done.stdout.splitlines(), strict=True):
        with collected.case(" ".join(Path(word).name for word in words[:-1])) as runs:
            if not runs:
                continue
            status, loaded, kernels, text = json.loads(line)
            assert status in (ANSWERED, PROVED_NONE), text
            assert not loaded, "Numba was loaded"
            assert kernels == []
            for record in map(json.loads, text.splitlines()):
                assert record.get("statistics", {}).get("compile_s", 0) == 0
                assert record.get("method") != "kernel" or record["puzzle"] == "minesweeper"
    collected.end()
