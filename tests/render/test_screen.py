"""The text that is collected, and its tables."""

from gridwise.core.message import msg
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.render.catalogue import catalogue
from gridwise.render.screen import PlainScreen, columns, table
from gridwise.render.text import draw


def test_lines_drawings_and_tables_are_collected_in_order() -> None:
    screen = PlainScreen()
    screen.line("first\nsecond")
    screen.drawing(draw(Scene(1, 1, (SceneCell(Role.GIVEN, "7"),))))
    screen.table(("name", "n"), [("a", "1"), ("bb", "12")], right=(1,))
    assert screen.text.splitlines() == [
        "first",
        "second",
        "┏━━━┓",
        "┃ 7 ┃",
        "┗━━━┛",
        "name   n",
        "a      1",
        "bb    12",
    ]


def test_messages_are_put_into_the_language() -> None:
    screen = PlainScreen(catalogue=catalogue("vi"))
    screen.line(msg("solved"))
    screen.table((msg("solved"),), [("1",)])
    said = catalogue("vi")["solved"]
    assert screen.text.splitlines() == [f"{said.capitalize()}.", said, "1"]


def test_ascii_has_no_other_signs_between_parts() -> None:
    screen = PlainScreen(ascii=True)
    screen.line("one · two → three …")
    assert screen.text == "one | two -> three ..."


def test_control_characters_are_escaped() -> None:
    screen = PlainScreen()
    screen.line("a\x1b[2Jb")
    assert screen.text == r"a\x1b[2Jb"


def test_wide_letters_take_two_columns() -> None:
    assert (columns("解"), columns("e\u0301"), columns("ab")) == (2, 1, 2)
    assert table(("解", "n"), [("ab", "1")]) == ["解  n", "ab  1"]
