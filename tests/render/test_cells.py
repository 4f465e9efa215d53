"""Cells in words and as JSON: every part is said, and only what changed is sent."""

import json
from dataclasses import replace

import pytest

from every import every
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.cells import (
    board_words,
    cell_json,
    cell_words,
    changed,
    same_frame,
    scene_json,
)
from gridwise.render.words import in_words


def row(*cells: SceneCell, **more: object) -> Scene:
    return Scene(len(cells), 1, cells, **more)  # type: ignore[arg-type]


@every(
    "cell, words",
    [
        (SceneCell(Role.GIVEN, "7"), "given 7"),
        (SceneCell(Role.FILLED, "7"), "7"),
        (SceneCell(Role.EMPTY), "empty"),
        (SceneCell(Role.EMPTY, notes=("1", "4")), "empty, notes 1 4"),
        (SceneCell(Role.EMPTY, centre=("2", "3")), "empty, notes in the middle 2 3"),
        (SceneCell(Role.NUMBER, "0"), "no mines around"),
        (SceneCell(Role.NUMBER, "1"), "1 mine around"),
        (SceneCell(Role.NUMBER, "3"), "3 mines around"),
        (SceneCell(Role.COVERED, overlay="12 %", heat=0.12), "covered, 12 %"),
        (SceneCell(Role.MINE, "X"), "mine"),
        (SceneCell(Role.FLAG, "F"), "flag"),
        (SceneCell(Role.EXPLODED, "X"), "exploded mine"),
        (SceneCell(Role.WRONG_FLAG, "F"), "wrong flag, no mine here"),
        (SceneCell(Role.SAFE, "s"), "safe"),
        (SceneCell(Role.SAFE, "2"), "safe, 2 mines around"),
        (SceneCell(Role.QUEEN, "Q"), "queen"),
        (SceneCell(Role.QUEEN, "Q", given=True), "given queen"),
        (SceneCell(Role.CROSS), "crossed out"),
        (SceneCell(Role.EMPTY, shade=Shade.ATTACKED), "empty, attacked"),
        (SceneCell(Role.BLOCKED, "x"), "blocked"),
        (SceneCell(Role.TILE, "12", ident=12, home=3), "tile 12"),
        (SceneCell(Role.BLANK), "gap"),
    ],
)
def test_what_a_cell_is(cell: SceneCell, words: str) -> None:
    assert str(cell_words(row(cell), 0)) == f"row 1, column 1: {words}"


@pytest.mark.parametrize("mark", list(Highlight))
def test_highlights_are_said(mark: Highlight) -> None:
    plain = str(cell_words(row(SceneCell(Role.EMPTY)), 0))
    said = str(cell_words(row(SceneCell(Role.EMPTY), highlights={0: mark}), 0))
    assert said.startswith(plain + ", ")


def test_rows_and_columns_count_from_one() -> None:
    scene = Scene(5, 3, (SceneCell(Role.EMPTY),) * 14 + (SceneCell(Role.GIVEN, "7"),))
    assert str(cell_words(scene, 14)) == "row 3, column 5: given 7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_role_has_words_in_every_language(language: str) -> None:
    words = [
        in_words(cell_words(row(SceneCell(role, "3")), 0), catalogue(language)) for role in Role
    ]
    assert all(words)
    assert len(set(words)) == len(words)


def test_a_board_in_words() -> None:
    scene = Scene(
        2,
        2,
        (
            SceneCell(Role.GIVEN, "1"),
            SceneCell(Role.EMPTY),
            SceneCell(Role.EMPTY),
            SceneCell(Role.FILLED, "2"),
        ),
        highlights={3: Highlight.CONFLICT},
    )
    assert str(board_words(scene)) == (
        "2 columns, 2 rows, row 1: given 1, empty, row 2: empty, 2, row 2, column 2: conflict"
    )


def test_a_large_board_is_not_read_out_cell_by_cell() -> None:
    scene = Scene(30, 16, (SceneCell(Role.COVERED),) * 480)
    assert str(board_words(scene)) == "30 columns, 16 rows"


def test_json_leaves_out_what_is_not_there() -> None:
    scene = row(
        SceneCell(Role.WRONG_FLAG, "F"),
        SceneCell(Role.COVERED, overlay="0 %", heat=0.0, shade=Shade.PEER),
        SceneCell(Role.TILE, "0", ident=0, home=0),
        highlights={0: Highlight.TRIED},
    )
    cells = [cell_json(scene, at, str) for at in range(3)]
    assert [set(cell) - {"l"} for cell in cells] == [
        {"r", "t", "m"},
        {"r", "o", "h", "s"},
        {"r", "t", "i", "p"},
    ]
    assert cells[0]["r"] == "wrong-flag"
    assert json.loads(json.dumps(cells)) == cells


def test_only_what_looks_different_is_a_change() -> None:
    cells = tuple(SceneCell(Role.EMPTY) for _ in range(6))
    old = Scene(3, 2, cells, highlights={0: Highlight.REASON, 1: Highlight.TARGET})
    new = Scene(
        3,
        2,
        (*cells[:4], SceneCell(Role.FILLED, "4"), SceneCell(Role.EMPTY)),
        highlights={1: Highlight.REASON, 5: Highlight.TRIED},
    )
    assert changed(old, new) == [0, 1, 4, 5]
    assert changed(new, new) == []
    assert same_frame(old, new)
    assert not same_frame(old, replace(new, heavy_rows=(1,)))
    assert not same_frame(old, Scene(2, 3, cells))


def test_patching_the_json_gives_the_new_json() -> None:
    cells = tuple(SceneCell(Role.COVERED) for _ in range(480))
    old = Scene(30, 16, cells)
    after = list(cells)
    for at in range(0, 480, 16):
        after[at] = SceneCell(Role.NUMBER, "2")
    new = Scene(30, 16, tuple(after), highlights={7: Highlight.TARGET})
    made = scene_json(old, str)
    for at in changed(old, new):
        made["cells"][at] = cell_json(new, at, str)
    assert made == scene_json(new, str)
