"""ALS Nice Loop and AIC: a chain in which some strong links lead through almost locked sets.

A set that lacks a digit holds all its others. So of two digits of a set one is true in it: its
places of one digit and its places of another are two nodes with a strong link.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.als.links import links_through_sets
from gridwise.puzzles.sudoku.techniques.als.sets import Als, als_board
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of, path_to, spread
from gridwise.puzzles.sudoku.techniques.wording import Label

_NAME, _TITLE = "als_nice_loop", msg("ALS Nice Loop/AIC")
_LABEL = Label(_NAME, _TITLE, 300)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains and loops that need an almost locked set, the shortest first."""
    links = links_through_sets(grid)
    refuted, touched = links.refuted
    if not refuted:
        return
    board = als_board(grid)
    plain = links_of(grid, grouped=True)
    number = {links.candidate(node): node for node in range(links.singles)}

    @cache
    def through(left: int, right: int) -> Als | None:
        """Return the set that a strong link leads through, or None if it needs none."""
        if max(left, right) < len(plain.nodes) and plain.strong[left] >> right & 1:
            return None
        (cells, digit), (others, other) = links.nodes[left], links.nodes[right]
        return next(
            als
            for als in board.sets
            if als.size > 1 and als.at[digit] == cells and als.at[other] == others
        )

    def used(path: Sequence[int]) -> dict[Als, int]:
        """Return the sets of a chain, each with the digits that its links lead through."""
        sets: dict[Als, int] = {}
        for left, right in zip(path[::2], path[1::2], strict=False):
            if als := through(left, right):
                digits = 1 << links.nodes[left][1] | 1 << links.nodes[right][1]
                sets[als] = sets.get(als, 0) | digits
        return sets

    def locked(path: Sequence[int]) -> int:
        # In a loop a set lacks one digit of those links, and so holds its other digits.
        lost = 0
        for als, digits in used(path).items():
            for candidate in board.common_loss([als], als.digits & ~digits):
                lost |= 1 << number[candidate]
        return lost

    found = chains(
        *(links, links.strong, links.weak), starts=links.singles, touched=touched, locked=locked
    )
    for node in bits(refuted):
        levels, _, _ = spread(node, links.weak, links.strong)
        for last in range(5, len(levels), 2):
            if levels[last] >> node & 1:
                known = found.get((0, 1 << node))
                if known is None or last - 1 < len(known):
                    path = path_to(levels, last, node, links.weak, links.strong)
                    found[0, 1 << node] = tuple(path[1:-1])
    yield from chain_steps(*(grid, links, found, _LABEL), lambda path: bool(used(path)), used)


TECHNIQUE = Technique(
    _LABEL.technique, _LABEL.title, "fiendish", 700, find, {}, ("0709", "0710", "0711")
)
