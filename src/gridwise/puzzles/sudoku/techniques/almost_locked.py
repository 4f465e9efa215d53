"""The almost locked sets of a board, and how they are linked.

A set lacks at most one of its digits. If it lacks one, it holds all others. Two sets are linked
by a digit (their restricted common) when all its candidates in one see all those in the other: one
of the two sets lacks it. Sets of almost locked sets are ints: bit i stands for the i-th.

In chains the places of one digit of a set and its places of another are two nodes with a strong
link: if the set lacks the one digit it holds the other.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter

from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.candidates import CandidateGrid, Geometry, bits, geometry
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.links import LinkTable, links_of
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, link, make_step

MOST_CELLS, MOST_CELLS_LARGE = 8, 4
"""The most cells of a set, on boards of at most 9 digits and on larger ones."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the sets of a step."""


@dataclass(frozen=True, slots=True)
class Als:
    """An almost locked set.

    Parameters
    ----------
    cells, digits
        Its cells, and their candidates: one more than cells.
    size
        The number of its cells.
    at
        For each digit the cells that have it.
    """

    cells: int
    digits: int
    size: int
    at: tuple[int, ...]


class AlsBoard:
    """The almost locked sets of a board, few cells first.

    Attributes
    ----------
    sets
        The sets.
    places
        For each digit the cells that it can go to.
    """

    def __init__(self, shape: Shape, candidates: tuple[int, ...]) -> None:
        self.geometry: Geometry = geometry(shape)
        self.places = [0] * (shape.size + 1)
        for cell, digits in enumerate(candidates):
            for digit in bits(digits):
                self.places[digit] |= 1 << cell
        by_cells: dict[int, Als] = {}
        for house in shape.houses:
            for als in _sets_of(shape, tuple((c, candidates[c]) for c in house if candidates[c])):
                by_cells.setdefault(als.cells, als)
        self.sets = sorted(by_cells.values(), key=attrgetter("size"))
        self._groups: list[dict[int, int]] = [{} for _ in range(shape.size + 1)]
        bit = 1
        for als in self.sets:
            at = als.at
            for digit in bits(als.digits):
                group, cells = self._groups[digit], at[digit]
                group[cells] = group.get(cells, 0) | bit
            bit <<= 1
        self._seen: list[dict[int, int]] = [
            {cells: self.geometry.seen_by_all(cells) & places for cells in group}
            for group, places in zip(self._groups, self.places, strict=True)
        ]
        self._linked: list[dict[int, int]] = [{} for _ in self._groups]

    def seen(self, one: Als, digit: int) -> int:
        """Return the candidates of a digit that see all candidates of it in a set."""
        return self._seen[digit][one.at[digit]]

    def linked(self, one: Als, digit: int) -> int:
        """Return the sets that lack the digit if this one holds it, and the other way round."""
        cells = one.at[digit]
        linked = self._linked[digit].get(cells)
        if linked is None:
            hidden = ~self._seen[digit][cells]
            linked = 0
            for others, members in self._groups[digit].items():
                if not others & hidden:
                    linked |= members
            self._linked[digit][cells] = linked
        return linked

    @cached_property
    def losing(self) -> list[dict[int, int]]:
        """For each digit: by cell, the sets that lack the digit when the cell holds it."""
        losing: list[dict[int, int]] = [{} for _ in self._groups]
        for by_cell, group, seen in zip(losing, self._groups, self._seen, strict=True):
            for cells, members in group.items():
                for cell in bits(seen[cells]):
                    by_cell[cell] = by_cell.get(cell, 0) | members
        return losing

    def common_loss(self, members: Iterable[Als], digits: int) -> tuple[Candidate, ...]:
        """Return the candidates of these digits that see all of the same digit in every set."""
        members = tuple(members)
        lost: list[Candidate] = []
        for digit in bits(digits):
            cells = -1
            for als in members:
                cells &= self._seen[digit][als.at[digit]]
            lost.extend((cell, digit) for cell in bits(cells))
        return tuple(lost)


@lru_cache(maxsize=64)
def _choices(count: int, most: int) -> tuple[tuple[int, int, int], ...]:
    """Return the choices of at most `most` of `count` things, as sets.

    Each as (the choice, the choice without its last thing, its last thing); this one comes later.
    """
    choices = []
    stack = [(0, 0, 0)]
    while stack:
        start, size, chosen = stack.pop()
        for last in range(start, count):
            choices.append((chosen | 1 << last, chosen, last))
            if size + 1 < most:
                stack.append((last + 1, size + 1, chosen | 1 << last))
    return tuple(choices)


