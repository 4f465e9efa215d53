"""Themes: read well, differ in colours alone, and tell things apart without colour vision."""

import itertools
import re
from itertools import product
from xml.etree import ElementTree as ET

import pytest

from every import every
from gridwise.core.errors import UnknownNameError
from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.render.palette import BLAST_INK, LIGHT, THEMES, Theme, theme_named
from gridwise.render.svg import CELL, to_svg

COLOUR = re.compile(r"#[0-9a-f]{6}")
SVG = "{http://www.w3.org/2000/svg}"
EVERY = every("theme", THEMES.values())

WRITTEN = (
    SceneCell(Role.GIVEN, "5"),
    SceneCell(Role.FILLED, "7"),
    SceneCell(Role.EMPTY, "-"),
    SceneCell(Role.EMPTY, "", tuple("123456789")),
    SceneCell(Role.TILE, "12"),
    SceneCell(Role.SAFE, "3"),
    *(SceneCell(Role.NUMBER, str(digit)) for digit in range(9)),
)
"""Every sort of text that is drawn."""
SIGNS = tuple(
    SceneCell(role) for role in (Role.MINE, Role.SAFE, Role.QUEEN, Role.BLOCKED, Role.CROSS)
)
ON_PAPER = frozenset(Role) - {
    *(Role.BLOCKED, Role.COVERED, Role.FLAG, Role.WRONG_FLAG, Role.EXPLODED)
}
"""Roles whose paper shows beside a frame; on the others its light rim sets it off."""


