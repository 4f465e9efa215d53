"""Reads every text form of a Sudoku: one pass over the lines, many puzzles a text.

The forms, recognised by content alone:

- The notation, `sudoku:3x3:...`, one a line.
- A board on one line: as many cells as a board of 4x4 to 25x25 has, without separators (the rest
  of the line is ignored) or as that many numbers between separators. `.sdm` is this.
- Rows, one a line, the cells side by side or between white space, vertical lines or commas;
  rulings such as `---+---+---` between them. `.sdk`, `.ss` and `.sdx` are this, and the grids and
  pencil marks that Simple Sudoku, HoDoKu and forums print.
- `[Puzzle]` begins a puzzle; `[State]` after it (what a player had entered) and other sections are
  skipped. A file with `[State]` alone gives that.
- CSV with a header that names a `puzzle` or `quizzes` column, and perhaps `solution(s)`.

`#` begins a comment, at the start of a line or after cells. Blank lines separate puzzles; bands of
rows with blank lines between them are joined. Lines such as `Grid 01` separate puzzles too.
A line of `-`, `_` or `*` alone is a row of empty cells where rows are missing, and a ruling
otherwise. Sixteen cells a line are a row of 16x16 where 16 lines follow one another and hold more
than the digits 1-4 (or nothing), or where most lines do; otherwise each is a board of 4x4.

The boxes are as vertical lines show; without such lines, they are the most square ones that are not
higher than wide (6x6: 2x3).

Sources: SudoCue's page on file formats (.sdk, .sdm, .sdx, .ss); Sudopedia, "Sudoku Clipboard and
File Formats".
"""

import re
from collections.abc import Iterator

from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.numbers import number
from gridwise.core.puzzle import Entry
from gridwise.core.reading import TextLine, entry_of, over_limit, quoted, split_lines
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.text.grids import RowGroup, board_of_cells, board_on_line
from gridwise.puzzles.sudoku.text.notation import HEAD, parse_notation
from gridwise.puzzles.sudoku.text.tokens import (
    BOARD_LENGTHS,
    MAX_CELLS,
    LineKind,
    ScannedLine,
    csv_columns,
    scan,
)

MAX_ERRORS = 1_000
"""The most by which parts that are no board outnumber the boards before reading ends."""
_ROWS = (LineKind.ROW, LineKind.DASHES)
_LONGEST_CSV_LINE = 20_000
_CSV_FIELD = re.compile(r'\s*(?:"([^"]*)"[^,]*|([^,]*))(?:,|$)')


def read(text: str, source: str = "<text>") -> Iterator[Entry[Position]]:
    """Yield the puzzles of a text in order, and an error for each unreadable part.

    Notes
    -----
    O(len(text)) in all, whatever the text; refuses one of more than `MAX_INPUT_BYTES` and boards
    over 25x25 without reading them through.
    """
    error = over_limit(text, source)
    if error is not None:
        yield Entry(1, error=error)
        return
    boards = errors = 0
    for entry in _Reader(split_lines(text), source).entries():
        errors += entry.error is not None
        boards += entry.error is None
        if errors > boards + MAX_ERRORS:
            found = msg("{number} parts without a board", number=number(errors))
            expected = msg("Sudoku boards; the rest of the text is not read")
            stop = TextLine(source, entry.line).too_large(found, expected)
            yield Entry(entry.line, error=stop)
            return
        yield entry


