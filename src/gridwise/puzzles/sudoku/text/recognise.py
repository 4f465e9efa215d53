"""How sure it is that a text is a Sudoku, told from the first puzzle in it.

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
10        a text that reads as no board but is made of digits and signs for empty cells
5         rows with `-` and `0`, or `-` and `X`: those are Minesweeper's; rows with no
          letter but Q, which is a queen
0         anything else
========= ===========================================================================
"""

import re

from gridwise.core.puzzle import Entry
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rules import violations
from gridwise.puzzles.sudoku.text import lines as ln
from gridwise.puzzles.sudoku.text.csv_files import csv_columns
from gridwise.puzzles.sudoku.text.formats import read

EXTENSIONS = (".sdk", ".sdm", ".ss", ".sdx")

_HEAD_CHARACTERS = 32_768
_HEAD_LINES = 200
_PASSED = (ln.LineKind.BLANK, ln.LineKind.COMMENT, ln.LineKind.TITLE)
_SECTION = re.compile(r"\s*\[\s*(puzzle|state)\s*\]", re.IGNORECASE)
_FAULTY_LINES = 12
_FOREIGN = re.compile(r"[^0-9.*_xX\-\s|,;+]")


def recognise(text: str, filename: str = "") -> int:
    """Return 0..100 by the table at the head of this module. Reads at most 32 KB."""
    head = text[:_HEAD_CHARACTERS].removeprefix("\ufeff")
    head = head.replace("\r\n", "\n").replace("\r", "\n")
    content = head.split("\n")[:_HEAD_LINES]
    named = 95 if filename.lower().endswith(EXTENSIONS) else 0
    first = next((line for line in content if ln.kind_of(line) not in _PASSED), None)
    if first is None:
        return named
    kind = ln.kind_of(first)
    if kind is ln.LineKind.NOTATION:
        return 100
    if ln.is_other_notation(first):
        return named
    if _SECTION.match(first) or csv_columns(first):
        return max(named, 90)
    return max(named, _by_content(head))


def _by_content(head: str) -> int:
    entry = next(read(head, "<text>"), None)
    if entry is None:
        return 0
    lines = head.split("\n")[entry.line - 1 :]
    if entry.position is None:
        return _faulty(lines)
    return _sound(entry, entry.position, lines)


def _faulty(lines: list[str]) -> int:
    """Tell how like a Sudoku a text is that reads as none."""
    lines = [ln.without_comment(line) for line in lines[:_FAULTY_LINES]]
    cells = ln.first_field(lines[0])[0]
    foreign = sum(len(_FOREIGN.findall(line)) for line in lines)
    length = sum(map(len, lines))
    if len(cells) >= 36 and foreign <= len(cells) // 10:
        nearest = ln.line_side(len(cells)) ** 2
        return 40 if abs(len(cells) - nearest) <= 4 else 10
    if len(cells) > 9 and len(lines) > 1 and length == len(lines) * len(cells):
        # Rows of a large board, where letters are digits.
        foreign = sum(not cell.isascii() for line in lines for cell in line)
        return 30 if foreign == 0 and "." in lines[0] + lines[1] else 10
    if 10 * foreign > length:
        return 0
    text = "\n".join(lines)
    numbers = re.search(r"(?:^|\s)[1-9][0-9]\s", text) is not None and "," not in text
    own = "." in text or "|" in text or ("9" in text and not numbers)
    return 30 if own else 10


def _sound(entry: Entry[Position], position: Position, lines: list[str]) -> int:
    size, digits = position.size, set(position.cells) - {0}
    if ln.kind_of(lines[0]) is ln.LineKind.BOARD:
        return 80 if digits else 60
    text = "\n".join(ln.without_comment(line) for line in lines[: 2 * size + 1])
    if size == 4 and len(ln.first_field(lines[0])[0]) == 16:
        return 60 if digits else 20
    signs = set(text)
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
