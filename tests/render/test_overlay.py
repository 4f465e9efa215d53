"""What is drawn over a board to explain a step: in text, as SVG, in words, as JSON."""

import json
import re
import xml.etree.ElementTree as ET
from math import hypot

import pytest

from every import every
from gridwise.core.scene import (
    CandidateLink,
    CandidateMark,
    Highlight,
    Overlay,
    Role,
    Scene,
    SceneCell,
    Tone,
)
from gridwise.core.trace import Mark
from gridwise.render.cells import (
    board_words,
    cell_words,
    changed,
    legend,
    note_places,
    overlay_json,
    overlay_of,
    scene_json,
)
from gridwise.render.palette import SKINS, THEMES
from gridwise.render.svg import to_svg
from gridwise.render.text import draw, line_width, plain, to_text

SVG = "{http://www.w3.org/2000/svg}"
OVERLAY = Overlay(
    (
        CandidateMark(1, "3", Tone.FIRST),
        CandidateMark(2, "3", Tone.SECOND),
        CandidateMark(6, "3", Tone.REMOVED),
    ),
    (CandidateLink((1, "3"), (2, "3")), CandidateLink((2, "3"), (14, "4"), strong=False)),
    ((0, 1, 2, 3), (5,)),
)


def board(overlay: Overlay = OVERLAY) -> Scene:
    """Return a 4x4 board with a given in its first cell."""
    empty = SceneCell(Role.EMPTY, notes=("2", "3", "4"))
    cells = (SceneCell(Role.GIVEN, "1"), *[empty] * 5, SceneCell(Role.EMPTY, notes=("4",)))
    return Scene(4, 4, (*cells, *[empty] * 9), (2,), (2,), overlay=overlay)


def test_text_marks_candidates_by_signs_and_chains_the_links() -> None:
    lines = to_text(board()).splitlines()
    assert lines[1:4] == [
        "┃       │   2○3 ┃   2□3 │   2 3 ┃",
        "┃  1    │ 4     ┃ 4     │ 4     ┃",
        "┃       │       ┃       │       ┃",
    ]
    assert "×3" in lines[5]  # crossed out, though the cell has it no more
    assert lines[-1] == "○3 r1c2 = □3 r1c3 - 4 r4c3"
    assert {line_width(line) for line in draw(board())[:-1]} == {33}
    ascii_lines = to_text(board(), ascii=True)
    assert ascii_lines.isascii()
    assert "(3" in ascii_lines and "[3" in ascii_lines and "x3" in ascii_lines


def test_text_without_candidates_is_drawn_as_before() -> None:
    areas = Overlay(areas=((0, 1),))
    assert to_text(board(areas)) == to_text(board(Overlay()))
    mines = Scene(2, 1, (SceneCell(Role.COVERED),) * 2)
    whole = Overlay((CandidateMark(0, "", Tone.FIRST),), (CandidateLink((0, ""), (1, "")),))
    linked = Scene(2, 1, mines.cells, overlay=whole)
    assert plain(draw(linked)).splitlines() == [*plain(draw(mines)).splitlines(), "r1c1 = r1c2"]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_svg_marks_differ_by_shape(theme: object) -> None:
    plain_svg, drawn = (
        ET.fromstring(to_svg(board(over), theme=theme))  # type: ignore[arg-type]
        for over in (Overlay(), OVERLAY)
    )

    def count(root: ET.Element, tag: str) -> int:
        return len(root.findall(f".//{SVG}{tag}"))

    assert count(drawn, "circle") - count(plain_svg, "circle") == 2  # a mark; under what is out
    assert count(drawn, "rect") - count(plain_svg, "rect") == 1
    assert count(drawn, "text") - count(plain_svg, "text") == 3
    weak = [one for one in drawn.iter(f"{SVG}path") if one.get("stroke-dasharray") == "4 3"]
    assert len(weak) == 1
    # Two outlines, a stroke through a candidate, and for each link its halo, line and head.
    assert count(drawn, "path") - count(plain_svg, "path") == 2 + 1 + 2 * 3


