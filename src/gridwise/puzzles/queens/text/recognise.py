"""Scores how sure it is that a text is a queens board.

========= =====================================================================================
score     what the first lines hold
========= =====================================================================================
100       a notation `queens:...`
95        n on a line and squares such as `r1c5` below it
90        a matrix with `Q`
80        a number alone on each line, up to 1,000,000
60        a square matrix of `.` and `x` alone, of a size that no Sudoku has
25        another matrix of `.` and `x` alone: it may be an empty Sudoku
20        rows of such a matrix with something else between them, `Q` among them
0         anything else
========= =====================================================================================
"""

import re

from gridwise.core.reading import head_lines
from gridwise.puzzles.queens.position import MAX_N
from gridwise.puzzles.queens.text.files import CODES, SIZE_LINE
from gridwise.puzzles.queens.text.notation import HEAD, PART

_MOST_ROWS = 64
_ROW = re.compile(r"[.QqxX!](?:(?:[ \t]*,[ \t]*|[ \t]+)[.QqxX!])*|[.QqxX!]+")
_SUDOKU_SIZES = frozenset({4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25})


def recognise(text: str, filename: str = "") -> int:
    """Return a score from 0 to 100 by the table of this module; reads only the head."""
    lines, cut = head_lines(text)
    rows: list[str] = []
    for line in map(str.strip, lines):
        if line.startswith(HEAD):
            return 100 if not rows else 50
        if line and not line.startswith("#"):
            rows.append(line)
        elif not line and rows:
            break
        if len(rows) == _MOST_ROWS:
            cut = True
            break
    if not rows:
        return 0
    number = SIZE_LINE.fullmatch(rows[0])
    if number is not None:
        if len(rows) > 1 and PART.match(rows[1]) is not None:
            return 95
        every = [SIZE_LINE.fullmatch(row) for row in rows]
        return 80 if all(m is not None and _small(m[1]) for m in every) else 0
    fitting = [row for row in rows if _ROW.fullmatch(row)]
    queens = any(glyph in row for row in fitting for glyph in "Qq")
    if len(fitting) < len(rows):
        return 20 if queens and 2 * len(fitting) > len(rows) else 0
    if queens:
        return 90
    widths = {sum(map(row.count, CODES)) for row in rows}
    square = not cut and widths == {len(rows)}
    return 60 if square and len(rows) not in _SUDOKU_SIZES else 25


def _small(digits: str) -> bool:
    return len(digits) <= 7 and 1 <= int(digits) <= MAX_N
