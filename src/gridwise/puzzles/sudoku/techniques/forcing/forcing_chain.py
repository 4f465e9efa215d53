"""Forcing Chain: two chains from one candidate that contradict, or chains from each of some."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.chains.search import (
    chain_name,
    drawn,
    members,
    node_name,
)
from gridwise.puzzles.sudoku.techniques.chains.table import links_of, path_to, spread
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Label, make_step

_LABEL = Label("forcing_chain", msg("Forcing Chain"), 500)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps with the shortest chains first, contradictions before verities."""
    links = links_of(grid)
    reached = [spread(n, links.weak, links.strong) for n in range(links.singles)]

    def distance(start: int, node: int, parity: int) -> int:
        levels = reached[start][0]
        return next(d for d in range(parity, len(levels), 2) if levels[d] >> node & 1)

    # Proved facts: (candidate, whether it holds), by (start, node, parity) of each chain.
    best: dict[tuple[int, bool], tuple[int, tuple[tuple[int, int, int], ...]]] = {}

    def keep(node: int, holds: bool, ends: tuple[tuple[int, int, int], ...]) -> None:
        length = sum(distance(*end) for end in ends)
        if (node, holds) not in best or length < best[node, holds][0]:
            best[node, holds] = length, ends

    for start, (_, odd, even) in enumerate(reached):
        for node in bits(odd & even):
            keep(start, False, ((start, node, 1), (start, node, 0)))
        for unit in links.units:
            if not unit & ~odd:
                keep(start, False, tuple((start, node, 1) for node in bits(unit)))
    for unit in links.units:
        odd, even = links.every_single, links.every_single
        for start in bits(unit):
            odd &= reached[start][1]
            even &= reached[start][2]
        for node in bits(odd):
            keep(node, False, tuple((start, node, 1) for start in bits(unit)))
        for node in bits(even):
            keep(node, True, tuple((start, node, 0) for start in bits(unit)))
    order = sorted(best.items(), key=lambda item: (item[1][0], item[0]))
    for (node, holds), (_, ends) in order:
        paths = [
            path_to(reached[s][0], distance(s, n, p), n, links.weak, links.strong)
            for s, n, p in ends
        ]
        texts = tuple(chain_name(grid, links, path, strong=False) for path in paths)
        if len({start for start, _, _ in ends}) == 1:
            reason = msg(
                "if {start} is true, these chains contradict each other: {chains}",
                start=node_name(grid, links, ends[0][0]),
                chains=texts,
            )
        else:
            reason = msg("one of these chains starts with the truth: {chains}", chains=texts)
        first = dict.fromkeys(c for path in paths for c in members(links, path[::2]))
        yield make_step(
            grid,
            _LABEL,
            reason,
            placed=[links.candidate(node)] if holds else [],
            removed=[] if holds else [links.candidate(node)],
            first=first,
            second=dict.fromkeys(
                c for path in paths for c in members(links, path[1::2]) if c not in first
            ),
            links=dict.fromkeys(
                line for path in paths for line in drawn(links, path, strong=False)
            ),
        )


TECHNIQUE = technique(find, _LABEL, "extreme", 850, "1301 1302", se=8.0)
