"""ALS Nice Loop and AIC: a chain in which some strong links lead through almost locked sets.

A set that lacks a digit holds all its others. So of two digits of a set one is true in it: its
places of one digit and its places of another are two nodes with a strong link.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.als.sets import Als, AlsBoard, als_board
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import (
    LinkTable,
    links_of,
    path_to,
    spread,
)

_NAME, _TITLE, _SCORE = "als_nice_loop", msg("ALS Nice Loop/AIC"), 300


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains and loops that need an almost locked set, the shortest first."""
    board = als_board(grid)
    links, through = _with_sets(links_of(grid, grouped=True), board)
    number = {links.candidate(node): node for node in range(links.singles)}

    def used(path: Sequence[int]) -> dict[Als, int]:
        """Return the sets of a chain, each with the digits that its links lead through."""
        found: dict[Als, int] = {}
        for pair in zip(path[::2], path[1::2], strict=False):
            if one := through.get(pair):
                digits = sum(1 << links.nodes[node][1] for node in pair)
                found[one] = found.get(one, 0) | digits
        return found

    def locked(path: Sequence[int]) -> int:
        # In a loop a set lacks one digit of those links, and so holds its other digits.
        lost = 0
        for one, digits in used(path).items():
            for candidate in board.common_loss([one], one.digits & ~digits):
                lost |= 1 << number[candidate]
        return lost

    found = chains(links, links.strong, links.weak, starts=links.singles, locked=locked)
    for node in range(links.singles):
        levels, _, _ = spread(node, links.weak, links.strong)
        for last in range(5, len(levels), 2):
            if levels[last] >> node & 1:
                known = found.get((0, 1 << node))
                if known is None or last - 1 < len(known):
                    path = path_to(levels, last, node, links.weak, links.strong)
                    found[0, 1 << node] = tuple(path[1:-1])
    yield from chain_steps(
        *(grid, links, found, _NAME, _TITLE, _SCORE), lambda path: bool(used(path)), used
    )


def _with_sets(plain: LinkTable, board: AlsBoard) -> tuple[LinkTable, dict[tuple[int, int], Als]]:
    """Return the links of a board with those through its sets, and the set of each of these."""
    number = {node: index for index, node in enumerate(plain.nodes)}
    nodes, strong = list(plain.nodes), list(plain.strong)
    through: dict[tuple[int, int], Als] = {}
    seen: dict[int, int] = {}
    for one in board.sets:
        if one.size == 1:
            continue
        ends = []
        for digit in bits(one.digits):
            if cells := board.seen(one, digit):
                node = number.setdefault((one.at[digit], digit), len(nodes))
                if node == len(nodes):
                    nodes.append((one.at[digit], digit))
                    strong.append(0)
                    seen[node] = cells
                ends.append(node)
        for pair in permutations(ends, 2):
            if not strong[pair[0]] >> pair[1] & 1:
                strong[pair[0]] |= 1 << pair[1]
                through[pair] = one
    weak = [*plain.weak, *(0 for _ in seen)]
    of_digit: list[list[tuple[int, int]]] = [[] for _ in board.places]
    for node, (cells, digit) in enumerate(nodes):
        of_digit[digit].append((node, cells))
    for node, cells in seen.items():
        hidden, bit = ~cells, 1 << node
        for other, places in of_digit[nodes[node][1]]:
            if not places & hidden:
                weak[node] |= 1 << other
                weak[other] |= bit
    return LinkTable(tuple(nodes), plain.singles, tuple(weak), tuple(strong), plain.units), through


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 700, find, {}, ("0709", "0710", "0711"))
