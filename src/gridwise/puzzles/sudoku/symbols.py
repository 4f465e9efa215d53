"""The signs of Sudoku: how a table of cells becomes a board, and how digits are written.

Up to 9 a digit is itself, above 9 the letters A, B, ... follow: A is 10, G is 16, P is 25. The
notation uses these and `.` for an empty cell.

Tables are read more widely. Any of ``. 0 * _ - x ? # o`` and their like is an empty cell, and
letters count in both cases. Further:

- Where another sign is empty and the last digit does not occur, `0` is the last digit: 16 in
  hexadecimal, 9 of the digits 0 to 8.
- A board of letters only uses A for 1, B for 2, ...
- Numbers between separators (`10`, `16`) are numbers; a board that holds one uses no letters.
- A cell in braces (`{12}`, `{5}`, `{}`) holds candidates, and on a board of up to 9 digits one with
  several digits (`12`, `459`) too; `u5` and `+5` are a 5 that the player entered, and are read as a
  5.

The boxes are as vertical and horizontal lines, gaps and blank lines show; without them they are the
most square ones that are not higher than wide (6x6: 2x3).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.reading import quoted
from gridwise.core.table import BROKEN, GAP, HEAVY, THIN, Reading, Row, Table, even
from gridwise.puzzles.sudoku.position import (
    MAX_SIZE,
    SIZES,
    Position,
    default_box,
    is_box,
    parse_box,
)

SYMBOLS = "." + "123456789" + "ABCDEFGHIJKLMNOP"
"""The symbol of each digit, and first of an empty cell."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
EMPTY = frozenset(".0*_-x?#o·•∙□■▢○◯⬜⬛–—−~@XO") | {"", "00", "-1"}
"""The texts of empty cells; a letter is none on a board whose digits are letters."""

_LINES = frozenset(size * size for size in SIZES)
_NUMBER = re.compile(r"[u+]?([0-9]{1,2})", re.ASCII)
_CANDIDATES = re.compile(r"\{([1-9A-P]*)\}|[({\[]?([1-9]{2,9})[)}\]]?", re.ASCII)
_PLAIN = frozenset(".0123456789")
_DIGITS = bytes(byte - 48 if 48 < byte < 58 else 0 for byte in range(256))
_FOUR = frozenset("1234") | EMPTY
_LARGEST = f"{MAX_SIZE}x{MAX_SIZE}"


def to_symbols(cells: bytes) -> str:
    """Return digits then letters, `.` for empty: the symbols of the notation."""
    return "".join(map(SYMBOLS.__getitem__, cells))


def to_file_symbols(cells: bytes, size: int) -> str:
    """Return symbols that are read back, whatever the digits are.

    Letters from A for 1 if the notation's would be misread: a board of letters only, or one of
    16x16 that looks like sixteen of 4x4.
    """
    digits = set(cells) - {0}
    if size > 9 and digits and (min(digits) > 9 or (size == 16 and max(digits) <= 4)):
        return "".join(LETTERS[digit - 1] if digit else "." for digit in cells)
    return to_symbols(cells)


def interpret(table: Table) -> Iterator[Reading[Position] | ParseError]:
    """Yield the boards of a table, and an error for each part that is none."""
    try:
        if not table.width:
            raise table.error(msg("no cells"), msg("the rows of a board"))
        parts = _parts(table)
    except ParseError as error:
        yield error
        return
    for part in parts:
        try:
            yield _reading(_on_line(table, part) if isinstance(part, int) else part)
        except ParseError as error:
            yield error


def likeness(table: Table) -> float:
    """Return the share of the cells that may be cells of a Sudoku, less for an odd shape."""
    known = {*EMPTY, *"123456789"}
    signs = table.signs()
    like = sum(
        n
        for sign, n in signs.items()
        if sign in known or _NUMBER.fullmatch(sign) or _CANDIDATES.fullmatch(sign)
    )
    share = like / max(1, signs.total())
    nine = 0.1 if signs["9"] else 0.0
    width = table.width
    near = min(abs(width - size) for size in (*SIZES, 81))
    return (
        share + nine - 0.1 * min(near, 4) - 0.05 * (abs(len(table.rows) - width) > 2 and width < 36)
    )


