"""Rows of text become rows of cells: separators, vertical lines, blank cells, labels."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import gcd, isqrt, prod

from gridwise.core.message import msg
from gridwise.core.reading import TextLine
from gridwise.core.table import GAP, HEAVY, THIN, Directive, Row, Table
from gridwise.reading.lines import BARS, BLANK_WORDS, HEAVY_BARS, HEAVY_RULE, Line, Sort, is_row

_BAR = re.compile(f"[{re.escape(BARS)}]")
_TOKEN = re.compile(r"[^\s,;]+")
_FIELDS = {
    sign: re.compile(rf"""[ ]*+(?:"([^"]*)"[ ]*+|'([^']*)'[ ]*+|([^{sign}]*+))(?:{sign}|$)""")
    for sign in ("\t", ",", ";", "&")
}
_WORD = re.compile(r"[^\s,|]+")
_ONE = re.compile(r"[ \t]*([^\s,;|│┃║]+)[ \t]*")
_FLOAT = re.compile(r"(\d{1,4})\.0")
_NUMBER = re.compile(r"-?\d{1,4}")
_MIXED = re.compile(r"[^\d\s]")

_BLANK_CELL = re.compile(rf"[{re.escape(BARS)}]\s*[{re.escape(BARS)}]")
_SIGN = re.compile(rf"[^\s{re.escape(BARS)}]")
_CORNERS = frozenset({"", "+", "\\", "/", " "})
"""The cell where names of rows and of columns meet."""
_FRAMED = re.compile(rf"\s*[{re.escape(BARS)}].*[{re.escape(BARS)}]\s*")
_MOST_ROWS = 1_000  # of a board on one line
_SIZE = re.compile(r"\d{1,7}(?:[ ,x]+\d{1,7}){0,2}")
_INTEGER = re.compile(r"\d{1,7}")
_LISTED = re.compile(r"x?r\d{1,7}c\d{1,7}")

_BOARD_ON_LINE = 16
"""Signs side by side that are cells, whatever the other rows hold."""

Piece = tuple[int, str]


def table_of(lines: Sequence[Line], source: str) -> Table | None:
    """Return the table of consecutive rows and rulings, None if it has no row.

    O(characters).
    """
    head = next((line for line in lines if line.kind is Sort.ROW), None)
    if head is not None and len(lines) > 1 and _SIZE.fullmatch(head.text.strip()) is not None:
        rows, rulings = _without_rulings(lines[lines.index(head) + 1 :])
        body = tidy(Table(source, _cells(rows), rulings)) if rows else None
        if body is not None and body.width and (said := _sizes_said(head, body)) is not None:
            return replace(body, directives=said)
    rows, rulings = _without_rulings(lines)
    cells = _cells(rows) if rows else []
    if not any(row.cells for row in cells):
        return None
    table = Table(source, cells, rulings, outline=_outline(lines[0].text.strip()))
    return _listed(tidy(table))


def _outline(top: str) -> int:
    """Return the weight of the line that begins a box without other lines, 0 for another line."""
    if top[:1] not in ("┌", "┏") or not set(top[1:-1]) <= {"─", "━"}:
        return 0
    return HEAVY if top[0] == "┏" else THIN


def _sizes_said(head: Line, body: Table) -> dict[str, Directive] | None:
    """Return what a line such as `3`, `4 4`, `3x3` or `8 8 10` above a table says of it.

    None if the line is a row of the table, or says another size.
    """
    numbers = [*map(int, _INTEGER.findall(head.text))]
    height, width = len(body.rows), body.width
    if len(numbers) == 1 and _LISTED.match(_texts(body)[0]) is not None:
        return {"n": (head.text.strip(), TextLine(body.source, head.number), head.at)}
    if any(len(row.cells) != width for row in body.rows) or width < 2 or height < 2:
        return None
    here = TextLine(body.source, head.number)
    at = head.at + len(head.text) - len(head.text.lstrip())
    apart = len(numbers) != width or (
        width == 3 and any(not cell.isdigit() for row in body.rows for cell in row.cells)
    )
    if (numbers == [width] and width == height) or (
        apart and sorted(numbers) == sorted((height, width))
    ):
        return {}
    sized = len(numbers) == 3 and sorted(numbers[:2]) == sorted((height, width))
    if apart and sized and (numbers[2] or width != 3):
        return {"mines": (str(numbers[2]), here, at)}
    if apart and len(numbers) == 2 and 1 not in numbers and prod(numbers) == width == height:
        return {"boxes": (f"{numbers[0]}x{numbers[1]}", here, at)}
    return None


