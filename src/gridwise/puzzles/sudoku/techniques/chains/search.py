"""Finds alternating inference chains, and words them.

A chain links its two ends by strong and weak links in turn, strong at both ends: if one end is
false the other one is true. So one of them holds, and a node that contradicts both is false. If the
ends contradict one another the chain is a loop, and every weak link of it is a strong one too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from gridwise.core.message import msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.als.sets import Als, set_names, with_sets
from gridwise.puzzles.sudoku.techniques.chains.table import LinkTable, path_to, spread
from gridwise.puzzles.sudoku.techniques.wording import Label, cell_names, link, make_step

Found = dict[tuple[int, int], tuple[int, ...]]
"""The shortest chain for each set of conclusions: the true and the false nodes (sets)."""


def chains(
    links: LinkTable,
    strong: Sequence[int],
    weak: Sequence[int],
    *,
    loops: bool = True,
    starts: int | None = None,
    touched: int = -1,
    locked: Callable[[Sequence[int]], int] = lambda path: 0,
) -> Found:
    """Return the chains with two or more strong links, one for each set of conclusions.

    Parameters
    ----------
    links
        The nodes.
    strong, weak
        The links to use.
    loops
        Whether to look for loops and for ends that prove themselves, too.
    starts
        The number of first nodes that chains join and loops lead through; None for all.
    touched
        The nodes to start from.
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
    accept: Callable[[Sequence[int]], bool] = lambda path: True,
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
