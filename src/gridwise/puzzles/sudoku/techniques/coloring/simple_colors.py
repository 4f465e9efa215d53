"""Simple Colors: two colours of one digit, of which just one holds."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.strong_links import colours, seen_by_any
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, link, make_step

_LABEL = Label("simple_colors", msg("Simple Colors"), 150)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps, the lower digits first.

    A wrap is a colour with two cells in a house, which is wrong as a whole. A trap is a cell
    outside that sees both colours.
    """
    for digit in range(1, grid.size + 1):
        places = grid.places[digit]
        ruled_out: set[int] = set()  # two clusters may rule out the same cells
        for one, other, links in colours(grid.shape, grid.places[digit]):
            wraps = [colour for colour in (one, other) if seen_by_any(grid, colour) & colour]
            if len(wraps) == 2:
                continue  # the board has no solution
            drawn = [link((a, digit), (b, digit), strong=True) for _, a, b in links]
            if wraps and wraps[0] not in ruled_out:
                ruled_out.add(wraps[0])
                reason = msg(
                    "{digit} is in all of {cells} or in none of them, but two of them see each "
                    "other",
                    digit=digit,
                    cells=cell_names(grid, wraps[0]),
                )
                yield make_step(
                    grid,
                    _LABEL,
                    reason,
                    removed=[(cell, digit) for cell in bits(wraps[0])],
                    first=[(cell, digit) for cell in bits(one ^ other ^ wraps[0])],
                    second=[(cell, digit) for cell in bits(wraps[0])],
                    links=drawn,
                )
            out = places & seen_by_any(grid, one) & seen_by_any(grid, other) & ~(one | other)
            if out and out not in ruled_out:
                ruled_out.add(out)
                reason = msg(
                    "{digit} is in {first} or in {second}, and what is ruled out sees a cell of "
                    "both",
                    digit=digit,
                    first=cell_names(grid, one),
                    second=cell_names(grid, other),
                )
                yield make_step(
                    grid,
                    _LABEL,
                    reason,
                    removed=[(cell, digit) for cell in bits(out)],
                    first=[(cell, digit) for cell in bits(one)],
                    second=[(cell, digit) for cell in bits(other)],
                    links=drawn,
                )


TECHNIQUE = technique(find, _LABEL, "hard", 533, "0500 0501")