def _parts(table: Table) -> Sequence[Table | int]:
    """Return the tables of the boards in a table, or the rows that are each a board."""
    width, height = table.width, len(table.rows)
    edges = set(table.edges() or ())
    if (
        height in SIZES
        and width % height == 0
        and width > height
        and all(len(row.cells) == width for row in table.rows)
        and set(range(height, width, height)) <= edges
    ):
        return [_columns(table, start, start + height) for start in range(0, width, height)]
    if width > MAX_SIZE and (width in _LINES or height == 1):
        return range(height)
    if height == 1 or _is_list_of_4x4(table):
        return range(height)
    for row, cells in enumerate(table.rows):
        if len(cells.cells) != width:
            expected = msg("{number} cells in a row", number=width)
            raise table.error(
                _miscounted(len(cells.cells), width), expected, row, min(width, len(cells.cells))
            )
    if width not in SIZES:
        raise _no_size(table, width)
    if height % width:
        rows = (
            msg("the end after {number} rows", number=height)
            if height > 1
            else msg("the end after 1 row")
        )
        if height > width and height // width:
            first = table.of_rows(0, width)
            return [first, table.of_rows(width, height)]
        raise table.error(rows, msg("{number} rows", number=width), height - 1, width)
    return [table.of_rows(start, start + width) for start in range(0, height, width)]


def _columns(table: Table, start: int, stop: int) -> Table:
    rows = [
        Row(
            row.line,
            row.cells[start:stop],
            row.columns[start : stop + 1],
            tuple((at - start, weight) for at, weight in row.bars if start < at < stop),
        )
        for row in table.rows
    ]
    return replace(table, rows=rows)


def _on_line(table: Table, at: int) -> Table:
    """Return the board of one row as a square table."""
    row = table.rows[at]
    count = len(row.cells)
    side = isqrt(count)
    if side * side != count or side not in SIZES:
        raise _wrong_length(table, at, count)
    return replace(table, rows=[row], rulings={}).reshaped(side)


def _wrong_length(table: Table, at: int, count: int) -> ParseError:
    """Return the error for a number of cells that no board has; it names the nearest board."""
    if count > MAX_SIZE * MAX_SIZE:
        found = msg("more than {most} cells on a line", most=MAX_SIZE * MAX_SIZE)
        return table.here(at).too_large(found, msg("at most a board of {size}", size=_LARGEST))
    need = min(_LINES, key=lambda length: (abs(length - count), length))
    side = isqrt(need)
    expected = msg("{number} cells, a board of {size}", number=need, size=f"{side}x{side}")
    return table.error(_miscounted(count, need), expected, at, min(count, need))


def _miscounted(count: int, wanted: int) -> Message:
    if count > wanted:
        return msg("a cell too many")
    return msg("the end after {number} cells", number=count)


def _no_size(table: Table, width: int) -> ParseError:
    if width > MAX_SIZE:
        found = msg("a row of more than {most} cells", most=MAX_SIZE)
        return table.here(0).too_large(found, msg("at most a board of {size}", size=_LARGEST))
    expected = msg("{least} to {most} cells in a row", least=SIZES[0], most=SIZES[-1])
    return table.error(msg("a row of {number} cells", number=width), expected)


def _is_list_of_4x4(table: Table) -> bool:
    """Return whether each line of 16 cells is a board of 4x4, and not a row of 16x16."""
    rows = table.rows
    boxes = table.directives.get("boxes", ("2x2",))[0]
    if table.width != 16 or table.rulings or any(row.bars for row in rows):
        return False
    if "".join(boxes.split()) not in ("2x2", "1x4", "4x1"):
        return False
    signs = [set(row.cells) for row in rows]
    large = sum(not row <= _FOUR for row in signs)
    empty = all(row <= EMPTY for row in signs)
    return 2 * large <= len(rows) and (len(rows) % 16 != 0 or not (large or empty))


def _reading(table: Table) -> Reading[Position]:
    size = table.width
    if len(table.rows) != size:
        rows = msg("the end after {number} rows", number=len(table.rows))
        raise table.error(rows, msg("{number} rows", number=size), len(table.rows) - 1, size)
    _check_size(table, size)
    cells = [text for row in table.rows for text in row.cells]
    notes: list[Message] = []
    height, width = _boxes(table, size, notes)
    digits, masks = _decoded(table, cells, size, notes)
    position = Position(height, width, digits)
    broken = _breaks_a_rule(position)
    if masks is not None:
        position, broken = _with_candidates(position, masks), False
    return Reading(table.line, position, _doubt(table, position, broken), tuple(notes))


