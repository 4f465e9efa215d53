"""Boards from scanned lines: from one line, and from the rows of a group of lines."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Entry
from gridwise.core.reading import TextLine, entry_of, quoted
from gridwise.puzzles.sudoku.position import MAX_SIZE, SIZES, Position, default_box
from gridwise.puzzles.sudoku.text.symbols import EMPTY_SIGNS, decode
from gridwise.puzzles.sudoku.text.tokens import (
    BOARD_LENGTHS,
    MAX_CELLS,
    LineKind,
    ScannedLine,
    board_side,
)

_NUMBER = re.compile(r"u?[0-9]{1,9}", re.ASCII)
_CELL = re.compile(r"[0-9A-Za-z.*_-]*", re.ASCII)
_LARGEST = f"{MAX_SIZE}x{MAX_SIZE}"
_LINE_LENGTHS = BOARD_LENGTHS | {16}
_FOUR = frozenset(f"1234{EMPTY_SIGNS}")


def board_on_line(line: ScannedLine) -> Position:
    """Return the board of a line whose first token is all of it, or whose tokens are its cells."""
    first, column = line.tokens[0], line.offsets[0]
    cells: Sequence[str] = line.tokens
    offsets: Sequence[int] = [*line.offsets, line.end]
    if len(first) > (3 if len(cells) <= MAX_SIZE else MAX_SIZE):
        cells, offsets = first, range(column, column + len(first) + 1)
    if len(cells) == MAX_SIZE:  # a row of 25x25, and no board of 5x5
        raise _wrong_length(len(cells), offsets, line.here)
    return board_of_cells(cells, offsets, line.here)


def board_of_cells(cells: Sequence[str], offsets: Sequence[int], here: TextLine) -> Position:
    """Return the board, with the default boxes, that has these cells.

    Parameters
    ----------
    offsets
        The offsets of the cells, and of the end.

    Raises
    ------
    ParseError
        Not as many cells as a board has, or a cell that is none.
    """
    size = board_side(len(cells))
    if size is None:
        raise _wrong_length(len(cells), offsets, here)
    return Position(*_default_box(size), decode(cells, size, lambda i: (here, offsets[i])))


def _default_box(size: int) -> tuple[int, int]:
    box = default_box(size)
    assert box is not None
    return box


def _wrong_length(count: int, offsets: Sequence[int], here: TextLine) -> ParseError:
    """Return the error for a number of cells that no board has; it names the nearest board."""
    if count > MAX_CELLS:
        found = msg("more than {most} cells on a line", most=MAX_CELLS)
        return here.too_large(found, msg("at most a board of {size}", size=_LARGEST), offsets[0])
    need = min(_LINE_LENGTHS, key=lambda length: (abs(length - count), length))
    side = isqrt(need)
    expected = msg("{number} cells, a board of {size}", number=need, size=f"{side}x{side}")
    return here.error(_miscounted(count, need), expected, offsets[min(count, need)])


def _miscounted(count: int, wanted: int) -> Message:
    if count > wanted:
        return msg("a cell too many")
    return msg("the end after {number} cells", number=count)


class RowGroup:
    """Rows that follow one another, with or without rulings between them."""

    def __init__(self) -> None:
        self.rows: list[ScannedLine] = []
        self.ruled = False

    def boards(self) -> Iterator[Entry[Position]]:
        """Yield the boards of the group, and an error for rows that make none."""
        if not self.rows or (len(self.rows) == 1 and self.rows[0].kind is LineKind.DASHES):
            return  # rulings only
        if self._is_list_of_4x4():
            for line in self.rows:
                yield entry_of(line.here.number, board_on_line, line)
            return
        try:
            rows, size, compact = self._layout()
        except ParseError as error:
            yield Entry(self.rows[0].here.number, error=error)
            return
        for start in range(0, len(rows), size):
            board = rows[start : start + size]
            yield entry_of(board[0].here.number, _grid, board, size, compact)

    def _is_list_of_4x4(self) -> bool:
        """Return whether each line of 16 cells is a board of 4x4, and not a row of 16x16."""
        rows = self.rows
        if self.ruled or any(row.bars for row in rows):
            return False
        first = _commonest(len(row.tokens[0]) for row in rows)
        count = _commonest(len(row.tokens) for row in rows)
        if first == 16 and count > 1:
            return True  # a remark follows each board
        if first != 16 and not (count == 16 and first < 4):
            return False
        signs = [set(row.tokens[0] if first == 16 else row.tokens) - {""} for row in rows]
        large = sum(not row <= _FOUR for row in signs)
        empty = all(row.issubset(EMPTY_SIGNS) for row in signs)
        return 2 * large <= len(rows) and (len(rows) % 16 != 0 or not (large or empty))

    def _layout(self) -> tuple[Sequence[ScannedLine], int, bool]:
        """Return the rows without rulings, the side of a board, and whether they are compact."""
        sure = [row for row in self.rows if row.kind is not LineKind.DASHES] or self.rows
        count = _commonest(len(row.tokens) for row in sure)
        characters = _commonest(row.characters for row in sure)
        compact = _is_compact(sure, count, characters)
        size = characters if compact else count
        if size not in SIZES:
            raise _no_size(sure[0], size)
        if len(sure) % size == 0 and sure is not self.rows:
            return sure, size, compact
        # Dashes are rows of empty cells where rows are missing, and rulings otherwise.
        fitting = [
            row
            for row in self.rows
            if row.kind is not LineKind.DASHES or len(row.cells(compact)) == size
        ]
        use = fitting if len(fitting) % size == 0 or sure is self.rows else sure
        return use, size, compact

    def band_of(self) -> int | None:
        """Return the side of the board that these rows may be one band of, else None."""
        if not self.rows or self._is_list_of_4x4():
            return None
        try:
            rows, size, _ = self._layout()
        except ParseError:
            return None
        return size if 0 < len(rows) < size and size % len(rows) == 0 else None

    def is_like(self, other: "RowGroup") -> bool:
        """Return whether this group is as high as another one, and its rows as wide."""
        tokens = {len(row.tokens) for row in other.rows}
        characters = {row.characters for row in other.rows}
        return len(self.rows) == len(other.rows) and all(
            len(row.tokens) in tokens or row.characters in characters for row in self.rows
        )


def _grid(rows: Sequence[ScannedLine], size: int, compact: bool) -> Position:
    """Return the board of rows, with the boxes that vertical lines show."""
    cells: list[str] = []
    for row in rows:
        found = row.cells(compact)
        if len(found) != size:
            expected = msg("{number} cells in a row", number=size)
            at = row.offset(min(size, len(found)), compact)
            raise row.here.error(_miscounted(len(found), size), expected, at)
        cells += found

    def where(index: int) -> tuple[TextLine, int]:
        row = rows[index // size]
        return row.here, row.offset(index % size, compact)

    digits = decode(cells, size, where)
    if len(rows) != size:
        found_rows = msg("the end after 1 row")
        if len(rows) > 1:
            found_rows = msg("the end after {number} rows", number=len(rows))
        expected = msg("{number} rows", number=size)
        raise rows[-1].here.error(found_rows, expected, rows[-1].end)
    box = _drawn_box({row.box_edges(compact) for row in rows}, size) or _default_box(size)
    return Position(*box, digits)


def _drawn_box(edges: set[tuple[int, ...]], size: int) -> tuple[int, int] | None:
    """Return the height and width of boxes with these vertical edges in every row.

    None if the rows differ, or if the edges are not a box's.
    """
    only, *others = edges
    if others or not only:
        return None
    width = only[0]
    fits = width >= 2 and size % width == 0 and size // width >= 2
    return (size // width, width) if fits and only == tuple(range(width, size, width)) else None


def _no_size(row: ScannedLine, count: int) -> ParseError:
    """Return the error for rows of a length that no board has: the error of the first."""
    for token, column in zip(row.tokens, row.offsets, strict=True):
        match = _CELL.match(token)
        end = 0 if match is None else match.end()
        if end < len(token):
            expected = msg("a digit, a letter or one of . 0 * _ - x for an empty cell")
            return row.here.error(quoted(token[end]), expected, column + end)
    at = row.offsets[0]
    if count > MAX_SIZE:
        found = msg("a row of more than {most} cells", most=MAX_SIZE)
        return row.here.too_large(found, msg("at most a board of {size}", size=_LARGEST), at)
    expected = msg("{least} to {most} cells in a row", least=SIZES[0], most=SIZES[-1])
    return row.here.error(msg("a row of {number} cells", number=count), expected, at)


def _is_compact(rows: Sequence[ScannedLine], count: int, characters: int) -> bool:
    """Return whether each character is a cell, and not each token.

    Parameters
    ----------
    count, characters
        The commonest number of tokens and of characters a row.
    """
    if count == characters:
        return False
    numbers = sum(
        all(len(token) < 2 or _NUMBER.fullmatch(token) for token in row.tokens) for row in rows
    )
    if count not in SIZES or 2 * numbers <= len(rows):
        return True
    return characters in SIZES and len(rows) != count and len(rows) % characters == 0


def _commonest(values: Iterable[int]) -> int:
    return Counter(values).most_common(1)[0][0]
