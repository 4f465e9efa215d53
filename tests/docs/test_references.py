"""Files, modules and attributes that docs, docstrings and pyproject name are there."""

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from every import every

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "gridwise"
ROOMS = {path.name for path in SRC.iterdir() if (path / "__init__.py").exists()}
QUOTED = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"(?:gridwise\.)?([a-z_]+(?:\.\w+)+)(?:\(.*\))?")
PATHS = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?(?:\.(?:py|json|css|js|md))?")


def quoted(text: str) -> Iterator[str]:
    """Yield what stands in backticks outside of blocks of code."""
    for match in QUOTED.finditer(re.sub(r"(?ms)^ *```.*?^ *```", "", text)):
        yield match[1].strip()


def docstrings() -> Iterator[tuple[str, str]]:
    for path in sorted(SRC.rglob("*.py")):
        name, waiting = path.relative_to(ROOT).as_posix(), [ast.parse(path.read_text("utf-8"))]
        while waiting:
            for node in getattr(waiting.pop(), "body", ()):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    yield name, str(node.value.value)
                elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    waiting.append(node)


@cache
def is_there(name: str) -> bool:
    """Return whether a path or a dotted name leads somewhere; True for what is neither."""
    if PATHS.fullmatch(name) and ("/" in name or name.endswith(".py")):
        first = name.split("/")[0]
        if "NAME" in name:  # of a file to be written
            name = name.rpartition("/")[0]
        if first in ("src", "tests", "docs", "examples", "benchmarks"):
            return (ROOT / name).exists()
        return first not in ROOMS or (SRC / name).exists()
    match = DOTTED.fullmatch(name)
    if name.endswith((".txt", ".yaml")):  # a file of the reader, not a module
        return True
    if match is None or match[1].split(".")[0] not in ROOMS:
        return True
    parts, at = match[1].split("."), 0
    folder = SRC
    while at < len(parts) and (folder / parts[at]).is_dir():
        folder, at = folder / parts[at], at + 1
    if at < len(parts) and (folder / f"{parts[at]}.py").exists():
        at += 1
    thing = importlib.import_module(".".join(["gridwise", *parts[:at]]))
    for part in parts[at:]:
        if not hasattr(thing, part) and part not in getattr(thing, "__annotations__", {}):
            return False
        thing = getattr(thing, part, None)
    return True


def pages() -> Iterator[Path]:
    yield from (ROOT / "docs").rglob("*.md")
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")


@every("page", pages, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    assert not [name for name in quoted(page.read_text("utf-8")) if not is_there(name)]


def test_what_a_docstring_names_is_there() -> None:
    wrong = [
        f"{path}: {name}"
        for path, text in docstrings()
        for name in quoted(text)
        if not is_there(name)
    ]
    assert not wrong, "\n".join(wrong)


def test_what_pyproject_names_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for override in project["tool"]["mypy"]["overrides"]:
        named = override["module"]
        for name in [named] if isinstance(named, str) else named:
            if name.startswith("gridwise."):
                assert list(SRC.glob("/".join(name.split(".")[1:]) + ".py")), name


@every(
    "name, there",
    [
        ("core.result.Result", True),
        ("gridwise.core.result.Result.status", True),
        ("core/result.py", True),
        ("tests/conformance", True),
        ("sudoku:2x2:1....2....3....4", True),
        ("a.b", True),
        ("core.result.Nothing", False),
        ("core.nowhere.Result", False),
        ("core/nowhere.py", False),
        ("tests/unit", False),
    ],
)
def test_the_check_itself(name: str, there: bool) -> None:
    assert is_there(name) is there
