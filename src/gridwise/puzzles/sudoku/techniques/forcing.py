"""Forcing chains and nets: what follows from one candidate, or from each of some.

A contradiction rules a candidate out. What follows from each candidate of a cell, or from each
place of a digit, holds. Nets are the floor below the patterns: short arguments by singles that a
person can replay on the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.chains import chain_name, drawn, members, node_name
from gridwise.puzzles.sudoku.techniques.links import LinkTable, links_of, path_to, spread
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    cell_names,
    link,
    make_step,
    technique,
)


def forcing_chain(grid: CandidateGrid, label: Label) -> Iterator[Step]:
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
            label,
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


@dataclass(slots=True)
class Net:
    """The consequences of one candidate, if it is true.

    Parameters
    ----------
    links
        The candidates and their links.
    start
        The candidate that is assumed.
    true, false
        The candidates that follow as true, and as false (sets).
    unit
        The cell or house that forced each true candidate, 0 for the start.
    cause
        The true candidate that ruled out each false one.
    empty
        A cell or house without a candidate, 0 without such a one.
    """

    links: LinkTable
    start: int
    true: int = 0
    false: int = 0
    unit: dict[int, int] = field(default_factory=dict)
    cause: dict[int, int] = field(default_factory=dict)
    empty: int = 0

    def needed(self, goal: int, *more: int) -> list[int]:
        """Return the true candidates that a set of false ones rests on, and more, in order."""
        wanted = {self.cause[node] for node in bits(goal)} | set(more)
        chain = []
        for node in reversed(self.unit):
            if node in wanted:
                chain.append(node)
                for other in bits(self.unit[node] & ~(1 << node)):
                    wanted.add(self.cause[other])
        return chain[::-1]


def propagate(links: LinkTable, units_of: list[list[int]], start: int, rounds: int) -> Net:
    """Follow naked and hidden singles from one candidate until a contradiction or the last round.

    Parameters
    ----------
    links
        The candidates and their links.
    units_of
        The units of each candidate, as `units_by_candidate` returns them.
    start
        The candidate to assume.
    rounds
        The most rounds of singles.
    """
    net = Net(links, start, unit={start: 0})
    now = [start]
    alive = links.every_single
    for _ in range(rounds + 1):
        touched: dict[int, None] = {}
        for node in now:
            if net.true >> node & 1:
                continue
            net.true |= 1 << node
            gone = links.weak[node] & alive
            alive &= ~gone
            for other in bits(gone):
                net.cause[other] = node
                for unit in units_of[other]:
                    touched[unit] = None
        net.false = links.every_single & ~alive
        now = []
        for unit in touched:
            left = unit & alive
            if not left:
                net.empty = unit
                return net
            if not left & (left - 1) and not left & net.true:
                node = left.bit_length() - 1
                if node not in net.unit:
                    net.unit[node] = unit
                    now.append(node)
        if not now:
            break
    return net


def units_by_candidate(links: LinkTable) -> list[list[int]]:
    """Return for each candidate the cells and houses (as sets of candidates) that have it."""
    units: list[list[int]] = [[] for _ in range(links.singles)]
    for unit in links.units:
        for node in bits(unit):
            units[node].append(unit)
    return units


_ROUNDS = 81
_ENDLESS = 10**6


def forcing_net(grid: CandidateGrid, label: Label) -> Iterator[Step]:
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
    yield from _verities(grid, label, links, nets, found[0][0] if found else _ENDLESS)
    for _, start, path, net in found:
        reason = msg(
            "if {start} is true, then by singles {chain}, and {unit} has no candidate left",
            start=node_name(grid, links, start),
            chain=_chain(grid, links, path),
            unit=_unit_name(grid, links, net.empty),
        )
        yield _net_step(grid, label, links, reason, [(net, path)], 0, 1 << start)


def _verities(
    grid: CandidateGrid, label: Label, links: LinkTable, nets: list[Net], limit: int
) -> Iterator[Step]:
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
        yield _net_step(grid, label, links, reason, paths, holds, fails)


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


def _net_step(
    grid: CandidateGrid,
    label: Label,
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
        label,
        reason,
        placed=[links.candidate(node) for node in bits(holds)],
        removed=[links.candidate(node) for node in bits(fails)],
        first=first,
        second=[one for one in second if one not in first],
        links=dict.fromkeys(lines),
    )


TECHNIQUES = (
    technique(
        forcing_chain,
        "extreme",
        "forcing_chain",
        msg("Forcing Chain"),
        850,
        500,
        "1301 1302",
        se=8.0,
    ),
    technique(
        forcing_net, "extreme", "forcing_net", msg("Forcing Net"), 860, 700, "1303 1304", se=9.0
    ),
)
