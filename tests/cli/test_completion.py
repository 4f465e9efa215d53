"""Shell completion: the scripts are valid, and they complete commands, options and values."""

import os
import shutil
from pathlib import Path

import pytest

from cli.running import Command

bash = pytest.mark.skipif(
    os.name == "nt" or shutil.which("bash") is None, reason="needs bash and a console script"
)


def test_it_is_installed_where_the_shell_looks(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    ran = gridwise("--install-completion", "bash")
    assert ran.status == 0
    written = tmp_path / ".local/share/bash-completion/completions/gridwise"
    assert written.exists()
    assert str(written) in (tmp_path / ".bashrc").read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (("tcsh",), 2, "fish, powershell, not 'tcsh'"),
        (("bash", "-o", "folder"), 30, "Cannot be written"),
    ],
)
def test_what_is_refused(gridwise: Command, args: tuple[str, ...], status: int, says: str) -> None:
    Path("folder").mkdir()
    ran = gridwise("--install-completion", *args)
    assert (ran.status, ran.out) == (status, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_shell_that_is_not_recognised(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from cyclopts.completion import detect

    def unknown() -> str:
        raise detect.ShellDetectionError("none")

    monkeypatch.setattr(detect, "detect_shell", unknown)
    ran = gridwise("--install-completion")
    assert ran.status == 2
    assert "Which shell? gridwise --install-completion bash | zsh" in ran.err
