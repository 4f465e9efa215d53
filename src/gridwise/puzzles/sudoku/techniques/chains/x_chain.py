"""X-Chain: a chain of links of one digit."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, mask_of
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("x_chain", msg("X-Chain"), 260)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains of one digit, the shortest first."""
    if not links_of(grid, grouped=True).refuted[0]:
        return
    links = links_of(grid)
    same = [0] * (grid.size + 1)
    for digit in range(1, grid.size + 1):
        same[digit] = mask_of(n for n, node in enumerate(links.nodes) if node[1] == digit)
    keep = [same[digit] for _, digit in links.nodes]
    strong = [those & mask for those, mask in zip(links.strong, keep, strict=True)]
    weak = [those & mask for those, mask in zip(links.weak, keep, strict=True)]
    shortest = chains(links, strong, weak, loops=False)
    yield from chain_steps(grid, links, shortest, _LABEL)


TECHNIQUE = technique(find, _LABEL, "fiendish", 540, "0701", se=6.6)
