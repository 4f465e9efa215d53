"""All techniques of Sudoku Explainer but chains, in its order of search.

Singles, locked candidates, sets, fish and wings; unique rectangles and loops, bivalue universal
graves; aligned pair and triplet exclusion. Each function yields its steps one after another, as
the first one counts.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from gridwise.puzzles.sudoku.candidates import bits, mask_of
from gridwise.puzzles.sudoku.rating.grid import (
    BITS,
    BOX,
    CHOICES,
    COLUMN,
    HOUSES,
    HOUSES_OF,
    IN_ORDER,
    PEER_SET,
    PEERS,
    PLACE,
    ROW,
    Board,
    Removed,
    SeStep,
    choices,
)

Crossing = tuple[int, int]


def _crossings(first: int, second: int) -> list[list[Crossing]]:
    """Return, for each house of the first kind, the second kind's that it crosses and where."""
    crossings = []
    for house in range(first, first + 9):
        shared = []
        for other in range(second, second + 9):
            mask = sum(1 << i for i, c in enumerate(HOUSES[house]) if c in HOUSES[other])
            if mask:
                shared.append((other, mask))
        crossings.append(shared)
    return crossings


CROSSINGS = tuple(
    (first, second, _crossings(first, second))
    for first, second in ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX))
)
_COUNT = tuple(mask.bit_count() for mask in range(512))


def hidden_singles(board: Board) -> Iterator[SeStep]:
    """Yield the last empty cells of houses (1.0), then hidden singles (1.2 in a box, else 1.5)."""
    others = []
    for house in IN_ORDER:
        alone = board.empty[house] == 1
        for digit, places in enumerate(board.places[house]):
            if places and not places & (places - 1):
                cell = HOUSES[house][places.bit_length() - 1]
                if alone:
                    yield SeStep("hidden single", 10, (), (cell, digit))
                others.append((12 if house < ROW else 15, cell, digit))
    for rating, cell, digit in others:
        yield SeStep("hidden single", rating, (), (cell, digit))


def naked_singles(board: Board) -> Iterator[SeStep]:
    """Yield cells with one candidate (2.3)."""
    for cell, mask in enumerate(board.masks):
        if mask and not mask & (mask - 1):
            yield SeStep("naked single", 23, (), (cell, mask.bit_length() - 1))


def locked_places(board: Board) -> Iterator[tuple[int, int, int, list[list[Crossing]]]]:
    """Yield (digit, house, other, crossings) of places of a digit that another house holds too.

    There are two or more; the crossings are those of the houses of the first one's kind.
    """
    for first, _, crossings in CROSSINGS:
        for digit in range(9):
            for house in range(first, first + 9):
                places = board.places[house][digit]
                if _COUNT[places] >= 2:
                    for other, mask in crossings[house - first]:
                        if not places & ~mask:
                            yield digit, house, other, crossings


def locked(board: Board) -> Iterator[SeStep]:
    """Yield pointing (2.6) and claiming (2.8)."""
    for digit, house, other, _ in locked_places(board):
        cells = [cell for cell in HOUSES[other] if cell not in HOUSES[house]]
        if removed := board.without(cells, 1 << digit):
            name = "pointing" if house < ROW else "claiming"
            yield SeStep(name, 26 if house < ROW else 28, removed)


def direct_locked(board: Board) -> Iterator[SeStep]:
    """Yield pointing (1.7) and claiming (1.9) that a hidden single follows, which is placed."""
    for digit, house, other, crossings in locked_places(board):
        first = house // 9 * 9
        for third in range(first, first + 9):
            here = dict(crossings[third - first]).get(other)
            left = board.places[third][digit]
            if third == house or here is None or _COUNT[left] < 2:
                continue
            left &= ~here
            if _COUNT[left] == 1:
                cell = HOUSES[third][left.bit_length() - 1]
                name = "direct pointing" if first == BOX else "direct claiming"
                yield SeStep(name, 17 if first == BOX else 19, (), (cell, digit))


_HIDDEN = {2: 34, 3: 40, 4: 54}
_DIRECT = {2: 20, 3: 25}
_NAKED = {2: 30, 3: 36, 4: 50}
_FISH = {2: 32, 3: 38, 4: 52}
_SETS = {2: "pair", 3: "triplet", 4: "quad"}

Union = tuple[tuple[int, ...], int]
"""The numbers of some sets, and the union of these."""


@lru_cache(maxsize=1 << 14)
def _unions(sets: tuple[int, ...], degree: int) -> tuple[Union, ...]:
    """Return the choices of `degree` sets of two or more that have `degree` members together."""
    fit = [1 < _COUNT[members] <= degree for members in sets]
    unions = []
    for chosen in CHOICES[degree] if sum(fit) >= degree else ():
        union = 0
        for number in chosen:
            if not fit[number]:
                break
            union |= sets[number]
        else:
            if _COUNT[union] == degree:
                unions.append((chosen, union))
    return tuple(unions)


