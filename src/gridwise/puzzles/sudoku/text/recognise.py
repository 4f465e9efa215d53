"""Scores how sure it is that a text is a Sudoku, by the first puzzle in it.

========= ===========================================================================
certainty what
========= ===========================================================================
100       the notation
95        a file name's ending that only Sudoku uses
90        `[Puzzle]` or `[State]`; a CSV header with a puzzle column
80        a board on one line; rows with the boxes ruled, with `.` and digits, with letters
          or numbers above 9, or with a 9
65        rows with `0`, `*`, `_` or `x` for empty, or full, and no digit twice in a house
60        an empty board on one line; sixteen cells on a line as a board of 4x4
40        a faulty line about as long as a board
30        rows of `-` and digits below 9, no digit twice in a house; faulty rows with a sign
          that only Sudoku has: `.`, `|`, a 9, letters side by side
20        rows of empty cells; rows with a digit twice in a house
10        a text that is no board but consists of digits and signs for empty cells
5         rows with `-` and `0`, or `-` and `X`: those are Minesweeper's; rows with no
          letter but Q, which is a queen
0         anything else
========= ===========================================================================
"""

import re

from gridwise.core.reading import TextLine, head_lines
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rules import violations
from gridwise.puzzles.sudoku.text.formats import read
from gridwise.puzzles.sudoku.text.tokens import BOARD_LENGTHS, LineKind, ScannedLine, scan

EXTENSIONS = (".sdk", ".sdm", ".ss", ".sdx")

_HEAD_LINES = 200
_PASSED = (LineKind.BLANK, LineKind.COMMENT, LineKind.TITLE)
_SECTION = re.compile(r"\s*\[\s*(puzzle|state)\s*\]", re.IGNORECASE)
_FAULTY_LINES = 12
_UNLIKE = re.compile(r"[^0-9.*_xX\-\s|,;+]")
"""Signs that few Sudokus of up to 9x9 hold."""


def recognise(text: str, filename: str = "") -> int:
    """Return a score from 0 to 100 by the table of this module; reads only the head."""
    named = 95 if filename.lower().endswith(EXTENSIONS) else 0
    head, _ = head_lines(text)
    lines = [scan(line, TextLine("<text>", 1)) for line in head[:_HEAD_LINES]]
    first = next((line for line in lines if line.kind not in _PASSED), None)
    if first is None or first.kind is LineKind.FOREIGN:
        return named
    if first.kind is LineKind.NOTATION:
        return 100
    if first.kind is LineKind.CSV_HEADER or _SECTION.match(first.text):
        return max(named, 90)
    entry = next(read("\n".join(head), "<text>"), None)
    if entry is None:
        return named
    lines = lines[entry.line - 1 :]
    sure = (
        _faulty(lines[:_FAULTY_LINES]) if entry.position is None else _sound(entry.position, lines)
    )
    return max(named, sure)


def _body(line: ScannedLine) -> str:
    return line.text[: line.end]


def _faulty(lines: list[ScannedLine]) -> int:
    """Return how like a Sudoku the lines are that read as none."""
    bodies = [_body(line) for line in lines]
    cells = lines[0].tokens[0] if lines[0].tokens else ""
    unlike = sum(len(_UNLIKE.findall(body)) for body in bodies)
    length = sum(map(len, bodies))
    if len(cells) >= min(BOARD_LENGTHS) and unlike <= len(cells) // 10:
        return 40 if any(abs(len(cells) - board) <= 4 for board in BOARD_LENGTHS) else 10
    if len(cells) > 9 and len(lines) > 1 and length == len(lines) * len(cells):
        # Rows of a large board, where letters are digits.
        return 30 if "".join(bodies).isascii() and "." in bodies[0] + bodies[1] else 10
    if 10 * unlike > length:
        return 0
    text = "\n".join(bodies)
    numbers = re.search(r"(?:^|\s)[1-9][0-9]\s", text) is not None and "," not in text
    own = "." in text or "|" in text or ("9" in text and not numbers)
    return 30 if own else 10


def _sound(position: Position, lines: list[ScannedLine]) -> int:
    """Return how sure it is that lines that read as a board are one."""
    size, digits = position.size, set(position.cells) - {0}
    if lines[0].kind is LineKind.BOARD:
        return 80 if digits else 60
    if size == 4 and len(lines[0].tokens[0]) == 16:
        return 60 if digits else 20
    signs = set().union(*map(_body, lines[: 2 * size + 1]))
    if not digits:
        return 5 if "-" in signs and "." not in signs else 20
    ruled = "|" in signs or "+" in signs
    dash = "-" in signs and not ruled and "." not in signs
    queens = {sign for sign in signs if sign.isalnum()} == {"Q"}
    if queens or (dash and not signs.isdisjoint("0xX")):
        return 5
    if ruled or max(digits) >= 9 or ("." in signs and not dash):
        return 80
    if violations(position):
        return 20
    return 30 if dash else 65
