"""Sudoku by filling cell after cell and asking the rules about every digit."""

Grid = tuple[int, ...]
_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _read(notation: str) -> tuple[int, int, list[int]]:
    """Return the box's height and width and the digits, 0 for empty."""
    head, size, text = notation.split(":")
    assert head == "sudoku"
    high, wide = map(int, size.split("x"))
    digits = [0 if glyph == "." else _DIGITS.index(glyph.upper()) + 1 for glyph in text]
    assert len(digits) == (high * wide) ** 2, notation
    return high, wide, digits


def _sees(one: int, other: int, high: int, wide: int) -> bool:
    """Return whether two cells may not hold the same digit."""
    side = high * wide
    row1, col1 = divmod(one, side)
    row2, col2 = divmod(other, side)
    same_box = row1 // high == row2 // high and col1 // wide == col2 // wide
    return one != other and (row1 == row2 or col1 == col2 or same_box)


def _fits(digits: list[int], cell: int, high: int, wide: int) -> bool:
    return not any(
        digits[other] == digits[cell] and _sees(cell, other, high, wide)
        for other in range(len(digits))
    )


def solutions(notation: str) -> list[Grid]:
    """Return every filled grid, by the first cell, then the next, lower digits first."""
    high, wide, digits = _read(notation)
    if any(digit and not _fits(digits, cell, high, wide) for cell, digit in enumerate(digits)):
        return []
    found: list[Grid] = []

    def fill(cell: int) -> None:
        while cell < len(digits) and digits[cell]:
            cell += 1
        if cell == len(digits):
            found.append(tuple(digits))
            return
        for digit in range(1, high * wide + 1):
            digits[cell] = digit
            if _fits(digits, cell, high, wide):
                fill(cell + 1)
        digits[cell] = 0

    fill(0)
    return found


def reading(notation: str) -> tuple[int | None, ...]:
    """Return the digits, None where a cell is empty."""
    return tuple(digit or None for digit in _read(notation)[2])


def breaks(before: str, after: str) -> str | None:
    """Return why `after` is no solution of `before`, or None."""
    high, wide, digits = _read(after)
    for cell, digit in enumerate(digits):
        if not digit:
            return f"cell {cell} is empty"
        if not _fits(digits, cell, high, wide):
            return f"digit {digit} of cell {cell} stands twice"
    if before.split(":")[1] != after.split(":")[1]:
        return "another size"
    given = _read(before)[2]
    changed = [cell for cell, digit in enumerate(given) if digit and digits[cell] != digit]
    return f"the givens {changed} are not kept" if changed else None


def holds(solution: Grid, cell: int, value: int | str) -> bool:
    """Return whether a cell of the solution holds this digit."""
    return solution[cell] == int(value)


def said(notation: str, solution: Grid, move: str) -> bool:
    """Return whether `r1c2=3` is true of the solution."""
    high, wide, _ = _read(notation)
    place, digit = move.split("=")
    row, col = map(int, place[1:].split("c"))
    value = int(digit) if digit.isdigit() else _DIGITS.index(digit.upper()) + 1
    return solution[(row - 1) * high * wide + col - 1] == value
