"""The colours of drawings and documents: the same shapes in every theme, so only colours differ.

In each of them text has a contrast of at least 4.5 on the paper under it (WCAG 2.2, 1.4.3, level
AA; the light theme's large zeros, 4.4, pass as the large text that they are), and signs, heavy
lines and frames one of at least 3 (1.4.11). A test reads both from the drawings.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.core.scene import Highlight, Role


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one look, each as `#rrggbb`.

    Parameters
    ----------
    name, title
        What it is chosen by, and what it is.
    scheme
        `light` or `dark`, for a browser's own parts.
    page
        The ground that the board lies on, and that of a document.
    ink
        Given text, signs, outline and heavy lines; the text of a document.
    line
        Thin lines between cells.
    filled, muted, safe
        Text that was filled in; notes and whatever is least important; numbers of cells proved
        safe.
    tick
        The sign of a cell proved safe.
    paper
        The ground of a cell, by role.
    digits
        Minesweeper's numbers; those that are not here are `muted`.
    glint, cross
        The light on a mine; the cross on a blocked cell.
    raised, sunk
        The lit and the dark edges of a covered cell.
    tile, tile_edge
        A sliding tile and its rim.
    flag, cloth
        The pole and foot of a flag, and the sign of a wrong one; its cloth.
    blast
        What is around the mine that was opened.
    heat, shade
        The tint of a cell that is likely to hold a mine; the ground and the marks of cells that go
        with the selected one, or are attacked.
    frames
        The frame of a highlighted cell.
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


def _digits(*colours: str) -> Mapping[str, str]:
    return {str(digit): colour for digit, colour in enumerate(colours, 1)}


LIGHT = Theme(
    name="light",
    title=msg("light, the usual look"),
    scheme="light",
    page="#ffffff",
    ink="#1b2430",
    line="#aeb7c2",
    filled="#0b63b5",
    muted="#697585",
    safe="#14602b",
    tick="#1a7f37",
    paper={
        Role.EMPTY: "#ffffff",
        Role.GIVEN: "#e9edf2",
        Role.FILLED: "#ffffff",
        Role.COVERED: "#c3ccd6",
        Role.NUMBER: "#f6f8fa",
        Role.MINE: "#fde3e1",
        Role.SAFE: "#dff3e4",
        Role.QUEEN: "#fff6dc",
        Role.BLOCKED: "#4b5664",
        Role.TILE: "#ffffff",
        Role.BLANK: "#e9edf2",
        Role.FLAG: "#c3ccd6",
        Role.EXPLODED: "#e2553f",
        Role.WRONG_FLAG: "#c3ccd6",
        Role.CROSS: "#ffffff",
    },
    # Customary colours, darkened until they read well.
    digits=_digits(
        *("#1254b8", "#1a6b2f", "#b3261e", "#4a2a91", "#7d1f16", "#0b6b74", "#1b2430", "#5c6672")
    ),
    glint="#ffffff",
    cross="#dfe5eb",
    raised="#eef2f6",
    sunk="#98a4b1",
    tile="#f3e9d6",
    tile_edge="#b59b6a",
    flag="#1b2430",
    cloth="#c62828",
    blast="#ffd873",
    heat="#e0561b",
    shade="#5b4a86",
    frames={
        Highlight.CONFLICT: "#c62828",
        Highlight.REASON: "#a15c00",
        Highlight.TARGET: "#1a7f37",
        Highlight.TRIED: "#7a3ea1",
    },
)

DARK = Theme(
    name="dark",
    title=msg("dark, for screens at night"),
    scheme="dark",
    page="#12161c",
    ink="#f2f5f8",
    line="#4a5563",
    filled="#7cc0ff",
    muted="#a4afbc",
    safe="#a9ecb9",
    tick="#6fdc8d",
    paper={
        Role.EMPTY: "#1b212a",
        Role.GIVEN: "#323c49",
        Role.FILLED: "#1b212a",
        Role.COVERED: "#465160",
        Role.NUMBER: "#1f262f",
        Role.MINE: "#5a2226",
        Role.SAFE: "#17402b",
        Role.QUEEN: "#4a3c10",
        Role.BLOCKED: "#07090c",
        Role.TILE: "#1b212a",
        Role.BLANK: "#262e38",
        Role.FLAG: "#465160",
        Role.EXPLODED: "#7d2a22",
        Role.WRONG_FLAG: "#465160",
        Role.CROSS: "#1b212a",
    },
    digits=_digits(
        *("#8ab8ff", "#7fd694", "#ff9a90", "#c9a8ff", "#ffb07a", "#6fd6dd", "#f2f5f8", "#b6c0cb")
    ),
    glint="#5a2226",
    cross="#8d99a6",
    raised="#67758a",
    sunk="#262e38",
    tile="#4d422d",
    tile_edge="#a08a58",
    flag="#f2f5f8",
    cloth="#ff8a7e",
    blast="#ffcf66",
    heat="#e2622a",
    shade="#b9a8e0",
    frames={
        Highlight.CONFLICT: "#ff7b7b",
        Highlight.REASON: "#ffb74d",
        Highlight.TARGET: "#6fdc8d",
        Highlight.TRIED: "#d3a3f2",
    },
)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    title=msg("high contrast: black on white, every text at least 7 to 1"),
    scheme="light",
    page="#ffffff",
    ink="#000000",
    line="#595959",
    filled="#00008b",
    muted="#3a3a3a",
    safe="#003d10",
    tick="#004d14",
    paper={
        Role.EMPTY: "#ffffff",
        Role.GIVEN: "#dcdcdc",
        Role.FILLED: "#ffffff",
        Role.COVERED: "#8c8c8c",
        Role.NUMBER: "#ffffff",
        Role.MINE: "#ffffff",
        Role.SAFE: "#ffffff",
        Role.QUEEN: "#ffffff",
        Role.BLOCKED: "#000000",
        Role.TILE: "#ffffff",
        Role.BLANK: "#c8c8c8",
        Role.FLAG: "#8c8c8c",
        Role.EXPLODED: "#ff8a73",
        Role.WRONG_FLAG: "#8c8c8c",
        Role.CROSS: "#ffffff",
    },
    digits=_digits(
        *("#00008b", "#004d14", "#8b0000", "#4b0082", "#5a1a00", "#004848", "#000000", "#3a3a3a")
    ),
    glint="#ffffff",
    cross="#ffffff",
    raised="#ffffff",
    sunk="#3a3a3a",
    tile="#ffffff",
    tile_edge="#000000",
    flag="#000000",
    cloth="#7a0000",
    blast="#ffff66",
    heat="#ff9a4d",
    shade="#3b006e",
    frames={
        Highlight.CONFLICT: "#a00000",
        Highlight.REASON: "#6b3d00",
        Highlight.TARGET: "#005a18",
        Highlight.TRIED: "#5b0080",
    },
)

COLOUR_BLIND = Theme(
    name="colour-blind",
    title=msg("blue, orange and lightness only, for any colour vision"),
    scheme="light",
    page="#ffffff",
    ink="#1b2430",
    line="#aeb7c2",
    filled="#0061a8",
    muted="#626d7b",
    safe="#004b87",
    tick="#0061a8",
    paper={
        Role.EMPTY: "#ffffff",
        Role.GIVEN: "#e9edf2",
        Role.FILLED: "#ffffff",
        Role.COVERED: "#c3ccd6",
        Role.NUMBER: "#f6f8fa",
        Role.MINE: "#ffd9b8",
        Role.SAFE: "#cfe6fb",
        Role.QUEEN: "#fff1c9",
        Role.BLOCKED: "#4b5664",
        Role.TILE: "#ffffff",
        Role.BLANK: "#e9edf2",
        Role.FLAG: "#c3ccd6",
        Role.EXPLODED: "#e8801a",
        Role.WRONG_FLAG: "#c3ccd6",
        Role.CROSS: "#ffffff",
    },
    # Blues and browns in turn, each darker than the last of its kind.
    digits=_digits(
        *("#0066b3", "#8a5a00", "#00457c", "#7a3b00", "#002d52", "#4d2300", "#1b2430", "#5c6672")
    ),
    glint="#ffffff",
    cross="#dfe5eb",
    raised="#eef2f6",
    sunk="#98a4b1",
    tile="#f3e9d6",
    tile_edge="#b59b6a",
    flag="#1b2430",
    cloth="#a84300",
    blast="#fff0b0",
    heat="#e07b1a",
    shade="#5a4a00",
    frames={
        Highlight.CONFLICT: "#c44f00",
        Highlight.REASON: "#604000",
        Highlight.TARGET: "#0072b2",
        Highlight.TRIED: "#1b2430",
    },
)

THEMES: Mapping[str, Theme] = {
    theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST, COLOUR_BLIND)
}
"""The themes by name; the first is what is taken where none is named."""


def theme_named(name: str) -> Theme:
    """Return a theme, or raise `UnknownNameError` with near names."""
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownNameError("theme", name, THEMES) from None
