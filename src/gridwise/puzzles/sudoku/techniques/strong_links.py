"""Strong links of one digit: the houses with two places for it, and the colours that they give."""

from collections.abc import Iterator

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits

StrongLink = tuple[int, int, int]
"""A house and its two places for a digit, ascending: one of the two holds."""


def strong_links(grid: CandidateGrid, digit: int) -> Iterator[StrongLink]:
    """Yield the strong links of a digit: rows, then columns, then boxes."""
    places = grid.places[digit]
    for number, cells in enumerate(grid.houses):
        both = places & cells
        if both.bit_count() == 2:
            yield number, (both & -both).bit_length() - 1, both.bit_length() - 1


def colours(grid: CandidateGrid, digit: int) -> list[tuple[int, int, tuple[StrongLink, ...]]]:
    """Return the clusters of places that strong links join.

    Each is (cells of one colour, cells of the other, its links). The cells of a colour hold the
    digit all together or none of them does; just one of the two colours holds. Links that would
    give a cell both colours make the cluster contradict itself; such clusters are left out.
    """
    links = list(strong_links(grid, digit))
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
    return out


def seen_by_any(grid: CandidateGrid, cells: int) -> int:
    """Return the cells that are peers of at least one of these."""
    seen = 0
    for cell in bits(cells):
        seen |= grid.peers[cell]
    return seen
