"""The skins: each names every colour, and text, signs and frames stand out on their grounds."""

import re
from pathlib import Path

from every import every
from gridwise.core.scene import COLOURS
from gridwise.render import palette
from gridwise.web.widgets import preferences

STATIC = Path(preferences.__file__).parents[1] / "static"
CSS = palette.stylesheet()
MARKS = ("conflict", "reason", "target", "tried")
SKINS = palette.SKINS
EVERY = every("name", SKINS)


def parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def luminance(colour: str) -> float:
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in parts(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(top: str, ground: str, alpha: float) -> str:
    mixed = (
        round(alpha * a + (1 - alpha) * b) for a, b in zip(parts(top), parts(ground), strict=True)
    )
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def alpha(css: str) -> float:
    """How thickly board.css lays a colour on."""
    found = re.search(re.escape(css) + r" \{[^}]*fill-opacity: ([0-9.]+)", BOARD)
    assert found is not None
    return float(found[1])


BOARD = (STATIC / "board.css").read_text(encoding="utf-8")


def test_every_choice_has_its_colours() -> None:
    offered = set(preferences.SKIN.values) - {"auto"}
    assert len(offered) >= 6
    assert set(SKINS) - offered == {"high-contrast-dark"}


def rules(media: str) -> dict[str, dict[str, str]]:
    """The properties by selector, of the rules for a medium."""
    heads = re.split(r"^@media ([^{]*) \{$", CSS, flags=re.MULTILINE)
    inside = dict(zip(["", *heads[1::2]], heads[::2], strict=True))[media]
    return {
        selector.strip(): dict(re.findall(r"([a-z0-9-]+): ([^;]+);", body))
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", inside)
    }


def named(skin: str, scheme: str) -> dict[str, str]:
    return {"color-scheme": scheme} | {f"--gw-{k}": v for k, v in SKINS[skin].items()}


def test_the_style_sheet_has_every_skin_on_screen_and_the_light_one_on_paper() -> None:
    printed = rules("")
    assert set(printed) == {"html"}
    assert "--gw-cell-blast-ink" in printed["html"]
    assert CSS.startswith("html { color-scheme: light; --gw-bg: " + SKINS["paper"]["bg"])
    screen = rules("screen")
    offered = set(preferences.SKIN.values) - {"auto", "paper"}
    assert set(screen) == {f'html[data-skin="{name}"]' for name in offered}
    assert screen['html[data-skin="dusk"]'] == named("dusk", "dark")
    assert screen['html[data-skin="forest"]'] == named("forest", "light")
    dark = rules("screen and (prefers-color-scheme: dark)")
    assert dark == {
        'html[data-skin="auto"], html:not([data-skin])': named("night", "dark"),
        'html[data-skin="high-contrast"]': named("high-contrast-dark", "dark"),
    }


@EVERY
def test_all_skins_name_the_same_colours(name: str) -> None:
    assert set(SKINS[name]) == set(SKINS["paper"])
    dark = luminance(SKINS[name]["bg"]) < 0.2
    assert (name in palette.DARK_SKINS) == dark


@every("file", lambda: sorted(STATIC.glob("*.css")))
def test_no_style_sheet_uses_a_colour_that_no_skin_has(file: Path) -> None:
    css = file.read_text(encoding="utf-8")
    own = {*re.findall(r"--(gw-[a-z0-9-]+):", css), *re.findall(r"--(gw-[a-z-]+):", PAGE)}
    used = set(re.findall(r"var\(--(gw-[a-z0-9-]+)[,)]", css))
    assert not {name for name in used - own if f"--{name}:" not in CSS}


PAGE = (STATIC / "page.css").read_text(encoding="utf-8")


@EVERY
def test_text_reads_well(name: str) -> None:
    skin = SKINS[name]
    least = 7.0 if name.startswith("high-contrast") else 4.5
    pairs = [
        (skin[ink], skin[ground])
        for ink in ("ink", "muted", "accent", "good", "bad", "warn")
        for ground in ("bg", "surface")
    ]
    pairs += [(skin["on-accent"], skin["accent"]), (skin["cell-tile-ink"], skin["cell-tile"])]
    pairs += [(skin[f"cell-n{n}"], skin["cell-open"]) for n in range(1, 9)]
    pairs += [(skin["cell-safe"], skin["cell-safe-paper"])]
    for ink, ground in (("given", "given-paper"), ("filled", "paper")):
        paper = skin[f"cell-{ground}"]
        for under in (
            paper,
            over(skin["cell-peer"], paper, alpha(".gw-shade-peer")),
            over(skin["cell-same"], paper, alpha(".gw-shade-same")),
        ):
            pairs.append((skin[f"cell-{ink}"], under))
    assert [(a, b, contrast(a, b)) for a, b in pairs if contrast(a, b) < least] == []
    for number in range(1, COLOURS + 1):
        painted = skin[f"cell-colour{number}"]
        for ink in ("given", "filled", "note"):
            assert contrast(skin[f"cell-{ink}"], painted) >= 4.5, (ink, number)
    paper = skin["cell-paper"]
    for under in (paper, over(skin["cell-peer"], paper, alpha(".gw-shade-peer"))):
        assert contrast(skin["cell-note"], under) >= 4.5


@EVERY
def test_chances_read_well_over_their_tint(name: str) -> None:
    skin = SKINS[name]
    script = (STATIC / "board.js").read_text(encoding="utf-8")
    found = re.search(r"\((0\.\d+) \+ (0\.\d+) \* cell\.h\)", script)
    assert found is not None
    least, more = map(float, found.groups())
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        for ground in ("covered", "safe-paper", "mine-paper"):
            under = over(skin["cell-heat"], skin[f"cell-{ground}"], least + more * share)
            assert contrast(skin["cell-overlay"], under) >= 4.5, (share, ground)


@EVERY
def test_signs_frames_and_focus_stand_out(name: str) -> None:
    skin = SKINS[name]
    papers = [skin["cell-paper"], skin["cell-dark"], skin["cell-given-paper"]]
    pairs = [(skin[f"cell-{mark}"], paper) for mark in MARKS for paper in papers]
    pairs += [
        (skin[f"cell-{sign}"], paper) for sign in ("queen", "no", "attacked") for paper in papers
    ]
    pairs += [
        (skin["cell-mine"], skin["cell-mine-paper"]),
        (skin["cell-cross"], skin["cell-blocked"]),
        (skin["cell-flag"], skin["cell-covered"]),
        (skin["cell-pole"], skin["cell-covered"]),
        (palette.BLAST_INK, skin["cell-blast"]),
        (skin["focus"], skin["bg"]),
        (skin["focus"], skin["surface"]),
        (skin["focus"], skin["cell-paper"]),  # the ring has a rim of the paper on both sides
    ]
    assert [(a, b, contrast(a, b)) for a, b in pairs if contrast(a, b) < 3] == []
    assert skin["cell-dark"] != skin["cell-paper"]


def test_the_skin_for_the_colour_blind_has_no_red_beside_green() -> None:
    skin = SKINS["colour-blind"]
    red, green, blue = parts(skin["cell-conflict"])
    assert red > green > blue  # an orange
    red, green, blue = parts(skin["cell-target"])
    assert blue > green > red
    for name in ("accent", "good", "cell-safe"):
        red, green, blue = parts(skin[name])
        assert blue > green > red, name


def test_no_other_sheet_styles_the_pieces_of_a_board() -> None:
    script = (STATIC / "board.js").read_text("utf-8")
    pieces = {word for text in re.findall(r'"(gw-[\w -]+)"', script) for word in text.split()}
    pieces.remove("gw-board")  # what the drawing lies in
    assert {"gw-cover", "gw-note", "gw-tick"} <= pieces
    for path in STATIC.glob("*.css"):
        if path.name == "board.css":
            continue
        sheet = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        selectors = {
            part.strip() for text in re.findall(r"[^{}]+(?={)", sheet) for part in text.split(",")
        }
        assert not selectors & {f".{name}" for name in pieces}, path.name
