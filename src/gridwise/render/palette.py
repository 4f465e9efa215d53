"""The one palette: every colour of the page's skins, of drawings and of documents.

A row of a table is one name, a column one look. The page gets the skins as CSS custom properties
(`stylesheet`), drawings and documents get a `Theme`. Text has a contrast of at least 4.5 on the
background under it (WCAG 2.2, 1.4.3, level AA; the light theme's large zeros, 4.4, pass as large
text), in high contrast 7; signs, heavy lines and frames have at least 3 (1.4.11). Tests read this
from the drawings and from the tables.

Names without `cell-` are of the page around a board. `cell-paper` and `cell-dark` are the squares
of a chequered board, `-lit` and `-dim` the edges of a covered cell, `-n1` to `-n8` Minesweeper's
numbers, `-no` the player's cross, `-colour1` and so on the player's colours of cells; `-peer` and
`-same` are laid thinly over the background.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.core.scene import COLOURS, Highlight, Role

BLAST_INK = "#1b1b18"
"""The exploded mine in its bright burst, in every look."""


def _table(looks: Sequence[str], rows: str) -> Mapping[str, Mapping[str, str]]:
    """Return the colours by look and name."""
    split = [row.split() for row in rows.strip().splitlines()]
    return {look: {row[0]: row[at] for row in split} for at, look in enumerate(looks, 1)}


SKINS: Mapping[str, Mapping[str, str]] = _table(
    ("paper", "night", "high-contrast", "high-contrast-dark", "colour-blind", "forest", "dusk"),
    """