def _texts(table: Table) -> list[str]:
    """Return the tokens of a table, those of rows side by side whole."""
    return [
        text
        for row in table.rows
        for text in ([row.cells] if isinstance(row.cells, str) else row.cells)
    ]


def _listed(table: Table) -> Table:
    """Return a list of numbers, one a line, as a square table; its side may stand first."""
    rows = table.rows
    texts = ["".join(row.cells) for row in rows]
    if len(rows) < 5 or not all(map(_INTEGER.fullmatch, texts)):
        return table
    if any(len(row.cells) > 1 and not isinstance(row.cells, str) for row in rows):
        return table
    flat = [
        Row(row.line, [text], [row.columns[0], row.columns[-1]])
        for row, text in zip(rows, texts, strict=True)
    ]
    first = int(texts[0])
    if first > 1 and len(rows) - 1 == first * first:
        return replace(table, rows=flat[1:], rulings={}).reshaped(first)
    side = square(len(rows))
    if side is not None and len(set(texts)) == len(texts):
        return replace(table, rows=flat, rulings={}).reshaped(side)
    return table


def side_by_side(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of each of several tables beside one another; none for a single table.

    Between them lies a gap of at least three blanks, wider than every other gap, and they have
    equally many cells in every row.
    """
    rows = [line for line in lines if line.kind is Sort.ROW]
    if len(rows) < 2:
        return []
    if len(rows[0].text.split(None, 1)) < 2 and not any("   " in line.text for line in rows):
        return []
    words = [[match.span() for match in re.finditer(r"\S+", line.text)] for line in rows]
    spans = {tuple(b - a for a, b in line) for line in words}
    if len(spans) == 1 and len(set(*spans)) == 1 and len(words[0]) > 1:
        length = words[0][0][1] - words[0][0][0]
        # Boards whose cells stand side by side, and no band of boxes of a larger board.
        if length == len(rows) > 3 and length != len(words[0]):
            return [
                [
                    line._replace(text=line.text[slice(*spots[at])], at=line.at + spots[at][0])
                    for line, spots in zip(rows, words, strict=True)
                ]
                for at in range(len(words[0]))
            ]
    framed = all(_FRAMED.fullmatch(line.text) is not None for line in rows)
    tabs = {line.text.count("\t") for line in lines}
    if framed and len(tabs) == 1 and tabs != {0}:
        split = [[*re.finditer(r"[^\t]+", line.text)] for line in lines]
        if len({len(parts) for parts in split}) == 1:
            return [
                [
                    line._replace(text=parts[at][0], at=line.at + parts[at].start())
                    for line, parts in zip(lines, split, strict=True)
                ]
                for at in range(len(split[0]))
            ]
    if tabs != {0}:
        return []
    length = max(len(line.text) for line in rows)
    filled = [False] * length
    for line in lines if framed else rows:  # cells may be blank, the sides of a frame are not
        for at, sign in enumerate(line.text[:length]):
            filled[at] = filled[at] or sign != " "
    gaps = [match.span() for match in re.finditer(" {3,}", "".join(" #"[one] for one in filled))]
    gaps = [span for span in gaps if span[0] > 0 and span[1] < length]
    widest = max((stop - start for start, stop in gaps), default=0)
    cuts = [stop for start, stop in gaps if stop - start == widest]
    if not cuts or any(0 < widest - (stop - start) < 2 for start, stop in gaps):
        return []
    bounds = [*zip([0, *cuts], [*cuts, None], strict=True)]
    parts = [
        [line._replace(text=line.text[a:b].rstrip(), at=line.at + a) for line in lines]
        for a, b in bounds
    ]
    barred = all(
        _FRAMED.fullmatch(line.text) is not None
        for part in parts
        for line in part
        if line.kind is Sort.ROW
    )
    count: Callable[[str], int]
    for count in (_count, lambda text: len(text.split()), lambda text: len(_BAR.findall(text))):
        counts = [
            tuple(
                count(line.text if barred else _BAR.sub("", line.text))
                for line in part
                if line.kind is Sort.ROW
            )
            for part in parts
        ]
        width = max(counts[0])
        whole = barred or len(rows) == width or (len(rows) < width and width % len(rows) == 0)
        if len(set(counts)) == 1 and min(counts[0]) == width > 1 and whole:
            band = not barred and len(parts) == len(rows) == width and not _are_sliding(parts)
            return [] if band else parts
    return []


def _are_sliding(parts: Sequence[Sequence[Line]]) -> bool:
    """Return whether no part has a sign twice, as in no band of a Sudoku."""
    signs = [[sign for line in part for sign in line.text.split()] for part in parts]
    return len(parts) > 2 and all(len(set(part)) == len(part) for part in signs)


def _without_rulings(lines: Sequence[Line]) -> tuple[list[Line], dict[int, int]]:
    """Separate rows from rulings; a line of dashes is a row if the others need it to be one."""
    dashes: dict[tuple[str, int], list[Line]] = {}
    for line in lines:
        if line.kind is Sort.DASHES and not _is_head(line, lines):
            dashes.setdefault(_look(line), []).append(line)
    as_rows: set[tuple[str, int]] = set()
    for look, same in sorted(dashes.items(), key=lambda pair: " " not in pair[1][0].text.strip()):
        near = [line for line in lines if line.kind is Sort.ROW or _look(line) in {look, *as_rows}]
        others = [line for line in near if line.kind is Sort.ROW or _look(line) != look]
        if _are_rows(others, same, near):
            as_rows.add(look)
    rows: list[Line] = []
    rulings: dict[int, int] = {}
    head: Line | None = None
    for line in lines:
        dashed = line.kind is Sort.DASHES and not _is_head(line, lines)
        if line.kind is Sort.ROW or (dashed and _look(line) in as_rows):
            rows.append(line)
        elif len(rows) == 1 and "|" in line.text and not _SIGN.search(rows[0].text):
            head = rows.pop()  # the blank head of a table in Markdown, or its first row
        elif rows and line.name != "head" and not _is_head(line, lines):
            weight = HEAVY if HEAVY_RULE.search(line.text) else THIN
            rulings[len(rows)] = max(weight, rulings.get(len(rows), 0))
    rulings.pop(len(rows), None)
    square = head is not None and len(rows) + 2 == len(_BAR.findall(head.text.strip()))
    if head is not None and square and any(_BLANK_CELL.search(row.text) for row in rows):
        rows.insert(0, head)
    return rows, rulings


def _is_head(line: Line, lines: Sequence[Line]) -> bool:
    """Return whether a line is `|-|-|` below the head of a table whose cells have blanks around."""
    below = len(lines) > 1 and line is lines[1]
    return below and "|-|" in line.text and " " not in line.text.strip() and "| " in lines[0].text


def _count(text: str) -> int:
    return sum(map(len, text.split()))


def _look(line: Line) -> tuple[str, int]:
    """Return the sign of a line of dashes, and their number."""
    return _look_of(line.text)


@lru_cache(maxsize=256)
def _look_of(text: str) -> tuple[str, int]:
    bare = _BAR.sub("", text)
    return bare.strip()[:1], _count(bare)


def _sign(line: Line) -> str:
    return _look(line)[0]


def _are_rows(sure: Sequence[Line], dashes: Sequence[Line], lines: Sequence[Line]) -> bool:
    if not sure:
        return len(dashes) > 1 or (square(_count(dashes[0].text)) or 0) > 5
    width = Counter(_count(_BAR.sub("", line.text.replace(",", ""))) for line in sure).most_common(
        1
    )[0][0]
    sign = _sign(dashes[0])
    if any(_count(_BAR.sub("", line.text)) != width for line in dashes):
        return False
    if len(dashes[0].text.strip()) < 3:
        return True  # too short for a ruling
    used = any(sign in line.text for line in sure)
    if width == 1:
        return True
    kinds = [line.kind for line in lines]
    spaced = len(dashes[0].text.split()) > 1
    if len(sure) == width:
        return (used and spaced) or ((used or spaced) and not _divide(kinds))
    if len(sure) + len(dashes) == width:
        return True
    ends = Sort.DASHES in (kinds[0], kinds[-1]) or any(
        a is b is Sort.DASHES for a, b in itertools.pairwise(kinds)
    )
    return used or ends or spaced


def _divide(kinds: Sequence[Sort]) -> bool:
    """Return whether lines of dashes stand between bands of equal height, more than a row each."""
    if kinds[0] is kinds[-1] is Sort.DASHES:
        kinds = kinds[1:-1]
    bands = [len([*group]) for kind, group in itertools.groupby(kinds) if kind is not Sort.DASHES]
    lines = [len([*group]) for kind, group in itertools.groupby(kinds) if kind is Sort.DASHES]
    return len(set(bands)) == 1 and bands[0] > 1 and set(lines) == {1} and len(lines) < len(bands)


def _cells(lines: Sequence[Line]) -> list[Row]:
    """Return the rows of cells of lines."""
    if all(line.label for line in lines) or any(
        line.label and not is_row(line.text) for line in lines
    ):
        texts = [(line, line.at + line.label, line.text[line.label :]) for line in lines]
    else:
        texts = [(line, line.at, line.text) for line in lines]
    indent = min(len(text) - len(text.lstrip("\t")) for _, _, text in texts)
    if indent and not any("\t" in text.lstrip("\t") for _, _, text in texts):
        texts = [(line, at + indent, text[indent:]) for line, at, text in texts]
    single = [_ONE.fullmatch(text) for _, _, text in texts]
    if all(match is not None for match in single):
        starts = {match.start(1) for match in single if match is not None}
        if len(starts) > 1 and any("\t" in text for _, _, text in texts):
            # A table with one cell in each row: those at the end of a row may be lost.
            form = _FIELDS["\t"]
            fields = [_fielded(line.number, at, text, form) for line, at, text in texts]
            return _trimmed(fields, texts)
        if len(starts) > 1 and max(len(match[1]) for match in single if match is not None) < 3:
            laid = _laid_out([[(at, text)] for _, at, text in texts])
            if laid is not None:
                return [
                    _row(line.number, cells, at + len(text))
                    for (line, at, text), [cells] in zip(texts, laid, strict=True)
                ]
        return [
            _side_by_side(line.number, at + match.start(1), match[1])
            for (line, at, _), match in zip(texts, single, strict=True)
            if match is not None
        ]
    if 2 * sum(_BAR.search(text) is not None for _, _, text in texts) >= len(texts):
        return _barred(texts)
    for sign, form in _FIELDS.items():
        if all(sign in text for _, _, text in texts):
            rows = [_fielded(line.number, at, text, form) for line, at, text in texts]
            if (
                sign in {",", ";"}
                or len({len(row.cells) for row in rows}) == 1
                or any("" in row.cells for row in rows)
            ):
                return _trimmed(rows, texts)
    return _spaced(texts)


def _side_by_side(number: int, at: int, text: str) -> Row:
    return Row(number, text, range(at, at + len(text) + 1))


def cell_value(text: str) -> str:
    """Return the text of a cell; empty for the words of nothing."""
    if len(text) < 3 and text.isalnum():
        return text
    text = text.strip()
    if text in BLANK_WORDS:
        return ""
    number = _FLOAT.fullmatch(text)
    return number[1] if number is not None else text


def row_of_words(number: int, at: int, text: str) -> Row:
    """Return the row of a text at an offset of a line, with blanks or commas between the cells."""
    words = [(at + match.start(), match[0]) for match in _WORD.finditer(text)]
    if len(words) == 1:
        return _side_by_side(number, *words[0])
    return _row(number, words, at + len(text))


def _fielded(number: int, at: int, text: str, form: re.Pattern[str]) -> Row:
    cells: list[str] = []
    columns: list[int] = []
    end = 0
    while end <= len(text):
        match = form.match(text, end)
        if match is None:  # a quote within a field
            break
        group = match.lastindex or 3
        cells.append(cell_value(match[group]))
        columns.append(at + match.start(group))
        if match.end() == len(text) and not match[0].endswith((",", "\t", ";")):
            break
        end = match.end()
    return Row(number, cells, [*columns, at + len(text)])


def _trimmed(rows: list[Row], texts: Sequence[tuple[Line, int, str]]) -> list[Row]:
    """Return rows of fields without a separator at the end, of one width."""
    last = {row.cells[-1] for row in rows[:-1]}
    if last == {""} and len(rows) > 1 and len(rows[-1].cells) == len(rows[0].cells) - 1:
        rows = [_cut(row, len(row.cells) - 1) for row in rows[:-1]] + rows[-1:]
    elif {row.cells[-1] for row in rows} == {""} and len(rows[0].cells) == len(rows) + 1 > 2:
        rows = [_cut(row, len(row.cells) - 1) for row in rows]
    width = max(len(row.cells) for row in rows)
    tabbed = any("\t" in text for _, _, text in texts)
    if tabbed and any(
        "" in row.cells for row in rows
    ):  # blank fields at the end get lost on the way
        rows = [
            row
            if len(row.cells) == width
            else row._replace(
                cells=[*row.cells, *[""] * (width - len(row.cells))],
                columns=[*row.columns, *[row.columns[-1]] * (width - len(row.cells))],
            )
            for row in rows
        ]
    return rows


def _cut(row: Row, count: int) -> Row:
    return row._replace(cells=row.cells[:count], columns=row.columns[: count + 1])


def _tokens(at: int, text: str) -> list[Piece]:
    if '"' in text or "'" in text:
        return [(at + match.start(), match[0].strip("\"'")) for match in _TOKEN.finditer(text)]
    return [(at + match.start(), match[0]) for match in _TOKEN.finditer(text)]


def _row(
    number: int, pieces: Sequence[Piece], end: int, bars: tuple[tuple[int, int], ...] = ()
) -> Row:
    return Row(
        number, [cell_value(text) for _, text in pieces], [*(at for at, _ in pieces), end], bars
    )


def _spaced(texts: Sequence[tuple[Line, int, str]]) -> list[Row]:
    """Return rows of tokens between blanks; gaps wider than the others are light lines."""
    tokens = [_tokens(at, text) for _, at, text in texts]
    counts = {len(row) for row in tokens}
    if len(counts) > 1 and (laid := _laid_out([[(at, text)] for _, at, text in texts])) is not None:
        return [
            _row(line.number, cells, at + len(text))
            for (line, at, text), [cells] in zip(texts, laid, strict=True)
        ]
    gaps = _gaps(tokens) if len(counts) == 1 else ()
    return [
        _side_by_side(line.number, *row[0])
        if len(row) == 1 and len(row[0][1]) >= _BOARD_ON_LINE
        else _row(line.number, row, at + len(text), gaps)
        for (line, at, text), row in zip(texts, tokens, strict=True)
    ]


def _gaps(tokens: Sequence[Sequence[Piece]]) -> tuple[tuple[int, int], ...]:
    """Return the tokens with a wider gap before them in every row."""
    if len(tokens) < 2 or len(tokens[0]) < 4:
        return ()
    wide: set[int] | None = None
    for row in tokens:
        ends = [at + len(text) for at, text in row]
        steps = [b - a for a, b in itertools.pairwise(ends)]
        usual = min(steps)
        here = {index + 1 for index, step in enumerate(steps) if step > usual}
        wide = here if wide is None else wide & here
        if not wide:
            return ()
    return tuple((index, GAP) for index in sorted(wide or ()))


def _barred(texts: Sequence[tuple[Line, int, str]]) -> list[Row]:
    """Return the rows of lines with vertical lines, which are separators or the sides of boxes."""
    split: list[list[tuple[int, str, int]]] = []  # offset, text and the weight of the bar before
    for _, at, text in texts:
        parts: list[tuple[int, str, int]] = []
        start, weight = 0, 0
        for match in _BAR.finditer(text):
            parts.append((at + start, text[start : match.start()], weight))
            start = match.end()
            weight = HEAVY if match[0] in HEAVY_BARS else THIN
        parts.append((at + start, text[start:], weight))
        split.append(parts)
    least = min(len(text) for row in split for _, text, _ in row[1:-1] or row)
    if all(not row[0][1].strip() and len(row[0][1]) < max(least, 1) for row in split):
        split = [row[1:] for row in split]  # a frame; a blank cell is as wide as the others
    if all(row and not row[-1][1].strip() for row in split):
        split = [row[:-1] for row in split]
    count = Counter(map(len, split)).most_common(1)[0][0]
    words = [[_TOKEN.findall(text) for _, text, _ in row] for row in split]
    most = max((len(found) for row in words for found in row), default=0)
    single = most <= 1 and all(len(row) == count for row in split)
    if single and count >= 3 and not _boxes(words, count):
        return [
            _row(
                line.number,
                [(at + len(text) - len(text.lstrip()), text.strip()) for at, text, _ in row],
                row[-1][0] + len(row[-1][1]),
                tuple((i, weight) for i, (_, _, weight) in enumerate(row) if i and weight),
            )
            for (line, _, _), row in zip(texts, split, strict=True)
        ]
    ragged = len({tuple(len(found) for found in row) for row in words}) > 1
    laid = None
    if ragged or any(not found for row in words for found in row):
        laid = _laid_out([[(at, text) for at, text, _ in row] for row in split], framed=True)
    rows = []
    for index, (line, at, text) in enumerate(texts):
        pieces: list[Piece] = []
        bars: list[tuple[int, int]] = []
        for part, (offset, inner, weight) in enumerate(split[index]):
            if pieces and weight:
                bars.append((len(pieces), weight))
            pieces += _tokens(offset, inner) if laid is None else laid[index][part]
        rows.append(_row(line.number, pieces, at + len(text), tuple(bars)))
    return rows


def _boxes(words: Sequence[Sequence[Sequence[str]]], count: int) -> bool:
    """Return whether bars stand beside boxes of cells side by side, and not beside each cell."""
    lengths = {len(found[0]) for row in words for found in row if found}
    if len(lengths) != 1 or any(not found for row in words for found in row):
        return False
    length = lengths.pop()
    if length == 1:
        return False
    rows = len(words)
    tokens = [found[0] for row in words for found in row]
    numbers = all(_NUMBER.fullmatch(token) for token in tokens)
    return not numbers or (rows % (length * count) == 0 and rows != count)


def _pitch(lines: Sequence[Sequence[Piece]]) -> tuple[int, list[list[int]], bool] | None:
    """Return the distance of cells, and for each segment the offsets of its cells."""
    count = {len(row) for row in lines}
    if len(count) != 1:
        return None
    parts = count.pop()
    step = 0
    found: list[set[int]] = []
    numbers = all(
        _NUMBER.fullmatch(token) for row in lines for _, text in row for token in text.split()
    ) and any(int(token) > 9 for row in lines for _, text in row for token in text.split())
    widths = [max(len(row[part][1]) for row in lines) for part in range(parts)]
    for part in range(parts):
        places: set[int] = set()
        for row in lines:
            text = row[part][1]
            if numbers:
                places |= {match.end() - 1 for match in _TOKEN.finditer(text)}
            else:
                places |= {at for at, sign in enumerate(text) if not sign.isspace()}
        found.append(places)
        ordered = sorted(places)
        for a, b in itertools.pairwise(ordered):
            step = gcd(step, b - a)
    if not step or step > 4:
        return None
    grids = []
    for places, width in zip(found, widths, strict=True):
        first = min(places, default=min(1, step - 1)) % step
        grids.append([*range(first, width, step)])
    return step, grids, numbers


def _laid_out(
    lines: Sequence[Sequence[Piece]], framed: bool = False
) -> list[list[list[Piece]]] | None:
    """Return the cells of rows by their columns, blank ones included; None if they do not align.

    Each row is given in parts between vertical lines, and so are its cells. Blank cells are trusted
    only where no other sign stands for an empty cell.
    """
    if len(lines) < 2:
        return None
    pitch = _pitch(lines)
    if pitch is None:
        return None
    step, grids, numbers = pitch
    one = len(grids) == 1 and not framed
    text = [part for row in lines for _, part in row]
    if one and step == 1 and len({len(part.rstrip("\r")) for part in text}) > 1:
        return None
    if (
        one
        and step == 1
        and not any(
            len(token) > 1 and (not token.isdigit() or len(token) > 2)
            for part in text
            for token in part.split()
        )
    ):
        return None
    signs = any(set(part.split() if numbers else part) & set(".-_*0?#") for part in text)
    if one and step > 1 and signs:
        return None
    laid: list[list[list[Piece]]] = []
    for row in lines:
        cells: list[list[Piece]] = []
        for (at, part), grid in zip(row, grids, strict=True):
            cells.append([])
            for place in grid:
                if numbers:
                    start = place
                    while start > 0 and start <= len(part) and part[start - 1 : start].strip():
                        start -= 1
                    cells[-1].append((at + start, part[start : place + 1].strip()))
                else:
                    at_most = at + min(place, len(part))
                    cells[-1].append((at_most, part[place : place + 1].strip()))
        if signs and any(not cell for inner in cells for _, cell in inner):
            return None
        laid.append(cells)
    within = any(
        not left and right
        for row in laid
        for inner in row
        for (_, left), (_, right) in itertools.pairwise(inner)
    )
    empty = sum(not cell for row in laid for inner in row for _, cell in inner)
    within = within or (numbers and empty == 1)  # the blank of a sliding puzzle
    if one and step > 1 and not within and not any("\t" in part for part in text):
        return None  # the rows are of different lengths
    return laid


def tidy(table: Table) -> Table:
    """Return a table with cells taken apart that stand side by side, and without its labels."""
    table = _split(table)
    table = _apart(table)
    return _without_labels(table)


def _split(table: Table) -> Table:
    """Return the rows of a line that holds all of them: `1Q2/3Q/Q3/2Q1`, `530 600 098`."""
    if len(table.rows) != 1:
        return table
    row = table.rows[0]
    text = row.cells if isinstance(row.cells, str) else ""
    if "/" in text.strip("/") and not text.startswith("/") and text.count("/") < _MOST_ROWS:
        rows, at = [], row.columns[0]
        for part in text.strip("/").split("/"):
            rows.append(_side_by_side(row.line, at, part))
            at += len(part) + 1
        return replace(table, rows=rows)
    if isinstance(row.cells, str) or len(row.cells) < 3:
        return table
    if set(row.cells[1::2]) == {"/"}:
        row = row._replace(cells=row.cells[::2], columns=[*row.columns[:-1:2], row.columns[-1]])
    lengths = {len(cell) for cell in row.cells}
    if (
        len(lengths) == 1
        and (length := lengths.pop()) > 2
        and (length == len(row.cells) or length > 4)
        and length not in (16, 81)
    ):
        rows = [
            _side_by_side(row.line, at, cell)
            for cell, at in zip(row.cells, row.columns[:-1], strict=True)
        ]
        return replace(table, rows=rows)
    return table


def _apart(table: Table) -> Table:
    """Take cells apart that stand side by side in groups: `530 070 000`."""
    rows = table.rows
    if all(isinstance(row.cells, str) for row in rows) or not any(
        len(cell) > 1 for row in rows for cell in row.cells
    ):
        return table
    height = len(rows)
    count = table.width
    lengths = Counter(sum(map(len, row.cells)) for row in rows)
    characters = lengths.most_common(1)[0][0]
    long = [cell for row in rows for cell in row.cells if len(cell) > 1]
    numbers = all(_NUMBER.fullmatch(cell) and len(cell.lstrip("-")) <= 2 for cell in long)
    if all(cell == "-1" for cell in long) or any(map(_LISTED.fullmatch, long)):
        return table
    band = (
        height > 1 and all(len(cell) == height for cell in long) and any(map(_MIXED.search, long))
    )
    if (count == height > 3 and not band) or lengths[characters] < len(rows):
        together = False
    elif characters == height:
        together = True
    else:
        alike = {tuple(map(len, row.cells)) for row in rows}
        together = (
            len(alike) == 1
            and len({len(cell) for cell in rows[0].cells if cell}) == 1
            and not numbers
            and max(map(len, long)) > 1
            and all(not cell.isalpha() or len(set(cell)) == 1 for cell in long)
            and (count < 4 or any(_MIXED.search(cell) for cell in long))
        )
        if together and all(_known(cell) for cell in long):
            together = False
    if not together:
        return table
    split = []
    for row in rows:
        text = "".join(row.cells)
        columns = [
            at + i
            for cell, at in zip(row.cells, row.columns, strict=False)
            for i in range(len(cell))
        ]
        starts = [0]
        for cell in row.cells:
            starts.append(starts[-1] + len(cell))
        bars = tuple((starts[at], weight) for at, weight in row.bars)
        if not bars and len(row.cells) > 1 and len(set(map(len, row.cells))) == 1:
            bars = tuple((start, GAP) for start in starts[1:-1])
        split.append(Row(row.line, text, [*columns, row.columns[-1]], bars))
    return replace(table, rows=split)


_SQUARE = re.compile(r"x?r\d+c\d+|Q?[A-Za-z]\d{1,3}|-1|u\d+")


def _known(cell: str) -> bool:
    return _SQUARE.fullmatch(cell) is not None


def _sequence(cells: Sequence[str]) -> bool:
    """Return whether cells count 0, 1, 2 ..., 1, 2, 3 ..., A, B, C ... or down."""
    if len(cells) < 2:
        return False
    cells = [cell.strip(".:)").lower() for cell in cells]
    for prefix in ("column", "col", "row", "_"):
        cells = [cell.removeprefix(prefix) for cell in cells]
    cells = [cell.removeprefix("c").removeprefix("r") or cell for cell in cells]
    if all(cell.isascii() and cell.isdigit() and len(cell) < 4 for cell in cells):
        values = [int(cell) for cell in cells]
        if len(cells) > 9 and all(len(cell) == 1 for cell in cells):  # 1 to 9, then 0, 1 ...
            return values in (
                [i % 10 for i in range(first, first + len(values))] for first in (0, 1)
            )
        low, high = min(values[0], values[-1]), max(values[0], values[-1])
        steps = {b - a for a, b in itertools.pairwise(values)}
        return low in (0, 1) and steps in ({1}, {-1}) and high - low == len(values) - 1
    if all(len(cell) == 1 and cell.isascii() and cell.isalpha() for cell in cells):
        values = [ord(cell.upper()) - ord("A") for cell in cells]
        return values in ([*range(len(cells))], [*range(len(cells) - 1, -1, -1)])
    return False


def _without_labels(table: Table) -> Table:
    """Return a table without the names of its rows and columns."""
    rows = table.rows
    height = len(rows)
    if height < 3:
        return table
    widths = [len(row.cells) for row in rows]
    usual = Counter(widths).most_common(1)[0][0]
    if usual < 2 or not min(widths):
        return table
    corners = {rows[at].cells[0] for at in (0, -1)}
    if set(widths) == {height} and corners.isdisjoint(_CORNERS) and not _sequence(rows[0].cells):
        return table  # a square without names
    for head, body in ((0, range(1, height)), (height - 1, range(height - 1))):
        names = list(rows[head].cells)
        inner = [rows[at] for at in body]
        if len({len(row.cells) for row in inner}) != 1:
            continue
        width = len(inner[0].cells)
        first = [row.cells[0] for row in inner]
        corner = names[1:] if len(names) == width and names[0] in _CORNERS else names
        shorter = len(corner) == width - 1
        labelled = shorter and _sequence(corner) and _sequence(first)
        if labelled:
            rows = [_after(row, 1) for row in inner]
        elif (
            len(names) == width == height - 1 > (3 if names[0].isdigit() else 2)
            and _sequence(names)
            and (_other_signs(inner) or not names[0].isdigit())
            and (not names[0].isdigit() or _occur(names, inner))
        ):
            rows = inner
        else:
            continue
        note = msg("the names of rows and columns are left out")
        shift = 1 if head == 0 else 0
        rulings = {
            at - shift: weight for at, weight in table.rulings.items() if 0 < at - shift < len(rows)
        }
        return replace(table, rows=rows, rulings=rulings, notes=(*table.notes, note))
    first = [row.cells[0] for row in rows]
    if set(widths) == {height + 1} and _sequence(first) and height > 3:
        note = msg("the names of rows and columns are left out")
        return replace(table, rows=[_after(row, 1) for row in rows], notes=(*table.notes, note))
    return table


def _occur(names: Sequence[str], rows: Sequence[Row]) -> bool:
    """Return whether cells repeat a name: a sliding puzzle has each number once."""
    return any(cell in names for row in rows for cell in row.cells)


def _other_signs(rows: Sequence[Row]) -> bool:
    return any(not cell.isdigit() or cell == "0" for row in rows for cell in row.cells)


def _after(row: Row, count: int) -> Row:
    bars = tuple((at - count, weight) for at, weight in row.bars if at > count)
    return row._replace(cells=row.cells[count:], columns=row.columns[count:], bars=bars)


def square(count: int) -> int | None:
    """Return the side of a square of so many cells, None if there is none."""
    side = isqrt(count)
    return side if side * side == count else None
