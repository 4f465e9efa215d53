"""The drawing of a board."""

from collections.abc import Iterable, Mapping

from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding.position import Position

_BLANK = SceneCell(Role.BLANK)


def scene(
    position: Position,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
) -> Scene:
    """Return the drawing after the slides that `marks` tell, each "this tile is now there"."""
    tiles = list(position.tiles)
    at = {tile: cell for cell, tile in enumerate(tiles)}
    for mark in marks:
        tile = int(mark.value)
        if mark.holds and tile in at:
            old, other = at[tile], tiles[mark.cell]
            tiles[mark.cell], tiles[old] = tile, other
            at[tile], at[other] = mark.cell, old
    cells = tuple(SceneCell(Role.TILE, str(tile)) if tile else _BLANK for tile in tiles)
    title = f"Sliding puzzle {position.width}x{position.height}"
    if tuple(tiles) == position.goal:
        title += ", solved"
    return Scene(position.width, position.height, cells, highlights=highlights or {}, title=title)