def _breaks_a_rule(position: Position) -> bool:
    """Return whether a digit stands twice in a house; many boards are asked, so in one pass."""
    size, box_of = position.size, position.shape.box_of
    rows, cols, boxes = [0] * size, [0] * size, [0] * size
    for cell, digit in enumerate(position.cells):
        if digit:
            bit = 1 << digit
            row, col = divmod(cell, size)
            box = box_of[cell]
            if (rows[row] | cols[col] | boxes[box]) & bit:
                return True
            rows[row] |= bit
            cols[col] |= bit
            boxes[box] |= bit
    return False


def _with_candidates(position: Position, masks: Sequence[int]) -> Position:
    return Position.of_candidates(position.box_height, position.box_width, masks, position.cells)


def _check_size(table: Table, size: int) -> None:
    for name in ("size", "n"):
        if name in table.directives:
            text, here, _at = table.directives[name]
            numbers = [int(part) for part in re.findall(r"\d{1,4}", text)]
            if numbers and set(numbers) != {size}:
                found = msg("a board of {size}", size=f"{size}x{size}")
                raise table.error(
                    found, msg("{size}, as in line {line}", size=text, line=here.number)
                )


def _doubt(table: Table, position: Position, broken: bool) -> int:
    if broken or "mines" in table.directives:
        return BROKEN
    if table.outline == HEAVY:
        return 0
    signs = {text for row in table.rows for text in row.cells}
    digits = set(position.cells) - {0}
    empties = signs & EMPTY
    if not digits:
        return 2 if len(signs) == 1 and table.outline != THIN else BROKEN
    if (digits == {1} and position.size > 4) or (
        len(digits) == 1 and position.cells.count(0) >= position.size * (position.size - 1)
    ):
        return 2
    if 0 not in position.cells or max(digits) >= 9:
        return 0
    if table.outline == THIN:
        return 2
    dash = empties <= {"-", "–", "#", "x", "X", "?", "■", "⬜", "⬛", "", "0"} and bool(
        empties - {"0", ""}
    )
    if table.ruled and not dash:
        return 0
    return 2 if dash else 1


