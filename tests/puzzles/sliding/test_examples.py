"""The shipped examples are what their page says."""

from pathlib import Path

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, random_position
from gridwise.puzzles.sliding.deduction import SlidingDeduction
from gridwise.solving.inputs import read_inputs

FOLDER = Path(__file__).parents[3] / "examples" / "sliding"


def solved(name):
    items = list(read_inputs([str(FOLDER / name)]))
    assert all(item.puzzle is PUZZLE for item in items)
    return [gridwise.solve(item.entry.position) for item in items]


@pytest.mark.parametrize(
    ("name", "lengths"),
    [("8-puzzle.txt", [26]), ("15-puzzle.txt", [9]), ("korf.txt", [45, 41, 42])],
)
def test_shortest(name, lengths):
    results = solved(name)
    assert [len(result.answer.items[0].moves) for result in results] == lengths
    assert all(result.optimal for result in results)


def test_no_way():
    [result] = solved("loyd.csv")
    assert result.status is Status.UNSATISFIABLE
    assert "odd" in str(result.conflict.text)


def test_too_large_for_search():
    [result] = solved("20x12.txt")
    assert (result.status, result.method, result.optimal) == (Status.SOLVED, "constructive", None)
    goal = (*range(1, 240), 0)
    text = (FOLDER / "20x12.txt").read_text(encoding="utf-8")
    assert PUZZLE.parse(text) == random_position(20, 12, 1, goal)


def test_every_file_is_named_in_the_page():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    techniques = list((FOLDER / "techniques").iterdir())
    assert {path.stem for path in techniques} == set(registry.techniques("sliding"))
    for path in (*FOLDER.glob("*.*"), *techniques):
        assert path.name == "README.md" or f"`{path.name}`" in page


@every("name", lambda: registry.techniques("sliding"))
def test_each_technique_makes_the_first_step_of_its_example(name):
    board = PUZZLE.parse((FOLDER / "techniques" / f"{name}.txt").read_text("utf-8").strip())
    view = SlidingDeduction(board, techniques=["optimal_move"] if name == "optimal_move" else None)
    assert view.next_step(view.begin(), Run()).technique == name
