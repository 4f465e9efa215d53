"""The rules: moves, solved boards, and whether the goal can be reached.

A slide swaps the blank with a neighbour, so it is one transposition of the arrangement and one
step of the blank. A goal can therefore be reached only if the permutation to it and the number of
steps of the blank have the same parity; on a board with at least two rows and two columns that is
also sufficient (Johnson and Story 1879, "Notes on the '15'
puzzle", American Journal of Mathematics 2(4), 397-404; Wilson 1974, J. Combin. Theory B 16,
86-96). On a board one cell wide the order of the tiles never changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Violation
from gridwise.puzzles.sliding.position import (
    Position,
    Slide,
    adjacent,
    blank_first,
    blank_last,
    inverse,
    manhattan,
    unchecked,
)


def moves(position: Position) -> Iterator[Slide]:
    """Yield the slides of the tiles above, left of, right of and below the blank."""
    tiles, width, blank = position.tiles, position.width, position.blank
    for cell in adjacent(width, position.height)[blank]:
        yield Slide(tiles[cell])


def apply(position: Position, move: Slide) -> Position:
    """Return the position after a slide; raise `ParameterError` for an illegal one."""
    return apply_all(position, (move,))


def apply_all(position: Position, moves: Iterable[Slide]) -> Position:
    """Return the position after these slides. O(cells + slides)."""
    tiles, near = list(position.tiles), adjacent(position.width, position.height)
    at = inverse(position.tiles)
    blank = at[0]
    for move in moves:
        tile = move.tile
        if not 0 < tile < len(tiles):
            raise ParameterError(f"there is no tile {tile}, only 1 to {len(tiles) - 1}")
        cell = at[tile]
        if cell not in near[blank]:
            raise ParameterError(f"tile {tile} is not beside the blank")
        tiles[blank], tiles[cell] = tile, 0
        at[tile], blank = blank, cell
    return unchecked(position, tuple(tiles))


def is_solved(position: Position) -> bool:
    """Return whether the board is the goal."""
    return position.tiles == position.goal


def is_odd(tiles: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    """Return whether the permutation from one arrangement to another is odd. O(cells).

    A permutation of n cells with c cycles is a product of n - c transpositions.
    """
    home = inverse(goal)
    seen = bytearray(len(tiles))
    odd = False
    for start in range(len(tiles)):
        cell = start
        if seen[start]:
            continue
        odd = not odd  # a cycle of k cells is k - 1 transpositions
        while not seen[cell]:
            seen[cell] = 1
            cell = home[tiles[cell]]
            odd = not odd
    return odd


def unsolvable(position: Position) -> Message | None:
    """Return the reason why the goal cannot be reached; None if it can. O(cells).

    Where the goal is the one that is taken where none is named, it says so, and how to ask for the
    other usual one, if that can be reached.
    """
    reason = _unsolvable(position)
    if reason is None or position.goal != blank_first(position.size):
        return reason
    reason = msg(
        "{reason}; the goal is the blank first, then 1, 2 and so on, as where none is named",
        reason=reason,
    )
    if _unsolvable(replace(position, goal=blank_last(position.size))) is not None:
        return reason
    return msg(
        "{reason}: the goal with the blank last can be reached, by `--goal last` or by `@last` "
        "after the notation",
        reason=reason,
    )


def _unsolvable(position: Position) -> Message | None:
    tiles, goal, width = position.tiles, position.goal, position.width
    if min(width, position.height) == 1:
        here = [tile for tile in tiles if tile]
        there = [tile for tile in goal if tile]
        wrong = next(((a, b) for a, b in zip(here, there, strict=True) if a != b), None)
        if wrong is None:
            return None
        return msg(
            "on a board one cell wide tiles cannot pass each other: tile {first} comes before "
            "tile {second} here but after it in the goal, so this goal cannot be reached",
            first=wrong[0],
            second=wrong[1],
        )
    here_row, here_col = divmod(tiles.index(0), width)
    goal_row, goal_col = divmod(goal.index(0), width)
    odd = is_odd(tiles, goal)
    odd_steps = bool((here_row - goal_row + here_col - goal_col) % 2)
    if odd == odd_steps:
        return None
    if odd:
        return msg(
            "every slide swaps the blank with a tile and takes it one step: the permutation is "
            "odd and the blank moves an even number of steps, so this goal cannot be reached"
        )
    return msg(
        "every slide swaps the blank with a tile and takes it one step: the permutation is even "
        "and the blank moves an odd number of steps, so this goal cannot be reached"
    )


def violations(position: Position) -> tuple[Violation, ...]:
    """Return the violation of an unreachable goal; it names no cells."""
    reason = unsolvable(position)
    return () if reason is None else (Violation(reason, ()),)


def features(position: Position) -> Mapping[str, int]:
    """Return the numbers of tiles and of misplaced tiles, and the Manhattan distance."""
    pairs = zip(position.tiles, position.goal, strict=True)
    return {
        "tiles": position.size - 1,
        "misplaced": sum(tile not in (0, wanted) for tile, wanted in pairs),
        "manhattan": manhattan(position),
    }