def _boxes(table: Table, size: int, notes: list[Message]) -> tuple[int, int]:
    """Return the height and width of the boxes, as the lines and gaps say."""
    if "boxes" in table.directives:
        text, here, at = table.directives["boxes"]
        box = parse_box(text.replace(" ", ""))
        if box is None or box[0] * box[1] != size or not is_box(*box):
            raise here.error(quoted(text), msg("boxes of {number} cells", number=size), at)
        return box
    edges, levels = table.edges(), table.levels()
    if edges is None:
        raise table.error(
            msg("vertical lines that differ from row to row, as in a jigsaw Sudoku"),
            msg("the same in every row, around boxes"),
        )
    gaps = all(weight == GAP for row in table.rows for _, weight in row.bars)
    width, height = even(edges, size), even(levels, size)
    if edges and width is None and not gaps:
        raise table.error(
            msg("vertical lines at uneven distances"), msg("lines around boxes of one size")
        )
    if levels and height is None and max(table.rulings.values()) > GAP:
        at = levels[0]
        raise table.error(
            msg("horizontal lines at uneven distances"), msg("lines around boxes of one size"), at
        )
    usual = default_box(size)
    assert usual is not None
    width = None if width == 1 else width
    height = None if height == 1 else height
    if width is None and height is None:
        return usual
    box = (height or size // (width or 1), width or size // (height or 1))
    if box[0] * box[1] == size and is_box(*box):
        return box
    if box == (size, size):
        return usual
    found = msg("boxes of {size}", size=f"{box[0]}x{box[1]}")
    raise table.error(found, msg("boxes of {number} cells", number=size))


def _decoded(
    table: Table, cells: Sequence[str], size: int, notes: list[Message]
) -> tuple[bytes, list[int] | None]:
    """Return the digits of cells and, if some hold candidates, the candidates of all."""
    kinds = set(cells)
    if size <= 9 and kinds <= _PLAIN and not {"0", "."} <= kinds and max(kinds) <= str(size):
        return "".join(cells).encode().translate(_DIGITS), None
    values = dict.fromkeys(EMPTY, 0)
    letters = {
        kind.upper() for kind in kinds if len(kind) == 1 and kind.isascii() and kind.isalpha()
    }
    numbers = {kind for kind in kinds if len(kind) > 1 and _NUMBER.fullmatch(kind)}
    own = letters - ({"X", "O"} - set(LETTERS[:size]))  # the others may be empty cells
    spelled = (
        kinds.isdisjoint("123456789")
        and len(own) > (0 if size > 9 else 1)
        and not numbers
        and own <= set(LETTERS[:size])
    )
    if spelled:
        values.update({letter: i for i, letter in enumerate(LETTERS[:size], 1)})
    else:
        values.update({str(digit): digit for digit in range(1, min(size, 9) + 1)})
        if size <= 9 or not any(len(kind.lstrip("u+0")) > 1 for kind in numbers):
            for value in range(10, size + 1):
                values[SYMBOLS[value]] = value
        for kind in numbers:
            match = _NUMBER.fullmatch(kind)
            assert match is not None
            if (size > 9 or kind[0] in "u+" or kind[0] == "0") and 1 <= int(match[1]) <= size:
                values[kind] = int(match[1])
    for letter in letters:
        values.setdefault(letter, -1)
        if values[letter] or letter not in EMPTY:
            values[letter.lower()] = values[letter]
    values = {kind: value for kind, value in values.items() if value >= 0}
    candidates = _candidates(kinds - values.keys(), size)
    unknown = [kind for kind in kinds if kind not in values and kind not in candidates]
    empties = {kind for kind in kinds if values.get(kind) == 0}
    if (
        len(unknown) == 1
        and not unknown[0].isalnum()
        and len(unknown[0]) == 1
        and not empties - {""}
    ):
        values[unknown[0]] = 0  # the only sign of its board
        unknown = []
    if unknown:
        at = next(
            i for i, cell in enumerate(cells) if cell not in values and cell not in candidates
        )
        raise table.error(
            quoted(cells[at]), _expected(size, spelled, bool(numbers)), at // size, at % size
        )
    others = empties - {"0", "00"}
    once = all(cells[at : at + size].count("0") == 1 for at in range(0, size * size, size))
    if (
        "0" in kinds
        and (others or once)
        and not spelled
        and size not in {values[k] for k in kinds & values.keys()}
    ):
        trial = dict(values, **{"0": size})
        digits = bytes(trial.get(cell, 0) for cell in cells)
        if any(values[kind] for kind in kinds & values.keys()) and not _breaks_a_rule(
            Position(*(default_box(size) or (1, size)), digits)
        ):
            values = trial
            if size <= 9 or not others:
                notes.append(msg("0 is read as {digit}", digit=SYMBOLS[size]))
    digits = bytes(values.get(cell, 0) for cell in cells)
    if not candidates:
        return digits, None
    every = (1 << (size + 1)) - 2
    masks = [
        candidates[cell] if cell in candidates else 1 << digit if digit else every
        for cell, digit in zip(cells, digits, strict=True)
    ]
    return digits, masks


def _candidates(kinds: set[str], size: int) -> dict[str, int]:
    """Return the masks of the texts that list candidates."""
    masks = {}
    for kind in kinds:
        match = _CANDIDATES.fullmatch(kind)
        if match is None or (match[1] is None and size > 9):
            continue
        digits = {SYMBOLS.index(symbol) for symbol in match[1] or match[2] or ""}
        if len(digits) == len(match[1] or match[2] or "") and max(digits, default=0) <= size:
            masks[kind] = sum(1 << digit for digit in digits)
    return masks


def _expected(size: int, spelled: bool, numbers: bool) -> Message:
    if spelled:
        return msg(
            "a letter A-{last} or one of . 0 * _ - x for an empty cell", last=LETTERS[size - 1]
        )
    if size <= 9:
        return msg("a digit 1-{size} or one of . 0 * _ - x for an empty cell", size=size)
    if numbers:
        return msg("a number 1-{size} or one of . 0 * _ - x for an empty cell", size=size)
    return msg(
        "a digit 1-9, a letter A-{last} or one of . 0 * _ - x for an empty cell", last=SYMBOLS[size]
    )