bg               #faf7f1 #14181b #ffffff #000000 #f6f8fa #e7eee1 #231f33
surface          #fffefb #1c2226 #ffffff #000000 #ffffff #f8fbf4 #2d2841
ink              #20282c #e9ece8 #000000 #ffffff #1b2430 #17251b #f3eef7
muted            #5c676b #a3aeb0 #2e2e2e #dcdcdc #566170 #4b5a4e #b9b0c9
line             #ded7ca #343d42 #5c5c5c #a0a0a0 #d5dbe2 #c9d5c1 #443c5e
accent           #2c6152 #8cc9b2 #00349e #ffe14d #005b9f #24643b #ffb48c
on-accent        #ffffff #10201b #ffffff #000000 #ffffff #ffffff #2b1520
good             #1d6b3a #7fd39b #00470f #7dff9b #00508c #1b6a35 #8fdcb0
bad              #ac2b24 #ff9d94 #960000 #ff9c9c #a84300 #a52d20 #ff9fa6
warn             #84560a #eabf6c #5c3600 #ffc861 #6f5000 #77530a #f2c879
focus            #1a5fb4 #9cc7ff #c2007a #4de1ff #1b2430 #1b55a8 #a9c6ff
cell-paper       #fffefb #1c2226 #ffffff #000000 #ffffff #f8fbf4 #2d2841
cell-dark        #f1ebdd #262e33 #e2e2e2 #2a2a2a #e7edf3 #dfe9d6 #393252
cell-given-paper #f6f1e5 #262e33 #e6e6e6 #262626 #e9eef3 #e6eedd #39324f
cell-given       #20282c #f4f6f2 #000000 #ffffff #1b2430 #17251b #fbf7ff
cell-filled      #1b53a0 #9ac8ff #0000a8 #bfe0ff #005ea3 #1d579c #aecdff
cell-note        #5c676b #a9b4b6 #2e2e2e #dcdcdc #566170 #4b5a4e #c3bbd2
cell-line        #d6cebe #37424a #6e6e6e #8a8a8a #ccd4dc #c3d0ba #4a4266
cell-heavy       #39444a #8d989c #000000 #ffffff #36414e #2d4334 #a79bc0
cell-covered     #d5cdbd #3c484f #bdbdbd #404040 #c3ccd6 #b9cbaa #4d4470
cell-lit         #f0ebe0 #5a6972 #ffffff #d0d0d0 #eef2f6 #dbe6d0 #6d6296
cell-dim         #a99f8b #242b30 #3a3a3a #0a0a0a #8b98a6 #86a076 #2f2948
cell-open        #fbf8f2 #171c1f #ffffff #000000 #fafbfc #f4f8ee #272239
cell-n1          #1d55b0 #8ab8ff #0000a8 #9cc9ff #0066b3 #1b50a5 #93b9ff
cell-n2          #1f6b38 #7fd694 #00470f #7dff9b #845600 #1d642f #8fdcae
cell-n3          #b3261e #ff9a90 #960000 #ff9c9c #00457c #a8261c #ff9da6
cell-n4          #4a2a91 #c9a8ff #4b0082 #d9b8ff #7a3b00 #48298c #d3b0ff
cell-n5          #7d1f16 #ffb07a #5a1a00 #ffbd85 #002d52 #77200f #ffb98a
cell-n6          #0b666f #6fd6dd #004848 #74f0f5 #4d2300 #07606a #7ddbe2
cell-n7          #20282c #f2f5f8 #000000 #ffffff #1b2430 #17251b #f5f2fa
cell-n8          #5c6672 #b6c0cb #2e2e2e #dcdcdc #5c6672 #53605a #c3bbd2
cell-mine-paper  #fae0da #472428 #ffffff #000000 #ffd9b8 #f6dccf #55283f
cell-mine        #20282c #f1f3ef #000000 #ffffff #1b2430 #17251b #f8f3fb
cell-glint       #fffefb #472428 #ffffff #000000 #ffffff #f8fbf4 #55283f
cell-blast-paper #e2553f #7d2a22 #ff8a73 #8f1500 #e8801a #d9553a #8c2c3f
cell-blast       #ffd873 #ffcf66 #ffff66 #ffe14d #fff0b0 #ffdf7a #ffd67a
cell-safe-paper  #dff0e2 #1d3b2b #ffffff #000000 #cfe6fb #cfe8cf #24443f
cell-safe        #1c6a36 #8fe0a8 #00470f #7dff9b #004b87 #17602f #98e3b6
cell-flag        #c2281b #ff8a7e #960000 #ff9c9c #b84a00 #b3281a #ff8f9b
cell-pole        #39444a #dfe4e2 #000000 #ffffff #36414e #3b2a18 #e6dff0
cell-blocked     #6a6459 #0a0d0f #000000 #ffffff #4b5664 #4a5b46 #14111f
cell-cross       #f4efe4 #8f9b9f #ffffff #000000 #e6ebf0 #eaf2e2 #a79bc0
cell-no          #75693f #c3ae7a #3d3d00 #ffe9a8 #6b5d33 #6a6324 #dcc48f
cell-queen       #262e33 #f1efe6 #000000 #ffffff #1b2430 #1c2a1f #fbf3ff
cell-queen-edge  #d9b65c #c69f45 #ffffff #000000 #e0b64a #d8b44a #d9a860
cell-tile        #f3e6cb #4a4030 #ffffff #000000 #f5ead3 #e9d7b2 #5a3f52
cell-tile-edge   #b79b66 #9a8252 #000000 #ffffff #a98c55 #a3834a #c98f78
cell-tile-ink    #3a2e18 #f8efdc #000000 #ffffff #33280f #33260f #fff1e6
cell-gap         #e9e2d3 #12171a #c4c4c4 #333333 #dde4eb #d3dfc9 #1d192b
cell-heat        #e0561b #e2622a #ff9a4d #a34700 #e07b1a #dd5a1a #ea6a45
cell-overlay     #20282c #ffffff #000000 #ffffff #1b2430 #17251b #ffffff
cell-peer        #2c6152 #8cc9b2 #00349e #ffe14d #0072b2 #24643b #ffb48c
cell-same        #2c6152 #8cc9b2 #00349e #ffe14d #0072b2 #24643b #ffb48c
cell-attacked    #6b5c8f #b9a8e0 #3b006e #d9b8ff #5a4a00 #5d4a86 #c6b0f5
cell-conflict    #b3261e #ff8f85 #960000 #ff9c9c #b84a00 #a8261c #ff949e
cell-reason      #8a5a00 #eabf6c #5c3600 #ffc861 #604000 #7d5300 #f2c879
cell-target      #1a6b38 #7fd39b #00470f #7dff9b #0068a5 #17642f #8fdcb0
cell-tried       #6d3d96 #d0a6f2 #55007d #e0b3ff #1b2430 #673a8e #d9a8fa
cell-colour1     #fcf1aa #413801 #feea74 #4c4300 #fcf1aa #fcf1aa #4c4300
cell-colour2     #ffe1dd #460a0b #ffaba3 #72020e #fedbd7 #fdc9c4 #521615
cell-colour3     #d9eafc #01345e #8cc3fc #003c6c #d1e7ff #afd5fe #01345e
cell-colour4     #c0fdcc #01421a #9dffb3 #004b1e #c0fdcc #c0fdcc #01421a
cell-colour5     #f0e1fc #311344 #dcaefe #3e015a #efdcfe #e4c6fc #3b1e4f
cell-colour6     #a6f9fd #004447 #39f3fc #004447 #99f7fc #99f7fc #004447
""",
)
"""The colours of the page by skin; high contrast has a second set for a dark system."""

DARK_SKINS = frozenset({"night", "high-contrast-dark", "dusk"})

_PRINTED = _table(
    ("light", "dark", "high-contrast", "colour-blind"),
    """
