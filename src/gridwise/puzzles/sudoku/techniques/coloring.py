"""Colouring: clusters of places of one digit that strong links join, in two colours.

All places of a colour hold the digit or none does, and just one of the two colours holds.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations

from gridwise.core.message import Message, msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.single_digit import StrongLink, strong_links
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    cell_names,
    link,
    make_step,
    technique,
)

Cluster = tuple[int, int, tuple[StrongLink, ...]]
"""The cells of one colour, those of the other, and the links between them."""


@lru_cache(maxsize=1024)
def colours(shape: Shape, places: int) -> tuple[Cluster, ...]:
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


def simple_colors(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the steps, the lower digits first.

    A wrap is a colour with two cells in a house, which is wrong as a whole. A trap is a cell
    outside that sees both colours.
    """
    for digit in range(1, grid.size + 1):
        ruled_out: set[int] = set()  # two clusters may rule out the same cells
        for one, other, links in colours(grid.shape, grid.places[digit]):
            wraps = [colour for colour in (one, other) if seen_by_any(grid, colour) & colour]
            if len(wraps) == 2:
                continue  # the board has no solution
            if wraps and wraps[0] not in ruled_out:
                ruled_out.add(wraps[0])
                reason = msg(
                    "{digit} is in all of {cells} or in none of them, but two of them see each "
                    "other",
                    digit=digit,
                    cells=cell_names(grid, wraps[0]),
                )
                sides = one ^ other ^ wraps[0], wraps[0]
                yield _colour_step(grid, label, digit, reason, wraps[0], sides, links)
            out = seen_by_any(grid, one) & seen_by_any(grid, other) & ~(one | other)
            out &= grid.places[digit]
            if out and out not in ruled_out:
                ruled_out.add(out)
                reason = msg(
                    "{digit} is in {first} or in {second}, and what is ruled out sees a cell of "
                    "both",
                    digit=digit,
                    first=cell_names(grid, one),
                    second=cell_names(grid, other),
                )
                yield _colour_step(grid, label, digit, reason, out, (one, other), links)


def multi_colors(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the steps, the lower digits first.

    Type 2: a colour that sees both colours of the other pair is wrong. Type 1: if two colours see
    each other, one of them is wrong, so one of the two opposite colours holds, and a place that
    sees both of these is out.
    """
    for digit in range(1, grid.size + 1):
        seen: set[int] = set()
        for here, there in permutations(colours(grid.shape, grid.places[digit]), 2):
            sides = here[0] | there[0], here[1] | there[1]
            for ruled_out in (_type_2, _type_1):
                out, reason = ruled_out(grid, digit, here, there)
                if out and out not in seen:
                    seen.add(out)
                    links = (*here[2], *there[2])
                    yield _colour_step(grid, label, digit, reason, out, sides, links)


def _type_2(grid: CandidateGrid, digit: int, here: Cluster, there: Cluster) -> tuple[int, Message]:
    wrong = 0
    for colour in (here[0], here[1]):
        seen = seen_by_any(grid, colour)
        if seen & there[0] and seen & there[1]:
            wrong |= colour
    if wrong == here[0] | here[1]:  # the board has no solution
        wrong = 0
    reason = msg(
        "{digit} is in all of {cells} or in none of them, and they see both {first} and {second}, "
        "one of which holds",
        digit=digit,
        cells=cell_names(grid, wrong),
        first=cell_names(grid, there[0]),
        second=cell_names(grid, there[1]),
    )
    return wrong, reason


def _type_1(grid: CandidateGrid, digit: int, here: Cluster, there: Cluster) -> tuple[int, Message]:
    out, joined = 0, 0
    for one, facing in ((here[0], here[1]), (here[1], here[0])):
        for two, opposite in ((there[0], there[1]), (there[1], there[0])):
            if seen_by_any(grid, one) & two:
                new = seen_by_any(grid, facing) & seen_by_any(grid, opposite) & grid.places[digit]
                if new:
                    joined = joined or facing | opposite
                out |= new
    reason = msg(
        "two colours of {digit} see each other, so that one of the opposite colours holds, in "
        "{cells}",
        digit=digit,
        cells=cell_names(grid, joined),
    )
    return out, reason


def _colour_step(
    grid: CandidateGrid,
    label: Label,
    digit: int,
    reason: Message,
    out: int,
    sides: tuple[int, int],
    links: Iterable[StrongLink],
) -> Step:
    return make_step(
        grid,
        label,
        reason,
        removed=[(cell, digit) for cell in bits(out)],
        first=[(cell, digit) for cell in bits(sides[0])],
        second=[(cell, digit) for cell in bits(sides[1])],
        links=[link((a, digit), (b, digit), strong=True) for _, a, b in links],
    )


TECHNIQUES = (
    technique(simple_colors, "hard", "simple_colors", msg("Simple Colors"), 533, 150, "0500 0501"),
    technique(multi_colors, "hard", "multi_colors", msg("Multi Colors"), 536, 200, "0502 0503"),
)
