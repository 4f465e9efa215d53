"""A policy in somebody's own Python file: wrong words are refused before anything is run."""

import os
from pathlib import Path

import pytest

from cli.running import Command, gridwise

__all__ = ["gridwise"]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--policy", "none.py"), "Found no such file or program: none.py."),
        (("--policy", "mine.py", "--set", "other=2"), "Unknown option of "),
        (("--policy", "mine.py", "--set", "time_s=0"), "time_s takes a whole number above 0"),
    ],
)
def test_wrong_words_are_one_line(
    gridwise: Command, words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("def decide(view):\n    return []\n")
    ran = gridwise("simulate", "minesweeper", "--games", "1", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
