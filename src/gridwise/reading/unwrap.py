"""A text becomes tables of cells, notations and words: the first step of reading.

Nothing here knows a puzzle. Wraps are taken away: code fences, quotes, comments, prose, names and
ratings beside a board, brackets of programs, CSV, Markdown, drawn boxes. What is no cell but says
something of the board (rulings, gaps, a size, a number of mines) is kept as evidence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine, split_lines
from gridwise.core.table import GAP, Directive, Row, Table
from gridwise.reading import brackets, columns
from gridwise.reading.drawn import undrawn
from gridwise.reading.grids import side_by_side, table_of
from gridwise.reading.lines import (
    GOAL,
    INLINE,
    MINES,
    SOLVED,
    Line,
    Sort,
    is_row,
    plain,
    scan,
    unquoted,
)

Notation = Line
"""A line with the notation of a puzzle, whose name is `name`."""

_LONG = re.compile(r"[^\s,;\"'`|=:(){}\[\]<>]+")
_LONG_LENGTHS = frozenset(side * side for side in range(6, 26))
_GAME = re.compile(r"\s*+[\w.*?-]++(?:\s*+/\s*+[\w.*?-]++){3,}\s*", re.ASCII)
_KEY = re.compile(r"""(\w+)["']?\s*[:=]\s*["']?$""")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_HEADS = re.compile(r"\s*\[\s*(?:puzzle|state)\s*\]", re.IGNORECASE)
_MOST_BLANK = 64
"""The most blank rows at the top of a sheet."""
_CORNERS = frozenset("+┌┐╔╗┏┓╭╮")
"""At the ends of the top of a frame."""
_NUMBERED = re.compile(r"\d{1,24}\.")
_REPR = re.compile(r"""\bBoard\(\s*['"](([a-z]+):[^'"\s]*)['"]""")
_SIZED = re.compile(
    r"\s*(?:n\s*[:=]\s*(?P<a>\d{1,7})|(?P<b>\d{1,7})[ -]queens)\s*[:;,]\s+(?=[a-zA-Z(])"
)
"""The number of queens before their squares."""
_NAMED = re.compile(
    r"\s*(?:start|initial|init|puzzle|board|input|grid|from)(?:\s+(?:state|board))?\s*[:=]?\s+"
    r"(?=(?:\d{1,3}|_)[\s,])",
    re.IGNORECASE,
)
_HEXADECIMAL = re.compile(r"\s*[0-9a-fA-F]{4,}\s*")

Piece = Table | Notation


def pieces(text: str, source: str, heads: frozenset[str]) -> Iterator[Piece]:
    """Yield the tables and the notations of a text, in order.

    O(characters): a line is looked at a fixed number of times, and paragraphs are read one by one.
    """
    if "\\u" in text:
        text = _ESCAPES.sub(_unescaped, text)
    reprs = [
        Line(number, Sort.NOTATION, match[1], match.start(1), match[2])
        for number, line in enumerate(split_lines(text) if "Board(" in text else (), 1)
        for match in _REPR.finditer(line)
        if match[2] in heads
    ]
    if reprs:
        yield from reprs
        return
    lines = undrawn(split_lines(text))
    if "<td" in text or "<TD" in text:
        lines = _of_html(text)
    header = next(
        (at for at, line in enumerate(lines) if line.strip() and line.lstrip()[:1] != "#"), None
    )
    if header is not None and (named := columns.of_header(lines[header], heads)) is not None:
        yield from columns.in_csv(lines, header, named, source, heads)
        return
    objects = columns.in_json(text, heads)
    if objects is not None:
        yield from _of_objects(objects, source, heads)
        return
    literal = (
        brackets.tables_in("\n".join(unquoted(plain(line)) for line in lines), source)
        if _bracketed(text, heads)
        else []
    )
    if any(len(table.rows) > 1 for _, table in literal) or (
        literal and not _rows_outside(lines, heads)
    ):
        yield from _literal(literal, lines, heads)
        return
    yield from _joined(_Paragraphs(lines, source, heads).pieces())


def _of_objects(
    objects: Sequence[tuple[int, int, str, str]], source: str, heads: frozenset[str]
) -> Iterator[Piece]:
    """Yield the boards of JSON objects; a text of several lines is read as any other."""
    for number, at, text, solution in objects:
        if "\n" not in text:
            yield columns.board_in(number, at, text, source, heads, solved=(at, solution))
            continue
        for piece in pieces(text, source, heads):
            if isinstance(piece, Table):
                rows = [
                    row._replace(line=number, columns=(at,) * len(row.columns))
                    for row in piece.rows
                ]
                yield replace(piece, rows=rows)
            else:
                yield piece._replace(number=number, at=at)


def _unescaped(match: re.Match[str]) -> str:
    """Return the characters of escapes in JSON; one beyond the first plane has two of them."""
    return bytes.fromhex(match[0].replace("\\u", "")).decode("utf-16-be", "replace")


def _of_html(text: str) -> list[str]:
    """Return the rows of tables in HTML, each in its line, tabs between the cells. O(length)."""
    lines: list[str] = []
    number = text.lower().partition("<tr")[0].count("\n")
    for row in re.split("<tr", text, flags=re.IGNORECASE)[1:]:
        cells = re.split("<t[dh]", row, flags=re.IGNORECASE)[1:]
        lines += [""] * (number - len(lines))
        lines.append("\t".join(cell.partition(">")[2].partition("<")[0].strip() for cell in cells))
        if "</table" in row.lower():
            lines.append("")
        number += row.count("\n")
    return lines


def _bracketed(text: str, heads: frozenset[str]) -> bool:
    start = text.lstrip("\ufeff \t\r\n")[:40]
    return not any(start.startswith(f"{head}:") for head in heads) and any(
        sign in text for sign in "[{("
    )


def _literal(
    tables: Sequence[tuple[str, Table]], lines: Sequence[str], heads: frozenset[str]
) -> Iterator[Table]:
    """Yield the boards between brackets with what the text around says of them."""
    boards = [table for role, table in tables if role == "board"]
    goals = [table for role, table in tables if role == "goal"]
    if not boards:
        boards, goals = [table for _, table in tables], []
    directives: dict[str, Directive] = {}
    for number, line in enumerate(lines, 1):
        here = TextLine(boards[0].source, number)
        if (mines := MINES.search(line)) is not None:
            directives["mines"] = (mines[1] or mines[2], here, mines.start())
        elif (
            scanned := scan(number, line, heads)
        ).kind is Sort.DIRECTIVE and scanned.text.isalnum():
            directives[scanned.name] = (scanned.text, here, scanned.at)
    for at, table in enumerate(boards):
        table.directives = {**directives, **table.directives}
        if len(boards) == len(goals):
            table.goal = goals[at]
        yield table


class _Paragraphs:
    """Goes through the lines of a text, and makes tables of the rows between other lines."""

    def __init__(self, lines: Sequence[str], source: str, heads: frozenset[str]) -> None:
        self.lines, self.source, self.heads = lines, source, heads
        self.block: list[Line] = []
        """The rows and rulings since the last line of another sort."""
        self.alone: list[Line] = []
        """Rows of one width that each stand between equally many blank lines."""
        self.blanks = self.gap = self.spacing = 0
        """The blank lines at the end, above the block, and between the last two rows alone."""
        self.looked = 0
        """The line up to which those below a comment are no rows, but as wide."""
        self.numbered: list[Line] = []
        """Lines such as `12.`: the numbers of boards, unless there is nothing else."""
        self.directives: dict[str, Directive] = {}
        self.left_out: tuple[Message, ...] = ()
        self.title = ""
        self.apart = True
        """Whether words or another piece stand before the next table."""
        self.noted = False
        """Whether there was a notation."""
        self.last: Table | None = None

    def pieces(self) -> Iterator[tuple[Piece, bool]]:
        """Yield tables and notations, each with whether words or another piece stand before it."""
        sections = any(_HEADS.match(line) is not None for line in self.lines)
        skipping = had_puzzle = False
        for number, raw in enumerate(self.lines, 1):
            if not self.block:
                self.gap = self.blanks
            self.blanks = 0 if raw.strip() else self.blanks + 1
            if (not raw and not self.block) or (skipping and not raw.lstrip().startswith("[")):
                continue
            line = scan(number, raw, self.heads)
            if self.noted and raw.lstrip().startswith("#") and line.kind is not Sort.DIRECTIVE:
                continue  # beside notations a line of this sign is a comment, whatever it holds
            rows = self._rows_in(line, raw)
            if rows is not None:
                self.block += rows
                continue
            if line.kind in (Sort.COMMENT, Sort.WORDS) and (count := MINES.search(line.text)):
                said, at = count[1] or count[2], line.at + count.start()
                line = Line(number, Sort.DIRECTIVE, said, at, "mines")
            if line.name == "goal" and is_row(line.text) and " " in line.text.strip():
                yield from self._close()
                self.title, self.block = line.name, [line._replace(kind=Sort.ROW)]
            elif line.kind is Sort.DIRECTIVE:
                yield from self._directive(line)
            elif line.kind is Sort.COMMENT:
                self.title = self.title if self.block else line.text
            elif line.kind is Sort.BLANK:
                yield from self._close(blank=True)
            else:
                yield from self._close()
                self.apart = True
                if line.kind is Sort.NOTATION:
                    self.noted = True
                    yield line, True
                    continue
                self.title = line.text.strip()
                if line.kind is Sort.SECTION and sections:
                    had_puzzle |= line.name == "puzzle"
                    state = line.name == "state" and not had_puzzle
                    skipping = line.name != "puzzle" and not state
        yield from self._end()

    def _rows_in(self, line: Line, raw: str) -> list[Line] | None:
        """Return the rows and rulings of a line, None for a line of another sort."""
        if line.kind in (Sort.WORDS, Sort.ROW) and (boards := _beside(line)):
            return boards
        sized = _SIZED.match(line.text)
        if sized is not None and is_row(row := line.text[sized.end() :]):
            if not self.block:
                said, at = sized["a"] or sized["b"], line.at + sized.start(sized.lastgroup or 0)
                self.directives["n"] = (said, TextLine(self.source, line.number), at)
            return [line._replace(kind=Sort.ROW, text=row, at=line.at + sized.end())]
        if line.kind is Sort.WORDS and not self.block and (named := _NAMED.match(line.text)):
            row = line.text[named.end() :]
            if is_row(row):
                return [line._replace(kind=Sort.ROW, text=row, at=line.at + named.end())]
        if line.kind is Sort.BLANK and self._is_blank_row(line):
            return [line._replace(kind=Sort.ROW)]
        if line.kind is Sort.ROW and not line.text.strip("#") and self.block:
            # A line of # of another width is a comment between rows.
            return [line] if _width(line.text) == _width(self.block[-1].text) else []
        if line.kind in (Sort.ROW, Sort.RULING, Sort.DASHES):
            return [line]
        if line.kind not in (Sort.COMMENT, Sort.WORDS):
            return None
        near = [*self.lines[max(0, line.number - 2) : line.number - 1]]
        near += self.lines[line.number : line.number + 1]
        if _is_block(raw) and any(_is_block(text) and len(text) == len(raw) for text in near):
            return [line._replace(kind=Sort.ROW)]  # a map of regions, say
        numbered = _NUMBERED.fullmatch(line.text.strip()) is not None
        if numbered:
            self.numbered.append(line)
        text = _bare(raw)
        if self._is_row_beside(text, line.number, numbered):
            return [Line(line.number, Sort.ROW, text, max(raw.rfind(text), 0))]
        return None

    def _is_blank_row(self, line: Line) -> bool:
        """Return whether a line of blanks is a row of blank cells, as wide as its neighbour."""
        width = len(line.text)
        if "\t" in line.text and not self.block:
            below = next(filter(str.strip, self.lines[line.number : line.number + _MOST_BLANK]), "")
            return line.text.count("\t") == below.count("\t")
        if not self.block:
            return False
        near = self.block[-1].text
        if "\t" in line.text:
            return line.text.count("\t") == near.count("\t")
        return (
            bool(width)
            and len(self.lines[self.block[-1].number - 1].rstrip("\r\n")) == width
            and " " in near + " " * (width - len(near))
            and not any(sign in near for sign in ".-_*#?|")
        )

    def _is_row_beside(self, text: str, number: int, numbered: bool) -> bool:
        """Return whether what looks like a comment or a number is as wide as the row beside it."""
        above = next((line for line in self.block[:-4:-1] if line.kind is not Sort.RULING), None)
        if above is not None and _HEXADECIMAL.fullmatch(text) and len(above.text.split()) == 1:
            return _width(text) == _width(above.text)
        if not text.strip(" \"'`") or not is_row(text):
            return False
        if above is not None:
            return _as_wide(text, _bare(self.lines[above.number - 1]))
        end = min(number + 4, len(self.lines))
        for at in range(max(number, self.looked), end):
            below, near = scan(at + 1, self.lines[at], self.heads), _bare(self.lines[at])
            if below.kind is Sort.RULING:
                continue
            if below.kind is Sort.BLANK or not _as_wide(text, near):
                return False
            if below.kind is Sort.ROW or (numbered and len(text) > 3) or _separators(text) > 1:
                return True
            if not is_row(near):
                return False
        self.looked = end
        return False

    def _directive(self, line: Line) -> Iterator[tuple[Piece, bool]]:
        """Keep what a line says of the table that it stands beside: the next, or the last."""
        if line.name in self.directives or self.alone:
            yield from self._close()
        *boards, self.block = _separated(self.block)
        for board in boards:
            yield from self._tables(board)
        said = (line.text, TextLine(self.source, line.number), line.at)
        below = not self.block and self.last is not None and not self.apart
        if (
            below
            and self.last is not None
            and line.name == "mines"
            and "mines" not in self.last.directives
            and not _rows_follow(self.lines, line.number, self.heads)
        ):
            self.last.directives[line.name] = said
        elif self.directives.setdefault(line.name, said)[0] != line.text:
            self.left_out += (left_out(line.name, said),)

    def _close(self, blank: bool = False) -> Iterator[tuple[Piece, bool]]:
        """Yield the tables of the block, which ends; a row between blank lines waits for others."""
        rows, self.block = self.block, []
        if blank and not rows:
            return
        sized = blank and len(rows) == 2 and not self.alone and rows[0].text.strip().isdigit()
        if sized and self._goes_on(rows[1]):
            self.alone, rows = rows[:1], rows[1:]  # a size, and the first of the rows alone
            self.spacing, self.gap = 0, 0
        single = len(rows) == 1 and rows[0].kind is not Sort.RULING
        single = single and (blank or bool(self.alone))
        if self.alone and (
            not single
            or (not sized and _width(self.alone[-1].text) != _width(rows[0].text))
            or (self.spacing and self.gap > self.spacing)
        ):
            waiting, self.alone = self.alone, []
            yield from self._tables(waiting)
        if single:
            self.spacing = self.gap if self.alone else 0
            self.alone.append(rows[0])
            rows = []
        if not blank:
            rows, self.alone = [*self.alone, *rows], []
        if rows:
            yield from self._tables(rows)

    def _goes_on(self, row: Line) -> bool:
        """Return whether the next line that is not blank is a row as wide as this one."""
        for number in range(row.number, min(row.number + 4, len(self.lines))):
            if self.lines[number].strip():
                return _width(plain(self.lines[number])) == _width(row.text)
        return False

    def _tables(self, lines: list[Line]) -> Iterator[tuple[Piece, bool]]:
        """Yield the tables of lines: of each between separators, of each beside another."""
        boards = _separated(lines)
        if len(boards) > 1:
            for board in filter(None, boards):
                yield from self._tables(board)
            return
        if len(lines) > 1 and all(_GAME.fullmatch(line.text) for line in lines):
            parts = [[line] for line in lines]  # the game's notation, a board a line
        else:
            parts = side_by_side(lines) or [lines]
        directives, self.directives = self.directives, {}
        for number, part in enumerate(parts, 1):
            table = table_of(part, self.source) if part else None
            if table is None:
                self.directives = directives
                continue
            table.part = number if len(parts) > 1 else 0
            table.directives = {**table.directives, **directives}
            table.title, self.title = self.title, ""
            table.notes, self.left_out = (*table.notes, *self.left_out), ()
            yield table, self.apart
            self.last, self.apart = table, False

    def _end(self) -> Iterator[tuple[Piece, bool]]:
        lone = [*self.alone, *self.block] or self.numbered
        yield from self._close(blank=True)
        yield from self._close()
        if self.last is None and not self.noted and all(line.kind is not Sort.ROW for line in lone):
            # Dashes alone, or numbers alone, are rows.
            yield from self._tables([line._replace(kind=Sort.ROW) for line in lone])
        if self.last is not None:
            for name, said in self.directives.items():
                if self.last.directives.setdefault(name, said)[0] != said[0]:
                    self.last.notes += (left_out(name, said),)
        elif self.directives and not self.noted:
            _, here, _ = next(iter(self.directives.values()))
            row = Row(here.number, "", [0])
            yield Table(self.source, [row], directives=self.directives), True


def _separated(lines: list[Line]) -> list[list[Line]]:
    """Return the lines between rulings that are much shorter than rows, as `***` is.

    None follow the last of them if it ends the lines.
    """
    length = max((len(line.text.strip()) for line in lines if line.kind is Sort.ROW), default=0)
    parts: list[list[Line]] = [[]]
    for line in lines:
        text = line.text.strip()
        short = 5 * len(text) < 3 * length and not set(" |+\\│┼") & set(text)
        if line.kind in (Sort.DASHES, Sort.RULING) and short:
            parts.append([])
        else:
            parts[-1].append(line)
    return [*filter(None, parts[:-1]), parts[-1]]


def _width(text: str) -> int:
    return sum(map(len, text.split()))


def _is_block(text: str) -> bool:
    """Return whether a line is nothing but capital letters side by side."""
    return text.isalpha() and text.isupper()


def _separators(text: str) -> int:
    return max(text.count("|"), text.count("\t"))


def _as_wide(text: str, near: str) -> bool:
    """Return whether two lines have as many signs, bars or tabs, or blanks at their ends too."""
    return (
        _width(text) == _width(near)
        or 1 < _separators(text) == _separators(near)
        or (len(text) == len(near) and " " in (text[-1:], near[-1:]))
    )


def _bare(raw: str) -> str:
    """Return a line without the mark of a quotation and without what is said behind its cells."""
    return INLINE.sub("", unquoted(plain(raw))).rstrip("\r\n")


def _rows_outside(lines: Sequence[str], heads: frozenset[str]) -> bool:
    """Return whether rows stand outside all brackets: what is in them is a remark."""
    depth, rows = 0, 0
    for number, line in enumerate(lines, 1):
        change = sum((sign in "[{(") - (sign in "]})") for sign in line)
        alone = not depth and not change and not set("[{(") & set(line)
        rows = rows + 1 if alone and scan(number, line, heads).kind is Sort.ROW else 0
        if rows == 2:
            return True
        depth = max(0, depth + change)
    return False


def left_out(name: str, said: Directive) -> Message:
    """Return the note on a directive that the reading of a board does not heed."""
    text, here, _ = said
    return msg("{name} {text} in line {line} is left out", name=name, text=text, line=here.number)


def _rows_follow(lines: Sequence[str], at: int, heads: frozenset[str]) -> bool:
    """Return whether the next line but blank ones and the top of a frame is a row.

    Dashes are one beside a row.
    """
    kinds = []
    for number in range(at, min(at + 4, len(lines))):
        text = lines[number].strip()
        if text and not (text[0] in _CORNERS and text[-1] in _CORNERS):
            kinds.append(scan(number, lines[number], heads))
            if kinds[-1].kind is not Sort.DASHES:
                break
    if len(kinds) > 1 and _width(kinds[0].text) != _width(kinds[-1].text):
        return False
    return bool(kinds) and kinds[-1].kind in (Sort.ROW, Sort.DASHES)


def _beside(line: Line) -> list[Line]:
    """Return the boards of a line that has other things beside them: names, numbers, ratings."""
    if len(line.text) < 16:
        return []
    tokens = [(match.start(), match[0]) for match in _LONG.finditer(line.text)]
    if line.kind is Sort.ROW and len(tokens) == 1 and tokens[0][1] == line.text.strip():
        return []
    long = [
        (at, token)
        for at, token in tokens
        if (len(token) in _LONG_LENGTHS or len(token) == 16) and is_row(token)
    ]
    if not long:
        return []
    most = max(len(token) for _, token in long)
    if line.kind is Sort.ROW and (most == 16 or len(long) * 2 > len(tokens) + 1):
        return []
    long = [(at, token) for at, token in long if len(token) == most]
    keys = [_KEY.search(line.text, max(0, at - 40), at) for at, _ in long]
    if len(long) > 1 and all(keys):
        long = [
            pair
            for pair, key in zip(long, keys, strict=True)
            if key is not None and key[1].lower() not in columns.SOLUTIONS
        ]
    else:
        long = [next((pair for pair in long if _empties(pair[1])), long[0])]
    return [
        line._replace(kind=Sort.ROW, text=token, at=line.at + at, label=0) for at, token in long
    ]


def _empties(token: str) -> bool:
    return not token.isdigit() or "0" in token


def _joined(paragraphs: Iterator[tuple[Piece, bool]]) -> Iterator[Piece]:
    """Yield the pieces with bands joined that blank lines separate.

    Bands are tables of equal height and width that follow one another and make a square, and rows
    that each stand alone.
    """
    waiting: list[Table] = []
    for piece, apart in paragraphs:
        if not isinstance(piece, Table):
            yield from _merged(waiting)
            waiting = []
            yield piece
            continue
        header = columns.of_header(piece.title, ()) is not None
        if waiting and not header and SOLVED.search(piece.title) is not None:
            waiting[-1].solution = piece
            continue
        if waiting and GOAL.search(piece.title) is not None:
            waiting[-1].goal = piece
            continue
        if waiting and (apart or not _alike(waiting[0], piece) or piece.directives):
            yield from _merged(waiting)
            waiting = []
        waiting.append(piece)
    yield from _merged(waiting)


def _alike(first: Table, table: Table) -> bool:
    return len(first.rows) == len(table.rows) and first.width == table.width


def _merged(tables: Sequence[Table]) -> Iterator[Table]:
    """Yield tables of equal shape, joined where they are bands of a board."""
    if not tables:
        return
    height, width = len(tables[0].rows), tables[0].width
    if any(table.part for table in tables):
        for part in sorted({table.part for table in tables}):
            bands = [replace(table, part=0) for table in tables if table.part == part]
            yield from _merged(bands)
        return
    per = width // height if height < width and width % height == 0 else 0
    if per > 1 and len(tables) % per == 0 and height > 1:
        for start in range(0, len(tables), per):
            yield _together(tables[start : start + per])
        return
    yield from tables


def _together(tables: Sequence[Table]) -> Table:
    rows: list[Row] = []
    rulings: dict[int, int] = {}
    for table in tables:
        if rows and len(table.rows) > 1:
            rulings[len(rows)] = GAP
        for at, weight in table.rulings.items():
            rulings[len(rows) + at] = weight
        rows += table.rows
    return replace(tables[0], rows=rows, rulings=rulings)
