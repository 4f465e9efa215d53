"""The 3BV of a layout, the usual measure of how long it takes to open."""

from functools import lru_cache

from gridwise.puzzles.minesweeper.position import MINE, neighbour_table


@lru_cache(maxsize=64)
def value_3bv(hidden: bytes, width: int, height: int) -> int:
    """Return the 3BV of a layout: the fewest openings of cells that win without chords.

    Bechtel's Board Benchmark Value (S. Bechtel 2004; see the Minesweeper wiki, "3BV"): the number
    of openings, which are connected regions of 0s with the numbers around them, and of numbers in
    no opening. O(cells).
    """
    near = neighbour_table(width, height)
    reached = bytearray(len(hidden))
    value = 0
    for start, number in enumerate(hidden):
        if number or reached[start]:
            continue
        value += 1
        reached[start] = 1
        edge = [start]
        for cell in edge:  # grows while it is read
            for other in near[cell]:
                if not reached[other]:
                    reached[other] = 1
                    if not hidden[other]:
                        edge.append(other)
    return value + sum(1 for n, seen in zip(hidden, reached, strict=True) if n != MINE and not seen)
