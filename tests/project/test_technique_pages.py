"""Every technique has a page, and its example uses it."""

from pathlib import Path

import pytest

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.puzzles.sudoku import PUZZLE
from gridwise.puzzles.sudoku.deduction import SudokuDeduction

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "techniques"
EXAMPLES = ROOT / "examples" / "sudoku" / "techniques"
KNOWN = registry.techniques("sudoku")


@pytest.mark.parametrize("name", KNOWN)
def test_every_technique_has_its_page(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text("utf-8")
    assert text.startswith(f"# {KNOWN[name].title}\n")
    for part in (
        f"```{{technique-card}} {name}\n",
        f"```{{technique-example}} {name}\n",
        "## Why it is true",
        "## Source",
    ):
        assert part in text


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_an_example_uses_its_technique(path: Path) -> None:
    if path.stem not in KNOWN:
        pytest.skip("not registered")
    assert path.read_text("utf-8").startswith(f"# Its explanation uses {KNOWN[path.stem].title}. ")
    view = SudokuDeduction(PUZZLE.parse(path.read_text("utf-8")))
    board, run, used = view.begin(), Run(), set()
    while path.stem not in used and (step := view.next_step(board, run)) is not None:
        used.add(step.technique)
        view.apply(board, step)
    assert path.stem in used
