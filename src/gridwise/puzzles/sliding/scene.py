"""The drawing of a board."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from gridwise.core.message import msg
from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding.position import MAX_SIDE, Position, inverse

_BLANK = SceneCell(Role.BLANK)


def scene(
    position: Position,
    *,
    origin: Position | None = None,
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
    return _scene(position, tuple(tiles), highlights)


def desk_scene(position: Position, highlights: Mapping[int, Highlight]) -> Scene:
    """Return the drawing for a player."""
    return _scene(position, position.tiles, highlights)


@lru_cache(maxsize=MAX_SIDE**2)
def _tile(tile: int, home: int) -> SceneCell:
    return SceneCell(Role.TILE, str(tile), ident=tile, home=home) if tile else _BLANK


@lru_cache(maxsize=32)
def _homes(goal: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(inverse(goal))


def _scene(
    position: Position,
    tiles: tuple[int, ...],
    highlights: Mapping[int, Highlight] | None,
) -> Scene:
    """Return the drawing of these tiles, which are known by their numbers and so may glide."""
    homes = _homes(position.goal)
    cells = tuple(_tile(tile, homes[tile]) for tile in tiles)
    title = msg("Sliding puzzle {size}", size=f"{position.width}x{position.height}")
    if tiles == position.goal:
        title = msg("{parts}", parts=(title, msg("solved")))
    return Scene(position.width, position.height, cells, highlights=highlights or {}, title=title)
