"""Scenes as text: what is drawn, that it aligns, and that no text can steer a terminal."""

from dataclasses import replace
from itertools import product

import pytest

from every import every
from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.render import text


def scene(rows: str, **more: object) -> Scene:
    """Return a scene of cells written as one letter each: digits given, `a`-`i` filled 1-9."""
    lines = rows.split("/")
    cells = []
    for char in "".join(lines):
        if char.isdigit():
            cells.append(SceneCell(Role.GIVEN, char))
        elif char in "abcdefghi":
            cells.append(SceneCell(Role.FILLED, str("abcdefghi".index(char) + 1)))
        else:
            role = {".": Role.EMPTY, "-": Role.COVERED, "X": Role.MINE, "s": Role.SAFE}[char]
            cells.append(SceneCell(role))
    return Scene(len(lines[0]), len(lines), tuple(cells), **more)  # type: ignore[arg-type]


SUDOKU = scene("1.3b/cd1./2.../d3b1", heavy_rows=(2,), heavy_cols=(2,))


def test_heavy_lines_and_the_outline() -> None:
    assert text.to_text(SUDOKU) == (
        "┏━━━━━┳━━━━━┓\n"
        "┃ 1 · ┃ 3 2 ┃\n"
        "┃ 3 4 ┃ 1 · ┃\n"
        "┣━━━━━╋━━━━━┫\n"
        "┃ 2 · ┃ · · ┃\n"
        "┃ 4 3 ┃ 2 1 ┃\n"
        "┗━━━━━┻━━━━━┛"
    )


def test_ascii() -> None:
    assert text.to_text(SUDOKU, ascii=True) == (
        "+-----+-----+\n"
        "| 1 . | 3 2 |\n"
        "| 3 4 | 1 . |\n"
        "+-----+-----+\n"
        "| 2 . | . . |\n"
        "| 4 3 | 2 1 |\n"
        "+-----+-----+"
    )


def test_a_board_without_heavy_lines_has_a_light_outline() -> None:
    board = scene("1-X/s0-")
    assert text.to_text(board) == "┌───────┐\n│ 1 ■ ✹ │\n│ s 0 ■ │\n└───────┘"
    assert text.to_text(board, ascii=True) == "+-------+\n| 1 - X |\n| s 0 - |\n+-------+"


def test_heavy_lines_at_the_edges_are_the_outline() -> None:
    edges = scene("12/34", heavy_rows=(0, 1, 2), heavy_cols=(0, 2))
    assert text.to_text(edges, ascii=True) == "+-----+\n| 1 2 |\n+-----+\n| 3 4 |\n+-----+"


def test_wide_numbers_align_right() -> None:
    cells = tuple(SceneCell(Role.TILE, str(n)) if n else SceneCell(Role.BLANK) for n in range(12))
    assert text.to_text(Scene(4, 3, cells), ascii=True) == (
        "+-------------+\n|  _  1  2  3 |\n|  4  5  6  7 |\n|  8  9 10 11 |\n+-------------+"
    )


def test_highlights_are_brackets_and_keep_the_columns() -> None:
    marks = {
        0: Highlight.CONFLICT,
        1: Highlight.REASON,
        2: Highlight.TARGET,
        7: Highlight.TRIED,
    }
    marked = scene("12.b/cd1.", heavy_cols=(2,), highlights=marks)
    assert text.to_text(marked, ascii=True) == (
        "+------+------+\n|!1!(2)|[.] 2 |\n| 3  4 | 1 <.>|\n+------+------+"
    )
    wide = tuple(SceneCell(Role.GIVEN, str(n)) for n in (9, 10))
    shown = text.to_text(Scene(2, 1, wide, highlights={0: Highlight.CONFLICT}), ascii=True)
    assert shown == "+--------+\n| !9! 10 |\n+--------+"


def test_notes_stand_in_braces() -> None:
    cells = (SceneCell(Role.EMPTY, "", ("1", "3")), SceneCell(Role.GIVEN, "3"))
    assert text.to_text(Scene(2, 1, cells), ascii=True).split("\n")[1] == "| {13}    3 |"
    cells = (SceneCell(Role.EMPTY, "", ("1", "13")), SceneCell(Role.GIVEN, "3"))
    assert "{1,13}" in text.to_text(Scene(2, 1, cells), ascii=True)


