"""The signs of N-Queens: how a table of cells becomes a board.

- A matrix: `Q` and pictures of queens, `.` and its like for nothing, `x` a blocked square, `!` a
  queen on a blocked square; or any two signs, the rarer of which is a queen in each row at most.
- The columns of the queens by row, from 0 or from 1; a permutation says which.
- Squares: `r1c5`, `xr1c5`, `a8`, or pairs of numbers; the size from a line such as `n = 8`.
- A row of the game's notation: `1Q2/3Q/Q3/2Q1`.
- A number alone on each line: empty boards of that size.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.reading import quoted
from gridwise.core.table import BROKEN, HEAVY, Reading, Row, Table
from gridwise.puzzles.queens.notation import MAX_DRAWN, PART, SquareList, size
from gridwise.puzzles.queens.position import MAX_N, Position, ascending

_QUEENS = frozenset("Qq♕♛👑W")
_NOTHING = frozenset(".-_·•∙*0□▢⬜–—+:∘○") | {""}
_BLOCKED = frozenset("xX#■▣⬛█")
_BOTH = "!"
_CHESS = re.compile(r"Q?([a-zA-Z])([0-9]{1,3})", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]{0,6}|0", re.ASCII)
_GAME_ROW = re.compile(r"[0-9Qq]+")
_SQUARE = msg("., Q or x")

Readings = Iterator[Reading[Position] | ParseError]


def interpret(table: Table) -> Readings:
    """Yield the boards of a table, and an error for each part that is none."""
    try:
        yield from _readings(table)
    except ParseError as error:
        yield error


def likeness(table: Table) -> float:
    """Return how like a board of queens a table is."""
    signs = table.signs()
    queens = sum(signs[sign] for sign in _QUEENS)
    known = sum(n for sign, n in signs.items() if sign in _QUEENS | _NOTHING | _BLOCKED)
    return known / max(1, signs.total()) + (0.3 if queens else -0.3)


def _readings(table: Table) -> Readings:
    rows = table.rows
    if not rows[0].cells and "n" in table.directives:
        yield Reading(table.line, Position(_said(table)), 1)
        return
    texts = [text for row in rows for text in row.cells]
    joined = [*map(_joined, rows)]
    numbers = all(map(_is_number, joined))
    if any(PART.fullmatch(text) for text in texts[:2]) or PART.match(joined[0]):
        yield Reading(table.line, _squares(table), 0)
    elif all(map(_CHESS.fullmatch, map(_joined, rows))) or all(map(_CHESS.fullmatch, texts)):
        for part in _boards_of_squares(table):
            yield Reading(part.line, _chess(part), 0)
    elif _is_game(table):
        yield Reading(table.line, _matrix(_expanded(table))[0], 0)
    elif (len(rows) > 1 and len(rows) == table.width) or set(texts) & _QUEENS:
        yield _of_matrix(table)
    elif len(rows) > 1 and table.width == 2 and _are_pairs(table):
        yield Reading(table.line, _pairs(table), 1)
    elif len(rows) == 1 and isinstance(rows[0].cells, str) and _is_permutation(rows[0].cells):
        yield replace(_of_columns(table, rows[0]), doubt=1)
    elif len(rows) == 1 and isinstance(rows[0].cells, str) and joined[0].isdecimal():
        yield Reading(table.line, Position(size(joined[0], table.here(0), rows[0].columns[0])), 1)
    elif (
        numbers
        and all(len(row.cells) == 1 or isinstance(row.cells, str) for row in rows)
        and (len(set(joined)) < 2 or len(rows) < 5 or max(map(int, joined)) != len(rows) - 1)
    ):
        for at, row in enumerate(rows):
            yield Reading(
                row.line,
                Position(size(joined[at], table.here(at), row.columns[0])),
                1 if len(rows) == 1 else 2,
                () if len(rows) == 1 else (msg("each number is read as the size of a board"),),
            )
    elif all(map(_is_list, rows)):
        if len(rows) > 1 and all(len(row.cells) == 1 for row in rows):
            rows = table.reshaped(len(rows)).rows
        for row in rows:
            yield _of_columns(table, row)
    elif len(rows) > 1 or texts[0] in _NOTHING | _BLOCKED | {_BOTH} or table.width > MAX_DRAWN:
        yield _of_matrix(table)
    else:
        raise table.error(quoted("".join(rows[0].cells)), msg("a matrix, or columns by row"))


def _is_permutation(text: str) -> bool:
    n = len(text)
    return n > 3 and text.isdigit() and sorted(map(int, text)) in ([*range(n)], [*range(1, n + 1)])


def _joined(row: Row) -> str:
    return "".join(row.cells)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and text != "0" and int(text) <= MAX_N


def _is_list(row: Row) -> bool:
    return bool(row.cells) and all(_NUMBER.fullmatch(cell) for cell in row.cells)


def _said(table: Table) -> int:
    """Return the size that a line gives."""
    for name in ("n", "size"):
        if name in table.directives:
            text, here, at = table.directives[name]
            match = re.match(r"\d+", text)
            if match is None:
                raise here.error(quoted(text), msg("the number of rows"), at)
            return size(match[0], here, at)
    return 0


def _of_columns(table: Table, row: Row) -> Reading[Position]:
    """Return the board whose queens' columns by row a line lists."""
    values = [int(cell) for cell in row.cells]
    n = len(values)
    notes: list[Message] = []
    at = next((i for i, value in enumerate(values) if value > n), None)
    here = Table(table.source, [row])
    if at is not None:
        expected = msg("a column from 1 to {n}, or 0 for none", n=n)
        raise here.error(quoted(row.cells[at]), expected, 0, at)
    if n < 4 and n != 1:
        raise here.error(msg("{number} columns", number=n), msg("at least {n}", n=4))
    full = sorted(values) in ([*range(n)], [*range(1, n + 1)])
    from_0 = 0 in values and n not in values
    if not full and from_0:
        notes.append(msg("columns are counted from 0, since no queen is in column {n}", n=n))
    columns = [value if from_0 else value - 1 for value in values]
    queens = tuple(at * n + column for at, column in enumerate(columns) if column >= 0)
    square = int(n**0.5) ** 2 == n
    doubt = 2 if (full and square) or not full else 1
    return Reading(row.line, Position(n, queens), doubt, tuple(notes))


