"""Links between candidates, groups and almost locked sets.

If a set lacks a digit it holds its other digits. So its places of one digit and its places of
another are two nodes with a strong link.
"""

from functools import lru_cache

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.als.sets import AlsBoard, als_board
from gridwise.puzzles.sudoku.techniques.chains.table import LinkTable, links_of


def links_through_sets(grid: CandidateGrid) -> LinkTable:
    """Return the links of a board, also through its sets; built once for each state of it."""
    return _links(links_of(grid, grouped=True), als_board(grid))


def refuted_by_sets(grid: CandidateGrid) -> list[int]:
    """Return for each digit the places that chains of almost locked sets may rule out.

    They include all that ALS-XZ, ALS-XY-Wing and ALS Chain rule out.
    """
    links = links_through_sets(grid)
    places = [0] * (grid.size + 1)
    for node in bits(links.refuted[0]):
        cell, digit = links.candidate(node)
        places[digit] |= 1 << cell
    return places


@lru_cache(maxsize=4)
def _links(plain: LinkTable, board: AlsBoard) -> LinkTable:
    number = {node: index for index, node in enumerate(plain.nodes)}
    nodes, strong = list(plain.nodes), list(plain.strong)
    seen: dict[int, int] = {}
    for als in board.sets:
        if als.size == 1:
            continue
        ends = []
        for digit in bits(als.digits):
            cells = als.at[digit]
            if sight := board.seen(als, digit):
                node = number.setdefault((cells, digit), len(nodes))
                if node == len(nodes):
                    nodes.append((cells, digit))
                    strong.append(0)
                    seen[node] = sight
                ends.append(node)
        every = sum(1 << node for node in ends)
        for node in ends:
            strong[node] |= every ^ 1 << node
    weak = [*plain.weak, *(0 for _ in seen)]
    # The nodes of each digit, and the nodes at each of its places.
    every_at = [0] * len(board.places)
    at: list[dict[int, int]] = [dict.fromkeys(bits(places), 0) for places in board.places]
    for node, (cells, digit) in enumerate(nodes):
        every_at[digit] |= 1 << node
        for cell in bits(cells):
            at[digit][cell] |= 1 << node
    old = (1 << len(plain.nodes)) - 1
    for node, sight in seen.items():
        digit = nodes[node][1]
        out = 0
        for cell in bits(board.places[digit] & ~sight):
            out |= at[digit][cell]
        weak[node] = every_at[digit] & ~out
        bit = 1 << node
        for other in bits(weak[node] & old):
            weak[other] |= bit
    return LinkTable(tuple(nodes), plain.singles, tuple(weak), tuple(strong), plain.units)
