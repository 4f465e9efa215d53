"""Cells, their names and their neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core.grid import cell_name, neighbours, parse_cell_name
from gridwise.core.scene import Role, Scene, SceneCell

SIZES = st.tuples(st.integers(1, 40), st.integers(1, 40))


@given(SIZES, st.data())
def test_names_round_trip(size: tuple[int, int], data: st.DataObject) -> None:
    width, height = size
    cell = data.draw(st.integers(0, width * height - 1))
    assert parse_cell_name(cell_name(cell, width), width, height) == cell


def test_names_are_one_based_and_row_major() -> None:
    assert cell_name(0, 9) == "r1c1"
    assert cell_name(10, 9) == "r2c2"
    assert cell_name(8, 9) == "r1c9"


@every(
    "text",
    [
        *[
            "",
            "r0c1",
            "r1c0",
            "r01c1",
            "R1C1",
            "r-1c1",
            "r1",
            "r4c1",
            "r1c6",
            "r²c1",
            "r٣c1",
            "r99999999c1",
        ],
        "r1c1 ",
        "r1c1\n",
    ],
)
def test_other_texts_name_no_cell(text: str) -> None:
    assert parse_cell_name(text, 5, 3) is None


@every("width, height", [(1, 1), (1, 4), (4, 1), (2, 2), (5, 3), (7, 7)])
def test_neighbours_are_the_cells_one_king_move_away(width: int, height: int) -> None:
    for cell in range(width * height):
        row, col = divmod(cell, width)
        expected = tuple(
            other
            for other in range(width * height)
            if max(abs(other // width - row), abs(other % width - col)) == 1
        )
        assert neighbours(cell, width, height) == expected


def test_a_scene_has_a_cell_for_every_place() -> None:
    cells = (SceneCell(Role.EMPTY),) * 6
    assert Scene(3, 2, cells).cells == cells
    with pytest.raises(ValueError, match="6 cells for 3x3"):
        Scene(3, 3, cells)
