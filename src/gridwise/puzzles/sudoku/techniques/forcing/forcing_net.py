"""Forcing Net: singles that follow from one candidate, up to a contradiction, or from each of some.

This is the floor below the patterns: a short argument that a person can replay on the board.
"""

from collections.abc import Iterator

from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.chains.search import node_name
from gridwise.puzzles.sudoku.techniques.chains.table import LinkTable, links_of
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.forcing.propagation import (
    Net,
    propagate,
    units_by_candidate,
)
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, link, make_step

_LABEL = Label("forcing_net", msg("Forcing Net"), 700)
_ROUNDS = 81
_ENDLESS = 10**6


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield verities that are shorter than all contradictions, then these, the shortest first."""
    links = links_of(grid)
    units_of = units_by_candidate(links)
    found: list[tuple[int, int, list[int], Net]] = []
    limit = _ROUNDS
    nets = []
    for start in range(links.singles):
        net = propagate(links, units_of, start, limit)
        nets.append(net)
        if net.empty:
            path = net.needed(net.empty)
            found.append((len(path), start, path, net))
            limit = min(limit, len(path))
    found.sort(key=lambda item: item[:2])
    yield from _verities(grid, links, nets, found[0][0] if found else _ENDLESS)
    for _, start, path, net in found:
        reason = msg(
            "if {start} is true, then by singles {chain}, and {unit} has no candidate left",
            start=node_name(grid, links, start),
            chain=_chain(grid, links, path),
            unit=_unit_name(grid, links, net.empty),
        )
        yield _step(grid, links, reason, [(net, path)], 0, 1 << start)


def _verities(grid: CandidateGrid, links: LinkTable, nets: list[Net], limit: int) -> Iterator[Step]:
    """Yield the facts that follow from each candidate of a cell, or from each place of a digit.

    Only with fewer singles than the limit in all, and without facts that a contradiction proves.
    """
    refuted = mask_of(start for start, net in enumerate(nets) if net.empty)
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for unit in links.units:
        if unit.bit_count() >= limit or unit & refuted:
            continue
        true, false = links.every_single, links.every_single & ~refuted
        for node in bits(unit):
            true &= nets[node].true
            false &= nets[node].false
        for mask, index in ((true, 0), (false, 1)):
            for node in bits(mask):
                most = min(limit, best.get((node, index), (limit, 0))[0])
                length = 0
                for start in bits(unit):
                    length += len(_path(nets[start], node))
                    if length >= most:
                        break
                else:
                    best[node, index] = length, unit
    order = sorted((length, index, node) for (node, index), (length, _) in best.items())
    for _, index, node in order:
        unit = best[node, index][1]
        paths = [(nets[start], _path(nets[start], node)) for start in bits(unit)]
        reason = msg(
            "each candidate of {unit} leads to it by singles: {chains}",
            unit=_unit_name(grid, links, unit),
            chains=tuple(_chain(grid, links, path) for _, path in paths),
        )
        holds, fails = (1 << node, 0) if index == 0 else (0, 1 << node)
        yield _step(grid, links, reason, paths, holds, fails)


def _path(net: Net, node: int) -> list[int]:
    """Return the singles that make a candidate true or false."""
    if net.true >> node & 1:
        return net.needed(0, node)
    return net.needed(1 << node)


def _chain(grid: CandidateGrid, links: LinkTable, path: list[int]) -> str:
    return " > ".join(node_name(grid, links, node) for node in path)


def _unit_name(grid: CandidateGrid, links: LinkTable, unit: int) -> Message:
    """Return the name of a cell, or of a digit in a house."""
    pairs = [links.candidate(node) for node in bits(unit)]
    cells, digits = {cell for cell, _ in pairs}, sorted({digit for _, digit in pairs})
    names = cell_names(grid, sum(1 << cell for cell in cells))
    if len(cells) == 1:
        return msg("the cell {cell}", cell=names[0])
    return msg("the digit {digit} in {cells}", digit=digits[0], cells=names)


def _step(
    grid: CandidateGrid,
    links: LinkTable,
    reason: Message,
    paths: list[tuple[Net, list[int]]],
    holds: int,
    fails: int,
) -> Step:
    lines: list[CandidateLink] = []
    first: dict[tuple[int, int], None] = {}
    second: dict[tuple[int, int], None] = {}
    for net, path in paths:
        for node in path:
            first[links.candidate(node)] = None
            for other in bits(net.unit[node] & ~(1 << node)):
                cause = net.cause[other]
                second[links.candidate(other)] = None
                ends = [links.candidate(one) for one in (cause, other, node)]
                lines.append(link(ends[0], ends[1], strong=False))
                lines.append(link(ends[1], ends[2], strong=True))
        for other in bits(net.empty):
            second[links.candidate(other)] = None
            lines.append(
                link(links.candidate(net.cause[other]), links.candidate(other), strong=False)
            )
    return make_step(
        grid,
        _LABEL,
        reason,
        placed=[links.candidate(node) for node in bits(holds)],
        removed=[links.candidate(node) for node in bits(fails)],
        first=first,
        second=[one for one in second if one not in first],
        links=dict.fromkeys(lines),
    )


TECHNIQUE = technique(find, _LABEL, "extreme", 860, "1303 1304", se=9.0)
