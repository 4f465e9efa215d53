"""Alternating inference chains: X-Chains, XY-Chains, nice loops, and loops through groups or sets.

A chain links its two ends by strong and weak links in turn, strong at both ends: if one end is
false the other one is true. So one of them holds, and a node that contradicts both is false. If the
ends contradict one another the chain is a loop, and every weak link of it is a strong one too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.almost_locked import (
    Als,
    als_board,
    links_through_sets,
    set_names,
    with_sets,
)
from gridwise.puzzles.sudoku.techniques.links import LinkTable, links_of, path_to, spread
from gridwise.puzzles.sudoku.techniques.wording import (
    Label,
    cell_names,
    link,
    make_step,
    technique,
)

Found = dict[tuple[int, int], tuple[int, ...]]
"""The shortest chain for each set of conclusions: the true and the false nodes (sets)."""


def chains(
    links: LinkTable,
    strong: Sequence[int],
    weak: Sequence[int],
    touched: int,
    *,
    loops: bool = True,
    starts: int | None = None,
    locked: Callable[[Sequence[int]], int] = lambda path: 0,
) -> Found:
    """Return the chains with two or more strong links, one for each set of conclusions.

    Parameters
    ----------
    links
        The nodes.
    strong, weak
        The links to use.
    touched
        The nodes to start from.
    loops
        Whether to look for loops and for ends that prove themselves, too.
    starts
        The number of first nodes that chains join and loops lead through; None for all.
    locked
        Returns the further nodes that are false by the strong links of a loop.
    """
    found: Found = {}
    singles = links.every_single

    def keep(holds: int, fails: int, path: list[int]) -> None:
        key = (holds, fails)
        if (holds or fails) and (key not in found or len(path) < len(found[key])):
            found[key] = tuple(path)

    count = len(links.nodes) if starts is None else starts
    for start in range(count):
        if not strong[start] or not touched >> start & 1:
            continue
        levels, _, _ = spread(start, strong, weak)
        ends = (1 << count) - 1 | links.weak[start]
        for last in range(3, len(levels), 2):
            for end in bits(levels[last] & ends):
                if end < start:
                    continue
                common = links.weak[start] & links.weak[end] & singles
                if end == start:
                    if loops:
                        path = path_to(levels, last, end, strong, weak)
                        if start < links.singles:
                            keep(1 << start, 0, path)
                            # The same in other words: nothing else is left in its cell.
                            cell = links.nodes[start][0]
                            same = (n for n in bits(common) if links.nodes[n][0] == cell)
                            keep(0, sum(1 << n for n in same), path)
                        else:
                            keep(0, common, path)
                    continue
                if loops and links.weak[start] >> end & 1:
                    path = path_to(levels, last, end, strong, weak)
                    for left, right in zip(path[1::2], [*path[2::2], start], strict=True):
                        common |= links.weak[left] & links.weak[right] & singles
                    common &= ~sum(1 << n for n in set(path))
                    keep(0, common | locked(path), [*path, start])
                elif common:
                    known = found.get((0, common))
                    if known is None or last + 1 < len(known):
                        found[0, common] = tuple(path_to(levels, last, end, strong, weak))
                    if loops:
                        for one in bits(common):
                            known = found.get((0, 1 << one))
                            if known is None or last + 1 < len(known):
                                path = path_to(levels, last, end, strong, weak)
                                found[0, 1 << one] = tuple(path)
    return found


def node_name(grid: CandidateGrid, links: LinkTable, node: int) -> str:
    """Return a node in Eureka notation: (5)r1c1, and (5)r1c1|r1c2 for a group."""
    cells, digit = links.nodes[node]
    return f"({digit}){'|'.join(cell_names(grid, cells))}"


def chain_name(grid: CandidateGrid, links: LinkTable, path: Sequence[int], *, strong: bool) -> str:
    """Return a chain in Eureka notation: = is a strong link, - a weak one."""
    parts = [node_name(grid, links, path[0])]
    for node in path[1:]:
        parts.append(("=" if strong else "-") + node_name(grid, links, node))
        strong = not strong
    return "".join(parts)


def drawn(links: LinkTable, path: Sequence[int], *, strong: bool) -> list[CandidateLink]:
    """Return the lines of a chain; a group's lines end at its first cell."""
    lines = []
    for left, right in pairwise(path):
        ends = [next(bits(links.nodes[node][0])) for node in (left, right)]
        digits = [links.nodes[node][1] for node in (left, right)]
        lines.append(link((ends[0], digits[0]), (ends[1], digits[1]), strong=strong))
        strong = not strong
    return lines


