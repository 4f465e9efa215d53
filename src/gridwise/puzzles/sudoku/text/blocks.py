"""A block of rows between blank lines: how its cells are written, and the boards in it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gridwise.core.errors import ParseError, Phrase, TooLargeError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Entry
from gridwise.puzzles.sudoku.position import MAX_SIZE, SIZES, Position, default_box
from gridwise.puzzles.sudoku.text.lines import LINE_SIZES, Row
from gridwise.puzzles.sudoku.text.notation import EMPTY_SIGNS, decode, quoted

_NUMBER = re.compile(r"u?[0-9]{1,9}", re.ASCII)
_CELL = re.compile(r"[0-9A-Za-z.*_-]*", re.ASCII)
_FOUR = frozenset("1234")


def board(cells: bytes, size: int) -> Position:
    """Return the position with the default boxes of a board of this side."""
    box = default_box(size)
    assert box is not None
    return Position(*box, cells)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the rows of a block are read: by character or by token, and which are rows at all."""

    compact: bool
    size: int
    rows: Sequence[Row]
    rules: frozenset[int]
    """The indices of `rows` that have a ruling before them."""


class Block:
    """Rows and rulings, as they follow one another."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.rows: list[Row] = []
        self._rules: set[int] = set()

    def rule(self) -> None:
        """Note a ruling after the rows so far."""
        self._rules.add(len(self.rows))

    def join(self, other: "Block") -> None:
        """Append the rows of another block, as if a ruling parted them."""
        start = len(self.rows)
        self._rules.add(start)
        self._rules.update(start + index for index in other._rules)
        self.rows += other.rows

    def bands_wanted(self) -> int | None:
        """Return the side of the board that these rows may be one band of, else None."""
        if self._boards_on_lines() is not None:
            return None
        try:
            layout = self._layout()
        except ParseError:
            return None
        count = len(layout.rows)
        whole = 0 < count < layout.size and layout.size % count == 0
        return layout.size if whole else None

    def same_rows(self, other: "Block", height: int) -> bool:
        """Return whether this block is as high as told, and its rows as wide as the other's."""
        if len(self.rows) != height:
            return False
        tokens = {len(row.tokens) for row in other.rows}
        characters = {row.characters for row in other.rows}
        return all(len(r.tokens) in tokens or r.characters in characters for r in self.rows)

    @property
    def is_ruling(self) -> bool:
        """Whether there is nothing but one ruling, and no row of empty cells or a board."""
        first = self.rows[0]
        size = first.characters  # a line of 11 is the ruling of many programs
        if (
            len(self.rows) > 1
            or not first.rule
            or (size in SIZES and default_box(size) != (1, size))
        ):
            return False
        return self._boards_on_lines() is None

    def entries(self) -> Iterator[Entry[Position]]:
        """Yield the boards of the block, and an error for rows that make none."""
        boards = self._boards_on_lines()
        if boards is not None:
            for row in boards:
                yield self._entry(row.line, self._board_on_line, row)
            return
        try:
            layout = self._layout()
        except ParseError as error:
            yield Entry(self.rows[0].line, error=error)
            return
        for start in range(0, len(layout.rows), layout.size):
            line = layout.rows[start].line
            yield self._entry(line, self._grid, layout, start)

    def _entry(self, line: int, make: Callable[..., Position], *args: object) -> Entry[Position]:
        try:
            return Entry(line, make(*args))
        except ParseError as error:
            return Entry(line, error=error)

    def _boards_on_lines(self) -> list[Row] | None:
        """Return the rows where each is a whole board: 16 cells, or a line of signs for empty."""
        rows = self.rows
        if self._rules or any(row.bars for row in rows):
            return None
        first = _commonest(len(row.tokens[0]) for row in rows)
        if all(row.rule for row in rows) and first > MAX_SIZE:
            boards = [row for row in rows if len(row.tokens[0]) in LINE_SIZES]
            return boards or None
        count = _commonest(len(row.tokens) for row in rows)
        if first == 16 and count > 1:
            return rows
        if not (first == 16 or (count == 16 and first < 4)):
            return None
        large = sum(not _FOUR.issuperset(_signs(row, first == 16)) for row in rows)
        empty = not any(_signs(row, first == 16) for row in rows)
        if 2 * large > len(rows) or (len(rows) % 16 == 0 and (large or empty)):
            return None
        return rows

    def _board_on_line(self, row: Row) -> Position:
        cells: Sequence[str] = row.tokens
        text = row.tokens[0]
        if len(text) > 3:
            cells = text
        count = len(cells)
        size = LINE_SIZES.get(count)
        if size is None:
            expected = msg("{number} cells, a board of {size}", number=16, size="4x4")
            raise self._error(row, min(count, 16), expected, _cells(count, 16), len(text) > 3)
        columns = row.columns if cells is row.tokens else range(row.columns[0], row.width + 2)
        return board(
            decode(cells, size, lambda i: (row.line, columns[i]), self.source),
            size,
        )

    def _layout(self) -> _Layout:
        sure = [row for row in self.rows if not row.rule] or self.rows
        count = _commonest(len(row.tokens) for row in sure)
        characters = _commonest(row.characters for row in sure)
        compact = _is_compact(sure, count, characters)
        size = characters if compact else count
        if size not in SIZES:
            raise self._no_size(sure[0], count if count >= SIZES[0] else characters)
        kept = sure
        if len(sure) % size or sure is self.rows:
            kept = [row for row in self.rows if not row.rule or len(row.cells(compact)) == size]
            kept = kept if len(kept) % size == 0 or sure is self.rows else sure
        return _Layout(compact, size, kept, self._rules_among(kept))

    def _rules_among(self, kept: Sequence[Row]) -> frozenset[int]:
        """Return the rulings by the number of kept rows before them; dropped rows are rulings."""
        keep = {row.line for row in kept}
        rules: set[int] = set()
        before = 0
        for index, row in enumerate(self.rows):
            if index in self._rules or row.line not in keep:
                rules.add(before)
            before += row.line in keep
        return frozenset(rules)

    def _no_size(self, row: Row, count: int) -> ParseError:
        for token, column in zip(row.tokens, row.columns, strict=True):
            match = _CELL.match(token)
            end = 0 if match is None else match.end()
            if end < len(token):
                expected = msg("a digit, a letter or one of . 0 * _ - x for an empty cell")
                return self._place(row.line, column + end, quoted(token[end]), expected)
        if count > MAX_SIZE:
            return TooLargeError(
                msg("a row of more than {most} cells", most=MAX_SIZE),
                msg("a board of at most {size}", size=f"{MAX_SIZE}x{MAX_SIZE}"),
                source=self.source,
                line=row.line,
                column=row.columns[0],
            )
        expected = msg("{least} to {most} cells in a row", least=SIZES[0], most=SIZES[-1])
        found = msg("a row of {number} cells", number=count)
        return self._place(row.line, row.columns[0], found, expected)

    def _place(self, line: int, column: int, found: Phrase, expected: Phrase) -> ParseError:
        return ParseError(found, expected, source=self.source, line=line, column=column)

    def _error(
        self, row: Row, index: int, expected: Phrase, found: Phrase, compact: bool
    ) -> ParseError:
        return self._place(row.line, row.column(index, compact), found, expected)

    def _grid(self, layout: _Layout, start: int) -> Position:
        size, compact = layout.size, layout.compact
        rows = layout.rows[start : start + size]
        tokens: list[str] = []
        for row in rows:
            cells = row.cells(compact)
            if len(cells) != size:
                found, expected = (
                    _cells(len(cells), size),
                    msg("{number} cells in a row", number=size),
                )
                raise self._error(row, min(size, len(cells)), expected, found, compact)
            tokens += cells

        def where(index: int) -> tuple[int, int]:
            row = rows[index // size]
            return row.line, row.column(index % size, compact)

        digits = decode(tokens, size, where, self.source)
        if len(rows) != size:
            found = msg("the end after 1 row")
            if len(rows) > 1:
                found = msg("the end after {number} rows", number=len(rows))
            expected = msg("{number} rows", number=size)
            raise self._place(rows[-1].line, rows[-1].width + 1, found, expected)
        cuts = {index - start for index in layout.rules if start < index < start + size}
        box = _drawn_box(rows, compact, size, cuts) or default_box(size)
        assert box is not None
        return Position(*box, digits)


def _drawn_box(
    rows: Sequence[Row], compact: bool, size: int, cuts: set[int]
) -> tuple[int, int] | None:
    """Return the height and width of the boxes that are drawn, None where none are.

    Vertical lines alone suffice; gaps between cells have to agree with rulings.
    """
    width = _step({row.box_edges(compact) for row in rows}, size)
    if width is not None:
        return size // width, width
    height = _step({tuple(sorted(cuts))}, size)
    gap = _step({row.gaps() for row in rows}, size) if compact else None
    if height is not None and gap is not None and height * gap == size:
        return height, gap
    return None


def _step(edges: set[tuple[int, ...]], size: int) -> int | None:
    """Return k where the only edges are at k, 2k, ... and both k and size / k are at least 2."""
    if len(edges) != 1:
        return None
    (only,) = edges
    if not only:
        return None
    step = only[0]
    even = step >= 2 and size % step == 0 and size // step >= 2
    return step if even and only == tuple(range(step, size, step)) else None


def _is_compact(rows: Sequence[Row], count: int, characters: int) -> bool:
    """Return whether each character is a cell, and not each token."""
    if count == characters:
        return False
    numbers = sum(
        all(len(token) == 1 or not token or _NUMBER.fullmatch(token) for token in row.tokens)
        for row in rows
    )
    if count not in SIZES or 2 * numbers <= len(rows):
        return True
    if characters not in SIZES or len(rows) == count:
        return False
    return len(rows) % characters == 0


def _signs(row: Row, compact: bool) -> set[str]:
    signs = set(row.tokens[0]) if compact else set(row.tokens)
    return signs.difference(EMPTY_SIGNS, [""])


def _commonest(values: Iterable[int]) -> int:
    seen = list(values)
    if 2 * seen.count(seen[0]) > len(seen):
        return seen[0]
    return Counter(seen).most_common(1)[0][0]


def _cells(count: int, wanted: int) -> Message:
    """Return what is found where a line has another number of cells."""
    if count > wanted:
        return msg("a cell too many")
    return msg("the end after {number} cells", number=count)
