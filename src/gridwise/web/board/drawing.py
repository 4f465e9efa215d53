"""Small pictures of example boards, in the colours of the page.

Only examples of the package are drawn here, never input of a visitor.
"""

from nicegui import ui

from gridwise.core import registry
from gridwise.core.scene import Scene
from gridwise.render.catalogue import catalogue
from gridwise.render.palette import ON_PAGE
from gridwise.render.svg import to_svg
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import invitation, named
from gridwise.web.widgets.parts import box, link, text


def drawing(scene: Scene, visitor: Visitor, label: str = "") -> ui.element:
    """Show a board: a picture with that name, or decoration if the label is empty."""
    names = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    with box("div", "gw-drawing", **names) as outer:
        svg = to_svg(scene, theme=ON_PAGE, catalogue=catalogue(visitor.language))
        ui.html(svg, sanitize=False).props["aria-hidden"] = "true"
    return outer


def card(visitor: Visitor, kind: str, target: str) -> None:
    """Show a puzzle as a card with a link: a board, its name, a line about it."""
    words = visitor.words
    scene, line = liveliest(kind), invitation(kind)
    with link("", target, "gw-card"):
        if scene is not None:
            drawing(scene, visitor)
        with box("span", "gw-card-text"):
            text("span", words(named(kind)), "gw-card-name")
            if line is not None:
                text("span", words(line), "gw-card-line")


def example(kind: str, at: int = 0) -> Scene:
    """Return the drawing of one of a puzzle's examples."""
    puzzle = registry.puzzle(kind)
    return puzzle.scene(puzzle.parse(puzzle.examples[at]))


def liveliest(kind: str) -> Scene | None:
    """Return the example with most roles, of these the largest; None without examples."""
    scenes = [example(kind, at) for at in range(len(registry.puzzle(kind).examples))]
    square = [scene for scene in scenes if scene.width == scene.height] or scenes
    return max(
        square, key=lambda s: (len({cell.role for cell in s.cells}), len(s.cells)), default=None
    )
