"""The help: what a stranger needs first, and no command without examples."""

import re

import pytest

from cli.running import Command
from every import every
from gridwise.cli.main import _commands


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def whole(gridwise: Command) -> str:
    """The help of the program."""
    return gridwise("--help").out


def test_without_a_command_there_is_the_help(gridwise: Command, whole: str) -> None:
    ran = gridwise()
    assert (ran.status, ran.err, ran.out) == (0, "", whole)
    assert len(re.findall(r"^  (gridwise .+)$", ran.out, re.MULTILINE)) == 5


@every("name", [command.replace("_", "-") for command, about in _commands().items() if about[1:]])
def test_every_command_has_a_help_with_examples(gridwise: Command, whole: str, name: str) -> None:
    out = gridwise(name, "--help").out
    assert f"\n│ {name} " in whole
    assert out.startswith(f"Usage: gridwise {name}")
    assert f"Examples:\n  gridwise {name}" in out
    assert "--lang LANG" in out
    assert max(map(len, out.splitlines())) <= 80
