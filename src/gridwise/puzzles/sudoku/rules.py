"""The rules: each digit once in every row, column and box, and only candidates that are left."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.position import replaced
from gridwise.core.puzzle import Violation
from gridwise.puzzles.sudoku.position import (
    PlaceDigit,
    Position,
    candidate_masks,
    default_box,
    digits_of,
)

_SAMPLE_FILLINGS = 2304
_SAMPLE_EMPTY = 8


def violations(position: Position) -> tuple[Violation, ...]:
    """Return the first repeated digit of a row, of a column, of a box, of each kind of house.

    Then the first digit in a cell from which it was removed as a candidate. A cell without
    candidates, or a digit without a cell, is a consequence for methods to find.
    """
    found: dict[str, Violation] = {}
    for house, kind in enumerate(position.shape.kinds):
        repeated = None if kind in found else _repeated(position, house)
        if repeated is not None:
            digit, cells = repeated
            found[kind] = Violation(_repeat_text(position, house, digit, cells), cells)
    for cell, removed in enumerate(position.removed_candidates):
        digit = position.cells[cell]
        if digit and removed:
            found["candidate"] = Violation(position.shape.removal(cell, digit), (cell,))
            break
    return tuple(found.values())


def _repeated(position: Position, house: int) -> tuple[int, tuple[int, ...]] | None:
    cells = position.shape.houses[house]
    seen = 0
    for cell in cells:
        digit = position.cells[cell]
        if digit and seen >> digit & 1:
            return digit, tuple(c for c in cells if position.cells[c] == digit)
        seen |= 1 << digit
    return None


def _repeat_text(position: Position, house: int, digit: int, cells: tuple[int, ...]) -> Message:
    shape = position.shape
    name = shape.house_name(house)
    names = tuple(shape.cell_name(cell) for cell in cells)
    if len(cells) == 2:
        return msg("{digit} twice in {house}: {cells}", digit=digit, house=name, cells=names)
    return msg(
        "{digit} stands {times} times in {house}: {cells}",
        digit=digit,
        times=len(cells),
        house=name,
        cells=names,
    )


def moves(position: Position) -> Iterator[PlaceDigit]:
    """Yield every placement of a digit that no filled cell forbids, by cell, then digit."""
    for cell, mask in enumerate(candidate_masks(position)):
        for digit in digits_of(mask):
            yield PlaceDigit(cell, digit)


def apply(position: Position, move: PlaceDigit) -> Position:
    """Return the position with the digit entered; raise `ParameterError` where it is forbidden."""
    size, cells, shape = position.size, position.cells, position.shape
    if not 0 <= move.cell < size * size:
        raise ParameterError(f"cell {move.cell} is not on a {size}x{size} board")
    name = shape.cell_name(move.cell)
    if not 1 <= move.digit <= size:
        raise ParameterError(f"{name}={move.digit}: the digits are 1 to {size}")
    if cells[move.cell]:
        raise ParameterError(f"{name}={move.digit}: {name} holds {cells[move.cell]} already")
    for house in shape.houses_of(move.cell):
        for other in shape.houses[house]:
            if cells[other] == move.digit:
                where = shape.cell_name(other)
                why = msg(
                    "{house} has {digit} at {cell}",
                    house=shape.house_name(house),
                    digit=move.digit,
                    cell=where,
                )
                raise ParameterError(msg("{what}: {why}", what=f"{name}={move.digit}", why=why))
    filled = bytearray(cells)
    filled[move.cell] = move.digit
    if not position.removed_candidates:
        return replaced(position, cells=bytes(filled))
    if position.removed_candidates[move.cell] >> move.digit & 1:
        why = shape.removal(move.cell, move.digit)
        raise ParameterError(msg("{what}: {why}", what=f"{name}={move.digit}", why=why))
    return replace(position, cells=bytes(filled))


def apply_all(position: Position, moves: Sequence[PlaceDigit]) -> Position | None:
    """Return the position after all these moves, None if one may be forbidden.

    Checks the houses once, at the end: digits are only added, so a repeat would still be there.
    """
    size, removed = position.size, position.removed_candidates
    filled = bytearray(position.cells)
    for move in moves:
        cell = move.cell
        if not 0 <= cell < size * size or filled[cell] or not 1 <= move.digit <= size:
            return None
        if removed and removed[cell] >> move.digit & 1:
            return None
        filled[cell] = move.digit
    cells = bytes(filled)
    for house in position.shape.houses:
        digits = [cells[cell] for cell in house if cells[cell]]
        if len(set(digits)) != len(digits):
            return None
    return replace(position, cells=cells) if removed else replaced(position, cells=cells)


def is_solved(position: Position) -> bool:
    """Return whether every cell is filled and no rule is broken."""
    cells, size = position.cells, position.size
    return (
        0 not in cells
        and not position.removed_candidates  # a full board has those alone that it breaks
        and all(len({cells[cell] for cell in house}) == size for house in position.shape.houses)
    )


def shuffled_grid(box_height: int, box_width: int, random: Random) -> bytes:
    """Return a full board: a regular pattern with digits, lines and bands shuffled.

    Not uniform among all full boards. O(cells).
    """
    size = box_height * box_width

    def lines(groups: int, each: int) -> list[int]:
        order = random.sample(range(groups), groups)
        return [g * each + i for g in order for i in random.sample(range(each), each)]

    rows, cols = lines(box_width, box_height), lines(box_height, box_width)
    digits = random.sample(range(1, size + 1), size)
    return bytes(
        digits[(box_width * (row % box_height) + row // box_height + col) % size]
        for row in rows
        for col in cols
    )


def sample(random: Random) -> Position:
    """Return a small random position that brute force finishes quickly.

    4x4, sometimes 6x6, with at most 8 empty cells and 2304 fillings of their candidates. Every
    third lacks two digits wholly or in part, so that they can often be exchanged. Nearly half have
    a wrong digit: in most of them no given forbids it, in the others it breaks a rule. One in 25
    has 10 empty cells and more than 4 solutions.
    """
    if random.random() < 1 / 25:
        return _many_solutions(random)
    box = default_box(6 if random.random() < 0.2 else 4)
    assert box is not None
    height, width = box
    full = shuffled_grid(height, width, random)
    order = random.sample(range(len(full)), len(full))
    if random.random() < 0.35:
        pair = random.sample(range(1, height * width + 1), 2)
        order.sort(key=lambda cell: full[cell] not in pair)
        empty = order[:_SAMPLE_EMPTY]
    else:
        empty = order[: random.randint(1, _SAMPLE_EMPTY)]
    cells = bytearray(full)
    for cell in empty:
        cells[cell] = 0
    kind = random.random()
    if kind < 0.15:
        cells[order[-1]] = cells[order[-2]] = random.randint(1, height * width)
    elif kind < 0.45:
        _mistake(cells, full, empty, height, width, random)
    while _fillings(position := Position(height, width, bytes(cells))) > _SAMPLE_FILLINGS:
        cell = empty.pop()
        cells[cell] = full[cell]
    return position


def _many_solutions(random: Random) -> Position:
    """Return a 4x4 board with 10 empty cells and more than 4 solutions.

    One row of each band is empty, and two cells more.
    """
    while True:
        cells = bytearray(shuffled_grid(2, 2, random))
        rows = random.randrange(2), 2 + random.randrange(2)
        rest = [cell for cell in range(16) if cell // 4 not in rows]
        kept = random.sample(rest, 6)
        for cell in range(16):
            if cell not in kept:
                cells[cell] = 0
        position = Position(2, 2, bytes(cells))
        if _fillings(position) <= _SAMPLE_FILLINGS and _solutions(position) > 4:
            return position


def _solutions(position: Position) -> int:
    """Return the number of solutions of a tiny board."""
    open_cells = [cell for cell, digit in enumerate(position.cells) if not digit]
    if not open_cells:
        return 1
    masks = candidate_masks(position)
    cell = min(open_cells, key=lambda cell: masks[cell].bit_count())
    return sum(_solutions(apply(position, PlaceDigit(cell, d))) for d in digits_of(masks[cell]))


def _mistake(
    cells: bytearray, full: bytes, empty: list[int], height: int, width: int, random: Random
) -> None:
    """Fill an empty cell with a candidate other than the digit of `full`."""
    masks = candidate_masks(Position(height, width, bytes(cells)))
    wrong = [(c, d) for c in empty for d in digits_of(masks[c]) if d != full[c]]
    if wrong:
        cell, digit = random.choice(wrong)
        cells[cell] = digit


def _fillings(position: Position) -> int:
    product = 1
    for mask, digit in zip(candidate_masks(position), position.cells, strict=True):
        if not digit:
            product *= mask.bit_count()
    return product