def scene(*cells: SceneCell, **more: object) -> Scene:
    return Scene(len(cells), 1, cells, **more)  # type: ignore[arg-type]


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(rgb: list[float]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: the ratio of the relative luminances, each with 0.05 of stray light."""
    dark, light = sorted((luminance(linear(one)), luminance(linear(other))))
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def grounds(root: ET.Element, cell: int) -> str:
    """The colour that lies uppermost in the middle of a cell: its paper, or the tile on it."""
    found = ""
    for rect in root.iter(f"{SVG}rect"):
        left, side = float(rect.get("x") or 0), float(rect.get("width") or 0)
        middle = (cell + 0.5) * CELL
        if left < middle < left + side and COLOUR.fullmatch(rect.get("fill") or ""):
            found = rect.get("fill") or ""
    return found


def texts(theme: Theme) -> list[tuple[str, str, str]]:
    """What is written, in which colour, on which."""
    root = ET.fromstring(to_svg(scene(*WRITTEN), theme=theme))
    return [
        (text.text or "", text.get("fill") or "", grounds(root, int(float(text.get("x")) // CELL)))  # type: ignore[arg-type]
        for text in root.iter(f"{SVG}text")
    ]


@EVERY
def test_text_reads_well_on_its_paper(theme: Theme) -> None:
    found = texts(theme)
    assert len(found) == len(WRITTEN) + 8
    for text, ink, paper in found:
        # The zeros of the usual look are large text (27 units), for which 3 would be enough.
        least = 4.35 if (theme, text) == (LIGHT, "0") else 4.5
        assert contrast(ink, paper) >= least, (text, ink, paper)
    for ink in (theme.ink, theme.muted, theme.filled):  # captions, page numbers and links
        assert contrast(ink, theme.page) >= 4.5


def test_high_contrast_is_higher() -> None:
    theme = theme_named("high-contrast")
    assert all(contrast(ink, paper) >= 7 for _, ink, paper in texts(theme))


@EVERY
def test_signs_lines_and_frames_stand_out(theme: Theme) -> None:
    for cell in SIGNS:
        svg = to_svg(scene(cell), theme=theme).split("</desc>")[1]
        root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}')
        paper = theme.paper[cell.role]
        assert grounds(root, 0) == paper
        inks = set(re.findall(r'stroke="(#[0-9a-f]{6})" stroke-width="(?:3.5|4|2)"', svg))
        inks |= set(re.findall(r'r="10.5" fill="(#[0-9a-f]{6})"', svg))
        inks |= set(re.findall(r'<polygon [^>]*fill="(#[0-9a-f]{6})"', svg))
        inks -= {theme.ink} if cell.role in (Role.SAFE, Role.BLOCKED) else set()  # the outline
        assert inks
        assert all(contrast(ink, paper) >= 3 for ink in inks), (cell, inks)
    assert contrast(theme.ink, theme.page) >= 3
    for frame, paper in itertools.product(theme.frames.values(), ON_PAPER):
        assert contrast(frame, theme.paper[paper]) >= 3, (frame, paper)
    marked = to_svg(scene(SceneCell(Role.FLAG), highlights={0: Highlight.TARGET}), theme=theme)
    frames = re.findall(r'rx="4" fill="none" stroke="(#[0-9a-f]{6})"', marked)
    assert frames == [theme.paper[Role.EMPTY], theme.frames[Highlight.TARGET]]


@EVERY
def test_signs_of_a_game_stand_out(theme: Theme) -> None:
    covered, burst = theme.paper[Role.FLAG], theme.paper[Role.EXPLODED]
    assert covered == theme.paper[Role.WRONG_FLAG] == theme.paper[Role.COVERED]
    assert contrast(theme.flag, covered) >= 3
    assert contrast(theme.cloth, covered) >= 3
    assert contrast(BLAST_INK, theme.blast) >= 3
    assert contrast(theme.blast, burst) >= 2  # the mine in it says what it is
    assert contrast(theme.shade, theme.paper[Role.EMPTY]) >= 3


@every("theme, share", lambda: product(THEMES.values(), [0.0, 0.49, 0.5, 1.0]))
def test_a_chance_reads_well_over_its_tint(theme: Theme, share: float) -> None:
    cell = SceneCell(Role.COVERED, overlay="50 %", heat=share)
    svg = to_svg(scene(cell), theme=theme)
    alpha = float(re.findall(rf'fill="{theme.heat}" fill-opacity="([0-9.]+)"', svg)[0])
    parts = [
        round(alpha * int(theme.heat[at : at + 2], 16) + (1 - alpha) * int(paper, 16))
        for at, paper in ((at, theme.paper[Role.COVERED][at : at + 2]) for at in (1, 3, 5))
    ]
    under = "#{:02x}{:02x}{:02x}".format(*parts)
    assert contrast(theme.ink, under) >= 4.5
    assert ('stroke-opacity="0.22"' in svg) == (share >= 0.5)


@EVERY
def test_only_colours_differ(theme: Theme) -> None:
    """What a theme's picture says without its colours is what the usual one says."""
    cells = [*WRITTEN, *SIGNS, *(SceneCell(role) for role in Role)]
    marks = dict(enumerate(Highlight))
    drawn = [
        COLOUR.sub("#", to_svg(scene(*cells, highlights=marks), theme=one).split("</desc>")[1])
        for one in (LIGHT, theme)
    ]
    assert drawn[0] == drawn[1]


def test_the_usual_look_is_the_default() -> None:
    board = scene(*WRITTEN, *SIGNS)
    assert to_svg(board) == to_svg(board, theme=LIGHT)
    assert next(iter(THEMES)) == LIGHT.name
    assert len({to_svg(board, theme=theme) for theme in THEMES.values()}) == len(THEMES) >= 4


@EVERY
def test_every_colour_is_there(theme: Theme) -> None:
    assert set(theme.paper) == set(Role)
    assert set(theme.frames) == set(Highlight)
    assert set(theme.digits) == set("12345678")
    assert theme.scheme == ("dark" if luminance(linear(theme.page)) < 0.2 else "light")
    assert f'color-scheme="{theme.scheme}"' in to_svg(scene(*SIGNS), theme=theme)
    assert str(theme.title)


# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
BLIND = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(rgb: list[float]) -> list[float]:
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        sum(m * max(0.0, c) for m, c in zip(row, rgb, strict=True)) / w
        for row, w in zip(to_xyz, white, strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


def apart(one: str, other: str, kind: str) -> float:
    """The distance (CIE 1976) of two colours as somebody with this colour vision sees them."""
    seen = []
    for colour in (one, other):
        rgb = linear(colour)
        seen.append(lab([sum(m * c for m, c in zip(r, rgb, strict=True)) for r in BLIND[kind]]))
    return sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5


def test_red_and_green_are_near_each_other_for_the_colour_blind() -> None:
    assert apart("#c62828", "#1a7f37", "deutan") < 45 < apart("#0072b2", "#c44f00", "deutan")


@pytest.mark.parametrize("kind", BLIND)
def test_the_colour_blind_can_tell_apart(kind: str) -> None:
    theme = theme_named("colour-blind")
    pairs = [
        (theme.ink, theme.filled),
        (theme.paper[Role.MINE], theme.paper[Role.SAFE]),
        (theme.paper[Role.MINE], theme.paper[Role.EMPTY]),
        (theme.paper[Role.SAFE], theme.paper[Role.EMPTY]),
        (theme.paper[Role.COVERED], theme.paper[Role.NUMBER]),
        *itertools.combinations(theme.frames.values(), 2),
        *itertools.pairwise(list(theme.digits.values())[:6]),
    ]
    for one, other in pairs:
        assert apart(one, other, kind) >= 10, (one, other)


def test_an_unknown_theme_suggests_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean dark"):
        theme_named("drak")


@EVERY
def test_what_is_on_a_dark_square_stands_out(theme: Theme) -> None:
    for ink in (theme.ink, theme.shade, *theme.frames.values()):
        assert contrast(ink, theme.dark) >= 3, ink
    assert contrast(theme.muted, theme.dark) >= (7 if theme.name == "high-contrast" else 3)
    assert contrast(theme.dark, theme.paper[Role.EMPTY]) >= 1.2


def test_a_chequered_board_is_dark_and_light_in_turn() -> None:
    cells = (SceneCell(Role.EMPTY), SceneCell(Role.QUEEN), SceneCell(Role.EMPTY)) * 3
    for chequered in (True, False):
        svg = to_svg(Scene(3, 3, cells, chequered=chequered)).split("<g>")[1].split("</g>")[0]
        papers = re.findall(r'fill="(#[0-9a-f]{6})"', svg)
        light = LIGHT.paper[Role.EMPTY]
        wanted = [LIGHT.dark if chequered and at % 2 else light for at in range(9)]
        assert papers == wanted
