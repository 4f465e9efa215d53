"""Grouped Nice Loop and AIC: a chain in which some links join groups of cells."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.chains.search import chain_steps, chains
from gridwise.puzzles.sudoku.techniques.chains.table import links_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("grouped_nice_loop", msg("Grouped Nice Loop/AIC"), 300)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the chains and loops that need a group, the shortest first."""
    links = links_of(grid, grouped=True)
    refuted, touched = links.refuted
    if not refuted:
        return
    shortest = chains(links, links.strong, links.weak, touched=touched)
    yield from chain_steps(
        grid,
        links,
        shortest,
        _LABEL,
        lambda path: max(path) >= links.singles,
    )


TECHNIQUE = technique(find, _LABEL, "fiendish", 565, "0709 0710 0711")
