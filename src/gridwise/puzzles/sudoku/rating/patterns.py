"""Singles, locked candidates, sets, fish and wings, in Sudoku Explainer's order of search.

Each function yields its steps one after another, as the first one counts.
"""

from collections.abc import Iterator

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
    ROW,
    Board,
    SeStep,
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


def locked(board: Board, *, direct: bool = False) -> Iterator[SeStep]:
    """Yield pointing and claiming: 2.6 and 2.8, 1.7 and 1.9 if a hidden single follows.

    A direct step places the single and takes no candidates.
    """
    for first, _, crossings in CROSSINGS:
        for digit in range(9):
            bit = 1 << digit
            for house in range(first, first + 9):
                places = board.places[house][digit]
                if _COUNT[places] < 2:
                    continue
                for other, mask in crossings[house - first]:
                    if places & ~mask:
                        continue
                    if not direct:
                        cells = [c for c in HOUSES[other] if c not in HOUSES[house]]
                        removed = board.without(cells, bit)
                        if not removed:
                            continue
                        name = "pointing" if first == BOX else "claiming"
                        yield SeStep(name, 26 if first == BOX else 28, removed)
                        continue
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


def hidden_sets(board: Board, degree: int, *, direct: bool = False) -> Iterator[SeStep]:
    """Yield hidden pairs (3.4), triplets (4.0), quads (5.4); with a single after: 2.0 and 2.5."""
    for house in IN_ORDER:
        empty = board.empty[house]
        if not (empty > 2 * degree or (direct and empty > degree)):
            continue
        places = board.places[house]
        fit = [1 < _COUNT[places[digit]] <= degree for digit in range(9)]
        if sum(fit) < degree:
            continue
        for digits in CHOICES[degree]:
            common = 0
            for digit in digits:
                if not fit[digit]:
                    break
                common |= places[digit]
            else:
                if _COUNT[common] != degree:
                    continue
                mask = sum(1 << digit for digit in digits)
                cells = [HOUSES[house][place] for place in BITS[common]]
                if not direct:
                    removed = board.without(cells, 511 & ~mask)
                    if not removed:
                        continue
                    yield SeStep(f"hidden {_SETS[degree]}", _HIDDEN[degree], removed)
                    continue
                for digit in range(9):
                    if mask >> digit & 1 or _COUNT[places[digit]] < 2:
                        continue
                    left = places[digit] & ~common
                    if _COUNT[left] == 1:
                        cell = HOUSES[house][left.bit_length() - 1]
                        name = f"direct hidden {_SETS[degree]}"
                        yield SeStep(name, _DIRECT[degree], (), (cell, digit))
                        break


def naked_sets(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield naked pairs (3.0), triplets (3.6) and quads (5.0)."""
    for house in IN_ORDER:
        if board.empty[house] < 2 * degree:
            continue
        masks = [board.masks[cell] for cell in HOUSES[house]]
        fit = [1 < _COUNT[mask] <= degree for mask in masks]
        if sum(fit) < degree:
            continue
        for places in CHOICES[degree]:
            common = 0
            for place in places:
                if not fit[place]:
                    break
                common |= masks[place]
            else:
                if _COUNT[common] == degree:
                    others = [c for i, c in enumerate(HOUSES[house]) if i not in places]
                    removed = board.without(others, common)
                    if removed:
                        yield SeStep(f"naked {_SETS[degree]}", _NAKED[degree], removed)


def fish(board: Board, degree: int) -> Iterator[SeStep]:
    """Yield X-Wings (3.2), swordfishes (3.8) and jellyfishes (5.2): in columns, then in rows."""
    digits = [d for d in range(9) if board.digits.count(d + 1) + 2 * degree <= 9]
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        fit = [
            [1 < _COUNT[board.places[base + line][d]] <= degree for d in range(9)]
            for line in range(9)
        ]
        possible = [d for d in digits if sum(row[d] for row in fit) >= degree]
        if not possible:
            continue
        for lines in CHOICES[degree]:
            for digit in possible:
                common = 0
                for line in lines:
                    if not fit[line][digit]:
                        break
                    common |= board.places[base + line][digit]
                else:
                    if _COUNT[common] != degree:
                        continue
                    cells = [
                        cell
                        for line in BITS[common]
                        for place, cell in enumerate(HOUSES[cover + line])
                        if place not in lines
                    ]
                    removed = board.without(cells, 1 << digit)
                    if removed:
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


def share(one: int, two: int) -> list[int]:
    """Return the houses that two cells share: box, row, column."""
    return [house for house in HOUSES_OF[one] if house in HOUSES_OF[two]]
