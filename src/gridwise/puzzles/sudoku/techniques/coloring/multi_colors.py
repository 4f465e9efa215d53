"""Multi Colors: two pairs of colours of one digit, whose colours see each other."""

from collections.abc import Iterator
from itertools import permutations

from gridwise.core.message import Message, msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.strong_links import StrongLink, colours, seen_by_any
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, link, make_step

_LABEL = Label("multi_colors", msg("Multi Colors"), 200)

_Cluster = tuple[int, int, tuple[StrongLink, ...]]


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps, the lower digits first.

    Type 2: a colour that sees both colours of the other pair is wrong. Type 1: if two colours see
    each other, one of them is wrong, so one of the two opposite colours holds, and a place that
    sees both of these is out.
    """
    for digit in range(1, grid.size + 1):
        seen: set[int] = set()
        for here, there in permutations(colours(grid.shape, grid.places[digit]), 2):
            for step in (_type_2(grid, digit, here, there), _type_1(grid, digit, here, there)):
                if step is not None:
                    out = sum(1 << mark.cell for mark in step.conclusions)
                    if out not in seen:
                        seen.add(out)
                        yield step


def _type_2(grid: CandidateGrid, digit: int, here: _Cluster, there: _Cluster) -> Step | None:
    wrong = 0
    for colour in (here[0], here[1]):
        seen = seen_by_any(grid, colour)
        if seen & there[0] and seen & there[1]:
            wrong |= colour
    if not wrong or wrong == here[0] | here[1]:
        return None
    reason = msg(
        "{digit} is in all of {cells} or in none of them, and they see both {first} and {second}, "
        "one of which holds",
        digit=digit,
        cells=cell_names(grid, wrong),
        first=cell_names(grid, there[0]),
        second=cell_names(grid, there[1]),
    )
    return _step(grid, digit, here, there, wrong, reason)


def _type_1(grid: CandidateGrid, digit: int, here: _Cluster, there: _Cluster) -> Step | None:
    out, joined = 0, 0
    for one, facing in ((here[0], here[1]), (here[1], here[0])):
        for two, opposite in ((there[0], there[1]), (there[1], there[0])):
            if seen_by_any(grid, one) & two:
                new = seen_by_any(grid, facing) & seen_by_any(grid, opposite) & grid.places[digit]
                if new:
                    joined = joined or facing | opposite
                out |= new
    if not out:
        return None
    reason = msg(
        "two colours of {digit} see each other, so that one of the opposite colours holds, in "
        "{cells}",
        digit=digit,
        cells=cell_names(grid, joined),
    )
    return _step(grid, digit, here, there, out, reason)


def _step(
    grid: CandidateGrid, digit: int, here: _Cluster, there: _Cluster, out: int, reason: Message
) -> Step:
    return make_step(
        grid,
        _LABEL,
        reason,
        removed=[(cell, digit) for cell in bits(out)],
        first=[(cell, digit) for cell in bits(here[0] | there[0])],
        second=[(cell, digit) for cell in bits(here[1] | there[1])],
        links=[
            link((one, digit), (other, digit), strong=True)
            for _, one, other in (*here[2], *there[2])
        ],
    )


TECHNIQUE = technique(find, _LABEL, "hard", 536, "0502 0503")
