"""Draws a Sudoku board as a scene."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from gridwise.core.message import msg
from gridwise.core.scene import (
    NO_OVERLAY,
    Highlight,
    Overlay,
    Role,
    Scene,
    SceneCell,
    Shade,
)
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.position import Position, candidate_masks, digits_of


def scene(
    position: Position,
    *,
    origin: Position | None = None,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
    overlay: Overlay = NO_OVERLAY,
) -> Scene:
    """Return the drawing of a position.

    Digits of `origin` are drawn as given, others as filled in; without `origin` all are given. A
    mark that holds fills an empty cell. As soon as one mark does not hold, and where the
    drawing of a step needs them or the board removes some, every empty cell shows its remaining
    candidates as notes: digits that neither the board nor the marks rule out. Marks that rule out
    what a given excludes do the whole marking: then the notes are the digits that they leave.
    """
    start = position if origin is None else origin
    filled = list(position.cells)
    excluded: dict[int, set[int]] = {}
    for mark in marks:
        digit = int(mark.value)
        if not mark.holds:
            excluded.setdefault(mark.cell, set()).add(digit)
        elif not position.cells[mark.cell]:
            filled[mark.cell] = digit
    noted = bool(excluded or position.removed_candidates) or overlay.needs_candidates
    masks = candidate_masks(replace(position, cells=bytes(filled))) if noted else []
    given_masks = candidate_masks(position) if excluded else []
    if any(given_masks[cell] | 1 << d != given_masks[cell] and not position.cells[cell]
           for cell, out in excluded.items() for d in out):  # fmt: skip
        whole = (2 << position.size) - 2
        masks = [whole & ~gone for gone in position.removed_candidates or [0] * len(filled)]
    cells: list[SceneCell] = []
    for cell, digit in enumerate(filled):
        if digit:
            given = start.cells[cell] == digit == position.cells[cell]
            cells.append(SceneCell(Role.GIVEN if given else Role.FILLED, str(digit)))
            continue
        out = excluded.get(cell, set())
        left = digits_of(masks[cell]) if noted else ()
        notes = tuple(str(candidate) for candidate in left if candidate not in out)
        cells.append(SceneCell(Role.EMPTY, notes=notes))
    size, lines = position.size, position.box_height
    empty = position.cells.count(0)
    return Scene(
        size,
        size,
        tuple(cells),
        heavy_rows=() if lines == 1 else tuple(range(lines, size, lines)),
        heavy_cols=tuple(range(position.box_width, size, position.box_width)),
        highlights=dict(highlights or {}),
        title=msg(
            "Sudoku {size}: {filled} filled, {empty} empty",
            size=f"{size}x{size}",
            filled=size * size - empty,
            empty=empty,
        ),
        overlay=overlay,
    )


def play_scene(
    position: Position,
    origin: Position,
    *,
    corner: Sequence[int],
    centre: Sequence[int],
    colours: bytes = b"",
    selected: int = -1,
    value: str = "",
    highlights: Mapping[int, Highlight] | None = None,
) -> Scene:
    """Return the drawing of a board in play, with the player's notes.

    Digits repeated in a house, or removed as candidates, are highlighted as conflicts; the peers
    of the selected cell and the cells with its digit are shaded.

    Parameters
    ----------
    position, origin
        The current board, and the givens alone.
    corner, centre
        The notes of each cell; bit d stands for digit d.
    colours
        The player's colour of each cell, 0 for none; empty for none at all.
    selected
        The selected cell, -1 for none.
    value
        A digit whose cells are shaded if no cell is selected.
    highlights
        The highlights drawn over the conflicts.
    """
    cells = position.cells
    shades = _shades(position, selected, value)
    painted = colours or bytes(len(cells))
    drawn = scene(position, origin=origin)
    marked = dict.fromkeys(sorted(_conflicts(position)), Highlight.CONFLICT)
    marked.update(highlights or {})
    return replace(
        drawn,
        cells=tuple(
            map(_cell_in_play, cells, map(bool, origin.cells), corner, centre, shades, painted)
        ),
        highlights=marked,
    )


@lru_cache(maxsize=8192)
def _cell_in_play(
    digit: int, given: bool, corner: int, centre: int, shade: Shade | None, colour: int
) -> SceneCell:
    if digit:
        role = Role.GIVEN if given else Role.FILLED
        return SceneCell(role, str(digit), shade=shade, colour=colour)
    notes, middle = (tuple(map(str, digits_of(mask))) for mask in (corner, centre))
    return SceneCell(Role.EMPTY, notes=notes, centre=middle, shade=shade, colour=colour)


def _shades(position: Position, selected: int, value: str) -> list[Shade | None]:
    """Return the shade of each cell: a peer of the selected one, one with its digit, or neither.

    If none is selected, the cells with the digit `value` are shaded.
    """
    cells = position.cells
    out: list[Shade | None] = [None] * len(cells)
    if not 0 <= selected < len(cells):
        return [Shade.SAME if value == str(digit) else None for digit in cells] if value else out
    for cell in position.shape.peers[selected]:
        out[cell] = Shade.PEER
    digit = cells[selected]
    if digit:
        for cell, other in enumerate(cells):
            if other == digit and cell != selected:
                out[cell] = Shade.SAME
    return out


def _conflicts(position: Position) -> set[int]:
    """Return all cells whose digit another cell of a house also holds, or was removed there."""
    cells = position.cells
    out = {cell for cell, gone in enumerate(position.removed_candidates) if gone and cells[cell]}
    for house in position.shape.houses:
        digits = [cells[cell] for cell in house if cells[cell]]
        if len(set(digits)) < len(digits):
            out.update(cell for cell in house if cells[cell] and digits.count(cells[cell]) > 1)
    return out
