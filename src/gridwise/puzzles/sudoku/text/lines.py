"""Lines of a text and what each may be: a board on one line, a row of a grid, a ruling, ...

Nothing here knows digits; a line is told by its length, its signs and its separators. Each
function is linear in the line's length.
"""

import re
from dataclasses import dataclass, field
from enum import Enum
from math import isqrt

from gridwise.puzzles.sudoku.position import MAX_SIZE, SIZES
from gridwise.puzzles.sudoku.text.notation import HEAD

LINE_SIZES = {size * size: size for size in SIZES if size * size != MAX_SIZE}
"""The side of the board that so many cells on one line are; a line of 25 is a row of 25x25."""
MAX_LINE = MAX_SIZE * MAX_SIZE

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_BLANK_RUN = re.compile(r"(?:[^\S\n]*\n)+")
_SECTION = re.compile(r"\n[^\S\n]*\[")
_FIELD = re.compile(r"\s*([^\s,;#\"|│┃║]+)")
_TITLE = re.compile(r"\s*(grid|puzzle|sudoku|simple sudoku|version)\b(?!\s*[:,])", re.IGNORECASE)
_OTHER = re.compile(r"\s*[a-z]{3,20}:\S")
_TOKEN = re.compile(r"[^\s|│┃║]+|[|│┃║]")
_HARD = re.compile(r"[,;]")
_NOT_DRAWN = re.compile(r"[^-=_+*:.'`|\u2500-\u257f\s]")
_RUN = re.compile(r"---|===|___|[\u2500-\u257f]")
_BARS = frozenset("|│┃║")
_SINGLE_RULE = re.compile(r"(?:-+|_+|\*+|=+)")


class LineKind(Enum):
    """What a line is by itself."""

    BLANK = 0
    COMMENT = 1
    NOTATION = 2
    SECTION = 3
    """`[Puzzle]` and its like."""
    BOARD = 4
    """A whole board, with what may follow it."""
    TITLE = 5
    """The name of a puzzle, or of the program that wrote it."""
    ROW = 6
    """Anything else: a row, a ruling, a header, or none of these."""


class Cursor:
    """Walks over the lines of a text, and back; skips whole parts at the speed of a search."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 0
        """The number of the line returned last, from 1."""
        self._before = (0, 0)

    def next(self) -> str | None:
        """Return the next line without its end, None after the last."""
        if self.at >= len(self.text):
            return None
        self._before = (self.at, self.line)
        end = self.text.find("\n", self.at)
        if end < 0:
            end = len(self.text)
        line = self.text[self.at : end]
        self.at = end + 1
        self.line += 1
        return line

    def back(self) -> None:
        """Return to before the line that `next` returned last."""
        self.at, self.line = self._before

    def mark(self) -> tuple[int, int]:
        """Return the place, for `reset`."""
        return self.at, self.line

    def reset(self, mark: tuple[int, int]) -> None:
        """Return to a place."""
        self.at, self.line = mark

    def skip_paragraph(self) -> None:
        """Go on at the next blank line."""
        self._skip(_BLANK_LINE)

    def skip_section(self) -> None:
        """Go on at the next line that begins with a bracket."""
        self._skip(_SECTION)

    def skip_blank(self) -> None:
        """Go on at the next line that is not blank."""
        found = _BLANK_RUN.match(self.text, self.at)
        if found is not None:
            self.line += self.text.count("\n", self.at, found.end())
            self.at = found.end()

    def _skip(self, pattern: re.Pattern[str]) -> None:
        """Go on at the line whose beginning follows the first character that is matched."""
        if self.at >= len(self.text):
            return
        # The line before ends just here; a match may begin with that end.
        found = pattern.search(self.text, self.at - 1)
        end = len(self.text) if found is None else found.start() + 1
        self.line += self.text.count("\n", self.at, end)
        self.at = end


@dataclass(slots=True)
class Row:
    """One line of a grid, cut at its separators.

    `tokens` and `columns` are what stands between separators and where (1-based); `bars` are the
    indices of tokens with a vertical line before them, the first token apart. `rule` says that
    the line may also be a ruling.
    """

    line: int
    width: int
    """Of the text, for an error at its end."""
    tokens: list[str]
    columns: list[int]
    bars: tuple[int, ...] = ()
    rule: bool = False
    characters: int = field(default=0)

    def __post_init__(self) -> None:
        self.characters = sum(map(len, self.tokens))

    @property
    def overlong(self) -> bool:
        """Whether there are more cells than a row or a board on one line may have."""
        if len(self.tokens) == 1:
            return self.characters > MAX_SIZE and self.characters not in LINE_SIZES
        return len(self.tokens) > MAX_SIZE

    def cells(self, compact: bool) -> list[str]:
        """Return the text of each cell: each character where `compact`, else each token."""
        return list("".join(self.tokens)) if compact else self.tokens

    def column(self, index: int, compact: bool) -> int:
        """Return the column of the cell of this index; after the end where there is none."""
        if not compact:
            return self.columns[index] if index < len(self.columns) else self.width + 1
        for token, column in zip(self.tokens, self.columns, strict=True):
            if index < len(token):
                return column + index
            index -= len(token)
        return self.width + 1

    def box_edges(self, compact: bool) -> tuple[int, ...]:
        """Return the indices of cells with a vertical line before them."""
        if not compact:
            return self.bars
        offset, starts = 0, []
        for token in self.tokens:
            starts.append(offset)
            offset += len(token)
        return tuple(starts[index] for index in self.bars)

    def gaps(self) -> tuple[int, ...]:
        """Return the indices of the characters before which a token begins, the first apart."""
        offset, starts = 0, []
        for token in self.tokens:
            starts.append(offset)
            offset += len(token)
        return tuple(starts[1:])


def without_comment(line: str) -> str:
    """Return the line up to `#`, and without white space at its end."""
    return line.partition("#")[0].rstrip()


def first_field(line: str) -> tuple[str, int]:
    """Return what stands before the line's first separator and its column, or ("", 1)."""
    match = _FIELD.match(line)
    return ("", 1) if match is None else (match[1], match.start(1) + 1)


