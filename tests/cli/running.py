"""Ways to run the command line, in this process and as a program, and their fixtures."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gridwise.cli.main import run

PROGRAM = (sys.executable, "-c", "from gridwise.cli.main import main; main()")
"""The program, whatever the path is; the console script does the same."""
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def record(self) -> dict[str, Any]:
        (only,) = self.records
        return only


Command = Callable[..., Ran]


@pytest.fixture
def gridwise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    """Run a command line in this process, in an empty folder, output not to a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("GRIDWISE_DEBUG", raising=False)

    def command(*args: object, stdin: str = "") -> Ran:
        capsys.readouterr()
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
            status = run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return command


def environment(**more: str) -> dict[str, str]:
    """Return this environment without what would change the output."""
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    return {**env, "PYTHONIOENCODING": "utf-8", **more}


@pytest.fixture
def program(tmp_path: Path) -> Command:
    """Run a command line as a program of its own."""

    def command(
        *args: object, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
    ) -> Ran:
        done = subprocess.run(
            [*PROGRAM, *map(str, args)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(**(env or {})),
            timeout=300,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return command


@pytest.fixture(scope="session")
def validator() -> Any:
    import jsonschema

    schema = json.loads((ROOT / "docs/schema/solve.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)