def _hidden(board: Board, house: int, degree: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the hidden sets of a house: the digits, also as a mask, and their places."""
    for digits, places in _unions(tuple(board.places[house]), degree):
        yield digits, mask_of(digits), places


def hidden(board: Board, degree: int) -> Iterator[tuple[int, tuple[int, ...], int, Removed]]:
    """Yield (house, digits, places, removed) of hidden sets."""
    for house in IN_ORDER:
        if board.empty[house] > 2 * degree:
            for digits, mask, places in _hidden(board, house, degree):
                cells = [HOUSES[house][place] for place in BITS[places]]
                if removed := board.without(cells, 511 & ~mask):
                    yield house, digits, places, removed


def naked(board: Board, degree: int) -> Iterator[tuple[int, tuple[int, ...], int, Removed]]:
    """Yield (house, places, digits, removed) of naked sets."""
    for house in IN_ORDER:
        if board.empty[house] >= 2 * degree:
            cells = HOUSES[house]
            for places, digits in _unions(tuple([board.masks[cell] for cell in cells]), degree):
                others = [cell for place, cell in enumerate(cells) if place not in places]
                if removed := board.without(others, digits):
                    yield house, places, digits, removed


def fish(board: Board, degree: int) -> Iterator[tuple[int, tuple[int, ...], int, int, Removed]]:
    """Yield (base, lines, digit, places, removed) of fish: in columns, then in rows.

    The base is the first house of its kind, the lines are counted from there.
    """
    digits = [d for d in range(9) if board.digits.count(d + 1) + 2 * degree <= 9]
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        by_digit = {
            digit: dict(
                _unions(tuple([row[digit] for row in board.places[base : base + 9]]), degree)
            )
            for digit in digits
        }
        for lines in CHOICES[degree] if any(by_digit.values()) else ():
            for digit, unions in by_digit.items():
                if lines not in unions:
                    continue
                cells = [
                    cell
                    for line in BITS[unions[lines]]
                    for place, cell in enumerate(HOUSES[cover + line])
                    if place not in lines
                ]
                if removed := board.without(cells, 1 << digit):
                    yield base, lines, digit, unions[lines], removed


def hidden_sets(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield hidden pairs (3.4), triplets (4.0) and quads (5.4)."""
    for *_, removed in hidden(board, degree):
        yield SeStep(f"hidden {_SETS[degree]}", _HIDDEN[degree], removed)


def direct_hidden_sets(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield hidden pairs (2.0) and triplets (2.5) that a hidden single follows, which is placed."""
    for house in IN_ORDER:
        places = board.places[house]
        for _, mask, taken in _hidden(board, house, degree) if board.empty[house] > degree else ():
            for digit in BITS[511 & ~mask]:
                left = places[digit] & ~taken
                if _COUNT[places[digit]] >= 2 and _COUNT[left] == 1:
                    cell = HOUSES[house][left.bit_length() - 1]
                    name = f"direct hidden {_SETS[degree]}"
                    yield SeStep(name, _DIRECT[degree], (), (cell, digit))
                    break


def naked_sets(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield naked pairs (3.0), triplets (3.6) and quads (5.0)."""
    for *_, removed in naked(board, degree):
        yield SeStep(f"naked {_SETS[degree]}", _NAKED[degree], removed)


def fishes(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield X-Wings (3.2), swordfishes (3.8) and jellyfishes (5.2)."""
    for *_, removed in fish(board, degree):
        name = {2: "X-Wing", 3: "swordfish", 4: "jellyfish"}[degree]
        yield SeStep(name, _FISH[degree], removed)


def wings(board: Board, *, xyz: bool) -> Iterator[SeStep]:
    """Yield XY-Wings (4.2) or XYZ-Wings (4.4)."""
    masks = board.masks
    for pivot, mask in enumerate(masks):
        if _COUNT[mask] != 2 + xyz:
            continue
        near = [cell for cell in PEERS[pivot] if _COUNT[masks[cell]] == 2]
        for one in near:
            if _COUNT[mask & ~masks[one]] != 1:
                continue
            for two in near:
                union = mask | masks[one] | masks[two]
                inside = mask & masks[one] & masks[two]
                if _COUNT[union] != 3 or _COUNT[inside] != xyz:
                    continue
                shared = masks[one] & masks[two]
                if not shared:
                    continue
                seen = PEER_SET[one] & PEER_SET[two]
                if xyz:
                    seen &= PEER_SET[pivot]
                seen &= ~(1 << pivot | 1 << one | 1 << two)
                cells = [cell for cell in PEERS[one] if seen >> cell & 1]
                removed = board.without(cells, shared & -shared)
                if removed:
                    yield SeStep("XYZ-Wing" if xyz else "XY-Wing", 44 if xyz else 42, removed)


def share(*cells: int) -> list[int]:
    """Return the houses that cells share: box, row, column."""
    first, *others = cells
    return [house for house in HOUSES_OF[first] if all(house in HOUSES_OF[c] for c in others)]


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
        removed = board.without(bits(seen), value & -value)
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
        removed = board.without(bits(common), all_extra)
        if removed:
            yield SeStep("BUG type 2", 57, removed)
        if len(bugs) == 2:
            yield from _fourth_grave(board, bugs, extra, all_extra)
    elif common:
        if len(bugs) == 2:
            yield from _fourth_grave(board, bugs, extra, all_extra)
        yield from _third_grave(board, bugs, all_extra, common)


def _fourth_grave(
    board: Board, bugs: list[int], extra: dict[int, int], all_extra: int
) -> Iterator[SeStep]:
    one, two = bugs
    both = board.masks[one] & board.masks[two] & ~all_extra
    if both.bit_count() == 1 and share(*bugs):
        removed = tuple((c, board.masks[c] & ~extra[c] & ~both) for c in bugs)
        yield SeStep("BUG type 4", 57, removed)


def _third_grave(board: Board, bugs: list[int], all_extra: int, common: int) -> Iterator[SeStep]:
    masks = board.masks
    for degree in range(2, 7):
        for house in share(*bugs):
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


def aligned(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield aligned exclusions of two (6.2) or three cells (7.5).

    A way to fill the cells is out if it gives two cells of a house one digit, or leaves no digit to
    a cell that all of them see; a candidate of no remaining way goes.
    """
    masks = board.masks
    excluders: dict[int, list[int]] = {}
    for cell, mask in enumerate(masks):
        if mask.bit_count() >= 2:
            counts = [masks[peer].bit_count() for peer in PEERS[cell]]
            near = [p for p, n in zip(PEERS[cell], counts, strict=True) if 2 <= n <= degree]
            if 1 not in counts and near:
                excluders[cell] = near
    bases = list(excluders)
    seen_by = {cell: sum(1 << e for e in near) for cell, near in excluders.items()}
    for second in range(len(bases)):
        for first in range(second):
            pair = bases[first], bases[second]
            common = seen_by[pair[0]] & seen_by[pair[1]]
            if common.bit_count() < 2:
                continue
            if degree == 2:
                groups: list[tuple[int, ...]] = [pair]
            else:
                tails = dict.fromkeys(excluders[pair[0]] + excluders[pair[1]])
                groups = [(*pair, t) for t in tails if t in excluders and t not in pair]
            for cells in groups:
                both = common if degree == 2 else common & seen_by[cells[2]]
                if both.bit_count() >= 2:
                    step = _exclude(board, cells, both, degree)
                    if step is not None:
                        yield step


def _exclude(board: Board, cells: tuple[int, ...], excluders: int, degree: int) -> SeStep | None:
    """Return the step that the cells make, or None if they lose no candidate."""
    masks = board.masks
    own = tuple([masks[cell] for cell in cells])
    most = 0
    for mask in own:
        most |= mask
    closed = set()
    while excluders:
        low = excluders & -excluders
        excluders ^= low
        if not (mask := masks[low.bit_length() - 1]) & ~most:
            closed.add(mask)
    near = tuple(
        [(i, j) for j in range(degree) for i in range(j) if PEER_SET[cells[i]] >> cells[j] & 1]
    )
    allowed = _allowed(own, near, frozenset(closed))
    removed = tuple(
        (cell, masks[cell] & ~kept)
        for cell, kept in zip(cells, allowed, strict=True)
        if masks[cell] & ~kept
    )
    if not removed:
        return None
    name = "aligned pair exclusion" if degree == 2 else "aligned triplet exclusion"
    return SeStep(name, 62 if degree == 2 else 75, removed)


@lru_cache(maxsize=1 << 15)
def _allowed(
    masks: tuple[int, ...], near: tuple[tuple[int, int], ...], closed: frozenset[int]
) -> tuple[int, ...]:
    """Return the remaining candidates of some cells.

    Kept from one board to the next, on which most cells have the same candidates.

    Parameters
    ----------
    masks
        The candidates of each cell.
    near
        The pairs of these cells (by their places in `masks`) that see each other.
    closed
        The candidates of the cells that all of them see, if these can run out.
    """
    allowed = [0] * len(masks)
    last = len(masks) - 1
    for digits in product(*(BITS[mask] for mask in masks[:last])):
        if any(j < last and digits[i] == digits[j] for i, j in near):
            continue
        used = 0
        for digit in digits:
            used |= 1 << digit
        left = masks[last]  # the digits that the last cell may be
        for i, j in near:
            if j == last:
                left &= ~(1 << digits[i])
        for mask in closed:
            rest = mask & ~used
            if rest & (rest - 1) == 0:
                left &= ~rest if rest else 0
        if left:
            allowed[last] |= left
            for i, digit in enumerate(digits):
                allowed[i] |= 1 << digit
    return tuple(allowed)
