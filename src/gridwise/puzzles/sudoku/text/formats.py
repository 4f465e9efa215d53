"""Reads every text form of a Sudoku: one pass over the lines, many puzzles a text.

What is read, told apart by content alone
-----------------------------------------
- The notation, `sudoku:3x3:...`, one a line.
- A board on one line: as many cells as a board of 4x4 to 25x25 has, without separators (what
  follows after white space, a comma, a semicolon, a quotation mark or `#` is ignored) or as that
  many numbers between separators (then nothing may follow). `.sdm` is this.
- Rows, one a line, the cells side by side or between white space, vertical lines or commas;
  rulings such as `---+---+---` between them. `.sdk`, `.ss` and `.sdx` are this.
- `[Puzzle]` begins a puzzle; `[State]` after it, what a player had entered, and other sections
  are passed over. A file with `[State]` alone gives that.
- CSV with a header that names a `puzzle` or `quizzes` column, and perhaps `solution(s)`.

`#` begins a comment, at the start of a line or after cells. Blank lines separate puzzles; bands of
rows with blank lines between them are joined. Lines such as `Grid 01` separate puzzles too.
A line of `-`, `_` or `*` alone is a row of empty cells where the number of rows asks for it, and a
ruling otherwise. Sixteen cells a line are a row of 16x16 where 16 lines follow one another and hold
more than the digits 1-4 (or nothing), or where most lines do; otherwise each is a board of 4x4.

A text does not say what boxes its board has, unless rulings show them; the default is the most
square box that is not higher than wide (6x6: 2x3).

Sources: SudoCue's page on file formats (.sdk, .sdm, .sdx, .ss), Sudopedia's on clipboard formats.
"""

from collections.abc import Callable, Iterator

from gridwise.core.errors import ParseError, Phrase, TooLargeError
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_INPUT_BYTES, Entry
from gridwise.puzzles.sudoku.position import MAX_SIZE, SIZES, Position
from gridwise.puzzles.sudoku.text import lines as ln
from gridwise.puzzles.sudoku.text.blocks import Block, board
from gridwise.puzzles.sudoku.text.csv_files import csv_columns, csv_entry
from gridwise.puzzles.sudoku.text.notation import HEAD, decode, parse_notation, quoted

MAX_ROWS = 2_500
"""A longer run of rows without a blank line is refused."""
MAX_ERRORS = 1_000
"""Reading ends where the parts that are no board outnumber the boards by more."""

SudokuEntry = Entry[Position]


def read(text: str, source: str = "<text>") -> Iterator[SudokuEntry]:
    """Yield the puzzles of a text in order, and an error for each part that is none.

    Notes
    -----
    O(len(text)) in all, whatever the text; refuses one of more than `MAX_INPUT_BYTES` characters
    and boards over 25x25 without reading them through.
    """
    if len(text) > MAX_INPUT_BYTES:
        found = msg("{number} characters", number=f"{len(text):,}")
        most = msg("at most {most}", most=f"{MAX_INPUT_BYTES:,}")
        error = TooLargeError(found, most, source=source)
        yield Entry(1, error=error)
        return
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    yield from _bounded(_Reader(text.removeprefix("\ufeff"), source))


def _bounded(reader: "_Reader") -> Iterator[SudokuEntry]:
    """Yield the reader's entries; end with one more error where most of the text is no Sudoku."""
    boards = errors = 0
    for entry in reader.entries():
        if entry is None or entry.error is not None:
            errors += 1
        else:
            boards += 1
        if errors > boards + MAX_ERRORS:
            number = reader.cursor.line if entry is None else entry.line
            found = msg("{number} parts without a board", number=f"{errors:,}")
            expected = msg("Sudoku boards; the rest of the text is not read")
            stop = TooLargeError(found, expected, source=reader.source, line=number)
            yield Entry(number, error=stop)
            return
        if entry is not None:
            yield entry


def board_of_line(cells: str, line: int, column: int, source: str) -> Position:
    """Return the board whose cells stand on a line without separators.

    Raises
    ------
    ParseError
        Not as many cells as a board has, or a cell that is none.
    """
    size = ln.square_side(len(cells))
    if size is None:
        raise wrong_length(len(cells), line, column, source)
    return board(decode(cells, size, lambda i: (line, column + i), source), size)


