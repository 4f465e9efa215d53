"""The drawing of a board."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from gridwise.core.message import msg
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding.position import MAX_SIDE, Position, inverse

_BLANK = SceneCell(Role.BLANK)


def scene(
    position: Position,
    *,
    origin: Position | None = None,
    marks: Iterable[Mark] = (),
    highlights: Mapping[int, Highlight] | None = None,
    overlay: Overlay = NO_OVERLAY,
) -> Scene:
    """Return the drawing after the slides of `marks`, each a tile and its new cell."""
    tiles = list(position.tiles)
    at = {tile: cell for cell, tile in enumerate(tiles)}
    for mark in marks:
        tile = int(mark.value)
        if mark.holds and tile in at:
            old, other = at[tile], tiles[mark.cell]
            tiles[mark.cell], tiles[old] = tile, other
            at[tile], at[other] = mark.cell, old
    homes = _homes(position.goal)
    cells = tuple(_tile(tile, homes[tile]) for tile in tiles)
    title = msg("Sliding puzzle {size}", size=f"{position.width}x{position.height}")
    if tuple(tiles) == position.goal:
        title = msg("{parts}", parts=(title, msg("solved")))
    return Scene(
        position.width,
        position.height,
        cells,
        highlights=highlights or {},
        title=title,
        overlay=overlay,
    )


@lru_cache(maxsize=MAX_SIDE**2)
def _tile(tile: int, home: int) -> SceneCell:
    return SceneCell(Role.TILE, str(tile), ident=tile, home=home) if tile else _BLANK


@lru_cache(maxsize=32)
def _homes(goal: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(inverse(goal))
