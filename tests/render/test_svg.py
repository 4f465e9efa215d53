"""Scenes as SVG: well-formed, self-contained, readable aloud, and safe whatever the text is."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core import registry
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade
from gridwise.render.catalogue import catalogue
from gridwise.render.svg import CELL, MARGIN, description, escaped, to_svg
from samples import seeds

NS = {"s": "http://www.w3.org/2000/svg"}


def parsed(scene: Scene, **more: str) -> ET.Element:
    return ET.fromstring(to_svg(scene, **more))


def board(*cells: SceneCell, width: int = 0, **more: object) -> Scene:
    width = width or len(cells)
    return Scene(width, len(cells) // width, cells, **more)  # type: ignore[arg-type]


GIVEN, FILLED, EMPTY = (
    SceneCell(Role.GIVEN, "1"),
    SceneCell(Role.FILLED, "2"),
    SceneCell(Role.EMPTY),
)


def test_size_and_names() -> None:
    root = parsed(board(GIVEN, FILLED, EMPTY, GIVEN, width=2, title="A board"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    side = 2 * CELL + 2 * MARGIN
    assert root.get("viewBox") == f"{-MARGIN} {-MARGIN} {side} {side}"
    assert root.get("role") == "img"
    title, desc = root.find("s:title", NS), root.find("s:desc", NS)
    assert title is not None
    assert desc is not None
    assert title.text == "A board"
    assert "Row 1: 1 2." in (desc.text or "")
    assert "Row 2: empty 1." in (desc.text or "")
    assert (root.get("aria-labelledby") or "").split() == [title.get("id"), desc.get("id")]


def test_the_title_can_be_given() -> None:
    title = parsed(board(GIVEN, title="one"), title="other").find("s:title", NS)
    assert title is not None
    assert title.text == "other"


def test_ids_of_different_boards_differ_and_are_stable() -> None:
    one, other = board(GIVEN, FILLED), board(FILLED, GIVEN)
    ids = [re.findall(r' id="([^"]+)"', to_svg(scene)) for scene in (one, other)]
    assert not set(ids[0]) & set(ids[1])
    assert to_svg(one) == to_svg(one)


def test_given_and_filled_differ_by_weight_and_not_by_colour_alone() -> None:
    weights = {t.text: t.get("font-weight") for t in parsed(board(GIVEN, FILLED)).iter()}
    assert weights["1"] == "700"
    assert weights["2"] is None


@every("role", [r for r in Role if r not in (Role.EMPTY, Role.FILLED)])
def test_roles_differ_in_shape_once_colours_are_gone(role: Role) -> None:
    def shapes(cell: SceneCell) -> str:
        return re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", to_svg(board(cell)).split("</desc>")[1])

    text = "3" if role in (Role.GIVEN, Role.NUMBER, Role.TILE) else ""
    assert shapes(SceneCell(role, text)) != shapes(SceneCell(Role.EMPTY, text))


@pytest.mark.parametrize("mark", list(Highlight))
def test_highlights_have_a_frame_of_their_own(mark: Highlight) -> None:
    frames = {}
    for each in Highlight:
        svg = to_svg(board(GIVEN, highlights={0: each})).split("</desc>")[1]
        frames[each] = re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", svg)
    assert sum(frame == frames[mark] for frame in frames.values()) == 1
    assert f"r1c1 {mark.value}" in description(board(GIVEN, highlights={0: mark}))


def test_letters_of_the_files_are_said_as_words() -> None:
    said = description(board(SceneCell(Role.MINE, "X"), SceneCell(Role.SAFE, "s")))
    assert "Row 1: mine safe." in said
    assert "1 mine, 1 safe" in said
    assert "Row 1: 3." in description(board(SceneCell(Role.SAFE, "3")))


def test_nothing_is_loaded_and_nothing_runs() -> None:
    svg = to_svg(board(*(SceneCell(role, "1") for role in Role)))
    for word in ("<style", "<script", "href", "url(", "@import", "<image", "<foreignObject"):
        assert word not in svg
    assert svg.count("http") == 1  # the name space


def test_heavy_lines_are_drawn_where_they_are_said() -> None:
    root = parsed(board(*[EMPTY] * 16, width=4, heavy_rows=(2,), heavy_cols=(2,)))
    heavy = [p.get("d") for p in root.findall("s:path", NS) if p.get("stroke-width") == "3"]
    assert heavy == [f"M{2 * CELL} 0V{4 * CELL}M0 {2 * CELL}H{4 * CELL}"]


def test_long_texts_get_smaller() -> None:
    sizes = {
        t.text: float(t.get("font-size", "0"))
        for t in parsed(board(SceneCell(Role.GIVEN, "8"), SceneCell(Role.GIVEN, "1234"))).iter()
        if t.tag.endswith("text")
    }
    assert sizes["1234"] * 0.6 * 4 <= CELL
    assert sizes["1234"] < sizes["8"]


def test_notes_are_all_there() -> None:
    notes = tuple("123456789")
    root = parsed(board(SceneCell(Role.EMPTY, "", notes)))
    assert tuple(t.text for t in root.iter() if t.tag.endswith("text")) == notes


def shapes(cell: SceneCell) -> str:
    """What is drawn for a cell, without colours."""
    drawn = to_svg(board(cell)).split("</desc>")[1]
    return re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", drawn)


def test_every_role_has_a_drawing_and_a_word_of_its_own() -> None:
    signs = [
        SceneCell(role, "1" if role in (Role.GIVEN, Role.FILLED, Role.NUMBER) else "")
        for role in Role
    ]
    assert len({shapes(cell) for cell in signs}) >= len(signs) - 1  # filled and number by weight
    words = {description(board(SceneCell(role))) for role in Role}
    assert len(words) == len(Role)


@every("role", list(Role))
def test_a_cell_is_drawn_within_its_square(role: Role) -> None:
    for path in parsed(board(SceneCell(role, "1"))).iter(f"{{{NS['s']}}}path"):
        for _, x, y in re.findall(r"([ML])(-?[\d.]+) (-?[\d.]+)", path.get("d", "")):
            assert 0 <= float(x) <= CELL and 0 <= float(y) <= CELL, path.attrib
        for end in re.findall(r"[HV](-?[\d.]+)", path.get("d", "")):
            assert 0 <= float(end) <= CELL, path.attrib


@pytest.mark.parametrize("shade", list(Shade))
def test_shades_are_not_told_by_colour_alone(shade: Shade) -> None:
    plain = SceneCell(Role.EMPTY)
    drawn = {shapes(plain), *(shapes(SceneCell(Role.EMPTY, shade=one)) for one in Shade)}
    assert len(drawn) == 1 + len(Shade)


def test_an_attacked_square_with_a_cross_has_no_dot_under_it() -> None:
    assert shapes(SceneCell(Role.CROSS, shade=Shade.ATTACKED)) == shapes(SceneCell(Role.CROSS))


def test_notes_of_the_middle_and_an_overlay_are_written() -> None:
    root = parsed(
        board(SceneCell(Role.EMPTY, centre=("1", "4")), SceneCell(Role.COVERED, overlay="<1 %"))
    )
    said = [t.text for t in root.iter() if t.tag.endswith("text")]
    assert said == ["14", "<1 %"]


def test_heat_gets_stronger() -> None:
    def opacity(share: float) -> float:
        svg = to_svg(board(SceneCell(Role.COVERED, heat=share)))
        return float(re.findall(r'fill-opacity="([0-9.]+)"', svg)[0])

    assert 0 < opacity(0) < opacity(0.5) < opacity(1) < 0.7


def test_a_given_queen_looks_different() -> None:
    assert shapes(SceneCell(Role.QUEEN, given=True)) != shapes(SceneCell(Role.QUEEN))


EVIL = '</text><script>alert(1)</script>&lt;"\' onload="x" ]]> <!-- \x00\x1b\ud800\ufffe'


def test_text_stays_text() -> None:
    root = parsed(board(SceneCell(Role.GIVEN, EVIL), title=EVIL))
    assert not [e for e in root.iter() if "script" in e.tag]
    assert not [e for e in root.iter() if "onload" in e.attrib]
    said = [t.text for t in root.iter() if t.tag.endswith("text")]
    assert said == [
        EVIL.translate({0: "\ufffd", 0x1B: "\ufffd", 0xD800: "\ufffd", 0xFFFE: "\ufffd"})
    ]


@settings(max_examples=len(seeds(66, 200)), deadline=None)
@given(st.text())
def test_any_text_gives_well_formed_xml(text: str) -> None:
    ET.fromstring(to_svg(board(SceneCell(Role.GIVEN, text or "1"), title=text)))
    assert not set("<>\"'") & set(escaped(text))


def test_the_drawing_is_described_in_the_language_asked_for() -> None:
    words = catalogue("zh-Hant")
    position = registry.puzzle("minesweeper").parse("minesweeper:3x2x2:1X-/11s")
    scene = registry.puzzle("minesweeper").scene(position)
    marked = replace(scene, highlights={2: Highlight.CONFLICT})
    text = to_svg(marked, catalogue=words)
    title, desc = re.search("<title[^>]*>(.*)</title>\n<desc[^>]*>(.*)</desc>", text).groups()
    assert title == "踩地雷 3x2, 地雷 2, 未開 1, 已知地雷 1, 已知安全 1".replace(", ", words[", "])
    assert "寬 3 格、高 2 格的盤面" in desc
    assert "第 1 列" in desc and "r1c3" in desc
    assert not re.search("[a-z]{3,}", desc)
