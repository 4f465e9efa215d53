"""The links between the candidates of a board, and the consequences along them.

A node is a candidate, or a group: two or three places of one digit where a box meets a line; a
group is true when one of its cells holds the digit. Sets of nodes are ints: bit n for node n.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from gridwise.core.run import check_current_run
from gridwise.puzzles.sudoku.candidates import CandidateGrid, Geometry, bits, geometry, mask_of
from gridwise.puzzles.sudoku.position import Shape


@dataclass(frozen=True, eq=False)
class LinkTable:
    """The nodes of a board and the links between them.

    Parameters
    ----------
    nodes
        The cells (a set) and the digit of each node: all candidates, row-major, then groups.
    singles
        The number of nodes that are candidates.
    weak
        For each node the nodes that are false if it is true.
    strong
        For each node the nodes that are true if it is false.
    units
        Sets of candidates of which one is true: each empty cell, each digit left in a house.
    """

    nodes: tuple[tuple[int, int], ...]
    singles: int
    weak: tuple[int, ...]
    strong: tuple[int, ...]
    units: tuple[int, ...]

    @property
    def every_single(self) -> int:
        """The set of all candidates."""
        return (1 << self.singles) - 1

    def candidate(self, node: int) -> tuple[int, int]:
        """Return the cell and the digit of a node that is a candidate."""
        cells, digit = self.nodes[node]
        return cells.bit_length() - 1, digit

    @cached_property
    def refuted(self) -> tuple[int, int]:
        """The candidates that chains prove false, and all nodes that these chains may touch.

        A candidate is false if links lead from it to its opposite; so the second set holds all that
        links from such candidates reach. Chains are searched only if there are any.
        """
        weak, strong = self.weak, self.strong
        ends = mask_of(node for node, links in enumerate(strong) if links)

        def follow(node: int) -> int:
            reached = 0
            for other in bits(weak[node] & ends):
                reached |= strong[other]
            return reached

        candidates = touched = 0
        for start, reached in enumerate(closures(self.singles, follow)):
            if reached & weak[start]:
                candidates |= 1 << start
                touched |= reached | weak[start] | 1 << start
                for node in bits(reached):
                    touched |= weak[node]
        return candidates, touched


def closures(count: int, follow: Callable[[int], int]) -> Iterator[int]:
    """Yield for the first nodes of a graph the set of all nodes that edges lead to.

    Parameters
    ----------
    count
        The number of nodes to yield it for.
    follow
        Returns the set of nodes that edges of a node lead to.

    Notes
    -----
    Gabow's path-based search for strong components: components on the path are (the root, the nodes
    so far, where their edges lead). A finished component gives the set of all its nodes.
    """
    reach: dict[int, int] = {}
    visited = waiting = 0
    for start in range(count):
        path: list[tuple[int, int, int]] = []
        frames: list[tuple[int, int]] = []
        node = start
        while start not in reach:
            if not visited >> node & 1:
                visited |= 1 << node
                waiting |= 1 << node
                edges = follow(node)
                frames.append((node, edges))
                path.append((node, 1 << node, edges))
            node, edges = frames[-1]
            if new := edges & ~visited:
                node = new.bit_length() - 1
                continue
            frames.pop()
            back = edges & waiting
            while back & ~path[-1][1]:
                _, nodes, out = path.pop()
                root, others, more = path[-1]
                path[-1] = root, nodes | others, out | more
            root, nodes, out = path[-1]
            if root == node:
                path.pop()
                waiting &= ~nodes
                found = out & nodes and nodes
                rest = out & ~nodes
                while rest:
                    other = rest.bit_length() - 1
                    found |= reach[other] | 1 << other
                    rest &= ~found
                for one in bits(nodes):
                    reach[one] = found
            if frames:
                node = frames[-1][0]
        yield reach[start]


def links_of(grid: CandidateGrid, *, grouped: bool = False) -> LinkTable:
    """Return the links of a board as it is now; built once for each state of it."""
    return _links(grid.shape, tuple(grid.candidates), grouped)


@lru_cache(maxsize=8)
def _links(shape: Shape, candidates: tuple[int, ...], grouped: bool) -> LinkTable:
    size = shape.size
    nodes = [(1 << cell, digit) for cell, mask in enumerate(candidates) for digit in bits(mask)]
    singles = len(nodes)
    of_digit: list[list[int]] = [[] for _ in range(size + 1)]
    places = [0] * (size + 1)
    for index, (cell, digit) in enumerate(nodes):
        places[digit] |= cell
        of_digit[digit].append(index)
    parts = [_digit_links(shape, cells, grouped) for cells in places]
    for digit, part in enumerate(parts):
        for group in part.groups:
            of_digit[digit].append(len(nodes))
            nodes.append((group, digit))
    weak, strong = [0] * len(nodes), [0] * len(nodes)
    units: list[int] = []
    at = 0
    for mask in candidates:
        count = mask.bit_count()
        unit = ((1 << count) - 1) << at
        for node in range(at, at + count):
            weak[node] = unit & ~(1 << node)
            if count == 2:
                strong[node] = weak[node]
        if unit:
            units.append(unit)
        at += count
    for numbers, part in zip(of_digit, parts, strict=True):
        mask_at = [1 << index for index in numbers]
        for index, seen, rest in zip(numbers, part.weak, part.strong, strict=True):
            check_current_run()  # a board of 25x25 has over a million links
            for other in seen:
                weak[index] |= mask_at[other]
            for other in rest:
                strong[index] |= mask_at[other]
        units += [sum(mask_at[place] for place in unit) for unit in part.units]
    return LinkTable(tuple(nodes), singles, tuple(weak), tuple(strong), tuple(dict.fromkeys(units)))


class _DigitLinks(NamedTuple):
    """The links of one digit, with its places numbered from 0 and its groups after them."""

    groups: tuple[int, ...]
    weak: tuple[tuple[int, ...], ...]
    strong: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=128)
def _digit_links(shape: Shape, places: int, grouped: bool) -> _DigitLinks:
    """Return the links of a digit with these places."""
    base = geometry(shape)
    cells = [1 << cell for cell in bits(places)]
    singles = len(cells)
    groups = _groups(base, places) if grouped else ()
    cells += groups
    number = {those: index for index, those in enumerate(cells)}
    weak = []
    strong: list[dict[int, None]] = [{} for _ in cells]
    for those in cells:
        hidden = ~base.seen_by_all(those)
        weak.append(tuple(index for index, other in enumerate(cells) if not other & hidden))
    units = []
    for house in base.houses:
        here = places & house
        if here:
            inside = [index for index, those in enumerate(cells) if not those & ~here]
            units.append(tuple(index for index in inside if index < singles))
            for index in inside:
                rest = number.get(here & ~cells[index])
                if rest is not None:
                    strong[index][rest] = None
    return _DigitLinks(tuple(groups), tuple(weak), tuple(map(tuple, strong)), tuple(units))


def _groups(base: Geometry, places: int) -> tuple[int, ...]:
    """Return every group of two or more places of a digit where a box meets a line."""
    groups = []
    for box in (base.houses[number] for number in base.shape.boxes):
        if (box & places).bit_count() < 2:
            continue
        for line in base.houses[: 2 * base.shape.size]:
            shared = box & line
            if shared.bit_count() > 1:
                cells = tuple(1 << cell for cell in bits(shared & places))
                for count in range(2, len(cells) + 1):
                    groups += [sum(group) for group in combinations(cells, count)]
    return tuple(groups)


def spread(
    first: int, source: Sequence[int], target: Sequence[int], limit: int = 40
) -> tuple[list[int], int, int]:
    """Follow links of two kinds in turn, breadth-first.

    Parameters
    ----------
    first
        The node to start from.
    source, target
        The links to follow first and then in turn: strong and weak if the node is false.
    limit
        The number of links of the longest chain.

    Returns
    -------
    The nodes that are new at each distance, `first` at 0; all nodes at odd distances, and all at
    even ones. Nodes at odd distances have the opposite truth of the first one.
    """
    levels, odd, even = [1 << first], 0, 1 << first
    links, others = source, target
    while levels[-1] and len(levels) <= limit:
        new = 0
        for node in bits(levels[-1]):
            new |= links[node]
        if len(levels) & 1:
            new &= ~odd
            odd |= new
        else:
            new &= ~even
            even |= new
        levels.append(new)
        links, others = others, links
    return levels, odd, even


def path_to(
    levels: Sequence[int], last: int, end: int, source: Sequence[int], target: Sequence[int]
) -> list[int]:
    """Return the nodes of a shortest chain to `end` at distance `last`, as `spread` found it."""
    path = [end]
    for distance in range(last, 0, -1):
        links = source if distance & 1 else target
        before = levels[distance - 1] & links[path[-1]]
        path.append((before & -before).bit_length() - 1)
    return path[::-1]
