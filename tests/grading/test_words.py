"""What the command `grade` refuses before it runs anything."""

import os
from pathlib import Path

import pytest

from gridwise.cli.main import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")
EXAMPLES = Path(__file__).parents[2] / "examples" / "grading"


def test_bad_words_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["grade", str(EXAMPLES / "assignment.toml"), str(EXAMPLES / "submissions"), "-o"]
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "ann.py").write_text("x")
    cases = [
        ([*words, str(tmp_path / "x"), "--format", "htm"], 2, "did you mean html"),
        ([*words, str(tmp_path / "x"), "--workers", "0"], 2, "--workers"),
        ([*words[:2], str(tmp_path / "none"), "-o", str(tmp_path / "x")], 30, "no such file"),
        (["grade", str(tmp_path / "no.toml"), str(inside), "-o", "x"], 30, "no such file"),
        ([*words[:2], str(inside), "-o", str(inside / "out")], 2, "lies in the folder"),
        ([*words, str(inside / "ann.py")], 30, "expected a folder"),
    ]
    for line, status, message in cases:
        assert run(line) == status, line
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    assert not (tmp_path / "x").exists()