@lru_cache(maxsize=128)
def _sets_of(shape: Shape, cells: tuple[tuple[int, int], ...]) -> tuple[Als, ...]:
    """Return the almost locked sets among the cells of a house, each given with its candidates."""
    most = MOST_CELLS if shape.size <= 9 else MOST_CELLS_LARGE
    digits_of = [digits for _, digits in cells]
    unions = {0: 0}
    sets = []
    for chosen, before, last in _choices(len(cells), most):
        unions[chosen] = union = unions[before] | digits_of[last]
        if union.bit_count() == chosen.bit_count() + 1:
            at = [0] * (shape.size + 1)
            own = 0
            for index in bits(chosen):
                cell, digits = cells[index]
                own |= 1 << cell
                for digit in bits(digits):
                    at[digit] |= 1 << cell
            sets.append(Als(own, union, own.bit_count(), tuple(at)))
    return tuple(sets)


@lru_cache(maxsize=4)
def _board(shape: Shape, candidates: tuple[int, ...]) -> AlsBoard:
    return AlsBoard(shape, candidates)


def als_board(grid: CandidateGrid) -> AlsBoard:
    """Return the almost locked sets of a board; the same until its candidates change."""
    return _board(grid.shape, tuple(grid.candidates))


def lacking(board: AlsBoard, members: int, lost: int) -> list[int]:
    """Return for each digit the sets that lack it when these sets lack the lost digit.

    Each member then holds all its other digits, which its linked sets lack.
    """
    lacks = [0] * len(board.places)
    done: set[tuple[int, int]] = set()
    for index in bits(members):
        als = board.sets[index]
        for digit in bits(als.digits & ~(1 << lost)):
            if (digit, als.at[digit]) not in done:
                done.add((digit, als.at[digit]))
                lacks[digit] |= board.linked(als, digit)
    return lacks


def links_through_sets(grid: CandidateGrid) -> LinkTable:
    """Return the links of a board, also through its sets; built once for each state of it."""
    return _links_through(links_of(grid, grouped=True), als_board(grid))


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
def _links_through(plain: LinkTable, board: AlsBoard) -> LinkTable:
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


def set_names(grid: CandidateGrid, members: Iterable[Als]) -> tuple[Message, ...]:
    """Return "A = r1c1 r1c2 {1,2,3}" and so on."""
    return tuple(
        msg("{name} = {cells}", name=LETTERS[index % 26], cells=cells_and_digits(grid, als))
        for index, als in enumerate(members)
    )


def cells_and_digits(grid: CandidateGrid, one: Als) -> str:
    """Return "r1c1 r1c2 {1,2,3}"."""
    cells = " ".join(grid.shape.cell_name(cell) for cell in bits(one.cells))
    return f"{cells} {{{','.join(map(str, bits(one.digits)))}}}"


def als_step(
    grid: CandidateGrid,
    label: Label,
    reason: Message,
    members: tuple[Als, ...],
    removed: Iterable[Candidate],
    *,
    stem: int | None = None,
    commons: Iterable[tuple[Als, int, Als]] = (),
) -> Step:
    """Return a step whose sets are drawn in two tones by turns, each with its cells outlined.

    Parameters
    ----------
    grid
        The board before the step.
    label
        The technique's name, title and score.
    reason
        The reason without the conclusions.
    members
        The sets.
    removed
        The candidates that go.
    stem
        A cell that belongs to the pattern beside the sets.
    commons
        The links: two sets, and their restricted common between them.
    """
    tones: tuple[list[Candidate], list[Candidate]] = ([], [])
    drawn: set[Candidate] = set()
    if stem is not None:
        tones[0].extend((stem, digit) for digit in bits(grid.candidates[stem]))
    for index, als in enumerate(members):
        tone = tones[(index + (stem is not None)) % 2]
        for cell in bits(als.cells):
            fresh = [(cell, digit) for digit in bits(grid.candidates[cell])]
            tone.extend(pair for pair in fresh if pair not in drawn)
            drawn.update(fresh)
    step = make_step(
        grid,
        label,
        reason,
        removed=removed,
        first=tones[0],
        second=tones[1],
        links=_lines(grid, commons),
    )
    areas = tuple(tuple(bits(als.cells)) for als in members)
    return replace(step, overlay=replace(step.overlay, areas=areas))


def with_sets(grid: CandidateGrid, step: Step, members: Iterable[Als]) -> Step:
    """Return a step that rests on these sets, too: all their candidates, each set outlined."""
    areas = tuple(tuple(bits(als.cells)) for als in members)
    premises = (
        Mark(cell, d) for area in areas for cell in area for d in bits(grid.candidates[cell])
    )
    return replace(
        step,
        premises=tuple(dict.fromkeys((*step.premises, *premises))),
        overlay=replace(step.overlay, areas=areas),
    )


def _lines(grid: CandidateGrid, commons: Iterable[tuple[Als, int, Als]]) -> Iterator[CandidateLink]:
    """Yield a line for each restricted common, between the two candidates nearest each other."""
    for one, digit, other in commons:
        start, end = min(
            ((a, b) for a in bits(one.at[digit]) for b in bits(other.at[digit])),
            key=lambda pair: sum(
                (x - y) ** 2
                for x, y in zip(divmod(pair[0], grid.size), divmod(pair[1], grid.size), strict=True)
            ),
        )
        yield link((start, digit), (end, digit), strong=False)
