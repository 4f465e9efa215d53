"""The drawing of a board."""

from collections.abc import Iterable, Mapping

from gridwise.core.errors import ParameterError
from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.notation import MAX_DRAWN
from gridwise.puzzles.queens.position import Position

_EMPTY, _QUEEN = SceneCell(Role.EMPTY), SceneCell(Role.QUEEN, "Q")
_BLOCKED, _NO_QUEEN = SceneCell(Role.BLOCKED, "x"), SceneCell(Role.EMPTY, "-")


def scene(
    position: Position,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
) -> Scene:
    """Return the drawing, with what `marks` say put on the squares that hold nothing.

    A mark that a square holds no queen shows as `-`. A queen on a blocked square is drawn, and
    highlighted.

    Raises
    ------
    ParameterError
        More than `MAX_DRAWN` rows.
    """
    n = position.n
    if n > MAX_DRAWN:
        raise ParameterError(f"a board of {n} rows is not drawn; at most {MAX_DRAWN}")
    cells = [_EMPTY] * (n * n)
    for cell in position.blocked:
        cells[cell] = _BLOCKED
    noticed = dict(highlights or {})
    for cell in position.queens:
        if cells[cell] is _BLOCKED:
            noticed.setdefault(cell, Highlight.CONFLICT)
        cells[cell] = _QUEEN
    for mark in marks:
        if cells[mark.cell] in (_EMPTY, _NO_QUEEN):
            cells[mark.cell] = _QUEEN if mark.holds else _NO_QUEEN
    return Scene(n, n, tuple(cells), highlights=noticed, title=title(position))


def title(position: Position) -> str:
    """Return a line such as `Queens 8x8, queens 2, blocked 1`."""
    parts = [f"Queens {position.n}x{position.n}"]
    if position.queens:
        parts.append(f"queens {len(position.queens)}")
    if position.blocked:
        parts.append(f"blocked {len(position.blocked)}")
    return ", ".join(parts)
