"""W-Wing: two cells with the same two candidates, joined by a strong link of one of them."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.strong_links import StrongLink, strong_links
from gridwise.puzzles.sudoku.techniques.wings.bivalue import bivalue_cells
from gridwise.puzzles.sudoku.techniques.wording import Label, link, make_step

_LABEL = Label("w_wing", msg("W-Wing"), 150)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pair of cells and each of their digits that a link joins."""
    candidates, peers = grid.candidates, grid.peers
    links: dict[int, tuple[StrongLink, ...]] = {}
    seen: set[tuple[int, int]] = set()
    for one, other in combinations(bivalue_cells(grid), 2):
        if candidates[one] != candidates[other] or peers[one] >> other & 1:
            continue
        for digit, joined in (tuple(bits(candidates[one])), tuple(bits(candidates[one]))[::-1]):
            out = grid.places[digit] & peers[one] & peers[other]
            if not out or (digit, out) in seen:
                continue
            if joined not in links:
                links[joined] = strong_links(grid.shape, grid.places[joined])
            for house, low, high in links[joined]:
                forth = peers[low] >> one & 1 and peers[high] >> other & 1
                back = peers[high] >> one & 1 and peers[low] >> other & 1
                if (forth or back) and not {low, high} & {one, other}:
                    strong = (house, low, high) if forth else (house, high, low)
                    seen.add((digit, out))
                    yield _step(grid, digit, joined, one, other, strong, out)
                    break


def _step(
    grid: CandidateGrid,
    digit: int,
    joined: int,
    one: int,
    other: int,
    strong: StrongLink,
    out: int,
) -> Step:
    house, a, b = strong
    name = grid.shape.cell_name
    reason = msg(
        "{first} and {second} are both {digit} or {joined}, and {joined} in {house}, in {a} or "
        "{b}, keeps one of them from being {joined}",
        first=name(one),
        second=name(other),
        digit=digit,
        joined=joined,
        house=grid.shape.house_name(house),
        a=name(a),
        b=name(b),
    )
    return make_step(
        grid,
        _LABEL,
        reason,
        removed=[(cell, digit) for cell in bits(out)],
        first=[(one, digit), (other, digit)],
        second=[(one, joined), (a, joined), (b, joined), (other, joined)],
        links=[
            link((one, digit), (one, joined), strong=True),
            link((one, joined), (a, joined), strong=False),
            link((a, joined), (b, joined), strong=True),
            link((b, joined), (other, joined), strong=False),
            link((other, joined), (other, digit), strong=True),
        ],
        houses=[house],
    )


TECHNIQUE = technique(find, _LABEL, "hard", 320, "0803")