def test_links_bend_a_little_between_their_ends() -> None:
    lines = re.findall(r'd="M([-\d.]+) ([-\d.]+)Q([-\d. ]+)"', to_svg(board()))
    assert len(lines) == 2 * len(OVERLAY.links)  # a line and its halo
    for x, y, rest in lines:
        mx, my, ex, ey = map(float, rest.split())
        length = hypot(ex - float(x), ey - float(y))
        off = hypot(mx - (float(x) + ex) / 2, my - (float(y) + ey) / 2)
        assert 0 < off < length / 2


def test_digits_have_their_own_places() -> None:
    assert note_places(("2", "9"), 9) == (3, [1, 8])
    assert note_places(("2", "16"), 16) == (4, [1, 15])
    assert note_places(("a", "9"), 9) == (3, [0, 1])
    assert note_places(("10",), 9) == (3, [0])


def test_words_name_marks_links_and_areas() -> None:
    said = str(board_words(board()))
    for part in (
        "in a circle: 3 in r1c2",
        "in a square: 3 in r1c3",
        "crossed out: 3 in r2c3",
        "strong links: 3 in r1c2 to 3 in r1c3",
        "weak links: 3 in r1c3 to 4 in r4c3",
        "outlined: r1c1, r1c2, r1c3, r1c4",
    ):
        assert part in said
        assert part in to_svg(board())
    assert "3 in a circle" in str(cell_words(board(), 1))
    assert "outlined" not in str(board_words(board(Overlay())))


def test_json_keeps_an_overlay_and_tells_changed_cells() -> None:
    assert overlay_of(json.loads(json.dumps(overlay_json(OVERLAY)))) == OVERLAY
    assert overlay_json(Overlay()) == {}
    assert overlay_of({}) == Overlay()
    assert scene_json(board(), str)["overlay"] == overlay_json(OVERLAY)
    assert changed(board(Overlay()), board()) == [1, 2, 6]
    assert changed(board(), board()) == []


@every("look", [*SKINS, *THEMES])
def test_a_digit_in_a_circle_can_be_read(look: str) -> None:
    from render.test_palette import contrast

    if look in SKINS:
        paper, colours = SKINS[look]["cell-paper"], SKINS[look]
        inks = [colours["cell-target"], colours["cell-tried"], colours["cell-conflict"]]
    else:
        theme = THEMES[look]
        paper = theme.paper[Role.EMPTY]
        inks = [
            theme.frames[mark] for mark in (Highlight.TARGET, Highlight.TRIED, Highlight.CONFLICT)
        ]
    assert all(contrast(ink, paper) >= 4.5 for ink in inks)


def test_marked_candidates_are_seen_where_a_cell_has_no_notes() -> None:
    cells = (SceneCell(Role.FILLED, "1"), *[SceneCell(Role.EMPTY)] * 15)
    marks = (CandidateMark(0, "1", Tone.FIRST), CandidateMark(1, "3", Tone.SECOND))
    scene = Scene(4, 4, cells, overlay=Overlay(marks))
    assert to_text(scene).count("□3") == 1
    assert "○" not in to_text(scene)
    assert ">3</text>" in to_svg(scene)


def test_what_only_holds_is_drawn_small() -> None:
    cells = (SceneCell(Role.FILLED, "1"), *[SceneCell(Role.EMPTY)] * 15)
    held = Scene(4, 4, cells, overlay=Overlay((CandidateMark(1, "3", Tone.FIRST),)))
    assert to_text(held) == to_text(Scene(4, 4, cells))


def test_a_legend_names_what_is_drawn() -> None:
    kinds = dict(legend(OVERLAY))
    assert list(kinds) == ["first", "second", "removed", "strong", "weak", "area"]
    assert legend(Overlay()) == ()
    one = Overlay((CandidateMark(1, "3", Tone.FIRST),))
    assert [str(words) for _, words in legend(one)] == ["part of the reason"]
    assert [str(words) for _, words in legend(one, [Mark(1, 3)])] == ["what follows: 3"]
    whole = Overlay(
        (CandidateMark(1, "", Tone.FIRST), CandidateMark(2, "", Tone.SECOND)),
        (CandidateLink((1, ""), (2, "")),),
    )
    said = legend(whole, [Mark(1, "mine", holds=False)])
    assert [(kind, str(words)) for kind, words in said] == [
        ("first", "what follows: not mine"),
        ("second", "part of the reason"),
        ("strong", "leads to"),
    ]
