"""Directives for the pages of techniques: what is registered, and a drawn example of each."""

from dataclasses import replace
from functools import cache
from html import escape

import technique_examples
from docutils import nodes
from registry_tables import Generated, table
from sphinx.application import Sphinx

from gridwise.core import registry
from gridwise.core.scene import SceneCell
from gridwise.core.step import LEVELS, Step, Technique
from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.render.svg import to_svg


def rating(technique: Technique, name: str) -> str:
    """Return a rating in words."""
    return f"{technique.ratings[name]:g}" if name in technique.ratings else "-"


class TechniqueTable(Generated):
    def lines(self) -> list[str]:
        known = sorted(
            registry.techniques("sudoku").values(),
            key=lambda one: (LEVELS.index(one.level), one.rank),
        )
        rows = [
            (
                f"[{one.title}](/techniques/{one.name}.md)",
                f"`{one.name}`",
                one.level,
                rating(one, "hodoku"),
                rating(one, "se"),
            )
            for one in known
        ]
        return table(("technique", "name", "level", "`hodoku`", "`se`"), rows)


class TechniqueCard(Generated):
    required_arguments = 1

    def lines(self) -> list[str]:
        one = registry.techniques("sudoku")[self.arguments[0]]
        return table(
            ("name", "level", "`hodoku`", "`se`"),
            [(f"`{one.name}`", one.level, rating(one, "hodoku"), rating(one, "se"))],
        )


class TechniqueExample(Generated):
    """The step of a technique in its example, drawn."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        found = drawn(name)
        if found is None:
            return self.parse_text_to_nodes("No short example is known yet.")
        text, svg = found
        intro = f"The board of `examples/sudoku/techniques/{name}.txt` just before the step:"
        lines = [intro, "", f"> {text}"]
        return [*self.parse_text_to_nodes("\n".join(lines)), nodes.raw("", svg, format="html")]


@cache
def drawn(name: str) -> tuple[str, str] | None:
    """Return the sentence of an example's step and its drawing; None without an example."""
    there = technique_examples.first_step(name)
    if there is None:
        return None
    origin, board, step = there
    return escape(str(step.text), quote=False), picture(origin, board, step)


def picture(origin: Position, board: CandidateGrid, step: Step) -> str:
    """Return the board before a step, with its candidates and what explains the step."""
    now = Position(origin.box_height, origin.box_width, bytes(board.digits))
    scene = PUZZLE.scene(now, origin=origin)
    cells: tuple[SceneCell, ...] = tuple(
        replace(cell, notes=tuple(str(digit) for digit in bits(board.candidates[index])))
        for index, cell in enumerate(scene.cells)
    )
    return to_svg(replace(scene, cells=cells, overlay=step.overlay, title=step.text))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("technique-table", TechniqueTable)
    app.add_directive("technique-card", TechniqueCard)
    app.add_directive("technique-example", TechniqueExample)
    return {"parallel_read_safe": True}
