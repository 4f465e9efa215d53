"""Scores how sure it is that a text is a Minesweeper board.

========= =====================================================================================
score     what the first lines hold
========= =====================================================================================
100       a notation `minesweeper:...`
95        a matrix with a line that gives the number of mines
90        a matrix of cells, one of them `-`, `X` or `s`, in a file named `Input3.txt`, or with
          `minesweeper` in its path
85        a matrix with `X` or `s`
80        a matrix with both `-` and `0`
75        a matrix with `-` that no Sudoku can be: not square, or a digit twice in a row or column,
          or of a size that no box fits
40        a matrix of digits alone, not square: a board with nothing covered
30        a square matrix with `-` that may be a Sudoku
15        a square matrix of digits alone
5         81 or more cells in one row, a lone number, or each of the numbers from 0 up once: a
          Sudoku, N-Queens or the sliding puzzle
20, 40    most rows consist of cells, but not all (40 with a fitting file name)
0         anything else
========= =====================================================================================

`x` and `*`, which other puzzles write for an empty cell, count as `-` here, and `S` as `s`.
"""

import re

from gridwise.core.reading import head_lines
from gridwise.puzzles.minesweeper.text.notation import HEAD, is_count

_MOST_ROWS = 64
_ROW = re.compile(r"[-0-8XsxS*](?:(?:[ \t]*,[ \t]*|[ \t]+)[-0-8XsxS*])*|[-0-8XsxS*]+")
_CELL = re.compile(r"[-0-8XsxS*]")
_NAME = re.compile(r"(?:^|[/\\])input[-_ ]?[0-9]*\.txt$|minesweeper", re.IGNORECASE)
_SUDOKU_SIZES = frozenset({4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25})


def recognise(text: str, filename: str = "") -> int:
    """Return a score from 0 to 100 by the table of this module; reads only the head."""
    lines, cut = head_lines(text)
    rows: list[str] = []
    counted = False
    for line in map(str.strip, lines):
        if line.startswith(HEAD):
            return 100 if not rows else 50
        if is_count(line):
            counted = True
        elif line and not line.startswith("#"):
            rows.append(line)
        elif not line and rows:
            break
        if len(rows) == _MOST_ROWS:
            cut = True
            break
    named = _NAME.search(filename) is not None
    fitting = [row for row in rows if _ROW.fullmatch(row)]
    if not rows or 2 * len(fitting) <= len(rows):
        return 0
    if len(fitting) < len(rows):
        return 40 if named else 20
    return 95 if counted else _matrix(["".join(_CELL.findall(row)) for row in rows], named, cut)


def _matrix(rows: list[str], named: bool, cut: bool) -> int:
    """Score rows that hold cells and nothing else."""
    joined = "".join(rows)
    covered = any(glyph in joined for glyph in "-x*")
    marked = any(glyph in joined for glyph in "XsS")
    if len(rows) == 1 and not marked and (len(joined) >= 81 or joined.isdigit()):
        return 5
    if named and (covered or marked):
        return 90
    if marked:
        return 85
    size = len(rows)
    square = not cut and all(len(row) == size for row in rows)
    if not covered:
        if len(joined) <= 9 and sorted(joined) == list("012345678"[: len(joined)]):
            return 5
        return 15 if square else 40
    if "-" in joined and "0" in joined:
        return 80
    sudoku = square and size in _SUDOKU_SIZES and not _repeats(rows)
    return 30 if sudoku else 75


def _repeats(rows: list[str]) -> bool:
    """Return whether a row or column of a square holds a digit from 1 twice."""
    for line in (*rows, *map("".join, zip(*rows, strict=True))):
        digits = [glyph for glyph in line if glyph in "12345678"]
        if len(digits) != len(set(digits)):
            return True
    return False
