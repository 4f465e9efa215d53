"""Nice Loop and AIC: a chain of links within digits and within cells."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("nice_loop", msg("Nice Loop/AIC"), 280)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains and loops of candidates, the shortest first."""
    if not links_of(grid, grouped=True).refuted[0]:
        return
    links = links_of(grid)
    shortest = chains(links, links.strong, links.weak)
    yield from chain_steps(grid, links, shortest, _LABEL)


TECHNIQUE = technique(find, _LABEL, "fiendish", 560, "0706 0707 0708", se=7.0)
