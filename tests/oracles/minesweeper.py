"""Minesweeper by trying every way to put mines under the covered cells."""

from functools import cache
from itertools import product

Layout = tuple[int, ...]


def _read(notation: str) -> tuple[int, int, int | None, str]:
    """Return width, height, the total of mines where it is said, and a character a cell."""
    head, size, rows = notation.split(":")
    assert head == "minesweeper"
    width, height, *mines = map(int, size.split("x"))
    cells = rows.split("/")
    assert len(cells) == height, notation
    assert all(len(row) == width for row in cells), notation
    return width, height, mines[0] if mines else None, "".join(cells)


def _around(cell: int, width: int, height: int) -> list[int]:
    row, col = divmod(cell, width)
    return [
        r * width + c
        for r in range(height)
        for c in range(width)
        if abs(r - row) <= 1 and abs(c - col) <= 1 and (r, c) != (row, col)
    ]


def _fits(layout: Layout, width: int, height: int, mines: int | None, shown: str) -> bool:
    if mines is not None and sum(layout) != mines:
        return False
    return all(
        sum(layout[near] for near in _around(cell, width, height)) == int(glyph)
        for cell, glyph in enumerate(shown)
        if glyph.isdigit()
    )


def solutions(notation: str) -> list[Layout]:
    """Return every layout (1 a mine), by the first cell, then the next, safe before mine."""
    width, height, mines, shown = _read(notation)
    choices = [(0, 1) if glyph == "-" else (int(glyph == "X"),) for glyph in shown]
    return [layout for layout in product(*choices) if _fits(layout, width, height, mines, shown)]


def reading(notation: str) -> tuple[int | None, ...]:
    """Return 1 for a mine, 0 for a safe cell, None for a covered one."""
    return tuple(None if glyph == "-" else int(glyph == "X") for glyph in _read(notation)[3])


def breaks(before: str, after: str) -> str | None:
    """Return why `after` is no solution of `before`, or None."""
    width, height, mines, shown = _read(after)
    if not set(shown) <= set("012345678X"):
        return "a cell is neither a number nor a mine"
    layout = tuple(int(glyph == "X") for glyph in shown)
    if not _fits(layout, width, height, mines, shown):
        return "numbers and mines do not fit"
    if before.split(":")[1] != after.split(":")[1]:
        return "another size or total"
    given = _read(before)[3]
    changed = [
        cell
        for cell, (was, now) in enumerate(zip(given, shown, strict=True))
        if was not in ("-", now) and not (was == "s" and now.isdigit())
    ]
    return f"the givens {changed} are not kept" if changed else None


def holds(solution: Layout, cell: int, value: int | str) -> bool:
    """Return whether a cell of the layout is a mine."""
    assert value == "mine"
    return solution[cell] == 1


def said(notation: str, solution: Layout, move: str) -> bool:
    """Return whether `r1c2=3`, `r1c2=X` or `r1c2=s` is true of the layout."""
    width, height, _, _ = _read(notation)
    place, what = move.split("=")
    row, col = map(int, place[1:].split("c"))
    cell = (row - 1) * width + col - 1
    if what == "X":
        return solution[cell] == 1
    if solution[cell]:
        return False
    return what == "s" or int(what) == sum(solution[n] for n in _around(cell, width, height))


def wins(notation: str) -> dict[int, int]:
    """Return for each covered cell in how many layouts a game is won that opens it first.

    By trying every cell in every state of the game: what is open and what it shows. A game is won
    when every cell without a mine is open. The total is known, and no cell is known to be safe.
    """
    width, height, mines, shown = _read(notation)
    assert mines is not None
    near = [_around(cell, width, height) for cell in range(width * height)]
    covered = frozenset(cell for cell, glyph in enumerate(shown) if glyph == "-")

    @cache
    def value(layouts: tuple[Layout, ...], left: frozenset[int]) -> int:
        if len(left) == sum(layouts[0][cell] for cell in left):
            return len(layouts)
        return max(opened(layouts, left, cell) for cell in left)

    def opened(layouts: tuple[Layout, ...], left: frozenset[int], cell: int) -> int:
        shows: dict[int, list[Layout]] = {}
        for layout in layouts:
            if not layout[cell]:
                number = sum(layout[other] for other in near[cell])
                shows.setdefault(number, []).append(layout)
        return sum(value(tuple(part), left - {cell}) for part in shows.values())

    every = tuple(solutions(notation))
    return {cell: opened(every, covered, cell) for cell in covered}
