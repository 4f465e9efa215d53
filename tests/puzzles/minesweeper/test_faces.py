"""The drawing, the samples, and what the puzzle says of itself."""

from collections import Counter
from random import Random

from gridwise.core.puzzle import Question
from gridwise.core.scene import Highlight, Role
from gridwise.core.trace import Mark
from gridwise.puzzles.minesweeper import COVERED, PUZZLE, Position
from puzzles.minesweeper.support import board, layouts
from samples import sample


def test_scene():
    scene = PUZZLE.scene(board("3x2x2:0-X/s81"))
    assert (scene.width, scene.height) == (3, 2)
    assert [(c.role, c.text) for c in scene.cells] == [
        (Role.NUMBER, "0"),
        (Role.COVERED, ""),
        (Role.MINE, "X"),
        (Role.SAFE, "s"),
        (Role.NUMBER, "8"),
        (Role.NUMBER, "1"),
    ]
    assert str(scene.title) == "Minesweeper 3x2, mines 2, covered 1, known mines 1, known safe 1"


def test_scene_with_marks():
    position = board("3x1:1--")
    marks = (Mark(0, "mine", True), Mark(1, "mine", True), Mark(2, "mine", False))
    scene = PUZZLE.scene(position, origin=position, marks=marks, highlights={1: Highlight.REASON})
    assert [c.role for c in scene.cells] == [Role.NUMBER, Role.MINE, Role.SAFE]
    assert scene.highlights == {1: Highlight.REASON}
    assert str(scene.title) == "Minesweeper 3x1, covered 2"


def test_samples():
    random = Random(8)
    boards = [sample(PUZZLE, random) for _ in range(400)]
    kinds = Counter()
    for position in boards:
        assert 2 <= position.width <= 4
        assert 2 <= position.height <= 4
        assert position.shown.count(COVERED) <= 9
        kinds["total"] += position.mines is not None
        kinds["X"] += "X" in PUZZLE.format(position)
        kinds["s"] += "s" in PUZZLE.format(position, "compact")
        kinds["none"] += next(layouts(position), None) is None
        kinds["hidden"] += next(layouts(position), None) is None and not PUZZLE.violations(position)
    assert len(set(boards)) > 350
    assert 100 < kinds["total"] < 250
    assert kinds["X"] > 40
    assert kinds["s"] > 40
    assert 30 < kinds["none"] < 120
    assert kinds["hidden"] > 15
    again = Random(8)
    assert boards == [sample(PUZZLE, again) for _ in range(400)]


def test_examples_are_boards_with_a_layout():
    for notation in PUZZLE.examples:
        position = PUZZLE.parse(notation)
        assert PUZZLE.format(position) == notation
        assert next(layouts(position), None) is not None


def test_what_it_says_of_itself():
    assert PUZZLE.name == "minesweeper"
    assert PUZZLE.position_type is Position
    assert PUZZLE.questions == (Question.FORCED, Question.SOLUTION)
    assert not PUZZLE.wants_unique
    assert {"notation", "grid"} <= set(PUZZLE.styles)