def wrong_length(count: int, line: int, column: int, source: str) -> ParseError:
    """Return the error for a line with a number of cells that no board has.

    Above `MAX_LINE` the count may have stopped early.
    """
    if count > ln.MAX_LINE:
        return TooLargeError(
            msg("more than {most} cells on a line", most=ln.MAX_LINE),
            msg("at most a board of {size}", size=f"{MAX_SIZE}x{MAX_SIZE}"),
            source=source,
            line=line,
            column=column,
        )
    side = ln.line_side(count)
    need = side * side
    found = msg("a cell too many")
    if count <= need:
        found = msg("the end after {number} cells", number=count)
    return ParseError(
        found,
        msg("{number} cells, a board of {size}", number=need, size=f"{side}x{side}"),
        source=source,
        line=line,
        column=column + min(count, need),
    )


class _Reader:
    """The state of one reading: where it is, and which section of a file it is in."""

    def __init__(self, text: str, source: str) -> None:
        self.cursor = ln.Cursor(text)
        self.source = source
        self.header: tuple[int, str] | None = None
        """A `[Puzzle]` line that no puzzle has followed yet."""
        self.had_puzzle = False

    def entries(self) -> Iterator[SudokuEntry | None]:
        """Yield boards and errors, and None for rulings that belong to no board."""
        cursor = self.cursor
        while (line := cursor.next()) is not None:
            kind = ln.kind_of(line)
            if kind is ln.LineKind.BLANK:
                cursor.skip_blank()
            elif kind is ln.LineKind.SECTION:
                yield from self._section(line.lstrip())
            elif kind is ln.LineKind.NOTATION:
                self.header = None
                yield self._entry(parse_notation, line, cursor.line, self.source)
            elif kind is ln.LineKind.BOARD:
                self.header = None
                cells, column = ln.first_field(line)
                yield self._entry(board_of_line, cells, cursor.line, column, self.source)
            elif kind is ln.LineKind.ROW:
                yield from self._row(line)
        yield from self._unanswered_header()

    def _entry(self, make: Callable[..., Position], *args: object) -> SudokuEntry:
        number = self.cursor.line
        try:
            return Entry(number, make(*args))
        except ParseError as error:
            return Entry(number, error=error)

    def _error(self, found: str, expected: Phrase, column: int = 1) -> SudokuEntry:
        number = self.cursor.line
        error = ParseError(quoted(found), expected, source=self.source, line=number, column=column)
        return Entry(number, error=error)

    def _unanswered_header(self) -> Iterator[SudokuEntry]:
        if self.header is not None:
            number, name = self.header
            self.header = None
            found = msg("nothing after {name}", name=name)
            error = ParseError(found, msg("a puzzle"), source=self.source, line=number)
            yield Entry(number, error=error)

    def _section(self, line: str) -> Iterator[SudokuEntry]:
        yield from self._unanswered_header()
        name = line[: line.index("]") + 1]
        kind = name.strip("[] ").lower()
        if kind == "puzzle":
            self.had_puzzle = True
            self.header = (self.cursor.line, quoted(name))
        elif kind != "state" or self.had_puzzle:
            self.cursor.skip_section()

    def _csv(self, puzzle: int, solution: int | None) -> Iterator[SudokuEntry]:
        while (line := self.cursor.next()) is not None:
            if line.strip() and not line.lstrip().startswith("#"):
                yield csv_entry(
                    line, self.cursor.line, puzzle, solution, self.source, board_of_line
                )

    def _row(self, line: str) -> Iterator[SudokuEntry | None]:
        """Read what begins with this line: CSV, numbers on a line, rows; refuse the rest."""
        self.header = None
        columns = csv_columns(line)
        if columns is not None:
            yield from self._csv(*columns)
            return
        if ln.is_other_notation(line):
            head = ln.first_field(line)[0].partition(":")[0] + ":"
            yield self._error(head, f"'{HEAD}'")
            return
        bare = ln.without_comment(line)
        count = ln.wide(bare)
        size = ln.square_side(count)
        if count == 0:
            self.cursor.back()
            yield from self._rows()
        elif size is not None and len(ln.first_field(bare)[0]) <= MAX_SIZE:
            yield self._entry(self._numbers, bare, size)
        else:
            yield from self._wide(bare, count)

    def _numbers(self, text: str, size: int) -> Position:
        row = ln.cut(text, self.cursor.line, ln.MAX_LINE)
        cells = decode(row.tokens, size, lambda i: (row.line, row.columns[i]), self.source)
        return board(cells, size)

    def _wide(self, first: str, count: int) -> Iterator[SudokuEntry]:
        """Refuse lines that hold more than a row and not a board: each, or all as one board."""
        cursor = self.cursor
        start = cursor.line
        run = [(start, first)]
        while (line := cursor.next()) is not None:
            bare = ln.without_comment(line)
            if ln.kind_of(line) is not ln.LineKind.ROW or not ln.wide(bare):
                cursor.back()
                break
            if len(run) > MAX_SIZE:
                cursor.skip_paragraph()
                break
            run.append((cursor.line, bare))
        if len(run) <= MAX_SIZE:
            for number, text in run:
                yield Entry(number, error=self._wide_error(text, number))
            return
        most = ln.MAX_LINE
        error = TooLargeError(
            msg("rows of more than {most} cells", most=most)
            if count > most
            else msg("rows of {number} cells", number=count),
            msg("a board of at most {size}", size=f"{MAX_SIZE}x{MAX_SIZE}"),
            source=self.source,
            line=start,
            column=len(first) - len(first.lstrip()) + 1,
        )
        yield Entry(start, error=error)

    def _wide_error(self, text: str, number: int) -> ParseError:
        cells, column = ln.first_field(text)
        if len(cells) > MAX_SIZE:
            return wrong_length(len(cells), number, column, self.source)
        row = ln.cut(text, number, ln.MAX_LINE + 1)
        error = wrong_length(len(row.tokens), number, column, self.source)
        where = row.column(error.column - column, compact=False)
        return type(error)(*error.phrases, source=self.source, line=number, column=where)

    def _rows(self) -> Iterator[SudokuEntry | None]:
        block = self._gather()
        if isinstance(block, ParseError):
            yield Entry(block.line, error=block)
            return
        if not block.rows or block.is_ruling:
            yield None
            return
        size = block.bands_wanted()
        if size is not None:
            self._join_bands(block, size)
        yield from block.entries()

    def _gather(self, most: int = MAX_ROWS) -> Block | ParseError:
        """Return the rows up to a blank line, or to a line that cannot belong to them.

        Stops after one row more than `most`.
        """
        cursor = self.cursor
        block = Block(self.source)
        while len(block.rows) <= most and (line := cursor.next()) is not None:
            kind = ln.kind_of(line)
            if kind is ln.LineKind.COMMENT:
                continue
            if kind is not ln.LineKind.ROW:
                cursor.back()
                break
            bare = ln.without_comment(line)
            if ln.is_ruling(bare):
                block.rule()
                continue
            row = ln.cut(bare, cursor.line, MAX_SIZE + 2)
            if max(row.characters, len(row.tokens)) < SIZES[0] and not row.rule:
                if block.rows:
                    cursor.back()
                    break
                return self._narrow(row)
            block.rows.append(row)
            if len(block.rows) > MAX_SIZE and all(row.overlong for row in block.rows):
                cursor.skip_paragraph()
                break
        if len(block.rows) > MAX_ROWS:
            cursor.skip_paragraph()
            found = msg("more than {most} rows", most=f"{MAX_ROWS:,}")
            expected = msg("a blank line between puzzles")
            line_number = block.rows[0].line
            return TooLargeError(found, expected, source=self.source, line=line_number)
        return block

    def _narrow(self, row: ln.Row) -> ParseError:
        """Return the error for a line too short for a row; a run of them is skipped."""
        mark = self.cursor.mark()
        after = self.cursor.next()
        self.cursor.reset(mark)
        if after is not None and len(after.strip()) < SIZES[0]:
            self.cursor.skip_paragraph()
        found = quoted("".join(row.tokens))
        column = row.columns[0]
        expected = msg("a row or a board")
        return ParseError(found, expected, source=self.source, line=row.line, column=column)

    def _join_bands(self, block: Block, size: int) -> None:
        """Append the paragraphs that follow, where together they are one board of equal bands."""
        mark = self.cursor.mark()
        height = len(block.rows)
        whole = [block]
        while len(whole) * height < size:
            self.cursor.skip_blank()
            part = self._gather(height)
            if isinstance(part, ParseError) or not part.same_rows(block, height):
                self.cursor.reset(mark)
                return
            whole.append(part)
        for part in whole[1:]:
            block.join(part)