class _Reader:
    """Goes through the lines of a text."""

    def __init__(self, lines: list[str], source: str) -> None:
        self.lines, self.source = lines, source
        self.at = 0
        """The index of the next line."""
        self.header: ScannedLine | None = None
        """A `[Puzzle]` line that no puzzle has followed yet."""
        self.had_puzzle = False

    def next(self) -> ScannedLine | None:
        """Return the next line, None after the last."""
        if self.at >= len(self.lines):
            return None
        self.at += 1
        return scan(self.lines[self.at - 1], TextLine(self.source, self.at))

    def skip(self, kind: LineKind) -> None:
        """Go on at the next line of another kind."""
        while (line := self.next()) is not None:
            if line.kind is not kind:
                self.at -= 1
                return

    def entries(self) -> Iterator[Entry[Position]]:
        """Yield boards and errors."""
        while (line := self.next()) is not None:
            if line.kind is LineKind.SECTION:
                yield from self._section(line)
                continue
            if line.kind in (LineKind.BLANK, LineKind.COMMENT, LineKind.TITLE, LineKind.RULING):
                continue
            self.header = None
            number = line.here.number
            match line.kind:
                case LineKind.NOTATION:
                    yield entry_of(number, parse_notation, line.text, line.here)
                case LineKind.BOARD:
                    yield entry_of(number, board_on_line, line)
                case LineKind.DASHES if self._is_empty_board(line):
                    yield entry_of(number, board_on_line, line)
                case LineKind.ROW | LineKind.DASHES:
                    self.at -= 1
                    yield from self._rows()
                case LineKind.CSV_HEADER:
                    yield from self._csv(line)
                case _:
                    yield self._refused(line)
        yield from self._unanswered_header()

    def _section(self, line: ScannedLine) -> Iterator[Entry[Position]]:
        yield from self._unanswered_header()
        name = _section_name(line).strip("[] ").lower()
        if name == "puzzle":
            self.had_puzzle = True
            self.header = line
        elif name != "state" or self.had_puzzle:
            while self.at < len(self.lines) and self.lines[self.at].lstrip()[:1] != "[":
                self.at += 1

    def _unanswered_header(self) -> Iterator[Entry[Position]]:
        if self.header is not None:
            here, name = self.header.here, quoted(_section_name(self.header))
            self.header = None
            error = here.error(msg("nothing after {name}", name=name), msg("a puzzle"))
            yield Entry(here.number, error=error)

    def _is_empty_board(self, line: ScannedLine) -> bool:
        """Return whether dashes are an empty board on a line, and not the border of a grid."""
        if len(line.tokens[0]) not in BOARD_LENGTHS:
            return False
        after = self.next()
        if after is None:
            return True
        self.at -= 1
        return after.kind is not LineKind.ROW

    def _refused(self, line: ScannedLine) -> Entry[Position]:
        """Return the error for a line that begins no board; lines like it are skipped."""
        first = line.tokens[0] if line.tokens else line.text.strip()
        at = line.offsets[0] if line.offsets else 0
        if line.kind is LineKind.FOREIGN:
            name = first.partition(":")[0] + ":"
            error = line.here.error(quoted(name), f"'{HEAD}'", at)
        elif line.kind is LineKind.NARROW:
            self.skip(LineKind.NARROW)
            error = line.here.error(quoted("".join(line.tokens)), msg("a row or a board"), at)
        else:
            if max(len(first), len(line.tokens)) > MAX_CELLS:
                self.skip(LineKind.WIDE)
            return entry_of(line.here.number, board_on_line, line)
        return Entry(line.here.number, error=error)

    def _rows(self) -> Iterator[Entry[Position]]:
        """Yield the boards of the rows from the next line on, bands with blank lines joined."""
        group = self._group()
        side = group.band_of()
        if side is not None:
            mark, bands = self.at, [group]
            while len(bands) * len(group.rows) < side:
                self.skip(LineKind.BLANK)
                band = self._group(len(group.rows))
                if not band.is_like(group):
                    self.at, bands = mark, [group]
                    break
                bands.append(band)
            if len(bands) > 1:
                group = RowGroup()
                group.rows = [row for band in bands for row in band.rows]
                group.ruled = True
        yield from group.boards()

    def _group(self, most: int | None = None) -> RowGroup:
        """Return the rows up to a line of another kind; stop after one more than `most`."""
        group = RowGroup()
        while most is None or len(group.rows) <= most:
            line = self.next()
            if line is None:
                break
            if line.kind is LineKind.RULING:
                group.ruled = True
            elif line.kind in _ROWS or (line.kind is LineKind.WIDE and group.rows):
                group.rows.append(line)
            elif line.kind is not LineKind.COMMENT:
                self.at -= 1
                break
        return group

    def _csv(self, header: ScannedLine) -> Iterator[Entry[Position]]:
        columns = csv_columns(header.text)
        assert columns is not None
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line.strip() and not line.lstrip().startswith("#"):
                yield _csv_entry(line, TextLine(self.source, self.at), *columns)


def _section_name(line: ScannedLine) -> str:
    text = line.text.lstrip()
    return text[: text.index("]") + 1]


def _csv_entry(line: str, here: TextLine, puzzle: int, solution: int | None) -> Entry[Position]:
    """Return the puzzle of a line of CSV; its solution may be empty or missing."""
    try:
        fields = _csv_fields(line, here)
        if len(fields) <= puzzle or not fields[puzzle][1]:
            at = fields[puzzle][0] if len(fields) > puzzle else len(line)
            raise here.error(msg("no puzzle"), msg("its cells"), at)
        position = _csv_board(fields[puzzle], here)
        solved = None
        if solution is not None and len(fields) > solution and fields[solution][1]:
            solved = _csv_board(fields[solution], here)
            empty = solved.cells.find(0)
            if solved.size != position.size or empty >= 0:
                found = msg("{number} cells", number=len(solved.cells))
                if empty >= 0:
                    found = msg("an empty cell")
                expected = msg("a solution of {number} digits", number=len(position.cells))
                raise here.error(found, expected, fields[solution][0] + max(empty, 0))
    except ParseError as error:
        return Entry(here.number, error=error)
    return Entry(here.number, position, solution=solved)


def _csv_board(field: tuple[int, str], here: TextLine) -> Position:
    at, cells = field
    return board_of_cells(cells, range(at, at + len(cells) + 1), here)


def _csv_fields(line: str, here: TextLine) -> list[tuple[int, str]]:
    """Return the fields of a line, each after its offset; one more, empty, may end them."""
    if len(line) > _LONGEST_CSV_LINE:
        found = msg("a line of {number} characters", number=number(len(line)))
        raise here.too_large(found, msg("at most {most}", most=number(_LONGEST_CSV_LINE)))
    fields: list[tuple[int, str]] = []
    for match in _CSV_FIELD.finditer(line):
        group = match.lastindex or 0
        value = match[group].lstrip()
        fields.append((match.end(group) - len(value), value.rstrip()))
    return fields
