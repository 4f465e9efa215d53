"""The links between the candidates of a board, and what follows from one another along them.

A node is a candidate, or a group: two or three places of one digit where a box meets a line; a
group is true when one of its cells holds the digit. Sets of nodes are ints: bit n for node n.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry
from gridwise.puzzles.sudoku.position import Shape


@dataclass(frozen=True, slots=True)
class LinkTable:
    """The nodes of a board and the links between them.

    Parameters
    ----------
    nodes
        The cells (a set) and the digit of each node: all candidates, row-major, then groups.
    singles
        How many of the nodes are candidates.
    weak
        For each node those that are false where it is true.
    strong
        For each node those that are true where it is false.
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


def links_of(grid: CandidateGrid, *, grouped: bool = False) -> LinkTable:
    """Return the links of a board as it is now; built once for each state of it."""
    return _links(grid.shape, tuple(grid.candidates), grouped)


@lru_cache(maxsize=8)
def _links(shape: Shape, candidates: tuple[int, ...], grouped: bool) -> LinkTable:
    base, size = geometry(shape), shape.size
    nodes = [(1 << cell, digit) for cell, mask in enumerate(candidates) for digit in bits(mask)]
    singles = len(nodes)
    places = [0] * (size + 1)
    for cells, digit in nodes:
        places[digit] |= cells
    if grouped:
        nodes += _groups(base.houses, size, places)
    number = {node: index for index, node in enumerate(nodes)}
    weak, strong = [0] * len(nodes), [0] * len(nodes)
    units: dict[int, None] = {}
    of_digit: list[list[int]] = [[] for _ in range(size + 1)]
    at = 0
    for mask in candidates:
        count = mask.bit_count()
        unit = ((1 << count) - 1) << at
        for node in range(at, at + count):
            weak[node] |= unit & ~(1 << node)
            if count == 2:
                strong[node] |= unit & ~(1 << node)
        if unit:
            units[unit] = None
        at += count
    for index, (_, digit) in enumerate(nodes):
        of_digit[digit].append(index)
    for digit in range(1, size + 1):
        for index in of_digit[digit]:
            seen = base.seen_by_all(nodes[index][0])
            for other in of_digit[digit]:
                if not nodes[other][0] & ~seen:
                    weak[index] |= 1 << other
        for house in base.houses:
            here = places[digit] & house
            if not here:
                continue
            inside = [index for index in of_digit[digit] if not nodes[index][0] & ~here]
            units[sum(1 << index for index in inside if index < singles)] = None
            for index in inside:
                rest = number.get((here & ~nodes[index][0], digit))
                if rest is not None:
                    strong[index] |= 1 << rest
    return LinkTable(tuple(nodes), singles, tuple(weak), tuple(strong), tuple(units))


def _groups(houses: Sequence[int], size: int, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield every group of two or more places of a digit where a box meets a line."""
    for digit in range(1, size + 1):
        for box in houses[2 * size :]:
            for line in houses[: 2 * size]:
                cells = tuple(bits(box & line & places[digit]))
                if (box & line).bit_count() > 1:
                    for count in range(2, len(cells) + 1):
                        for group in combinations(cells, count):
                            yield sum(1 << cell for cell in group), digit


def spread(
    first: int, source: Sequence[int], target: Sequence[int], limit: int = 40
) -> tuple[list[int], int, int]:
    """Follow links of two kinds in turn, breadth-first.

    Parameters
    ----------
    first
        The node to start from.
    source, target
        The links to follow first and then in turn: strong and weak where the node is false.
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
