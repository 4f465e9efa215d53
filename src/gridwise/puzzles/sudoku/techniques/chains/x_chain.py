"""X-Chain: a chain of links of one digit."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, mask_of
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of

_NAME, _TITLE, _SCORE = "x_chain", msg("X-Chain"), 260


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
    found = chains(links, strong, weak, loops=False)
    yield from chain_steps(grid, links, found, _NAME, _TITLE, _SCORE)


TECHNIQUE = Technique(
    _NAME, _TITLE, "fiendish", 540, find, {"hodoku": _SCORE, "se": 6.6}, ("0701",)
)
