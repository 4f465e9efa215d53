"""Small boards beside the text of a page: pictures of examples, in the colours of the page.

Only what is shipped with the program is drawn here, never what came from a visitor.
"""

from collections.abc import Callable
from dataclasses import replace

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import Message
from gridwise.core.scene import Highlight, Role, Scene
from gridwise.render.palette import LIGHT, Theme
from gridwise.render.svg import to_svg
from gridwise.web.widgets.names import invitation, named
from gridwise.web.widgets.parts import box, link, text


def _cell(name: str) -> str:
    return f"var(--gw-cell-{name})"


THEME: Theme = replace(
    LIGHT,
    name="page",
    scheme="light dark",
    page="transparent",
    ink=_cell("given"),
    line=_cell("line"),
    filled=_cell("filled"),
    muted=_cell("note"),
    safe=_cell("safe"),
    tick=_cell("safe"),
    paper=dict.fromkeys(Role, _cell("paper"))
    | {
        Role.GIVEN: _cell("given-paper"),
        Role.COVERED: _cell("covered"),
        Role.NUMBER: _cell("open"),
        Role.MINE: _cell("mine-paper"),
        Role.SAFE: _cell("safe-paper"),
        Role.BLOCKED: _cell("blocked"),
        Role.TILE: _cell("gap"),
        Role.BLANK: _cell("gap"),
        Role.FLAG: _cell("covered"),
        Role.WRONG_FLAG: _cell("covered"),
        Role.EXPLODED: _cell("blast-paper"),
    },
    digits={str(digit): _cell(f"n{digit}") for digit in range(1, 9)},
    glint=_cell("glint"),
    cross=_cell("cross"),
    raised=_cell("lit"),
    sunk=_cell("dim"),
    tile=_cell("tile"),
    tile_edge=_cell("tile-edge"),
    flag=_cell("pole"),
    cloth=_cell("flag"),
    blast=_cell("blast"),
    heat=_cell("heat"),
    shade=_cell("attacked"),
    frames={
        Highlight.CONFLICT: "var(--gw-bad)",
        Highlight.REASON: "var(--gw-warn)",
        Highlight.TARGET: "var(--gw-good)",
        Highlight.TRIED: "var(--gw-muted)",
    },
)
"""Colours that are those of the page's look, whatever it is."""


def drawing(scene: Scene, label: str = "") -> ui.element:
    """Show a board; with a label it is a picture of that name, without one it is decoration."""
    said = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    with box("div", "gw-drawing", **said) as outer:
        ui.html(to_svg(scene, theme=THEME), sanitize=False).props["aria-hidden"] = "true"
    return outer


def card(words: Callable[[Message], str], kind: str, target: str) -> None:
    """Show a puzzle as a card that leads somewhere: a board, its name, a line about it."""
    scene, line = liveliest(kind), invitation(kind)
    with link("", target, "gw-card"):
        if scene is not None:
            drawing(scene)
        with box("span", "gw-card-text"):
            text("span", words(named(kind)), "gw-card-name")
            if line is not None:
                text("span", words(line), "gw-card-line")


def example(kind: str, at: int = 0) -> Scene:
    """Return the drawing of one of the examples that a puzzle is shipped with."""
    puzzle = registry.puzzle(kind)
    return puzzle.scene(puzzle.parse(puzzle.examples[at]))


def liveliest(kind: str) -> Scene | None:
    """Return the example that shows most: the one with most roles, of these the largest.

    None of a puzzle without examples.
    """
    scenes = [example(kind, at) for at in range(len(registry.puzzle(kind).examples))]
    square = [scene for scene in scenes if scene.width == scene.height] or scenes
    return max(
        square, key=lambda s: (len({cell.role for cell in s.cells}), len(s.cells)), default=None
    )
