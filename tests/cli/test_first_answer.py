"""Nobody waits for a compiler: the first answers on a machine that has compiled nothing.

All commands of a group run in one process whose caches are empty. Numba is not even loaded.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from gridwise.core import registry

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(
    path
    for path in EXAMPLES.glob("*/*")
    if path.is_file()
    if path.parent.name in registry.puzzles()
    and path.suffix != ".md"
    and not path.name.startswith("Output")
)
INPUTS = [path for path in FILES if path.name.startswith("Input")]
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


def solving() -> list[tuple[str, ...]]:
    """Return a command for each board of the examples."""
    return [("solve", str(path), "--json") for path in FILES]


def asking() -> list[tuple[str, ...]]:
    """Return the other first questions."""
    boards = ("sudoku/hard.sdk", "queens/completion.txt", "sliding/15-puzzle.txt")
    return [
        ("count", str(EXAMPLES / "sudoku" / "hard.sdk"), "--json"),
        *(("hint", str(EXAMPLES / board), "--json") for board in boards),
        *(("hint", str(path), "--json") for path in INPUTS),
        *(("probabilities", str(path), "--json") for path in INPUTS),
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


GROUPS = {"solving": solving, "asking": asking, "games": games}


@cache
def answers(group: str, folder: str) -> Sequence[tuple[int, bool, list[str], str]]:
    """Run the commands of a group with empty caches; return what became of each."""
    kept = {k: v for k, v in os.environ.items() if not k.endswith("_CACHE_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(GROUPS[group]()),
        env={**kept, "XDG_CACHE_HOME": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty cache folder."""
    return str(tmp_path_factory.mktemp("empty"))


@pytest.mark.skipif(sys.platform == "win32", reason="caches are not where XDG_CACHE_HOME says")
@pytest.mark.parametrize(
    ("group", "index", "words"),
    [
        pytest.param(group, index, words, id=" ".join(Path(w).name for w in words[:-1]))
        for group, made in GROUPS.items()
        for index, words in enumerate(made())
    ],
)
def test_nothing_is_compiled_for_a_first_answer(
    group: str, index: int, words: tuple[str, ...], folder: str
) -> None:
    status, loaded, kernels, text = answers(group, folder)[index]
    assert status in (ANSWERED, PROVED_NONE), text
    assert not loaded, "Numba was loaded"
    assert kernels == []
    for line in text.splitlines():
        value = json.loads(line)
        assert value.get("statistics", {}).get("compile_s", 0) == 0
        assert value.get("method") != "kernel" or value["puzzle"] == "minesweeper"