def members(links: LinkTable, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the candidates of nodes."""
    return [(cell, links.nodes[n][1]) for n in nodes for cell in bits(links.nodes[n][0])]


def chain_steps(
    grid: CandidateGrid,
    links: LinkTable,
    found: Found,
    label: Label,
    accept: Callable[[Sequence[int]], bool],
    sets: Callable[[Sequence[int]], Iterable[Als]] = lambda path: (),
) -> Iterator[Step]:
    """Yield the steps of chains, the shortest first; of equal ones the one with most conclusions.

    Parameters
    ----------
    grid
        The board before the steps.
    links, found
        The nodes and the chains.
    label
        The technique's name, title and score.
    accept
        Whether a chain belongs to the technique.
    sets
        Returns the almost locked sets that strong links of a chain rest on.
    """
    order = sorted(
        found.items(), key=lambda item: (len(item[1]), -item[0][1].bit_count(), item[0], item[1])
    )
    for (holds, fails), path in order:
        if not accept(path):
            continue
        text = chain_name(grid, links, path, strong=True)
        first, last = (node_name(grid, links, path[end]) for end in (0, -1))
        if first != last:
            reason = msg(
                "{first} or {last} is true by the chain {chain}",
                first=first,
                last=last,
                chain=text,
            )
        elif len(path) % 2 == 0:
            reason = msg(
                "{first} is true even if it is taken as false: {chain}", first=first, chain=text
            )
        else:
            reason = msg("one end of every link is true in the loop {chain}", chain=text)
        used = tuple(sets(path))
        if used:
            reason = msg(
                "{reason}; almost locked: {sets}", reason=reason, sets=set_names(grid, used)
            )
        step = make_step(
            grid,
            label,
            reason,
            placed=[links.candidate(n) for n in bits(holds)],
            removed=[links.candidate(n) for n in bits(fails)],
            first=dict.fromkeys(members(links, path[1::2])),
            second=dict.fromkeys(
                c for c in members(links, path[::2]) if c not in members(links, path[1::2])
            ),
            links=drawn(links, path, strong=True),
        )
        yield with_sets(grid, step, used) if used else step


def line_chain(
    grid: CandidateGrid,
    label: Label,
    restrict: Callable[[LinkTable], tuple[Sequence[int], Sequence[int]]],
) -> Iterator[Step]:
    """Yield the chains of some of the links with one digit at both ends, the shortest first."""
    refuted, touched = links_of(grid, grouped=True).refuted
    if refuted:
        links = links_of(grid)
        shortest = chains(links, *restrict(links), touched, loops=False)
        yield from chain_steps(
            *(grid, links, shortest, label),
            lambda path: links.nodes[path[0]][1] == links.nodes[path[-1]][1],
        )


def one_digit(links: LinkTable) -> tuple[Sequence[int], Sequence[int]]:
    """Return the strong and the weak links within each digit."""
    same: dict[int, int] = {}
    for node, (_, digit) in enumerate(links.nodes):
        same[digit] = same.get(digit, 0) | 1 << node
    keep = [same[digit] for _, digit in links.nodes]
    return (
        [those & mask for those, mask in zip(links.strong, keep, strict=True)],
        [those & mask for those, mask in zip(links.weak, keep, strict=True)],
    )


def bivalue_cells(links: LinkTable) -> tuple[Sequence[int], Sequence[int]]:
    """Return the strong links in cells with two candidates and the weak links between these."""
    same: dict[int, int] = {}
    for node, (cell, _) in enumerate(links.nodes):
        same[cell] = same.get(cell, 0) | 1 << node
    own = [same[cell] for cell, _ in links.nodes]
    two = mask_of(node for node, mask in enumerate(own) if mask.bit_count() == 2)
    return (
        [
            those & mask if mask.bit_count() == 2 else 0
            for those, mask in zip(links.strong, own, strict=True)
        ],
        [those & ~mask & two for those, mask in zip(links.weak, own, strict=True)],
    )


def nice_loop(grid: CandidateGrid, label: Label, *, grouped: bool) -> Iterator[Step]:
    """Yield the chains and loops, or only those that need a group, the shortest first."""
    refuted, touched = links_of(grid, grouped=True).refuted
    if refuted:
        links = links_of(grid, grouped=grouped)
        yield from chain_steps(
            *(grid, links, chains(links, links.strong, links.weak, touched), label),
            lambda path: not grouped or max(path) >= links.singles,
        )


def als_nice_loop(grid: CandidateGrid, label: Label) -> Iterator[Step]:
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

    found = chains(*(links, links.strong, links.weak, touched), starts=links.singles, locked=locked)
    for node in bits(refuted):
        levels, _, _ = spread(node, links.weak, links.strong)
        for last in range(5, len(levels), 2):
            if levels[last] >> node & 1:
                known = found.get((0, 1 << node))
                if known is None or last - 1 < len(known):
                    path = path_to(levels, last, node, links.weak, links.strong)
                    found[0, 1 << node] = tuple(path[1:-1])
    yield from chain_steps(*(grid, links, found, label), lambda path: bool(used(path)), used)


_nice_loop = partial(technique, nice_loop, "fiendish")
_chain = partial(technique, line_chain, "fiendish")
TECHNIQUES = (
    _chain("x_chain", msg("X-Chain"), 540, 260, "0701", se=6.6, restrict=one_digit),
    _chain("xy_chain", msg("XY-Chain"), 550, 260, "0702", se=7.0, restrict=bivalue_cells),
    _nice_loop(
        "nice_loop", msg("Nice Loop/AIC"), 560, 280, "0706 0707 0708", se=7.0, grouped=False
    ),
    _nice_loop(
        "grouped_nice_loop", msg("Grouped Nice Loop/AIC"), 565, 300, "0709 0710 0711", grouped=True
    ),
    # HoDoKu does not use it by default, so its rating does not.
    replace(
        technique(
            als_nice_loop,
            *("fiendish", "als_nice_loop", msg("ALS Nice Loop/AIC"), 700, 300, "0709 0710 0711"),
        ),
        ratings={},
    ),
)