bg               #ffffff #12161c #ffffff #ffffff
cell-paper       #ffffff #1b212a #ffffff #ffffff
cell-dark        #dde5ec #2d3743 #d2d2d2 #dde5ec
cell-given-paper #e9edf2 #323c49 #dcdcdc #e9edf2
cell-given       #1b2430 #f2f5f8 #000000 #1b2430
cell-filled      #0b63b5 #7cc0ff #00008b #0061a8
cell-note        #697585 #a4afbc #3a3a3a #626d7b
cell-line        #aeb7c2 #4a5563 #595959 #aeb7c2
cell-covered     #c3ccd6 #465160 #8c8c8c #c3ccd6
cell-lit         #eef2f6 #67758a #ffffff #eef2f6
cell-dim         #98a4b1 #262e38 #3a3a3a #98a4b1
cell-open        #f6f8fa #1f262f #ffffff #f6f8fa
cell-n1          #1254b8 #8ab8ff #00008b #0066b3
cell-n2          #1a6b2f #7fd694 #004d14 #8a5a00
cell-n3          #b3261e #ff9a90 #8b0000 #00457c
cell-n4          #4a2a91 #c9a8ff #4b0082 #7a3b00
cell-n5          #7d1f16 #ffb07a #5a1a00 #002d52
cell-n6          #0b6b74 #6fd6dd #004848 #4d2300
cell-n7          #1b2430 #f2f5f8 #000000 #1b2430
cell-n8          #5c6672 #b6c0cb #3a3a3a #5c6672
cell-mine-paper  #fde3e1 #5a2226 #ffffff #ffd9b8
cell-glint       #ffffff #5a2226 #ffffff #ffffff
cell-blast-paper #e2553f #7d2a22 #ff8a73 #e8801a
cell-blast       #ffd873 #ffcf66 #ffff66 #fff0b0
cell-safe-paper  #dff3e4 #17402b #ffffff #cfe6fb
cell-safe        #14602b #a9ecb9 #003d10 #004b87
cell-tick        #1a7f37 #6fdc8d #004d14 #0061a8
cell-flag        #c62828 #ff8a7e #7a0000 #a84300
cell-pole        #1b2430 #f2f5f8 #000000 #1b2430
cell-blocked     #4b5664 #07090c #000000 #4b5664
cell-cross       #dfe5eb #8d99a6 #ffffff #dfe5eb
cell-tile        #f3e9d6 #4d422d #ffffff #f3e9d6
cell-tile-paper  #ffffff #1b212a #ffffff #ffffff
cell-tile-edge   #b59b6a #a08a58 #000000 #b59b6a
cell-gap         #e9edf2 #262e38 #c8c8c8 #e9edf2
cell-heat        #e0561b #e2622a #ff9a4d #e07b1a
cell-attacked    #5b4a86 #b9a8e0 #3b006e #5a4a00
cell-conflict    #c62828 #ff7b7b #a00000 #c44f00
cell-reason      #a15c00 #ffb74d #6b3d00 #604000
cell-target      #1a7f37 #6fdc8d #005a18 #0072b2
cell-tried       #7a3ea1 #d3a3f2 #5b0080 #1b2430
cell-colour1     #fcf1aa #413801 #feea74 #fcf1aa
cell-colour2     #fedbd7 #460a0b #ffaba3 #fedbd7
cell-colour3     #d1e7ff #01345e #8cc3fc #d1e7ff
cell-colour4     #c0fdcc #01421a #9dffb3 #c0fdcc
cell-colour5     #efdcfe #311344 #dcaefe #efdcfe
cell-colour6     #99f7fc #004447 #39f3fc #99f7fc
""",
)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that a drawn board or a document takes, each a CSS colour.

    Parameters
    ----------
    name, title
        The name that it is chosen by, and a description.
    scheme
        `light` or `dark`, for a browser's own parts.
    page
        The background of the board and of a document.
    ink
        Given text, signs, outline and heavy lines; the text of a document.
    line
        Thin lines between cells.
    filled, muted, safe
        Entered text; notes and other secondary text; numbers of cells proved safe.
    tick
        The sign of a cell proved safe.
    paper, dark
        The background of a cell, by role; that of a dark square of a chequered board.
    digits
        Minesweeper's numbers; the others are `muted`.
    glint, cross
        The light on a mine; the cross on a blocked cell.
    raised, sunk
        The lit and the dark edges of a covered cell.
    tile, tile_edge
        A sliding tile and its rim.
    flag, cloth
        The pole and foot of a flag, and the sign of a wrong one; its cloth.
    blast
        The burst around an exploded mine.
    heat, shade
        The tint of a cell that is likely to hold a mine; the tint and the marks of cells that are
        related to the selected one, or attacked.
    frames
        The frame of a highlighted cell.
    colours
        The background of a cell that the player coloured.
    """

    name: str
    title: Message
    scheme: str
    page: str
    ink: str
    line: str
    filled: str
    muted: str
    safe: str
    tick: str
    paper: Mapping[Role, str]
    dark: str
    digits: Mapping[str, str]
    glint: str
    cross: str
    raised: str
    sunk: str
    tile: str
    tile_edge: str
    flag: str
    cloth: str
    blast: str
    heat: str
    shade: str
    frames: Mapping[Highlight, str]
    colours: tuple[str, ...]


