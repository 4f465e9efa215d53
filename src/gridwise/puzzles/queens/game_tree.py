"""The two-player game: a queen by turns that attacks none; who cannot place one has lost."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gridwise.core.views import GameTree
from gridwise.core.views.game_tree import GameDecoder
from gridwise.puzzles.queens.lines import SquareDecoder, lines_of, squares_of
from gridwise.puzzles.queens.position import OccupiedLines, PlaceQueen, Position, placements


class PlacementDecoder(GameDecoder[PlaceQueen], SquareDecoder):
    """Decodes squares in the order in which queens are placed on them."""

    def moves(self, facts: Iterable[int]) -> tuple[PlaceQueen, ...]:
        return placements(tuple(facts))


@dataclass(frozen=True)
class PlacementGame(GameTree[PlaceQueen, int]):
    """The game on a board; queens that are there already count for neither player.

    A state is the open squares, bit c for square c: what is blocked and what is attacked differ in
    nothing that matters for the rest of the game.
    """

    position: Position
    decoder: PlacementDecoder

    def initial(self) -> int:
        lines = OccupiedLines(self.position.n, self.position.queens)
        return sum(1 << cell for cell in lines.open_squares(self.position.blocked))

    def moves(self, state: int) -> Iterator[tuple[int, int]]:
        for cell in _squares(state):
            yield cell, state & ~self._taken[cell]

    def value(self, state: int) -> int:
        return -1

    def canonical(self, state: int) -> tuple[int, tuple[int, ...]]:
        """Return the least of the eight images of a state under rotations and reflections."""
        cells = tuple(_squares(state))
        return min(
            ((sum(1 << image[cell] for cell in cells), image) for image in self._images),
            key=lambda one: one[0],
        )

    @cached_property
    def _taken(self) -> tuple[int, ...]:
        """The squares on the lines of each square, itself included."""
        n = self.position.n
        return tuple(
            sum(1 << cell for cell in {c for line in lines_of(n, at) for c in squares_of(n, line)})
            for at in range(n * n)
        )

    @cached_property
    def _images(self) -> tuple[tuple[int, ...], ...]:
        """The image of each square under the eight symmetries of the square."""
        n, last = self.position.n, self.position.n - 1
        places = [divmod(cell, n) for cell in range(n * n)]
        turned = [
            places,
            [(col, last - row) for row, col in places],
            [(last - row, last - col) for row, col in places],
            [(last - col, row) for row, col in places],
        ]
        both = (*turned, *([(col, row) for row, col in image] for image in turned))
        return tuple(tuple(row * n + col for row, col in image) for image in both)


def placement_game(position: Position) -> PlacementGame:
    """Return the two-player game on a board."""
    return PlacementGame(position, PlacementDecoder(position))


def _squares(state: int) -> Iterator[int]:
    """Yield the squares of a state, row by row."""
    while state:
        lowest = state & -state
        yield lowest.bit_length() - 1
        state ^= lowest
