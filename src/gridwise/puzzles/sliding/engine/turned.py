"""Boards turned so that one set of tables serves many goals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridwise.puzzles.sliding.position import Position, inverse


@dataclass(frozen=True, slots=True)
class Turned:
    """A board turned so that the goal's blank lies in the least cell that it can be taken to.

    `tiles` are renamed: see `pdb.additive`. `back` maps each cell to its cell on the board.
    """

    width: int
    height: int
    tiles: tuple[int, ...]
    blank: int
    back: tuple[int, ...]

    @property
    def reflects(self) -> bool:
        """Whether a reflection takes the goal's blank to itself."""
        return self.width == self.height and self.blank // self.width == self.blank % self.width

    def reflected(self) -> tuple[int, ...]:
        """Return the tiles of the reflected board, named by their reflected homes."""
        side = self.width
        return tuple(
            self.label(self.mirror(self.home(t)))
            if (t := self.tiles[c % side * side + c // side])
            else 0
            for c in range(side * side)
        )

    def mirror(self, cell: int) -> int:
        """Return the reflected cell."""
        return cell % self.width * self.width + cell // self.width

    def home(self, tile: int) -> int:
        """Return the home cell of a tile."""
        return 0 if tile == self.blank else tile

    def label(self, cell: int) -> int:
        """Return the tile that is at home in a cell."""
        return self.blank if cell == 0 else cell


def turn(position: Position) -> Turned:
    """Return the board turned and renamed for the engine."""
    width, height = position.width, position.height
    cells = range(width * height)
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, c),
        lambda r, c: (r, width - 1 - c),
        lambda r, c: (height - 1 - r, c),
        lambda r, c: (height - 1 - r, width - 1 - c),
    ]
    if width == height:
        turns += [lambda r, c, one=one: one(c, r) for one in turns[:4]]  # type: ignore[misc]
    to = min(
        (tuple(r * width + c for r, c in (one(*divmod(x, width)) for x in cells)) for one in turns),
        key=lambda found: found[position.goal.index(0)],
    )
    home = inverse(position.goal)
    blank = to[home[0]]
    tiles = [0] * len(cells)
    for cell, tile in enumerate(position.tiles):
        if tile:
            at = to[home[tile]]
            tiles[to[cell]] = blank if at == 0 else at
    return Turned(width, height, tuple(tiles), blank, tuple(inverse(to)))


def slides(position: Position, board: Turned, path: Sequence[int]) -> tuple[int, ...]:
    """Return the slides of a blank's path on the turned board, each as cell * size + tile."""
    tiles, out = list(position.tiles), []
    blank = position.blank
    for cell in path[1:]:
        other = board.back[cell]
        tile = tiles[other]
        out.append(blank * position.size + tile)
        tiles[blank], tiles[other] = tile, 0
        blank = other
    return tuple(out)