def _theme(name: str, title: Message, scheme: str, colours: Mapping[str, str]) -> Theme:
    paper = dict.fromkeys(Role, colours["cell-paper"])
    for role, key in (
        (Role.GIVEN, "given-paper"),
        (Role.COVERED, "covered"),
        (Role.NUMBER, "open"),
        (Role.MINE, "mine-paper"),
        (Role.SAFE, "safe-paper"),
        (Role.BLOCKED, "blocked"),
        (Role.TILE, "tile-paper"),
        (Role.BLANK, "gap"),
        (Role.FLAG, "covered"),
        (Role.EXPLODED, "blast-paper"),
        (Role.WRONG_FLAG, "covered"),
    ):
        paper[role] = colours[f"cell-{key}"]
    return Theme(
        name=name,
        title=title,
        scheme=scheme,
        page=colours["bg"],
        ink=colours["cell-given"],
        line=colours["cell-line"],
        filled=colours["cell-filled"],
        muted=colours["cell-note"],
        safe=colours["cell-safe"],
        tick=colours["cell-tick"],
        paper=paper,
        dark=colours["cell-dark"],
        digits={str(digit): colours[f"cell-n{digit}"] for digit in range(1, 9)},
        glint=colours["cell-glint"],
        cross=colours["cell-cross"],
        raised=colours["cell-lit"],
        sunk=colours["cell-dim"],
        tile=colours["cell-tile"],
        tile_edge=colours["cell-tile-edge"],
        flag=colours["cell-pole"],
        cloth=colours["cell-flag"],
        blast=colours["cell-blast"],
        heat=colours["cell-heat"],
        shade=colours["cell-attacked"],
        frames={mark: colours[f"cell-{mark.name.lower()}"] for mark in Highlight},
        colours=tuple(colours[f"cell-colour{number}"] for number in range(1, COLOURS + 1)),
    )


THEMES: Mapping[str, Theme] = {
    name: _theme(name, title, "dark" if name == "dark" else "light", _PRINTED[name])
    for name, title in (
        ("light", msg("light, the usual look")),
        ("dark", msg("dark, for screens at night")),
        ("high-contrast", msg("high contrast: black on white, every text at least 7 to 1")),
        ("colour-blind", msg("blue, orange and lightness only, for any colour vision")),
    )
}
"""The themes of drawings and documents by name; the first is the default."""

LIGHT = THEMES["light"]

_SHARED = {
    "cell-tick": "cell-safe",
    "cell-tile-paper": "cell-gap",
}
"""Names that only the themes have, and the name of the skins that a drawing on the page takes."""

ON_PAGE = _theme(
    "page",
    Message("page"),
    "light dark",
    {name: f"var(--gw-{_SHARED.get(name, name)})" for name in _PRINTED["light"]}
    | {"bg": "transparent"},
)
"""The theme of drawings inside the page: they follow its skin."""


def theme_named(name: str) -> Theme:
    """Return a theme, or raise `UnknownNameError` with near names."""
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownNameError("theme", name, THEMES) from None


def stylesheet() -> str:
    """Return the custom properties of every skin as CSS: `html[data-skin]` chooses one.

    `auto` follows the system between light and dark, as high contrast does. Printed, every skin is
    the light one.
    """
    skin = 'html[data-skin="{}"]'.format
    chosen = [
        _rule(skin(name), name) for name in SKINS if name not in ("paper", "high-contrast-dark")
    ]
    dark = [
        _rule(f"{skin('auto')}, html:not([data-skin])", "night"),
        _rule(skin("high-contrast"), "high-contrast-dark"),
    ]
    return "\n".join(
        (
            _rule("html", "paper"),
            f"html {{ --gw-cell-blast-ink: {BLAST_INK}; }}",
            *("@media screen {", *chosen, "}"),
            *("@media screen and (prefers-color-scheme: dark) {", *dark, "}"),
            "",
        )
    )


def _rule(selector: str, skin: str) -> str:
    colours = "".join(f" --gw-{name}: {colour};" for name, colour in SKINS[skin].items())
    scheme = "dark" if skin in DARK_SKINS else "light"
    return f"{selector} {{ color-scheme: {scheme};{colours} }}"
