"""Unique rectangles and loops, and bivalue universal graves."""

from collections.abc import Iterator

from gridwise.puzzles.sudoku.rating.grid import (
    BITS,
    HOUSES,
    HOUSES_OF,
    PEER_SET,
    PLACE,
    Board,
    SeStep,
    choices,
)
from gridwise.puzzles.sudoku.rating.patterns import share


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(81) if mask >> cell & 1]


def unique_loops(board: Board) -> list[SeStep]:
    """Return the steps of unique rectangles (4.5) and loops (up to 5.0), easiest first.

    Type 3 adds a tenth for each cell after the first of its set.
    """
    steps: list[tuple[int, int, SeStep]] = []
    known: set[tuple[int, frozenset[int]]] = set()
    for start, pair in enumerate(board.masks):
        if pair.bit_count() != 2:
            continue
        for loop in _loops(board, start, pair):
            cells = frozenset(loop)
            for kind, step in _loop_steps(board, loop, pair):
                if (kind, cells) not in known:
                    known.add((kind, cells))
                    steps.append((step.rating, kind, step))
    steps.sort(key=lambda entry: (entry[0], min(entry[1], 4) if entry[1] < 5 else 3))
    return [step for _, _, step in steps]


def _loops(board: Board, start: int, pair: int) -> Iterator[list[int]]:
    """Yield the loops of cells with both digits, each house visited once in each direction.

    At most two cells have other candidates too, or several have the same other one.
    """
    masks, loop = board.masks, [start]

    def follow(spare: int, extra: int, last: int, odd: int, even: int) -> Iterator[list[int]]:
        cell = loop[-1]
        for kind, house in enumerate(HOUSES_OF[cell]):
            if kind == last:
                continue
            for other in HOUSES[house]:
                if other == start and len(loop) >= 4:
                    if odd == even:
                        yield loop[:]
                elif masks[other] & pair == pair and other not in loop:
                    more = extra | (masks[other] & ~pair)
                    plain = masks[other] == pair
                    if not (plain or more.bit_count() == 1 or spare > 0):
                        continue
                    visit = sum(1 << h for h in HOUSES_OF[other])
                    is_odd = len(loop) % 2
                    if visit & (odd if is_odd else even):
                        continue
                    loop.append(other)
                    left = spare - (not plain)
                    if is_odd:
                        yield from follow(left, more, kind, odd | visit, even)
                    else:
                        yield from follow(left, more, kind, odd, even | visit)
                    loop.pop()

    yield from follow(2, 0, -1, 0, sum(1 << h for h in HOUSES_OF[start]))


def _loop_steps(board: Board, loop: list[int], pair: int) -> Iterator[tuple[int, SeStep]]:
    """Yield the types (5 for type 3 with a hidden set) and the steps of a loop."""
    masks = board.masks
    rating = 45 + (5 if len(loop) >= 10 else 2 if len(loop) == 8 else len(loop) == 6)
    name = "unique rectangle" if len(loop) == 4 else "unique loop"
    extra = [cell for cell in loop if masks[cell] != pair]
    if len(extra) == 1:
        yield 1, SeStep(name, rating, ((extra[0], pair),))
        return
    others = 0
    for cell in extra:
        others |= masks[cell] & ~pair
    if len(extra) > 2 or (len(extra) == 2 and others.bit_count() == 1):
        seen = (1 << 81) - 1
        for cell in extra:
            seen &= PEER_SET[cell]
        value = masks[extra[0]] & ~pair
        removed = board.without(_cells(seen), value & -value)
        if removed:
            yield 2, SeStep(name, rating, removed)
    if len(extra) != 2:
        return
    one, two = extra
    if others.bit_count() >= 2:
        yield from _third_type(board, one, two, pair, others, rating, name)
    first, second = (1 << digit for digit in BITS[pair])
    gone = 0
    for locked, other in ((second, first), (first, second)):
        digit = locked.bit_length() - 1
        for house in share(one, two):
            mine = 1 << PLACE[one][house] | 1 << PLACE[two][house]
            if not board.places[house][digit] & ~mine:
                gone = other
    if gone:
        yield 4, SeStep(name, rating, ((one, gone), (two, gone)))


