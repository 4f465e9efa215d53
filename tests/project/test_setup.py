"""The project's own set-up: what a fresh clone relies on."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import gridwise

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
TEXTS = {".py", ".md", ".toml", ".txt", ".cfg", ".yml", ".yaml", ".json", ".lock", ""}
SKIPPED = {"build", "dist", "_build", "__pycache__"}


def files() -> Iterator[Path]:
    """Our own text files; folders that tools make are left out."""

    def walk(folder: Path) -> Iterator[Path]:
        for path in sorted(folder.iterdir()):
            hidden = path.name.startswith(".") and path.name not in (".ci", ".gitignore")
            if path.is_dir() and not hidden and path.name not in SKIPPED:
                yield from walk(path)
            elif path.is_file() and not hidden and path.suffix in TEXTS:
                yield path

    yield from walk(ROOT)


def test_the_version_is_that_of_the_tag_and_said_nowhere_else() -> None:
    assert PYPROJECT["project"]["dynamic"] == ["version"]
    assert PYPROJECT["tool"]["hatch"]["version"]["source"] == "vcs"
    assert gridwise.__version__ == version("gridwise")
    fallback = PYPROJECT["tool"]["hatch"]["version"]["fallback-version"]
    newest = re.findall(r"^## (\d+\.\d+\.\d+)$", CHANGELOG, re.MULTILINE)[0]
    assert fallback == newest


def test_how_to_cite() -> None:
    """The keys that the schema of the Citation File Format 1.2.0 requires, and who made this."""
    yaml = pytest.importorskip("yaml")
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= said.keys()
    assert said["cff-version"] == "1.2.0"
    assert said["authors"] == [{"name": "The Gridwise authors"}]
    assert said["license"] == PYPROJECT["project"]["license"]
    assert said["keywords"] == PYPROJECT["project"]["keywords"]
    assert "version" not in said  # the tag says it


def test_the_core_install_is_lean() -> None:
    names = {re.split(r"[<>=!~ ;\[]", item)[0] for item in PYPROJECT["project"]["dependencies"]}
    assert names == {
        "numpy",
        "numba",
        "python-sat",
        "cyclopts",
        "rich",
        "platformdirs",
        "filelock",
        "psutil",
    }


def test_the_extras() -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    assert {"web", "report", "compare", "cluster", "dev", "all"} <= set(extras)
    every = " ".join(extras["all"])
    assert all(name in every for name in ("web", "report", "compare", "cluster"))


def test_the_readme_gives_one_test_command() -> None:
    assert README.count("<!-- test-command -->") == 1
    block = README.split("<!-- test-command -->")[1].split("```")[1]
    lines = [line.removeprefix("$ ") for line in block.splitlines()[1:] if line.strip()]
    assert len(lines) == 1
    assert "pytest" in lines[0]
    assert "-m venv .venv" in lines[0]  # the rest of .ci/run works in that one


def test_ci_runs_every_check() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    for check in ("ruff check", "ruff format --check", "mypy", "sphinx -W"):
        assert check in script


def test_no_file_names_a_package_host() -> None:
    hosts = ("py" + "pi.org", "python" + "hosted", "--index" + "-url", "--extra-index" + "-url")
    found = []
    seen = 0
    for path in files():
        seen += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {host}" for host in hosts if host in text]
    assert seen
    assert not found
    assert not [p.name for p in files() if p.suffix == ".lock" or p.name == "package-lock.json"]


def test_the_licence() -> None:
    assert PYPROJECT["project"]["license"] == "MIT"
    assert "Permission is hereby granted, free of charge" in (ROOT / "LICENSE").read_text()


def test_types_are_shipped() -> None:
    assert (ROOT / "src" / "gridwise" / "py.typed").exists()
