"""The help: what a stranger needs first, examples that run, and no command without."""

import re
import shlex
from pathlib import Path

import pytest

from cli.conftest import Command
from gridwise.cli.main import _COMMANDS

NAMES = [command.__name__.replace("_", "-") for command, _, _ in _COMMANDS]
EXAMPLES = [example for _, _, examples in _COMMANDS for example in examples]
LONG = ("web", "bench sudoku", "prepare sudoku", "compare queens -o")
"""Begin something that lasts."""


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_without_a_command_there_is_the_help(gridwise: Command, monkeypatch: object) -> None:
    ran = gridwise()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == gridwise("--help").out
    first = re.findall(r"^  (gridwise .+)$", ran.out, re.MULTILINE)
    assert len(first) == 5
    for line in first[:-1]:  # the last opens the page
        assert gridwise(*shlex.split(line)[1:]).status == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_help_with_examples(gridwise: Command, name: str) -> None:
    out = gridwise(name, "--help").out
    assert f"\n│ {name} " in gridwise("--help").out
    assert out.startswith(f"Usage: gridwise {name}")
    assert f"Examples:\n  gridwise {name}" in out
    assert "--lang LANG" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("example", [one for one in EXAMPLES if not one.startswith(LONG)])
def test_the_examples_run(gridwise: Command, example: str) -> None:
    if "hard.sdk" in example:
        folder = Path(__file__).parents[2] / "examples" / "sudoku"
        Path("hard.sdk").write_bytes((folder / "hard.sdk").read_bytes())
    if example.startswith("replay"):
        folder = Path(__file__).parents[2] / "examples" / "traces"
        Path("queens.jsonl").write_bytes((folder / "queens.jsonl").read_bytes())
    if example.startswith("report"):
        gridwise("compare", "queens:4:", "--methods", "sat", "--repeats", "1", "-o", "runs")
    if example.startswith("check-encoding"):
        gridwise("encode", "queens:4:", "-o", "queens.cnf")
    if example.startswith("verify"):
        gridwise("solve", "sudoku:2x2:123....4........", "--certificate", "proofs")
    if example.startswith("grade"):
        Path("homework.toml").write_text('[[boards]]\nboard = "queens:4:"\n')
        Path("handed-in").mkdir()
        Path("handed-in/ann.py").write_text("def solve(board):\n    return board.solve()\n")
    ran = gridwise(*shlex.split(example))
    assert (ran.status, ran.err) == (0, "")
