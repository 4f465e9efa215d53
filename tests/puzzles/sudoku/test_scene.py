from hypothesis import given

from every import every
from gridwise.core.scene import Highlight, Role
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku import PUZZLE, PlaceDigit, Position
from puzzles.sudoku.support import BOXES, NINE, board, positions, solved, with_holes


@given(positions())
def test_every_board_can_be_drawn(position):
    scene = PUZZLE.scene(position)
    assert (scene.width, scene.height) == (position.size, position.size)
    texts = [str(digit) if digit else "" for digit in position.cells]
    assert [cell.text for cell in scene.cells] == texts
    roles = [Role.GIVEN if digit else Role.EMPTY for digit in position.cells]
    assert [cell.role for cell in scene.cells] == roles
    assert not any(cell.notes for cell in scene.cells)


@every("height, width", BOXES)
def test_heavy_lines_part_the_boxes(height, width):
    scene = PUZZLE.scene(solved(height, width))
    size = height * width
    rows = tuple(r for r in range(1, size) if r % height == 0)
    assert scene.heavy_rows == (rows if height > 1 else ())
    assert scene.heavy_cols == tuple(c for c in range(1, size) if c % width == 0)


def test_what_was_filled_in_is_told_from_what_was_given():
    origin = PUZZLE.parse(NINE)
    after = PUZZLE.apply(origin, PlaceDigit(2, 4))
    scene = PUZZLE.scene(after, origin=origin, marks=[Mark(3, 6)])
    assert [cell.role for cell in scene.cells[:5]] == [
        Role.GIVEN, Role.GIVEN, Role.FILLED, Role.FILLED, Role.GIVEN,
    ]  # fmt: skip
    assert scene.cells[3].text == "6"
    assert PUZZLE.scene(after).cells[2].role is Role.GIVEN


def test_marks_that_hold_do_not_touch_givens():
    scene = PUZZLE.scene(board("1... .... .... ...."), marks=[Mark(0, 1), Mark(5, 3)])
    assert scene.cells[0].role is Role.GIVEN
    assert (scene.cells[5].role, scene.cells[5].text) == (Role.FILLED, "3")


def test_marks_that_do_not_hold_leave_the_other_candidates_as_notes():
    marks = [Mark(1, 2, holds=False), Mark(5, 3), Mark(6, 4, holds=False)]
    scene = PUZZLE.scene(board("1... .... .... ...."), marks=marks)
    assert scene.cells[1].notes == ("4",)
    assert scene.cells[6].notes == ("1", "2")
    assert scene.cells[15].notes == ("1", "2", "3", "4")
    assert scene.cells[0].notes == scene.cells[5].notes == ()


def test_highlights_and_title():
    position = with_holes(solved(3, 4), 44)
    scene = PUZZLE.scene(position, highlights={3: Highlight.CONFLICT})
    assert scene.highlights == {3: Highlight.CONFLICT}
    assert str(scene.title) == "Sudoku 12x12: 100 filled, 44 empty"
    large = Position(4, 4, bytes([16] + [0] * 255))
    assert PUZZLE.scene(large).cells[0].text == "16"
