"""Latin squares by trying every way to fill the empty cells."""

from itertools import product

Grid = tuple[int, ...]


def _read(notation: str) -> tuple[int, list[int]]:
    """Return the size and the numbers, 0 for empty."""
    head, size, rows = notation.split(":")
    assert head == "latin"
    numbers = [0 if glyph == "." else int(glyph) for glyph in rows.replace("/", "")]
    assert len(numbers) == int(size) ** 2, notation
    return int(size), numbers


def _is_square(size: int, numbers: list[int]) -> bool:
    every = set(range(1, size + 1))
    rows = [numbers[i * size : (i + 1) * size] for i in range(size)]
    columns = [numbers[i::size] for i in range(size)]
    return all(set(line) == every for line in rows + columns)


def solutions(notation: str) -> list[Grid]:
    """Return every filled square, by the first cell, then the next, lower numbers first."""
    size, numbers = _read(notation)
    choices = [(n,) if n else tuple(range(1, size + 1)) for n in numbers]
    return [grid for grid in product(*choices) if _is_square(size, list(grid))]


def reading(notation: str) -> tuple[int | None, ...]:
    """Return the numbers, None where a cell is empty."""
    return tuple(number or None for number in _read(notation)[1])


def breaks(before: str, after: str) -> str | None:
    """Return why `after` is no solution of `before`, or None."""
    size, numbers = _read(after)
    if not _is_square(size, numbers):
        return "no Latin square"
    was_size, given = _read(before)
    if was_size != size:
        return "another size"
    changed = [cell for cell, n in enumerate(given) if n and numbers[cell] != n]
    return f"the givens {changed} are not kept" if changed else None


def holds(solution: Grid, cell: int, value: int | str) -> bool:
    """Return whether a cell of the solution holds this number."""
    return solution[cell] == int(value)


def said(notation: str, solution: Grid, move: str) -> bool:
    """Return whether `r1c2=3` is true of the solution."""
    size, _ = _read(notation)
    place, number = move.split("=")
    row, col = map(int, place[1:].split("c"))
    return solution[(row - 1) * size + col - 1] == int(number)