def _are_pairs(table: Table) -> bool:
    return all(len(row.cells) == 2 and all(map(_NUMBER.fullmatch, row.cells)) for row in table.rows)


def _pairs(table: Table) -> Position:
    """Return the board of pairs of a row and a column, from 0 if one of them is 0."""
    pairs = [(int(row.cells[0]), int(row.cells[1])) for row in table.rows]
    least = 0 if any(0 in pair for pair in pairs) else 1
    n = _said(table) or max(max(max(pair) for pair in pairs) + 1 - least, len(pairs))
    squares = SquareList(min(n, MAX_N))
    for at, (row, column) in enumerate(pairs):
        match = PART.match(f"r{row + 1 - least}c{column + 1 - least}")
        assert match is not None
        squares.add(match, table.here(at))
    return squares.position()


def _squares(table: Table) -> Position:
    """Return the board of a list of squares such as `r1c5` and `xr2c2`."""
    n = _said(table)
    matches = []
    for at, row in enumerate(table.rows):
        cells = [row.cells] if isinstance(row.cells, str) else row.cells
        for index, text in enumerate(cells):
            match = PART.fullmatch(text)
            if match is None:
                raise table.error(quoted(text), msg("a square such as r1c5 or xr1c5"), at, index)
            matches.append((match, table.here(at), row.columns[index]))
    if not n:
        raise table.error(quoted(matches[0][0][0]), msg("a line such as n = 8 above the squares"))
    squares = SquareList(n)
    for match, here, column in matches:
        squares.add(match, here, column)
    return squares.position()


def _boards_of_squares(table: Table) -> list[Table]:
    """Return the table, or its rows if each names as many squares as its board has rows."""
    width = len(table.rows[0].cells)
    for row in table.rows:
        squares = [*map(_CHESS.fullmatch, row.cells)]
        if width < 4 or len(squares) != width or not all(squares):
            return [table]
        if any(int(square[2]) > width for square in squares if square is not None):
            return [table]
    return [table.of_rows(at, at + 1) for at in range(len(table.rows))]


def _chess(table: Table) -> Position:
    """Return the board of squares as in chess: `a8` is the first of the top row on 8x8."""
    cells = [
        (at, text)
        for at, row in enumerate(table.rows)
        for text in ([row.cells] if isinstance(row.cells, str) else row.cells)
    ]
    found = []
    for at, text in cells:
        match = _CHESS.fullmatch(text)
        if match is None:
            raise table.error(quoted(text), msg("a square such as a8"), at)
        found.append((ord(match[1].lower()) - ord("a"), int(match[2]), at))
    n = _said(table) or max(len(found), *(max(column + 1, rank) for column, rank, _ in found))
    squares = SquareList(min(n, MAX_N))
    for column, rank, at in found:
        match = PART.match(f"r{n - rank + 1}c{column + 1}")
        if match is None:
            raise table.error(f"{chr(ord('a') + column)}{rank}", msg("a square such as a8"), at)
        squares.add(match, table.here(at))
    return squares.position()


def _is_game(table: Table) -> bool:
    """Return whether the rows are those of the game's notation, `1Q2`."""
    n = len(table.rows)
    return (
        n > 1
        and all(
            isinstance(row.cells, str)
            and _GAME_ROW.fullmatch(row.cells)
            and _length(row.cells) == n
            for row in table.rows
        )
        and any(len(row.cells) != n for row in table.rows)
    )


