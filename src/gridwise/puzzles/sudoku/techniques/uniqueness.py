"""Uniqueness: patterns that a board with just one solution cannot end in.

If four cells in two boxes hold only the same two digits and none is a given, the digits can be
swapped, and the board has a second solution. So a board with one solution never ends so. Without
boxes this holds for every rectangle.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, permutations
from typing import NamedTuple

from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, geometry, mask_of
from gridwise.puzzles.sudoku.completion import first_solution, has_other
from gridwise.puzzles.sudoku.position import Position, Shape
from gridwise.puzzles.sudoku.techniques.wording import (
    Candidate,
    Label,
    cell_names,
    digit_names,
    house_names,
    make_step,
    technique,
)


class Rectangle(NamedTuple):
    """Four cells: two of one box in a line, then the cells opposite each in the other box.

    The cell diagonal to corner i is corner 3 - i.
    """

    corners: tuple[int, int, int, int]
    cells: int


class Pattern(NamedTuple):
    """A rectangle and two digits that can be in all of its cells, one of which has no other."""

    rectangle: Rectangle
    digits: int
    bare: tuple[int, ...]
    """The cells with no other candidates."""
    rich: tuple[int, ...]
    """The cells with other candidates."""

    def opposite(self, corner: int) -> int:
        """Return the cell diagonal to a corner."""
        corners = self.rectangle.corners
        return corners[3 - corners.index(corner)]

    @property
    def diagonal(self) -> bool:
        """Whether just two cells have other candidates, and are diagonal to each other."""
        return len(self.rich) == 2 and self.opposite(self.rich[0]) == self.rich[1]

    @property
    def in_line(self) -> bool:
        """Whether just two cells have other candidates, and share a row or a column."""
        return len(self.rich) == 2 and not self.diagonal

    def extra(self, grid: CandidateGrid) -> int:
        """Return the candidates of the rectangle beside its two digits."""
        extra = 0
        for corner in self.rich:
            extra |= grid.candidates[corner]
        return extra & ~self.digits

    def deadly(self, grid: CandidateGrid) -> Message:
        """Return why the rectangle cannot hold its two digits alone."""
        return msg(
            "{digits} alone in {cells} would give a second solution",
            digits=digit_names(self.digits),
            cells=cell_names(grid, self.rectangle.cells),
        )


class Elimination(NamedTuple):
    """What a pattern removes, if anything, and why; candidates and houses to draw beside it."""

    reason: Message
    removed: Sequence[Candidate]
    second: Iterable[Candidate] = ()
    houses: Iterable[int] = ()


@lru_cache(maxsize=8)
def barred(start: Position) -> tuple[int, ...]:
    """Return for each cell the digits that a second solution may not hold; empty for none at all.

    These are the removed candidates, unless the digits alone have one solution: then steps may have
    removed them, and any second solution is out.
    """
    if not start.removed_candidates or start.size > 9:
        return start.removed_candidates
    plain = replace(start, removed_candidates=())
    solution = first_solution(plain, check_current_run, ordered=False)
    several = solution is None or has_other(plain, solution, check_current_run)
    return start.removed_candidates if several else ()


@lru_cache(maxsize=4096)
def rectangles_at(shape: Shape, cell: int) -> tuple[Rectangle, ...]:
    """Return the rectangles whose first corner is this cell."""
    size, boxes = shape.size, bool(shape.boxes)
    row, column = divmod(cell, size)
    out = []
    for mate in (*range(row * size, (row + 1) * size), *range(column, size * size, size)):
        if mate == cell or (boxes and shape.box_of[mate] != shape.box_of[cell]):
            continue
        step = size if mate // size == row else 1
        start = column if step == size else row * size
        for opposite in range(start, start + size * step, step):
            if opposite != cell and not (boxes and shape.box_of[opposite] == shape.box_of[cell]):
                corners = (cell, mate, opposite, mate + opposite - cell)
                out.append(Rectangle(corners, mask_of(corners)))
    return tuple(out)


@lru_cache(maxsize=2)
def patterns(
    shape: Shape,
    candidates: tuple[int, ...],
    digits_of: tuple[int, ...],
    out: tuple[int, ...],
) -> tuple[Pattern, ...]:
    """Return the rectangles of empty cells, one of them with just two candidates.

    The other cells need not have both digits still, but neither a digit on the board rules these
    out, nor does `out`.
    """
    peers = geometry(shape).peers
    free = [mask_of(cell for cell, digit in enumerate(digits_of) if not digit)] * (shape.size + 1)
    for cell, digit in enumerate(digits_of):
        free[digit] &= ~peers[cell]
    for cell, mask in enumerate(out):
        for digit in bits(mask):
            free[digit] &= ~(1 << cell)
    seen: set[tuple[int, int]] = set()
    matches = []
    for cell, digits in enumerate(candidates):
        if digits.bit_count() != 2:
            continue
        room = -1
        for digit in bits(digits):
            room &= free[digit]
        for rectangle in rectangles_at(shape, cell):
            if rectangle.cells & ~room or (rectangle.cells, digits) in seen:
                continue
            seen.add((rectangle.cells, digits))
            corners = sorted(rectangle.corners)
            rich = tuple(corner for corner in corners if candidates[corner] & ~digits)
            bare = tuple(corner for corner in corners if not candidates[corner] & ~digits)
            matches.append(Pattern(rectangle, digits, bare, rich))
    return tuple(matches)


def unique_rectangle(
    grid: CandidateGrid,
    label: Label,
    deduce: Callable[[CandidateGrid, Pattern], Iterator[Elimination]],
) -> Iterator[Step]:
    """Yield a step for each new set of candidates that a type of rectangles removes."""
    seen = set()
    for pattern in patterns(
        grid.shape, tuple(grid.candidates), tuple(grid.digits), barred(grid.start)
    ):
        for reason, removed, second, houses in deduce(grid, pattern):
            if removed and (key := frozenset(removed)) not in seen:
                seen.add(key)
                first = [
                    (corner, digit)
                    for corner in sorted(pattern.rectangle.corners)
                    for digit in bits(grid.candidates[corner] & pattern.digits)
                    if (corner, digit) not in removed
                ]
                yield make_step(
                    grid, label, reason, removed=removed, first=first, second=second, houses=houses
                )


def _without(grid: CandidateGrid, cells: Iterable[int], digit: int) -> tuple[Candidate, ...]:
    """Return the digit as a candidate of each cell that has it."""
    return tuple((cell, digit) for cell in cells if grid.has(cell, digit))


def _can_hold(grid: CandidateGrid, *places: Candidate) -> bool:
    """Return whether the board as given bars none of these digits from their cells."""
    masks = barred(grid.start)
    return not masks or not any(masks[cell] >> digit & 1 for cell, digit in places)


def type_1(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove the two digits from the only cell of the rectangle with further candidates."""
    if len(pattern.rich) == 1:
        cell = pattern.rich[0]
        reason = msg(
            "{deadly}, and only {cell} has other candidates",
            deadly=pattern.deadly(grid),
            cell=grid.shape.cell_name(cell),
        )
        yield Elimination(
            reason, [(cell, digit) for digit in bits(grid.candidates[cell] & pattern.digits)]
        )