def test_notes_of_the_middle_come_after_a_bar() -> None:
    both = SceneCell(Role.EMPTY, notes=("1", "3"), centre=("4", "8"))
    assert text.cell_text(both) == "{13|48}"
    assert text.cell_text(SceneCell(Role.EMPTY, centre=("12", "8"))) == "{|12,8}"


def test_a_chance_stands_in_place_of_the_glyph() -> None:
    assert text.cell_text(SceneCell(Role.COVERED, overlay="<1 %", heat=0.001)) == "<1%"
    assert text.cell_text(SceneCell(Role.FLAG, overlay="12 %", heat=0.12), ascii=True) == "F"


@pytest.mark.parametrize("ascii", [False, True])
def test_glyphs_of_a_game_are_told_apart(ascii: bool) -> None:
    glyphs = [text.GLYPHS[role][ascii] for role in text.GLYPHS if role is not Role.EMPTY]
    assert len(set(glyphs)) == len(glyphs)


@every("role, ascii", lambda: product(list(Role), [False, True]))
def test_every_role_is_drawn_without_colour(role: Role, ascii: bool) -> None:
    drawn = text.to_text(Scene(1, 1, (SceneCell(role),)), ascii=ascii)
    assert not ascii or drawn.isascii()
    if role in text.GLYPHS:
        assert text.GLYPHS[role][int(ascii)] in drawn


def test_glyphs_that_may_meet_on_one_board_differ() -> None:
    for ascii in (0, 1):
        together = [Role.COVERED, Role.MINE, Role.SAFE]
        assert len({text.GLYPHS[role][ascii] for role in together}) == 3
        together = [Role.EMPTY, Role.QUEEN, Role.BLOCKED]
        assert len({text.GLYPHS[role][ascii] for role in together}) == 3


def test_empty_boards_of_two_puzzles_differ() -> None:
    assert text.to_text(scene("../..")).startswith("┏")
    assert text.to_text(replace(scene("../.."), chequered=True)).startswith("┌")


def test_every_line_of_a_drawing_is_as_wide_and_ends_without_spaces() -> None:
    for ascii in (False, True):
        lines = text.draw(SUDOKU, ascii=ascii)
        assert len({text.line_width(line) for line in lines}) == 1
        assert all(line == line.rstrip() for line in text.plain(lines).split("\n"))


def test_side_by_side_where_it_fits_and_stacked_where_not() -> None:
    left, right = text.draw(scene("12/34")), text.draw(scene("ab/cd"))
    assert text.plain(text.beside(left, right, width=19)) == (
        "┏━━━━━┓     ┏━━━━━┓\n┃ 1 2 ┃  →  ┃ 1 2 ┃\n┃ 3 4 ┃     ┃ 3 4 ┃\n┗━━━━━┛     ┗━━━━━┛"
    )
    stacked = text.plain(text.beside(left, right, width=18)).split("\n")
    assert len(stacked) == 4 + 1 + 4
    assert stacked[4] == "  ↓"


def test_drawings_of_different_heights_stand_side_by_side() -> None:
    left, right = text.draw(scene("1"), ascii=True), text.draw(scene("a/b/c/d"), ascii=True)
    for one, other in ((left, right), (right, left)):
        lines = text.plain(text.beside(one, other, width=80, ascii=True)).split("\n")
        assert len(lines) == 6
        assert all(line == line.rstrip() for line in lines)
        assert sum("->" in line for line in lines) == 1
        assert "".join(lines).isascii()


def test_styled_text_says_the_same_as_plain_text() -> None:
    lines = text.draw(SUDOKU)
    styled = text.styled(lines)
    assert styled.plain == text.plain(lines)
    spans = {styled.plain[span.start : span.end].strip(): str(span.style) for span in styled.spans}
    assert spans["1"] == "bold"
    assert spans["4"] == "cyan"


def test_text_in_cells_cannot_steer_a_terminal() -> None:
    evil = Scene(1, 1, (SceneCell(Role.GIVEN, "\x1b[2J\x07\u202e"),))
    for ascii in (False, True):
        drawn = text.to_text(evil, ascii=ascii)
        assert all(char.isprintable() or char == "\n" for char in drawn)
        assert r"\x1b[2J\x07\u202e" in drawn
    assert text.to_text(Scene(1, 1, (SceneCell(Role.GIVEN, "é"),)), ascii=True).isascii()
