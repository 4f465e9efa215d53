"""Strong links of one digit: the houses with two places for it, and the colours that they give."""

from functools import lru_cache

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry
from gridwise.puzzles.sudoku.position import Shape

StrongLink = tuple[int, int, int]
"""A house and its two places for a digit, ascending: one of the two holds."""


@lru_cache(maxsize=2048)
def strong_links(shape: Shape, places: int) -> tuple[StrongLink, ...]:
    """Return the strong links of a digit with these places: rows, then columns, then boxes."""
    return tuple(
        (number, (both & -both).bit_length() - 1, both.bit_length() - 1)
        for number, cells in enumerate(geometry(shape).houses)
        if (both := places & cells).bit_count() == 2
    )


@lru_cache(maxsize=1024)
def colours(shape: Shape, places: int) -> tuple[tuple[int, int, tuple[StrongLink, ...]], ...]:
    """Return the clusters of the places of a digit that strong links join.

    Each is (cells of one colour, cells of the other, its links). The cells of a colour hold the
    digit all together or none of them does; just one of the two colours holds. Links that would
    give a cell both colours make the cluster contradict itself; such clusters are left out.
    """
    links = strong_links(shape, places)
    partners: dict[int, list[int]] = {}
    for _, one, other in links:
        partners.setdefault(one, []).append(other)
        partners.setdefault(other, []).append(one)
    out = []
    seen = 0
    for start in sorted(partners):
        if seen >> start & 1:
            continue
        sides = [1 << start, 0]
        waiting = [(start, 0)]
        while waiting:
            cell, side = waiting.pop()
            for other in partners[cell]:
                if not (sides[0] | sides[1]) >> other & 1:
                    sides[1 - side] |= 1 << other
                    waiting.append((other, 1 - side))
        both = sides[0] | sides[1]
        seen |= both
        own = tuple(link for link in links if both >> link[1] & 1)
        if all(sides[0] >> one & 1 != sides[0] >> other & 1 for _, one, other in own):
            out.append((sides[0], sides[1], own))
    return tuple(out)


def seen_by_any(grid: CandidateGrid, cells: int) -> int:
    """Return the cells that are peers of at least one of these."""
    seen = 0
    for cell in bits(cells):
        seen |= grid.peers[cell]
    return seen
