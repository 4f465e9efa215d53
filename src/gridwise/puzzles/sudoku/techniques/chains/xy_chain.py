"""XY-Chain: a chain of cells with two candidates, linked by a common digit."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, mask_of
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("xy_chain", msg("XY-Chain"), 260)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains of cells with two candidates, the shortest first."""
    if not links_of(grid, grouped=True).refuted[0]:
        return
    links = links_of(grid)
    cells: dict[int, list[int]] = {}
    for node, (cell, _) in enumerate(links.nodes):
        cells.setdefault(cell, []).append(node)
    own = [mask_of(cells[cell]) for cell, _ in links.nodes]
    two = mask_of(node for nodes in cells.values() if len(nodes) == 2 for node in nodes)
    strong = [
        those & mask if two >> node & 1 else 0
        for node, (those, mask) in enumerate(zip(links.strong, own, strict=True))
    ]
    weak = [those & ~mask & two for those, mask in zip(links.weak, own, strict=True)]
    shortest = chains(links, strong, weak, loops=False)
    yield from chain_steps(
        grid,
        links,
        shortest,
        _LABEL,
        lambda path: links.nodes[path[0]][1] == links.nodes[path[-1]][1],
    )


TECHNIQUE = technique(find, _LABEL, "fiendish", 550, "0702", se=7.0)
