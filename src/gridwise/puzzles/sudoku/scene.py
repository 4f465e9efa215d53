"""What a Sudoku board looks like."""

from collections.abc import Iterable, Mapping

from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.position import Position, candidate_masks, digits_of


def scene(
    position: Position,
    *,
    origin: Position | None = None,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
) -> Scene:
    """Return the drawing of a position.

    What `origin` holds is given, what was added since is filled in; without `origin` all digits
    are given. A mark that holds fills an empty cell. Where any mark says what does not hold,
    every empty cell shows the candidates that are left, as notes.
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
    masks = candidate_masks(position) if excluded else []
    cells: list[SceneCell] = []
    for cell, digit in enumerate(filled):
        if digit:
            given = start.cells[cell] == digit == position.cells[cell]
            cells.append(SceneCell(Role.GIVEN if given else Role.FILLED, str(digit)))
            continue
        out = excluded.get(cell, set())
        left = digits_of(masks[cell]) if excluded else ()
        notes = tuple(str(candidate) for candidate in left if candidate not in out)
        cells.append(SceneCell(Role.EMPTY, notes=notes))
    size = position.size
    empty = position.cells.count(0)
    return Scene(
        size,
        size,
        tuple(cells),
        heavy_rows=tuple(range(position.box_height, size, position.box_height)),
        heavy_cols=tuple(range(position.box_width, size, position.box_width)),
        highlights=dict(highlights or {}),
        title=f"Sudoku {size}x{size}: {size * size - empty} filled, {empty} empty",
    )
