"""Almost locked sets: pairs, wings, chains and blossoms of them, and Sue de Coq."""

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from gridwise.core.message import msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.almost_locked import (
    LETTERS,
    MOST_CELLS,
    MOST_CELLS_LARGE,
    Als,
    AlsBoard,
    als_board,
    als_step,
    cells_and_digits,
    lacking,
    refuted_by_sets,
    set_names,
)
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, digit_names, technique


def _digits_removed(removed: tuple[Candidate, ...]) -> tuple[str, ...]:
    return digit_names(mask_of(digit for _, digit in removed))


def als_xz(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each pair of linked sets, first the pairs that share no cell."""
    board = als_board(grid)
    losing = 0  # one set at least loses a digit by what the pair rules out
    for digit, cells in enumerate(refuted_by_sets(grid)):
        for cell in bits(cells):
            losing |= board.losing[digit].get(cell, 0)
    seen: set[frozenset[Candidate]] = set()
    for overlap in (False, True) if losing else ():
        for one, other, commons in _linked_pairs(board, losing, overlap=overlap):
            for removed in _pair_losses(board, one, other, commons):
                if not removed or (key := frozenset(removed)) in seen:
                    continue
                seen.add(key)
                first, second = set_names(grid, (one, other))
                if len(commons) == 1:
                    reason = msg(
                        "A and B have the restricted common {x} ({first}; {second}), and the set "
                        "that lacks it holds {z}",
                        x=commons[0],
                        first=first,
                        second=second,
                        z=_digits_removed(removed),
                    )
                else:
                    reason = msg(
                        "A and B hold one each of their restricted commons {x} and {y} ({first}; "
                        "{second}), and all their other digits",
                        x=commons[0],
                        y=commons[1],
                        first=first,
                        second=second,
                    )
                links = [(one, digit, other) for digit in commons[:2]]
                yield als_step(grid, label, reason, (one, other), removed, commons=links)


def _linked_pairs(
    board: AlsBoard, losing: int, *, overlap: bool
) -> Iterator[tuple[Als, Als, tuple[int, ...]]]:
    """Yield the pairs with one of these sets and their restricted commons, few cells first."""
    for index, other in enumerate(board.sets):
        linked: dict[int, list[int]] = {}
        before = (1 << index) - 1
        if not losing >> index & 1:
            before &= losing
        for digit in bits(other.digits):
            for partner in bits(board.linked(other, digit) & before):
                linked.setdefault(partner, []).append(digit)
        for partner, digits in sorted(linked.items()):
            one = board.sets[partner]
            if bool(one.cells & other.cells) is overlap:
                yield one, other, tuple(digits)


def _pair_losses(
    board: AlsBoard, one: Als, other: Als, commons: tuple[int, ...]
) -> Iterator[tuple[Candidate, ...]]:
    """Yield the candidates that a pair rules out."""
    common = one.digits & other.digits
    if len(commons) == 1:
        yield board.common_loss((one, other), common & ~(1 << commons[0]))
        return
    # Each set holds one of two restricted commons, so it holds all its other digits.
    both = 1 << commons[0] | 1 << commons[1]
    locked = [
        *board.common_loss((one, other), common),
        *board.common_loss((one,), one.digits & ~both),
        *board.common_loss((other,), other.digits & ~both),
    ]
    outside = [(c, d) for c, d in locked if not (one.cells | other.cells) >> c & 1]
    yield tuple(dict.fromkeys(outside))
    yield tuple(dict.fromkeys(locked))


def als_xy_wing(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each wing, first the wings whose sets share no cell."""
    board = als_board(grid)
    seen: set[frozenset[Candidate]] = set()
    for one, x, pivot, y, other in _wings(board, refuted_by_sets(grid)):
        digits = one.digits & other.digits & ~(1 << x | 1 << y)
        removed = board.common_loss((one, other), digits)
        if (key := frozenset(removed)) in seen:
            continue
        seen.add(key)
        first, second, third = set_names(grid, (one, other, pivot))
        reason = msg(
            "C holds {x} or {y}, so A lacks {x} or B lacks {y} ({first}; {second}; {third}), "
            "and that set holds {z}",
            x=x,
            y=y,
            first=first,
            second=second,
            third=third,
            z=_digits_removed(removed),
        )
        links = [(one, x, pivot), (pivot, y, other)]
        yield als_step(grid, label, reason, (one, pivot, other), removed, commons=links)


def _wings(board: AlsBoard, refuted: list[int]) -> Iterator[tuple[Als, int, Als, int, Als]]:
    """Yield the wings with both ends among the sets that lose one of these candidates."""
    losers = [
        (digit, members)
        for digit, losing in enumerate(board.losing)
        for cell, members in losing.items()
        if refuted[digit] >> cell & 1
    ]
    for overlap in (False, True):
        for digit, members in losers:
            lacks = lacking(board, members, digit)
            for x, y in combinations((x for x, sets in enumerate(lacks) if sets), 2):
                for middle in bits(lacks[x] & lacks[y]):
                    pivot = board.sets[middle]
                    starts = [board.sets[i] for i in bits(board.linked(pivot, x) & members)]
                    ends = [board.sets[i] for i in bits(board.linked(pivot, y) & members)]
                    for one, other in product(starts, ends):
                        if one is not other and overlap is bool(
                            one.cells & other.cells
                            or one.cells & pivot.cells
                            or pivot.cells & other.cells
                        ):
                            yield one, x, pivot, y, other


MOST_SETS = 8
"""The most sets of a chain."""
_EFFORT = 300  # steps of one search for a way that repeats no set: there are too many ways

Chain = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the sets, and the restricted common of each with the next."""


def als_chain(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each chain, first the shortest for each candidate that one rules out."""
    refuted = refuted_by_sets(grid)
    if not any(refuted):
        return
    board = als_board(grid)
    losses = _Losses(board, refuted)
    shortest = [
        chain
        for digit, losers in enumerate(board.losing)
        for members in dict.fromkeys(losers[c] for c in losers if refuted[digit] >> c & 1)
        if (chain := losses.shortest(digit, members)) is not None
    ]
    shortest.sort(key=lambda one: (len(one[0]), sum(board.sets[i].size for i in one[0])))
    seen: set[frozenset[Candidate]] = {frozenset()}
    for chains in (shortest, losses.chains(seen)):
        for chain in chains:
            removed = losses.removed(chain)
            if (key := frozenset(removed)) in seen:
                continue
            seen.add(key)
            members = tuple(board.sets[index] for index in chain[0])
            reason = msg(
                "if {first} lacks {z}, the restricted commons {commons} pass on from each set to "
                "the next ({sets}), until {last} holds {z}",
                sets=set_names(grid, members),
                commons=tuple(map(str, chain[1])),
                first=LETTERS[0],
                last=LETTERS[len(members) - 1],
                z=_digits_removed(removed),
            )
            links = tuple(zip(members, chain[1], members[1:], strict=False))
            yield als_step(grid, label, reason, members, removed, commons=links)


class _Losses:
    """The consequences of a set that lacks a digit.

    A state says that a set lacks a digit; sets of states are ints, with the bits of the sets that
    lack digit 0 first, then digit 1, and so on.
    """

    def __init__(self, board: AlsBoard, refuted: list[int]) -> None:
        self.board, self.count, self.refuted = board, len(board.sets), refuted
        self.full = (1 << self.count) - 1
        self.next: dict[int, int] = {}

    def follow(self, states: int) -> int:
        """Return the states that follow from one of these by one link."""
        reached = 0
        for state in bits(states):
            following = self.next.get(state)
            if following is None:
                following = 0
                digit, index = divmod(state, self.count)
                als = self.board.sets[index]
                for other in bits(als.digits & ~(1 << digit)):
                    following |= self.board.linked(als, other) << other * self.count
                self.next[state] = following
            reached |= following
        return reached

    def of_digit(self, states: int, digit: int) -> int:
        """Return the sets that lack a digit in one of these states."""
        return states >> digit * self.count & self.full

    def paths(
        self, levels: list[int], state: tuple[int, int], used: int, effort: list[int]
    ) -> Iterator[Chain]:
        """Yield ways to the last level's state (set, digit), through no set in `used`.

        `effort` holds the number of steps that are left; the search takes from it, and ends at 0.
        """
        index, lost = state
        effort[0] -= 1
        if len(levels) == 1:
            yield (index,), ()
            return
        before = self.board.linked(self.board.sets[index], lost) & ~used
        for digit in range(1, len(self.board.places)):
            if digit != lost:
                for other in bits(self.of_digit(levels[-2], digit) & before):
                    if effort[0] <= 0:
                        return
                    for members, commons in self.paths(
                        levels[:-1], (other, digit), used | 1 << other, effort
                    ):
                        yield (*members, index), (*commons, lost)

    def shortest(self, digit: int, members: int) -> Chain | None:
        """Return a shortest chain between two of these sets, which must not all lack the digit.

        None without such a chain, or if fewer sets than a chain has do it.
        """
        levels = [members << digit * self.count]
        known = levels[0]
        while 2 * len(levels) <= MOST_SETS:
            new = self.follow(levels[-1]) & ~known
            if not new:
                return None
            levels.append(new)
            known |= new
            once = twice = touched = 0
            for other in range(1, len(self.board.places)):
                field = self.of_digit(known, other)
                twice |= once & field
                once |= field
                touched |= self.of_digit(new, other)
            meeting = twice & touched
            if meeting:
                return None if len(levels) == 2 else self._meet(levels, meeting)
        return None

    def _meet(self, levels: list[int], meeting: int) -> Chain | None:
        """Return a chain through one of these sets, which lack two digits for two reasons."""
        digits = range(1, len(self.board.places))
        for shorter in (levels[:-1], levels):
            for x in digits:
                for y in digits:
                    middles = self.of_digit(levels[-1], x) & self.of_digit(shorter[-1], y) & meeting
                    for middle in bits(middles) if x != y else ():
                        for chain in self._join(levels, shorter, middle, x, y):
                            return chain
        return None

    def _join(
        self, levels: list[int], shorter: list[int], middle: int, x: int, y: int
    ) -> Iterator[Chain]:
        own, effort = 1 << middle, [_EFFORT]
        for left, first in self.paths(levels, (middle, x), own, effort):
            for right, second in self.paths(shorter, (middle, y), own | mask_of(left), effort):
                yield left + right[-2::-1], first + second[::-1]

    def removed(self, chain: Chain) -> tuple[Candidate, ...]:
        """Return the candidates that a chain rules out."""
        (start, *_, end), commons = chain
        ends = self.board.sets[start], self.board.sets[end]
        digits = ends[0].digits & ends[1].digits & ~(1 << commons[0] | 1 << commons[-1])
        return self.board.common_loss(ends, digits)

    def chains(self, seen: Container[frozenset[Candidate]]) -> Iterator[Chain]:
        """Yield chains between any two sets that rule out candidates not seen yet."""
        board = self.board
        for start, als in enumerate(board.sets):
            for digit in bits(als.digits):
                ends = 0
                for cell in bits(board.seen(als, digit) & self.refuted[digit]):
                    ends |= board.losing[digit][cell]
                ends &= ~((1 << start + 1) - 1)  # the other way round it is the same chain
                if not ends:
                    continue
                firsts = tuple(bits(als.digits & ~(1 << digit)))
                levels = [1 << digit * self.count + start]
                while len(levels) < MOST_SETS:
                    levels.append(self.follow(levels[-1]))
                    if len(levels) < 4:
                        continue
                    for lost in range(1, len(board.places)):
                        for end in bits(self.of_digit(levels[-1], lost) & ends):
                            if lost != digit and any(
                                frozenset(self.removed(((start, end), (first, lost)))) not in seen
                                for first in firsts
                            ):
                                yield from self.paths(levels, (end, lost), 1 << end, [_EFFORT])


def death_blossom(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each blossom: few petals first, then petals that share no cell."""
    board = als_board(grid)
    seen: set[frozenset[Candidate]] = set()
    stems = sorted(
        (cell for cell in bits(grid.empty) if grid.candidates[cell].bit_count() > 1),
        key=lambda cell: (grid.candidates[cell].bit_count(), cell),
    )
    blossoms = [(stem, fitting) for stem in stems for fitting in _blossoms(grid, board, stem)]
    for overlap, (stem, fitting) in product((False, True), blossoms):
        held = grid.candidates[stem]
        for petals in _petals(board, fitting, overlap=overlap):
            digits = ~held
            for petal in petals:
                digits &= petal.digits
            removed = board.common_loss(petals, digits)
            if (key := frozenset(removed)) in seen:
                continue
            seen.add(key)
            reason = msg(
                "each candidate of the stem {stem} takes its digit from a set ({petals}), "
                "and that set then holds {z}",
                stem=grid.shape.cell_name(stem),
                petals=tuple(
                    msg(
                        "{digit} takes it from {name} = {cells}",
                        digit=digit,
                        name=name,
                        cells=cells_and_digits(grid, petal),
                    )
                    for digit, name, petal in zip(bits(held), LETTERS, petals, strict=False)
                ),
                z=_digits_removed(removed),
            )
            at = tuple(1 << stem if held >> d & 1 else 0 for d in range(grid.size + 1))
            cell = Als(1 << stem, held, 1, at)
            links = [(cell, digit, petal) for digit, petal in zip(bits(held), petals, strict=True)]
            yield als_step(grid, label, reason, petals, removed, stem=stem, commons=links)


def _blossoms(grid: CandidateGrid, board: AlsBoard, stem: int) -> Iterator[list[int]]:
    """Yield sets of petals, one for each candidate of a stem, that rule out one digit together."""
    own = grid.candidates[stem]
    petals = [board.losing[digit].get(stem, 0) for digit in bits(own)]
    if not all(petals):
        return
    for digit, losing in enumerate(board.losing):
        if own >> digit & 1:
            continue
        for members in dict.fromkeys(losing.values()):
            fitting = []
            for petal in petals:
                both = petal & members
                if not both:
                    break
                fitting.append(both)
            else:
                yield fitting


def _petals(board: AlsBoard, fitting: list[int], *, overlap: bool) -> Iterator[tuple[Als, ...]]:
    """Yield one set of each group, at least two; they share cells, or none does."""

    def extend(chosen: tuple[Als, ...], cells: int, shared: bool) -> Iterator[tuple[Als, ...]]:
        if len(chosen) == len(fitting):
            if shared is overlap and len(set(chosen)) > 1:
                yield chosen
            return
        for index in bits(fitting[len(chosen)]):
            petal = board.sets[index]
            meets = bool(petal.cells & cells)
            if overlap or not meets:
                yield from extend((*chosen, petal), cells | petal.cells, shared or meets)

    return extend((), 0, False)


def sue_de_coq(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each pattern: rows, then columns, and in each the boxes in order."""
    size, candidates = grid.size, grid.candidates
    seen: set[frozenset[Candidate]] = set()
    left = [
        tuple((cell, candidates[cell]) for cell in house if candidates[cell])
        for house in grid.shape.houses
    ]
    for line, box in product(range(2 * size), grid.shape.boxes):
        if (grid.houses[line] & grid.houses[box] & grid.empty).bit_count() < 2:
            continue
        for centre, one, other in _patterns(size, left[line], left[box]):
            for removed in _sue_losses(grid, (line, box), centre, one, other):
                if not removed or (key := frozenset(removed)) in seen:
                    continue
                seen.add(key)
                members = tuple(
                    Als(*group, tuple(group.cells & places for places in grid.places))
                    for group in (one, centre, other)
                )
                in_line, shared, in_box = (cells_and_digits(grid, als) for als in members)
                reason = msg(
                    "{centre} in {line} and {box} shares its digits with {one} in {line} and "
                    "{other} in {box}: together they have as many cells as digits, so each digit "
                    "is in them",
                    centre=shared,
                    line=grid.shape.house_name(line),
                    box=grid.shape.house_name(box),
                    one=in_line,
                    other=in_box,
                )
                yield als_step(grid, label, reason, members, removed)


_Cells = tuple[tuple[int, int], ...]
"""The empty cells of a house, each with its candidates."""


class _CellGroup(NamedTuple):
    """Some cells of a house, and their candidates."""

    cells: int
    digits: int
    size: int


@lru_cache(maxsize=256)
def _patterns(
    size: int, line: _Cells, box: _Cells
) -> tuple[tuple[_CellGroup, _CellGroup, _CellGroup], ...]:
    """Return the patterns of a line and a box: the centre, the groups in the line and the box."""
    shared = tuple(one for one in line if one in set(box))
    return tuple(
        (centre, *pair)
        for centre in _centres(shared)
        for pair in _partners(centre, _groups(size, line), _groups(size, box))
    )


@lru_cache(maxsize=64)
def _groups(size: int, cells: _Cells) -> list[_CellGroup]:
    """Return the groups of cells of a house, small ones first."""
    most = MOST_CELLS if size <= 9 else MOST_CELLS_LARGE
    groups = [(0, _CellGroup(0, 0, 0))]
    start = 0
    for count in range(1, min(most, len(cells)) + 1):
        end = len(groups)
        for after, before in groups[start:end]:
            for index in range(after, len(cells)):
                cell, digits = cells[index]
                group = _CellGroup(before.cells | 1 << cell, before.digits | digits, count)
                groups.append((index + 1, group))
        start = end
    return [group for _, group in groups[1:]]


def _centres(shared: _Cells) -> Iterator[_CellGroup]:
    """Yield the groups of shared cells with at least two candidates more than cells."""
    for size in range(2, min(len(shared), 3) + 1):
        for chosen in combinations(shared, size):
            digits = 0
            for _, candidates in chosen:
                digits |= candidates
            if digits.bit_count() >= size + 2:
                yield _CellGroup(mask_of(cell for cell, _ in chosen), digits, size)


def _partners(
    centre: _CellGroup, in_line: list[_CellGroup], in_box: list[_CellGroup]
) -> Iterator[tuple[_CellGroup, _CellGroup]]:
    """Yield groups of the line and of the box that make as many cells as digits with the centre.

    They have no digit of the centre in common. A digit that both have beside the centre's counts
    twice, because each group holds it once.
    """
    check_current_run()  # a board of 25x25 has millions of pairs
    spare = centre.digits.bit_count() - centre.size

    def taking(groups: list[_CellGroup]) -> list[tuple[_CellGroup, int]]:
        """Return the groups that take some digits of the centre, but not all, and how many."""
        cells, digits = centre.cells, centre.digits
        fitting = []
        for group in groups:
            if not group[0] & cells and group[1] & digits:
                taken = group[2] - (group[1] & ~digits).bit_count()
                if 0 < taken < spare:
                    fitting.append((group, taken))
        return fitting

    of_box: dict[int, list[_CellGroup]] = {}
    for group, taken in taking(in_box):
        of_box.setdefault(taken, []).append(group)
    for one, taken in taking(in_line) if of_box else ():
        for other in of_box.get(spare - taken, ()):
            if not one.cells & other.cells and not one.digits & other.digits & centre.digits:
                yield one, other


def _sue_losses(
    grid: CandidateGrid,
    houses: tuple[int, int],
    centre: _CellGroup,
    one: _CellGroup,
    other: _CellGroup,
) -> Iterator[tuple[Candidate, ...]]:
    """Yield the candidates that go in the line and the box, then all that see a pattern's digit."""
    in_houses: dict[Candidate, None] = {}
    anywhere: dict[Candidate, None] = {}
    for digit in bits(centre.digits | one.digits | other.digits):
        places, bit = grid.places[digit], 1 << digit
        # The parts that hold the digit once, and a house around each.
        own = centre.cells if centre.digits & bit else 0
        parts = [
            (own | group.cells, house)
            for group, house in zip((one, other), houses, strict=True)
            if group.digits & bit
        ] or [(own, house) for house in houses]
        for cells, house in parts:
            part = cells & places
            for found, area in ((in_houses, grid.houses[house] & ~part), (anywhere, -1)):
                lost = places & area & grid.geometry.seen_by_all(part)
                found.update(((cell, digit), None) for cell in bits(lost))
    yield tuple(in_houses)
    yield tuple(anywhere)


TECHNIQUES = (
    technique(sue_de_coq, "fiendish", "sue_de_coq", msg("Sue de Coq"), 530, 250, "1101"),
    technique(als_xz, "fiendish", "als_xz", msg("ALS-XZ"), 570, 300, "0901"),
    technique(als_xy_wing, "fiendish", "als_xy_wing", msg("ALS-XY-Wing"), 580, 320, "0902"),
    technique(als_chain, "fiendish", "als_chain", msg("ALS Chain"), 590, 340, "0903"),
    technique(death_blossom, "fiendish", "death_blossom", msg("Death Blossom"), 600, 360, "0904"),
)
