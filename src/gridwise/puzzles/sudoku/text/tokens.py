"""The tokenizer: cuts a line into tokens and says what kind of line it is.

A token lies between separators: white space, commas and semicolons, quotation marks,
vertical bars. Between two commas there is always one, empty if the field is. `#` begins a
comment. Nothing here knows digits; a line's kind follows from its length and its signs.
"""

import re
from dataclasses import dataclass
from enum import Enum
from math import isqrt

from gridwise.core.reading import TextLine
from gridwise.puzzles.sudoku.position import MAX_SIZE, SIZES
from gridwise.puzzles.sudoku.text.notation import HEAD

MAX_CELLS = MAX_SIZE * MAX_SIZE
"""The most tokens that are cut on a line."""
BOARD_LENGTHS = frozenset(size * size for size in SIZES if size > 5)
"""The numbers of cells that make a line a board: 16 and 25 are rows first of all."""
LONGEST_HEADER = 1_000

_PIECE = re.compile(r"[^\s,;\"|│┃║]+|[,;|│┃║]")
_BARS = frozenset("|│┃║")
_TITLE = re.compile(r"\s*(grid|puzzle|sudoku|simple sudoku|version)\b(?!\s*[:,])", re.IGNORECASE)
_FOREIGN = re.compile(r"\s*[a-z]{3,20}:\S")
_NOT_DRAWN = re.compile(r"[^-=_+*:.'`|\u2500-\u257f\s]")
_DRAWN_RUN = re.compile(r"---|===|___|[\u2500-\u257f]")
_CSV_PUZZLE = frozenset({"puzzle", "puzzles", "quiz", "quizzes"})


class LineKind(Enum):
    """The kind of a line by itself."""

    BLANK = 0
    COMMENT = 1
    NOTATION = 2
    FOREIGN = 3
    """A notation of another puzzle."""
    CSV_HEADER = 4
    SECTION = 5
    """`[Puzzle]` and its like."""
    TITLE = 6
    """The name of a puzzle, or of the program that wrote it."""
    RULING = 7
    DASHES = 8
    """One of the signs `- _ *` alone: a ruling or a row of empty cells."""
    BOARD = 9
    """As many cells as a board has."""
    ROW = 10
    NARROW = 11
    """Fewer cells than a row has."""
    WIDE = 12
    """More cells than a row has, and not as many as a board."""


@dataclass(slots=True)
class ScannedLine:
    """One line of a text, cut into tokens.

    `offsets` are where the tokens begin, 0-based; `bars` the indices of tokens with a vertical
    line before them, the first token apart; `end` is the offset after the text.
    """

    kind: LineKind
    here: TextLine
    text: str
    tokens: list[str]
    offsets: list[int]
    bars: tuple[int, ...] = ()
    end: int = 0

    @property
    def characters(self) -> int:
        """The number of characters of all tokens."""
        return sum(map(len, self.tokens))

    def cells(self, compact: bool) -> list[str]:
        """Return the text of each cell: each character if `compact`, else each token."""
        return list("".join(self.tokens)) if compact else self.tokens

    def offset(self, index: int, compact: bool) -> int:
        """Return the offset of a cell, or of the line's end if it has fewer cells."""
        starts = self.offsets
        if compact:
            pairs = zip(self.tokens, self.offsets, strict=True)
            starts = [column + i for token, column in pairs for i in range(len(token))]
        return starts[index] if index < len(starts) else self.end

    def box_edges(self, compact: bool) -> tuple[int, ...]:
        """Return the indices of cells with a vertical line before them."""
        if not compact:
            return self.bars
        return tuple(sum(map(len, self.tokens[:bar])) for bar in self.bars)


def scan(text: str, here: TextLine) -> ScannedLine:
    """Return a line cut into tokens; only the first one if it alone is longer than a row."""
    body = text.partition("#")[0].rstrip()
    tokens: list[str] = []
    offsets: list[int] = []
    bars: list[int] = []
    field_due = False  # after a comma
    for match in _PIECE.finditer(body):
        piece = match[0]
        if piece in _BARS:
            if tokens and (not bars or bars[-1] != len(tokens)):
                bars.append(len(tokens))
            continue
        if piece in ",;":
            if field_due or not tokens:
                tokens.append("")
                offsets.append(match.start())
            field_due = True
        else:
            tokens.append(piece)
            offsets.append(match.start())
            field_due = False
        if len(tokens) > MAX_CELLS or len(tokens[0]) > MAX_SIZE:
            break
    else:
        if field_due:
            tokens.append("")
            offsets.append(len(body))
    if bars and bars[-1] >= len(tokens):
        bars.pop()  # the line that closes the row
    kind = _kind(text, body, tokens)
    return ScannedLine(kind, here, text, tokens, offsets, tuple(bars), len(body))


def _kind(text: str, body: str, tokens: list[str]) -> LineKind:
    if not body:
        return LineKind.COMMENT if "#" in text else LineKind.BLANK
    first = tokens[0] if tokens else ""
    if first.startswith(HEAD):
        return LineKind.NOTATION
    if _is_ruling(body):
        return LineKind.RULING
    if first[:1] in ("-", "_", "*") and len(set().union(*tokens)) == 1:
        fits = len(first) <= MAX_SIZE or len(first) in BOARD_LENGTHS
        return LineKind.DASHES if fits else LineKind.RULING
    if first.startswith("[") and "]" in text[:200]:
        return LineKind.SECTION
    if "," in body and csv_columns(text) is not None:
        return LineKind.CSV_HEADER
    if _TITLE.match(body):
        return LineKind.TITLE
    if _FOREIGN.match(body):
        return LineKind.FOREIGN
    cells = len(first) if len(first) > MAX_SIZE else len(tokens)
    if cells > MAX_SIZE:
        return LineKind.BOARD if cells in BOARD_LENGTHS else LineKind.WIDE
    if len(tokens) < SIZES[0] and sum(map(len, tokens)) < SIZES[0]:
        return LineKind.NARROW
    return LineKind.ROW


def _is_ruling(body: str) -> bool:
    """Return whether the line can only be a ruling, such as `------+-------+------`."""
    if _NOT_DRAWN.search(body) is not None:
        return False
    signs = set("".join(body.split())) - _BARS
    if len(signs) <= 1:
        return signs.isdisjoint(".-_*")
    return _DRAWN_RUN.search(body) is not None


def csv_columns(line: str) -> tuple[int, int | None] | None:
    """Return the numbers of the puzzle's and the solution's column, or None for no CSV header."""
    if len(line) > LONGEST_HEADER:
        return None
    names = [name.strip().strip('"').strip().lower() for name in line.split(",")]
    puzzle = next((i for i, name in enumerate(names) if name in _CSV_PUZZLE), None)
    if puzzle is None:
        return None
    solutions = (i for i, name in enumerate(names) if name in ("solution", "solutions"))
    return puzzle, next(solutions, None)


def board_side(count: int) -> int | None:
    """Return the side of a board of so many cells, or None if no board has so many."""
    side = isqrt(count)
    return side if side * side == count and side in SIZES else None
