"""Small boards beside the text of a page: pictures of examples, in the colours of the page.

Only what is shipped with the program is drawn here, never what came from a visitor.
"""

from collections.abc import Callable
from dataclasses import replace

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import Message
from gridwise.core.scene import Highlight, Role, Scene
from gridwise.render.svg import to_svg
from gridwise.render.themes import LIGHT, Theme
from gridwise.web.names import invitation, named
from gridwise.web.parts import box, link, text


def _mixed(part: int, ground: str = "surface") -> str:
    return f"color-mix(in srgb, var(--gw-ink) {part}%, var(--gw-{ground}))"


THEME: Theme = replace(
    LIGHT,
    name="page",
    scheme="light dark",
    page="transparent",
    ink="var(--gw-ink)",
    line="var(--gw-line)",
    filled="var(--gw-accent)",
    muted="var(--gw-muted)",
    safe="var(--gw-good)",
    tick="var(--gw-good)",
    paper=dict.fromkeys(Role, "var(--gw-surface)")
    | {
        Role.GIVEN: _mixed(7),
        Role.COVERED: _mixed(16),
        Role.NUMBER: "var(--gw-surface)",
        Role.MINE: "color-mix(in srgb, var(--gw-bad) 22%, var(--gw-surface))",
        Role.SAFE: "color-mix(in srgb, var(--gw-good) 18%, var(--gw-surface))",
        Role.QUEEN: "color-mix(in srgb, var(--gw-accent) 20%, var(--gw-surface))",
        Role.BLOCKED: _mixed(60),
        Role.BLANK: _mixed(6),
    },
    digits={},
    glint="var(--gw-surface)",
    cross="var(--gw-surface)",
    raised=_mixed(4),
    sunk=_mixed(34),
    tile="color-mix(in srgb, var(--gw-accent) 14%, var(--gw-surface))",
    tile_edge="color-mix(in srgb, var(--gw-accent) 55%, var(--gw-surface))",
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
