"""Shell completion: the scripts are valid, and they complete commands, options and values."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Command, environment
from every import every

bash = pytest.mark.skipif(
    os.name == "nt" or shutil.which("bash") is None, reason="needs bash and a console script"
)


@pytest.fixture
def script(gridwise: Command, tmp_path: Path) -> Path:
    """The script for bash, beside a program `gridwise` of this environment."""
    ran = gridwise("--install-completion", "bash", "--output", "complete.bash")
    assert (ran.status, ran.err) == (0, "")
    assert "complete.bash written" in ran.out
    program = tmp_path / "bin" / "gridwise"
    program.parent.mkdir()
    start = "from gridwise.cli.main import main; main()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{start}" "$@"\n')
    program.chmod(0o755)
    return tmp_path / "complete.bash"


@bash
@every(
    "line, expected",
    [
        ("gen", {"generate"}),
        ("doc", {"doctor"}),
        ("solve --met", {"--method"}),
        ("solve --method dp", {"dpll"}),
        ("solve --puzzle ", {"minesweeper", "queens", "sliding", "sudoku"}),
        ("generate que", {"queens"}),
        ("simulate minesweeper --policy sing", {"single_point"}),
        ("solve x --lang ", {"en", "vi", "zh-Hant"}),
        ("compare x --methods sat,dp", {"sat,dpll"}),
        ("export x --theme da", {"dark"}),
        ("methods ida", {"ida_star"}),
        ("solve boa", {"board.txt"}),
        ("prepare que", {"queens", "queens:kernels"}),
        ("--inst", {"--install-completion"}),
    ],
)
def test_what_bash_completes(script: Path, line: str, expected: set[str]) -> None:
    folder = script.parent
    (folder / "board.txt").write_text("")
    words = " ".join(f"'{word}'" for word in ("gridwise", *line.split(" ")))
    ask = (
        f"source {script}; COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); "
        '_gridwise; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", ask],
        cwd=folder,
        env=environment(PATH=f"{folder / 'bin'}:{os.environ['PATH']}"),
        capture_output=True,
        text=True,
        check=True,
    )
    found = done.stdout.replace("\\", "").splitlines()  # a comma is escaped
    assert set(found) == expected
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_valid(gridwise: Command, shell: str) -> None:
    assert gridwise("--install-completion", shell, "-o", "script").status == 0
    text = Path("script").read_text("utf-8")
    assert "single_point" not in text  # values are asked for, as plug-ins may add some
    assert "probabilities" in text
    if shutil.which(shell) is not None:
        subprocess.run([shell, "-n", "script"], check=True)
