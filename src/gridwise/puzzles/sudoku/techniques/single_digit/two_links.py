"""Steps of two strong links of one digit, two ends of which see each other.

One of these two ends is not the digit, so one of the two other ends is: no cell that sees both of
them holds it.
"""

from functools import lru_cache
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.strong_links import StrongLink, strong_links
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step

Pattern = tuple[StrongLink, StrongLink, int, int, int, int, int]
"""Two links; the far end, near end of the first, near end, far end of the second; eliminations."""


@lru_cache(maxsize=2048)
def two_links(shape: Shape, places: int) -> tuple[Pattern, ...]:
    """Return the pairs of strong links whose near ends see each other and whose far ends rule out.

    The four cells are different, and all of these places.
    """
    peers = geometry(shape).peers
    pairs = []
    for first, second in combinations(strong_links(shape, places), 2):
        pattern = 1 << first[1] | 1 << first[2] | 1 << second[1] | 1 << second[2]
        if pattern.bit_count() < 4:
            continue
        for far, near in (first[1:], first[:0:-1]):
            for end, last in (second[1:], second[:0:-1]):
                if peers[near] >> end & 1:
                    out = places & peers[far] & peers[last] & ~pattern
                    if out:
                        pairs.append((first, second, far, near, end, last, out))
    return tuple(pairs)


def link_step(grid: CandidateGrid, label: Label, digit: int, found: Pattern) -> Step:
    """Return the step of one pair of links."""
    first, second, far, near, end, last, out = found
    name, house = grid.shape.cell_name, grid.shape.house_name
    reason = msg(
        "{digit} has two places each in {first} and in {second}, and {near} sees {end}, so that "
        "{far} or {last} is {digit}",
        digit=digit,
        first=house(first[0]),
        second=house(second[0]),
        near=name(near),
        end=name(end),
        far=name(far),
        last=name(last),
    )
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, digit) for cell in bits(out)],
        first=[(far, digit), (end, digit)],
        second=[(near, digit), (last, digit)],
        links=[
            link((far, digit), (near, digit), strong=True),
            link((near, digit), (end, digit), strong=False),
            link((end, digit), (last, digit), strong=True),
        ],
        houses=[first[0], second[0]],
    )
