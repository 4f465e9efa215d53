"""The boards that ship as examples, each with what the README says of it."""

import re
from pathlib import Path

import gridwise
from every import every
from gridwise.core import registry
from gridwise.puzzles.sudoku import PUZZLE

FOLDER = Path(__file__).parents[3] / "examples" / "sudoku"
TABLE = re.findall(
    r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|", (FOLDER / "README.md").read_text(), re.M
)


def test_the_readme_names_every_file():
    files = {path.name for path in FOLDER.iterdir() if path.is_file()} - {"README.md"}
    assert {name for name, _, _ in TABLE} == files


@every("name, size, solutions", TABLE)
def test_example(name, size, solutions):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert gridwise.read_boards(FOLDER / name)[0].puzzle.name == "sudoku"
    entries = list(PUZZLE.read(text, source=name))
    assert len(entries) == (5 if name == "many.sdm" else 1)
    for entry in entries:
        assert entry.error is None
        position = entry.position
        assert f"{position.size}x{position.size}" == size.split(",")[0].strip()
        if f"boxes {position.box_height}x{position.box_width}" not in size:
            assert "boxes" not in size
        if position.size == 25:
            assert registry.features(position)["empty"] == 312
        assert bool(PUZZLE.violations(position)) is (name == "contradictory.txt")
        limits = gridwise.Limits(solutions=10)
        answer = gridwise.count(position, limits=limits).answer
        number = answer.number if answer is not None else 0
        want = {"none": 0, "one": 1, "seven": 7}[solutions.strip()]
        assert number == want
