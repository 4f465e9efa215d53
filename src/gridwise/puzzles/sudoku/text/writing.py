"""Writes a position in each style; every style reads back to the same position."""

from collections.abc import Callable, Mapping

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.puzzles.sudoku.position import Position, candidate_masks, default_box, digits_of
from gridwise.puzzles.sudoku.text.notation import format_notation
from gridwise.puzzles.sudoku.text.symbols import to_file_symbols

STYLES: Mapping[str, str] = {
    "notation": "kind, box and cells on one line: sudoku:3x3:53..7...",
    "grid": "rows with the boxes ruled, digits above 9 as numbers",
    "line": "all cells on one line, '.' for empty",
    "rows": "one line a row, '.' for empty",
    "zeros": "one line a row, numbers between spaces, 0 for empty",
    "sdk": "SadMan Sudoku, 9x9: rows",
    "sdm": "a collection's line, 9x9: 81 digits, 0 for empty",
    "ss": "Simple Sudoku, 9x9: rows with the boxes ruled",
    "sdx": "SudoCue's progress file, 9x9: digits, or the candidates of empty cells",
    "csv": "a header, then puzzle and (empty) solution",
}


_NINE_ONLY = frozenset({"sdk", "sdm", "ss", "sdx"})
_SAY_BOXES = frozenset({"notation", "grid"})


def write(position: Position, style: str = "notation") -> str:
    """Return the position in one of `STYLES`.

    Raises
    ------
    UnknownNameError
        No such style.
    ParameterError
        The style cannot say this board's size or boxes.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    size, box = position.size, (position.box_height, position.box_width)
    if style in _NINE_ONLY and size != 9:
        raise ParameterError(f"the style {style} is for 9x9 boards, not for {size}x{size}")
    default = default_box(size)
    assert default is not None
    if style not in _SAY_BOXES and box != default:
        raise ParameterError(
            f"this style is read back with boxes of {default[0]}x{default[1]}, not of "
            f"{box[0]}x{box[1]}; the styles notation and grid say the boxes"
        )
    return _WRITERS[style](position)


def _grid(position: Position) -> str:
    size, width = position.size, position.box_width
    digits = len(str(size))
    cells = [str(digit or ".").rjust(digits) for digit in position.cells]
    if position.box_height == 1:
        return "\n".join(" ".join(cells[at : at + size]) for at in range(0, size * size, size))
    rule = "+".join(["", *["-" * ((digits + 1) * width + 1)] * position.box_height, ""])
    lines: list[str] = []
    for row in range(size):
        if row % position.box_height == 0:
            lines.append(rule)
        start = row * size
        boxes = [" ".join(cells[at : at + width]) for at in range(start, start + size, width)]
        lines.append("| " + " | ".join(boxes) + " |")
    lines.append(rule)
    return "\n".join(lines)


def _symbols(position: Position) -> str:
    return to_file_symbols(position.cells, position.size)


def _line(position: Position) -> str:
    if position.size == 5:
        raise ParameterError("25 cells on a line are read back as a row of 25x25, not as 5x5")
    return _symbols(position)


def _rows(position: Position) -> str:
    line, size = _symbols(position), position.size
    return "\n".join(line[at : at + size] for at in range(0, size * size, size))


def _zeros(position: Position) -> str:
    """Write numbers; of two digits each where 16 of one would be read as a board of 4x4."""
    cells, size = position.cells, position.size
    digits = 2 if size == 16 and max(cells) <= 4 else 1
    numbers = [str(digit).zfill(digits) for digit in cells]
    return "\n".join(" ".join(numbers[at : at + size]) for at in range(0, size * size, size))


def _sdm(position: Position) -> str:
    return _line(position).replace(".", "0")


def _ss(position: Position) -> str:
    rows = ["|".join((row[:3], row[3:6], row[6:])) for row in _rows(position).split("\n")]
    bands = ["\n".join(rows[at : at + 3]) for at in (0, 3, 6)]
    return "\n-----------\n".join(bands)


def _sdx(position: Position) -> str:
    """Write candidates; all nine digits where fewer than two are left, to be read as empty."""
    cells: list[str] = []
    for digit, mask in zip(position.cells, candidate_masks(position), strict=True):
        left = digits_of(mask) if mask.bit_count() > 1 else range(1, 10)
        cells.append(str(digit) if digit else "".join(map(str, left)))
    return "\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))


def _csv(position: Position) -> str:
    return f"puzzle,solution\n{_symbols(position)},"


_WRITERS: Mapping[str, Callable[[Position], str]] = {
    "notation": format_notation,
    "grid": _grid,
    "line": _line,
    "rows": _rows,
    "zeros": _zeros,
    "sdk": _rows,
    "sdm": _sdm,
    "ss": _ss,
    "sdx": _sdx,
    "csv": _csv,
}
