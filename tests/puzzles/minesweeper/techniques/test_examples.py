"""The shipped boards of the techniques, and what their README and the docs say of them."""

from pathlib import Path

from every import every
from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.scene import Highlight
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.deduction import MineDeduction
from gridwise.render import text

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "examples" / "minesweeper" / "techniques"
TECHNIQUES = registry.techniques("minesweeper")


def test_there_is_a_board_for_each_technique():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TECHNIQUES)


@every("name", lambda: list(TECHNIQUES))
def test_the_technique_is_the_easiest_and_says_what_is_written(name: str) -> None:
    position = PUZZLE.parse((FOLDER / f"{name}.txt").read_text(), source=name)
    view = MineDeduction(position)
    step = view.next_step(view.begin(), Run())
    assert step is not None
    assert step.technique == name
    assert f"- `{name}.txt`: {step.text}\n" in (FOLDER / "README.md").read_text()
    marks = {mark.cell: Highlight.REASON for mark in step.premises}
    marks.update({mark.cell: Highlight.TARGET for mark in step.conclusions})
    drawn = text.draw(PUZZLE.scene(position, highlights=marks))
    lines = ["".join(part for part, _ in line) for line in drawn]
    shown = "\n".join(f"   {line}" for line in [*lines, str(step.text)])
    assert shown in (ROOT / "docs" / "minesweeper.md").read_text()
