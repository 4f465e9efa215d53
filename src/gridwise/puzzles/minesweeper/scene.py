"""The drawing of a board."""

from collections.abc import Iterable, Mapping

from gridwise.core.message import Message, msg
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position

_MINE, _SAFE = SceneCell(Role.MINE, "X"), SceneCell(Role.SAFE, "s")
CELLS = (
    *(SceneCell(Role.NUMBER, str(number)) for number in range(9)),
    SceneCell(Role.COVERED),
    _MINE,
    _SAFE,
)
"""The drawing of a cell, by code."""


def scene(
    position: Position,
    *,
    origin: Position | None = None,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
    overlay: Overlay = NO_OVERLAY,
) -> Scene:
    """Return the drawing, with `marks` on the covered cells.

    Every sort of cell but the covered one has a text, so none is distinguished by colour alone.
    """
    cells = [CELLS[code] for code in position.shown]
    for mark in marks:
        if position.shown[mark.cell] == COVERED:
            cells[mark.cell] = _MINE if mark.holds else _SAFE
    return Scene(
        position.width,
        position.height,
        tuple(cells),
        highlights=highlights or {},
        title=title(position),
        overlay=overlay,
    )


def title(position: Position) -> Message:
    """Return a line such as `Minesweeper 9x9, mines 10, covered 40`."""
    parts = [msg("Minesweeper {size}", size=f"{position.width}x{position.height}")]
    if position.mines is not None:
        parts.append(msg("mines {number}", number=position.mines))
    covered, mines, safe = map(position.shown.count, (COVERED, MINE, SAFE))
    if covered:
        parts.append(msg("covered {number}", number=covered))
    if mines:
        parts.append(msg("known mines {number}", number=mines))
    if safe:
        parts.append(msg("known safe {number}", number=safe))
    return msg("{parts}", parts=tuple(parts))