def type_2(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove the one further candidate of two cells in a line from cells that see both."""
    if pattern.in_line:
        yield from _one_extra(grid, pattern)


def type_5(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove the one further candidate of two diagonal cells, or of three, likewise."""
    if len(pattern.rich) == 3 or pattern.diagonal:
        yield from _one_extra(grid, pattern)


def _one_extra(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    extra, rich = pattern.extra(grid), mask_of(pattern.rich)
    if extra.bit_count() == 1:
        digit = extra.bit_length() - 1
        out = grid.places[digit] & grid.geometry.seen_by_all(rich)
        reason = msg(
            "{deadly}, so {digit} is in one of {cells}",
            deadly=pattern.deadly(grid),
            digit=digit,
            cells=cell_names(grid, rich),
        )
        yield Elimination(
            reason,
            [(cell, digit) for cell in bits(out)],
            [(corner, digit) for corner in pattern.rich],
        )


def type_3(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Complete a naked subset with the further candidates of two cells, small subsets first.

    One of the two cells holds one of their further digits. So both count as one cell with these
    digits, which other cells of a house complete to a naked subset.
    """
    if not pattern.in_line:
        return
    candidates, houses = grid.candidates, grid.houses
    extra, rich = pattern.extra(grid), mask_of(pattern.rich)
    for house in grid.geometry.houses_with(rich):
        free = [
            cell
            for cell in bits(grid.empty & houses[house] & ~pattern.rectangle.cells)
            if not candidates[cell] & pattern.digits
        ]
        most = min(len(free), 5 if grid.size <= 9 else 3)
        for count in range(max(1, extra.bit_count() - 1), most + 1):
            for cells in combinations(free, count):
                digits = extra
                for cell in cells:
                    digits |= candidates[cell]
                if digits.bit_count() != count + 1:
                    continue
                subset = mask_of(cells)
                room = 0
                for number in grid.geometry.houses_with(rich | subset):
                    room |= houses[number]

                def among(some: int, digits: int = digits) -> list[Candidate]:
                    return [(c, d) for c in bits(some) for d in bits(candidates[c] & digits)]

                removed = among(room & grid.empty & ~rich & ~subset)
                if not removed:
                    continue
                reason = msg(
                    "{deadly}, so one of {corners} is one of {extra}, which with {cells} makes a "
                    "naked subset of {digits} in {house}",
                    deadly=pattern.deadly(grid),
                    corners=cell_names(grid, rich),
                    extra=digit_names(extra),
                    cells=cell_names(grid, subset),
                    digits=digit_names(digits),
                    house=grid.shape.house_name(house),
                )
                yield Elimination(reason, removed, among(rich | subset), [house])


def type_4(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove a digit from two cells if one of them has to be the other digit."""
    if not pattern.in_line:
        return
    rich, both = pattern.rich, mask_of(pattern.rich)
    for house in grid.geometry.houses_with(both):
        for kept, out in permutations(bits(pattern.digits)):
            if not grid.places[kept] & grid.houses[house] & ~both:
                reason = msg(
                    "{deadly}, and {digit} of {house} has to be in {cells}",
                    deadly=pattern.deadly(grid),
                    digit=kept,
                    house=grid.shape.house_name(house),
                    cells=cell_names(grid, both),
                )
                yield Elimination(
                    reason, _without(grid, rich, out), _without(grid, rich, kept), [house]
                )


def type_6(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove a digit that makes an X-Wing from two diagonal cells with further candidates.

    In both of them the digit would force the two digits into all four cells.
    """
    if not pattern.diagonal:
        return
    size, rich = grid.size, pattern.rich
    for digit in bits(pattern.digits):
        for lines in ([cell // size for cell in rich], [size + cell % size for cell in rich]):
            both = grid.houses[lines[0]] | grid.houses[lines[1]]
            if not grid.places[digit] & both & ~pattern.rectangle.cells:
                reason = msg(
                    "{deadly}, and {digit} has no other places in {houses}",
                    deadly=pattern.deadly(grid),
                    digit=digit,
                    houses=house_names(grid, lines),
                )
                yield Elimination(
                    reason,
                    _without(grid, rich, digit),
                    _without(grid, pattern.bare, digit),
                    lines,
                )


def hidden(grid: CandidateGrid, pattern: Pattern) -> Iterator[Elimination]:
    """Remove a digit from a corner opposite a cell with the two digits only.

    If the corner's row and column have no other places for one digit than the rectangle, the
    corner is not the other one.
    """
    if len(pattern.rich) != 3 and not pattern.diagonal:
        return
    for corner in pattern.bare:
        cell = pattern.opposite(corner)
        lines = [cell // grid.size, grid.size + cell % grid.size]
        cross = (grid.houses[lines[0]] | grid.houses[lines[1]]) & ~pattern.rectangle.cells
        for linked, out in permutations(bits(pattern.digits)):
            if not grid.places[linked] & cross:
                reason = msg(
                    "{deadly}, and {digit} in {cell} would force it, as {linked} has no other "
                    "places in {houses}",
                    deadly=pattern.deadly(grid),
                    digit=out,
                    cell=grid.shape.cell_name(cell),
                    linked=linked,
                    houses=house_names(grid, lines),
                )
                yield Elimination(reason, _without(grid, [cell], out), houses=lines)


def avoidable_rectangle_1(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each rectangle of three entries, not givens, and a cell of two candidates.

    The digit that would let the four digits be swapped is out.
    """
    digits, entries = grid.digits, ~grid.given & ~grid.empty
    seen = set()
    for cell in bits(grid.empty):
        if grid.candidates[cell].bit_count() != 2:
            continue
        for rectangle in rectangles_at(grid.shape, cell):
            others = rectangle.cells ^ 1 << cell
            _, mate, opposite, diagonal = rectangle.corners
            digit = digits[diagonal]
            if others & ~entries or digits[mate] != digits[opposite] or (cell, digit) in seen:
                continue
            other = digits[mate]
            swapped = ((cell, other), (mate, digit), (opposite, digit), (diagonal, other))
            if grid.has(cell, digit) and _can_hold(grid, *swapped):
                seen.add((cell, digit))
                reason = msg(
                    "{cells} are entries, not givens, and {digit} in {cell} would let them be "
                    "swapped to a second solution",
                    cells=cell_names(grid, others),
                    digit=digit,
                    cell=grid.shape.cell_name(cell),
                )
                yield make_step(grid, label, reason, removed=[(cell, digit)], cells=bits(others))


def avoidable_rectangle_2(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield a step for each rectangle of two entries x, y and two cells {y, z}, {x, z}.

    With x and y in the two cells the four digits could be swapped, so one of these cells is z.
    """
    digits, candidates = grid.digits, grid.candidates
    entries = ~grid.given & ~grid.empty & grid.geometry.every
    seen: set[tuple[int, int]] = set()
    for cell in bits(entries):
        for rectangle in rectangles_at(grid.shape, cell):
            _, mate, one, other = rectangle.corners
            shared = candidates[one] & ~(1 << digits[mate])
            if (
                not entries >> mate & 1
                or shared.bit_count() != 1
                or candidates[one] == shared
                or candidates[other] != shared | 1 << digits[cell]
            ):
                continue
            digit, mine, its = shared.bit_length() - 1, digits[cell], digits[mate]
            out = grid.places[digit] & grid.peers[one] & grid.peers[other]
            if digit == mine or not out or (digit, out) in seen:
                continue
            if not _can_hold(grid, (cell, its), (mate, mine), (one, mine), (other, its)):
                continue
            seen.add((digit, out))
            name = grid.shape.cell_name
            reason = msg(
                "{cells} are entries, not givens, and could be swapped with {first} and {second}, "
                "to a second solution, unless one of these is {digit}",
                cells=(name(cell), name(mate)),
                first=name(one),
                second=name(other),
                digit=digit,
            )
            yield make_step(
                grid,
                label,
                reason,
                removed=[(place, digit) for place in bits(out)],
                first=[(one, its), (other, mine)],
                second=[(one, digit), (other, digit)],
                cells=[cell, mate],
            )


def bug_plus_1(grid: CandidateGrid, label: Label) -> Iterator[Step]:
    """Yield the step, if the board is a bivalue universal grave but for one candidate.

    In such a grave all empty cells have two candidates, and each house has two places for each of
    its candidates; it never has just one solution. So the only cell with three candidates is the
    digit with three places in its houses.
    """
    candidates = grid.candidates
    rich = [cell for cell in bits(grid.empty) if candidates[cell].bit_count() != 2]
    if len(rich) != 1 or candidates[rich[0]].bit_count() != 3:
        return
    odd = rich[0]
    for digit in bits(candidates[odd]):
        if _is_grave(grid, odd, digit):
            reason = msg(
                "without {digit} in {cell} every empty cell would have two candidates and every "
                "house two places for each, and the board not one solution",
                digit=digit,
                cell=grid.shape.cell_name(odd),
            )
            removed = [(odd, other) for other in bits(candidates[odd] & ~(1 << digit))]
            yield make_step(grid, label, reason, removed=removed, first=[(odd, digit)])
            return


def _is_grave(grid: CandidateGrid, odd: int, digit: int) -> bool:
    """Return whether without the candidate each house has no or two places for each digit."""
    for number in range(1, grid.size + 1):
        places = grid.places[number] & ~(1 << odd if number == digit else 0)
        if any((places & house).bit_count() not in (0, 2) for house in grid.houses):
            return False
    return True


_unique = partial(technique, assumes_unique=True)
_rectangle = partial(_unique, unique_rectangle, "hard")
TECHNIQUES = (
    _unique(bug_plus_1, "hard", "bug_plus_1", msg("BUG+1"), 290, 100, "0610", se=5.6),
    _rectangle(
        "unique_rectangle_1",
        msg("Unique Rectangle Type 1"),
        350,
        100,
        "0600",
        se=4.5,
        deduce=type_1,
    ),
    _rectangle(
        "unique_rectangle_2",
        msg("Unique Rectangle Type 2"),
        360,
        100,
        "0601",
        se=4.5,
        deduce=type_2,
    ),
    _rectangle(
        "unique_rectangle_3",
        msg("Unique Rectangle Type 3"),
        370,
        100,
        "0602",
        se=4.6,
        deduce=type_3,
    ),
    _rectangle(
        "unique_rectangle_4",
        msg("Unique Rectangle Type 4"),
        380,
        100,
        "0603",
        se=4.5,
        deduce=type_4,
    ),
    _rectangle(
        "unique_rectangle_5", msg("Unique Rectangle Type 5"), 390, 100, "0604", deduce=type_5
    ),
    _rectangle(
        "unique_rectangle_6", msg("Unique Rectangle Type 6"), 400, 100, "0605", deduce=type_6
    ),
    _rectangle("hidden_rectangle", msg("Hidden Rectangle"), 401, 100, "0606", deduce=hidden),
    _unique(
        avoidable_rectangle_1,
        *("hard", "avoidable_rectangle_1", msg("Avoidable Rectangle Type 1"), 402, 100, "0607"),
    ),
    _unique(
        avoidable_rectangle_2,
        *("hard", "avoidable_rectangle_2", msg("Avoidable Rectangle Type 2"), 403, 100, "0608"),
    ),
)
