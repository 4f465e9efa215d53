"""The example files are what their README says."""

import re
from itertools import product
from pathlib import Path

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.puzzles.queens.deduction import QueensDeduction
from gridwise.solving.inputs import read_inputs

FOLDER = Path(__file__).parents[3] / "examples" / "queens"
NUMBERS = {
    "empty.txt": [92],
    "completion.txt": [1],
    "squares.txt": [11],
    "attack.txt": [0],
    "several.txt": [2, 10, 4, 1, 0],
    "note_row.txt": [2],
    "note_board.txt": [1],
}


def test_the_readme_names_every_file():
    text = (FOLDER / "README.md").read_text("utf-8")
    files = {path.name for path in FOLDER.glob("*.txt") if not path.name.startswith("Output")}
    techniques = {f"{name}.txt" for name in registry.techniques("queens")}
    assert {path.name for path in (FOLDER / "techniques").iterdir()} == techniques
    assert set(NUMBERS) == files
    assert set(re.findall(r"`(\w+\.txt)`", text)) == files | techniques


@every("name", lambda: registry.techniques("queens"))
def test_each_technique_makes_the_first_step_of_its_example(name):
    (item,) = read_inputs([str(FOLDER / "techniques" / f"{name}.txt")])
    view = QueensDeduction(item.entry.position)
    step = view.next_step(view.begin(), Run())
    assert step.technique == name


def test_the_note_s_boards_come_out_of_the_greedy():
    row, board = (read_inputs([str(FOLDER / f"note_{name}.txt")]) for name in ("row", "board"))
    answer = gridwise.solve(next(iter(row)).entry.position, method="min_max")
    values = [one for one in answer.tables["min_max"] if one["row"] == 3]
    assert [(one["f1"], one["f2"], one["chosen"]) for one in values] == [
        (8, 1, 0), (9, 1, 0), (10, 2, 1),
    ]  # fmt: skip
    drawn = gridwise.solve("queens:8:r6c2", method="min_max").board
    assert drawn.position.queens == next(iter(board)).entry.position.queens


@every("name, method", lambda: product(NUMBERS, ["exact_cover", "backtracking"]))
def test_they_have_so_many_solutions(name, method):
    found = []
    for item in read_inputs([str(FOLDER / name)]):
        assert item.puzzle is not None
        assert item.puzzle.name == "queens"
        answer = gridwise.count(item.entry.position, method=method).answer
        found.append(answer.number if answer else 0)
    assert found == NUMBERS[name]
