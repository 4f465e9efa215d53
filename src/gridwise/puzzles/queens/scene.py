"""The drawing of a board."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Role, Scene, SceneCell, Shade
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.lines import lines_of
from gridwise.puzzles.queens.notation import MAX_DRAWN
from gridwise.puzzles.queens.position import OccupiedLines, Position

_EMPTY, _QUEEN = SceneCell(Role.EMPTY), SceneCell(Role.QUEEN, "Q")
_BLOCKED, _NO_QUEEN = SceneCell(Role.BLOCKED, "x"), SceneCell(Role.EMPTY, "-")
_ON_BLOCKED = SceneCell(Role.QUEEN, "!")
_CROSS, _GIVEN_QUEEN = SceneCell(Role.CROSS), SceneCell(Role.QUEEN, "Q", given=True)
_ATTACKED = {one: SceneCell(one.role, shade=Shade.ATTACKED) for one in (_EMPTY, _CROSS)}


def scene(
    position: Position,
    *,
    origin: Position | None = None,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
    overlay: Overlay = NO_OVERLAY,
) -> Scene:
    """Return the drawing, with `marks` on the empty squares.

    A mark for no queen shows as `-`. A queen on a blocked square is highlighted.

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
        shut = cells[cell] is _BLOCKED
        if shut:
            noticed.setdefault(cell, Highlight.CONFLICT)
        cells[cell] = _ON_BLOCKED if shut else _QUEEN
    for mark in marks:
        if cells[mark.cell] in (_EMPTY, _NO_QUEEN):
            cells[mark.cell] = _QUEEN if mark.holds else _NO_QUEEN
    return Scene(
        n,
        n,
        tuple(cells),
        highlights=noticed,
        title=title(position),
        overlay=overlay,
        chequered=True,
    )


def title(position: Position) -> Message:
    """Return a line such as `Queens 8x8, queens 2, blocked 1`."""
    parts = [msg("Queens {size}", size=f"{position.n}x{position.n}")]
    if position.queens:
        parts.append(msg("queens {number}", number=len(position.queens)))
    if position.blocked:
        parts.append(msg("blocked {number}", number=len(position.blocked)))
    return msg("{parts}", parts=tuple(parts))


def play_scene(
    position: Position,
    origin: Position,
    *,
    crosses: Set[int],
    attacks: bool,
    highlights: Mapping[int, Highlight] | None = None,
) -> Scene:
    """Return the drawing of a board in play, with conflicting queens highlighted.

    Parameters
    ----------
    position, origin
        The board now, and with its givens only.
    crosses
        Squares that the player crossed out.
    attacks
        Whether attacked squares are shaded.
    highlights
        The highlights drawn over the conflicts.
    """
    n = position.n
    marked = dict.fromkeys(_clashing(position), Highlight.CONFLICT)
    marked.update(highlights or {})
    drawn = scene(position, highlights=marked)
    cells = list(drawn.cells)
    for cell in crosses:
        if cells[cell] is _EMPTY:
            cells[cell] = _CROSS
    for cell in origin.queens:
        cells[cell] = _GIVEN_QUEEN
    if attacks and position.queens:
        attacked = OccupiedLines(n, position.queens).attacked
        for cell, scene_cell in enumerate(cells):
            if (scene_cell is _EMPTY or scene_cell is _CROSS) and attacked(*divmod(cell, n)):
                cells[cell] = _ATTACKED[scene_cell]
    return replace(drawn, cells=tuple(cells))


def _clashing(position: Position) -> list[int]:
    """Return all queens that are attacked or on a blocked square. O(queens)."""
    n, shut = position.n, frozenset(position.blocked)
    held = Counter(line for cell in position.queens for line in lines_of(n, cell))
    return [
        cell
        for cell in position.queens
        if cell in shut or any(held[line] > 1 for line in lines_of(n, cell))
    ]