def kind_of(line: str) -> LineKind:
    """Return what a line is.

    BOARD is a line whose first field is as long as a board. Boards of 4x4 are left to the reader
    of rows, since a line of 16 is also a row of 16x16, and so are lines of one sign that may be a
    ruling.
    """
    match = _FIELD.match(line)
    cells = "" if match is None else match[1]
    if cells.startswith(HEAD):
        return LineKind.NOTATION
    if len(cells) >= 36 and len(cells) in LINE_SIZES:
        return LineKind.ROW if _may_rule(line, cells) else LineKind.BOARD
    if cells.startswith("["):
        return LineKind.SECTION if "]" in line[:200] else LineKind.ROW
    if cells:
        return LineKind.TITLE if _TITLE.match(line) else LineKind.ROW
    start = line.lstrip()
    if not start:
        return LineKind.BLANK
    return LineKind.COMMENT if start[0] == "#" else LineKind.ROW


def wide(line: str) -> int:
    """Return the number of cells of a line that holds more than a row may, else 0.

    Counts the first field, or tokens between separators up to one more than a board has.
    """
    cells, _ = first_field(line)
    if len(cells) > MAX_SIZE:
        return 0 if _may_rule(line, cells) else len(cells)
    if len(line) < 2 * MAX_SIZE:
        return 0
    row = cut(line, 0, MAX_LINE + 1)
    return len(row.tokens) if len(row.tokens) > MAX_SIZE and not row.rule else 0


def is_other_notation(line: str) -> bool:
    """Return whether the line begins like a notation, `name:`."""
    return _OTHER.match(line) is not None


def _may_rule(line: str, cells: str) -> bool:
    return _SINGLE_RULE.fullmatch(cells) is not None or is_ruling(line)


def is_ruling(line: str) -> bool:
    """Return whether the line can only be a ruling, such as `------+-------+------`.

    A line of one of the signs `- _ *` may be a row of empty cells as well; see `Row.rule`.
    """
    if _NOT_DRAWN.search(line) is not None:
        return False
    signs = set("".join(line.split()))
    signs.difference_update("|│┃║")
    if len(signs) <= 1:
        return signs.isdisjoint(".-_*")
    return _RUN.search(line) is not None


def cut(line: str, number: int, most: int) -> Row:
    """Cut a line into tokens: at commas and semicolons where it has some, else at white space.

    At most `most` tokens are kept. Between two commas nothing may stand.
    """
    if "," in line or ";" in line:
        return _cut_hard(line, number, most)
    tokens = line.split(None, 1)
    if len(tokens) == 1 and _BARS.isdisjoint(line):
        column = len(line) - len(line.lstrip()) + 1
        return Row(number, len(line), tokens, [column], rule=_one_sign(tokens))
    tokens = []
    columns: list[int] = []
    bars: list[int] = []
    for match in _TOKEN.finditer(line):
        piece = match[0]
        if piece in _BARS:
            if tokens and (not bars or bars[-1] != len(tokens)):
                bars.append(len(tokens))
            continue
        if len(tokens) >= most:
            break
        tokens.append(piece)
        columns.append(match.start() + 1)
    if bars and bars[-1] >= len(tokens):
        bars.pop()  # the line that closes the row
    return Row(number, len(line), tokens, columns, tuple(bars), rule=_one_sign(tokens))


def _cut_hard(line: str, number: int, most: int) -> Row:
    tokens: list[str] = []
    columns: list[int] = []
    at = 0
    for piece in _HARD.split(line, maxsplit=most):
        inner = piece.strip()
        tokens.append(inner)
        columns.append(at + (len(piece) - len(piece.lstrip()) if inner else 0) + 1)
        at += len(piece) + 1
    return Row(number, len(line), tokens[:most], columns[:most])


def _one_sign(tokens: list[str]) -> bool:
    return bool(tokens) and tokens[0][0] in "-_*" and len(set().union(*tokens)) == 1


def line_side(count: int) -> int:
    """Return the side of the board whose number of cells is nearest to this."""
    return min(SIZES, key=lambda size: (abs(size * size - count), size))


def square_side(count: int) -> int | None:
    """Return the side of a board of so many cells, None where it is none."""
    side = isqrt(count)
    return side if side * side == count and side in SIZES else None