def _length(text: str) -> int:
    return (
        sum(int(part) if part.isdigit() else 1 for part in re.findall(r"\d+|\D", text))
        if len(text) < 40
        else 0
    )


def _expanded(table: Table) -> Table:
    rows = []
    for row in table.rows:
        parts = re.findall(r"\d+|\D", str(row.cells))
        cells = "".join("." * int(part) if part.isdigit() else part for part in parts)
        rows.append(Row(row.line, cells, [row.columns[0]] * (len(cells) + 1)))
    return Table(table.source, rows, directives=table.directives)


def _of_matrix(table: Table) -> Reading[Position]:
    position, doubt, notes = _matrix(table)
    if table.outline:  # as boards are printed: a light line, no digits
        strange = table.outline == HEAVY or table.signs().keys() & {"0", "■"}
        doubt = BROKEN if strange else min(doubt, 1)
    broken = len(position.queens) > 1 and not position.peaceful
    if doubt and broken:
        doubt = BROKEN
    return Reading(table.line, position, doubt, notes)


def _matrix(table: Table) -> tuple[Position, int, tuple[Message, ...]]:
    """Return the board of a matrix, its doubt, and what was assumed."""
    width, height = table.width, len(table.rows)
    if width > MAX_DRAWN:
        found = msg("a row of {number} squares", number=width)
        expected = msg("at most {most} in a matrix; larger boards as n and squares", most=MAX_DRAWN)
        raise table.here(0).too_large(found, expected)
    for at, row in enumerate(table.rows):
        if len(row.cells) != width:
            expected = msg("{width} as in line {line}", width=width, line=table.line)
            found = msg("a row of {number} squares", number=len(row.cells))
            raise table.error(found, expected, at, min(len(row.cells), width))
    n = _said(table)
    if n and n != width:
        found = msg("a row of {number} squares", number=width)
        raise table.error(found, msg("{number}, as the size says", number=n), 0, min(n, width))
    if height != width:
        expected = msg("{number} rows, as many as columns", number=width)
        if height < width:
            raise table.error(msg("only {number}", number=height), expected, height - 1)
        raise table.error(msg("row {index}", index=width + 1), expected, width)
    signs = table.signs()
    codes, doubt, notes = _codes(signs, table)
    place = table.first(signs.keys() - codes.keys())
    if place is not None:
        raise table.error(quoted(table.rows[place[0]].cells[place[1]]), _SQUARE, *place)
    queens, blocked = [], []
    for at, text in enumerate(text for row in table.rows for text in row.cells):
        code = codes[text]
        if code & 1:
            queens.append(at)
        if code & 2:
            blocked.append(at)
    return Position(width, ascending(queens), ascending(blocked)), doubt, notes


def _codes(signs: Counter[str], table: Table) -> tuple[dict[str, int], int, tuple[Message, ...]]:
    """Return the code of each sign: bit 0 a queen, bit 1 a blocked square."""
    n = table.width
    codes = dict.fromkeys(_NOTHING, 0) | dict.fromkeys(_QUEENS, 1) | dict.fromkeys(_BLOCKED, 2)
    codes[_BOTH] = 3
    kinds = set(signs)
    if kinds & {"x", "X", _BOTH} and kinds <= {"0", "1", "x", "X", _BOTH}:
        return codes | {"1": 1}, 0 if "1" in kinds else 1, ()
    if kinds & (_QUEENS | {_BOTH}):
        return codes, 0, ()
    if kinds in ({"0", "1"}, {"False", "True"}, {"", "1"}):
        codes |= {"1": 1, "True": 1, "False": 0}
        return codes, 1 if 0 < signs[max(kinds)] <= n else BROKEN, ()
    if len(kinds) == 1 and kinds <= _NOTHING - {"0"}:
        return codes, 2, ()
    if len(kinds) == 2 and all(len(kind) < 2 or kind.isalnum() for kind in kinds):
        rare, usual = sorted(kinds, key=lambda sign: signs[sign])
        queen = codes | {rare: 1, usual: 0}
        note = msg("{sign} is read as a queen", sign=quoted(rare))
        if signs[rare] == n and _stand_apart(table, rare):
            return queen, 1, (note,)
        if kinds <= {".", "·", "x", "X", "█", "#"}:
            return codes, 1, ()
        if signs[rare] <= n and not (rare.isdigit() or usual.isdigit()):
            return queen, 2, (note,)
    return codes, 2, ()


def _stand_apart(table: Table, sign: str) -> bool:
    """Return whether a sign stands once in each row, and nowhere as queens that attack."""
    columns = [list(row.cells).index(sign) if sign in row.cells else -1 for row in table.rows]
    n = len(columns)
    return -1 not in columns and all(
        len({column + step * row for row, column in enumerate(columns)}) == n for step in (0, 1, -1)
    )