def _third_type(
    board: Board, one: int, two: int, pair: int, others: int, rating: int, name: str
) -> Iterator[tuple[int, SeStep]]:
    masks = board.masks
    for degree in range(2, 8):
        for house in share(one, two):
            empty = board.empty[house]
            cells = HOUSES[house]
            at_one, at_two = PLACE[one][house], PLACE[two][house]
            if 2 * degree <= empty and degree >= others.bit_count():
                for places in choices(degree, 9):
                    if at_one not in places or at_two in places:
                        continue
                    rest = [cells[p] for p in places if p != at_one]
                    common = others & masks[one] & masks[two]
                    for cell in rest:
                        common |= masks[cell]
                    if common.bit_count() != degree or others & ~common:
                        continue
                    if any(masks[cell].bit_count() < 2 for cell in rest):
                        continue
                    kept = [c for c in cells if c not in rest and c not in (one, two)]
                    removed = board.without(kept, common)
                    if removed:
                        yield 3, SeStep(name, rating + degree - 1, removed)
            free = [d for d in range(9) if not (pair | others) >> d & 1]
            if 2 * degree < empty and degree - 2 <= len(free):
                for picked in choices(degree - 2, len(free)):
                    digits = [free[p] for p in picked] + list(BITS[pair])
                    spots = [board.places[house][d] & ~(1 << at_two) for d in digits]
                    union = 0
                    for spot in spots:
                        union |= spot
                    if not all(spots) or union.bit_count() != degree:
                        continue
                    union &= ~(1 << at_one)
                    mask = sum(1 << d for d in digits)
                    removed = board.without([cells[p] for p in BITS[union]], 511 & ~mask)
                    if removed:
                        yield 5, SeStep(name, rating + union.bit_count() - 1, removed)


def bivalue_graves(board: Board) -> Iterator[SeStep]:
    """Yield the types 1 (5.6), 2 and 4 (5.7) and 3 (5.8 and more) of BUG."""
    masks = board.masks
    extra: dict[int, int] = {}
    wide: set[int] | None = None
    only, one_digit, all_extra, common = 0, True, 0, -1
    for house in (*range(9), *range(9, 27)):
        for digit, places in enumerate(board.places[house]):
            if places.bit_count() in (0, 2):
                continue
            bugs = [HOUSES[house][p] for p in BITS[places]]
            bugs = [cell for cell in bugs if masks[cell].bit_count() >= 3]
            if wide is None:
                wide, only = set(bugs), digit
            elif one_digit:
                if only == digit:
                    wide.update(bugs)
                else:
                    one_digit = False
            if not bugs:
                return
            if len(bugs) == 1:
                extra[bugs[0]] = extra.get(bugs[0], 0) | 1 << digit
                all_extra |= 1 << digit
                common &= PEER_SET[bugs[0]]
                for cell in extra:
                    common &= ~(1 << cell)
                if len(extra) > 1 and all_extra.bit_count() > 1 and not common:
                    return
    if one_digit and wide is not None and len(wide) > len(extra):
        for cell in sorted(wide - set(extra)):
            extra[cell] = 1 << only
            common &= PEER_SET[cell]
            for bug in extra:
                common &= ~(1 << bug)
            if len(extra) > 1 and all_extra.bit_count() > 1 and not common:
                return
    if not extra:
        return
    rest = [mask & ~extra.get(cell, 0) for cell, mask in enumerate(masks)]
    if any(not board.digits[c] and rest[c].bit_count() != 2 for c in range(81)):
        return
    for cells in HOUSES:
        for digit in range(9):
            if sum(rest[cell] >> digit & 1 for cell in cells) not in (0, 2):
                return
    bugs = list(extra)
    if len(bugs) == 1:
        yield SeStep("BUG type 1", 56, ((bugs[0], masks[bugs[0]] & ~all_extra),))
    elif all_extra.bit_count() == 1:
        removed = board.without(_cells(common), all_extra)
        if removed:
            yield SeStep("BUG type 2", 57, removed)
        if len(bugs) == 2:
            yield from _fourth_grave(board, bugs, extra, all_extra)
    elif common:
        if len(bugs) == 2:
            yield from _fourth_grave(board, bugs, extra, all_extra)
        yield from _third_grave(board, bugs, all_extra, common)


def _shared(cells: list[int]) -> list[int]:
    return [h for h in HOUSES_OF[cells[0]] if all(h in HOUSES_OF[c] for c in cells)]


def _fourth_grave(
    board: Board, bugs: list[int], extra: dict[int, int], all_extra: int
) -> Iterator[SeStep]:
    one, two = bugs
    both = board.masks[one] & board.masks[two] & ~all_extra
    if both.bit_count() == 1 and _shared(bugs):
        removed = tuple((c, board.masks[c] & ~extra[c] & ~both) for c in bugs)
        yield SeStep("BUG type 4", 57, removed)


def _third_grave(board: Board, bugs: list[int], all_extra: int, common: int) -> Iterator[SeStep]:
    masks = board.masks
    for degree in range(2, 7):
        for house in _shared(bugs):
            cells = [c for c in HOUSES[house] if common >> c & 1]
            if len(cells) < degree:
                continue
            for picked in choices(degree - 1, len(cells)):
                naked = [cells[p] for p in picked]
                union = 0
                for cell in naked:
                    union |= masks[cell]
                if union.bit_count() != degree or all_extra & ~union:
                    continue
                if any(masks[cell].bit_count() < 2 for cell in naked):
                    continue
                removed = board.without([c for c in cells if c not in naked], union)
                if removed:
                    yield SeStep("BUG type 3", 57 + degree - 1, removed)
