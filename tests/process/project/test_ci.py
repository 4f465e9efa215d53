"""What CI runs."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_ci_runs_the_readmes_command() -> None:
    found = subprocess.run(
        ["bash", ".ci/run", "--command"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() in README
    assert "pytest" in found.stdout
