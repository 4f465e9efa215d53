"""Every technique has a page, and its example uses it."""

from pathlib import Path
from types import ModuleType

import pytest

from every import every
from gridwise.core import registry
from gridwise.puzzles.sudoku import PUZZLE

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "techniques"
EXAMPLES = ROOT / "examples" / "sudoku" / "techniques"


@every("name", lambda: registry.techniques("sudoku"))
def test_every_technique_has_its_page(name: str) -> None:
    known = registry.techniques("sudoku")
    text = (PAGES / f"{name}.md").read_text("utf-8")
    assert text.startswith(f"# {known[name].title}\n")
    for part in (
        f"```{{technique-card}} {name}\n",
        f"```{{technique-example}} {name}\n",
        "## Why it is true",
        "## Source",
    ):
        assert part in text


def test_there_are_pages_and_examples_of_registered_techniques_alone() -> None:
    known = registry.techniques("sudoku")
    assert {path.stem for path in PAGES.glob("*.md")} == {*known, "index"}
    assert {path.stem for path in EXAMPLES.glob("*.txt")} == set(known)


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "docs" / "_ext")
    import technique_examples

    return technique_examples


@every("name", lambda: registry.techniques("sudoku"))
def test_an_example_uses_its_technique(name: str, examples: ModuleType) -> None:
    known = registry.techniques("sudoku")
    text = (EXAMPLES / f"{name}.txt").read_text("utf-8")
    found = examples.first_step(name)
    assert found is not None
    origin, board, step = found
    assert step.technique == name
    assert all(board.has(mark.cell, int(mark.value)) for mark in step.conclusions)
    if examples.NAMED in text:
        assert text.startswith(f"# Its explanation uses {known[name].title}. From ")
        assert origin == examples.read(text)[0] == PUZZLE.parse(text)
    else:
        assert text.startswith(f"# {known[name].title} is on this board of a public puzzle, ")
