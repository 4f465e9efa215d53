"""How a cell is written: signs for empty and covered cells, digits, letters, flags, queens, blanks.

A sign "" is a blank cell. Each function returns the cells as they are written, a name for the
choice, and whether somebody who sees the signs alone may take them for something else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from layouts.boards import Cells, Source, chosen

KEYCAP = "\ufe0f\u20e3"


@dataclass(frozen=True)
class Written:
    """The cells of a board as signs."""

    cells: Cells
    signs: str
    unclear: bool = False
    boxes: tuple[int, int] | None = None

    @property
    def single(self) -> bool:
        """Whether every cell is one character wide."""
        return all(len(sign) == 1 for row in self.cells for sign in row)

    @property
    def blank(self) -> bool:
        """Whether a cell is blank."""
        return any(not sign for row in self.cells for sign in row)

    @property
    def numeric(self) -> bool:
        """Whether all cells are whole numbers."""
        return all(sign.lstrip("-").isdecimal() for row in self.cells for sign in row)


def mapped(source: Source, sign: Callable[[str], str]) -> Cells:
    """Return the cells with each sign replaced."""
    return tuple(tuple(map(sign, row)) for row in source.cells)


def full_width(text: str) -> str:
    """Return the full-width form of ASCII signs."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


SUDOKU_EMPTY = {
    ".": 22,
    "0": 22,
    "": 9,
    "_": 6,
    "-": 6,
    "*": 5,
    "x": 4,
    "?": 4,
    "·": 3,
    "X": 2,
    "#": 3,
    "o": 2,
    "□": 2,
    "–": 2,
    "⬜": 1,
    "•": 1,
    "O": 1,
}
WIDE = ("plain",) * 26 + ("full width", "emoji")


def sudoku(random: Random, sources: list[Source]) -> Callable[[Source], Written]:
    """Choose signs for Sudokus of one size."""
    n = sources[0].height
    empty: str = chosen(random, SUDOKU_EMPTY)  # type: ignore[assignment]
    style = random.choice(WIDE) if n <= 9 else "plain"
    names = [str(value) for value in range(1, n + 1)]
    kind = "digits" if n <= 9 else "numbers"
    if n > 9:
        kind = random.choice(("numbers", "numbers", "letters", "alphabet", "from 0"))
        if kind == "letters":
            names = [*"123456789ABCDEFGHIJKLMNOP"[:n]]
        elif kind == "alphabet":
            names = [*"ABCDEFGHIJKLMNOPQRSTUVWXY"[:n]]
        elif kind == "from 0" and n <= 16:
            names = [*"123456789ABCDEF"[: n - 1], "0"]
    elif n in (4, 9) and random.random() < 0.02:
        kind, names = "from 0", [*names[:-1], "0"]
    elif n == 9 and random.random() < 0.01:
        kind, names = "alphabet", [*"ABCDEFGHI"]
    if (kind == "from 0" and empty == "0") or (n > 9 and empty in "xXoO"):
        empty = random.choice(("", ".", "-"))
    if n > 9 and random.random() < 0.2:
        names = [name.lower() for name in names]
    if style == "emoji":
        names, empty = [name + KEYCAP for name in names], random.choice(("⬜", "⬛", "🟦"))
    elif style == "full width":
        names = [full_width(name) for name in names]
        empty = full_width(empty)
    table = (empty, *names)
    shown = kind if style == "plain" else style
    label = f"{shown}, empty {empty or 'blank'}"
    unclear = n <= 12 and kind in ("from 0", "alphabet")
    return lambda source: Written(
        mapped(source, lambda value: table[int(value)]), label, unclear, source.boxes
    )


MINESWEEPER = {
    # covered, 0, mine or flag: how often
    ("-", "0", "X"): 12,
    ("-", "0", "*"): 6,
    ("-", "0", "F"): 6,
    ("?", "0", "F"): 10,
    ("?", "0", "*"): 4,
    ("?", "0", "M"): 4,
    (".", "0", "F"): 10,
    (".", "0", "*"): 6,
    (".", "0", "B"): 2,
    ("#", "0", "F"): 10,
    ("#", "0", "*"): 3,
    ("#", "", "F"): 5,
    ("#", ".", "F"): 4,
    ("#", "-", "*"): 1,
    ("_", "0", "P"): 3,
    ("_", "0", "F"): 3,
    ("H", "0", "M"): 3,
    ("■", "0", "F"): 4,
    ("■", "", "⚑"): 3,
    ("□", "0", "⚑"): 2,
    ("⬜", "0", "🚩"): 6,
    ("⬜", "0", "💣"): 2,
    ("-1", "0", "F"): 4,
    ("", "0", "F"): 4,
    ("x", "0", "F"): 3,
    ("x", ".", "*"): 1,
    ("░", "0", "!"): 1,
    ("·", "0", "F"): 2,
    ("U", "0", "F"): 1,
    ("E", "B", "M"): 1,
}
UNCLEAR = (("x", ".", "*"), ("#", "-", "*"), ("x", "0", "F"), ("U", "0", "F"), ("E", "B", "M"))
"""Signs of some programs that mean something else in others."""
OPEN_MINES = ("*", "*", "X", "M", "-1", "-1", "9", "💣", "B")
"""The mine on a board whose cells are all open."""


def minesweeper(random: Random, sources: list[Source]) -> Callable[[Source], Written]:
    """Choose the signs of a Minesweeper program."""
    profile: tuple[str, str, str] = chosen(random, MINESWEEPER)  # type: ignore[assignment]
    covered, zero, mine = profile
    if not any("-" in source.flat for source in sources):
        mine, zero = random.choice(OPEN_MINES), random.choice("000.")
    table = {"-": covered, "X": mine, "0": zero, **{str(n): str(n) for n in range(1, 9)}}
    label = f"covered {covered or 'blank'}, 0 {zero or 'blank'}, mine {mine}"
    style = random.choice(WIDE)
    if covered == "⬜" and random.random() < 0.5:
        table |= {str(n): f"{n}{KEYCAP}" for n in range(9)}
        label += ", emoji"
    elif style == "full width":
        table = {value: full_width(sign) for value, sign in table.items()}
        label += ", full width"
    unclear = profile in UNCLEAR
    if covered == "-1" and any("-" in source.flat for source in sources):
        table["X"] = "-2"
        unclear = any("X" in source.flat for source in sources)
    return lambda source: Written(mapped(source, table.__getitem__), label, unclear)


QUEENS = {
    ("Q", "."): 30,
    ("Q", "-"): 7,
    ("Q", "_"): 7,
    ("Q", "*"): 3,
    ("Q", ""): 5,
    ("q", "."): 2,
    ("Q", "0"): 2,
    ("Q", "+"): 1,
    ("♕", "·"): 4,
    ("♛", "."): 4,
    ("♛", "□"): 2,
    ("👑", "⬜"): 2,
}
FULL_QUEENS = {
    ("1", "0"): 22,
    ("*", "."): 3,
    ("X", "."): 3,
    ("X", "O"): 1,
    ("x", "-"): 2,
    ("#", "."): 2,
    ("1", "."): 1,
    ("O", "."): 1,
    ("■", "□"): 2,
}
"""Signs that say nothing of queens: only a solution shows what they are."""


def queens(random: Random, sources: list[Source]) -> Callable[[Source], Written]:
    """Choose the signs of a chessboard."""
    blocked = any("x" in source.flat for source in sources)
    full = all(source.flat.count("Q") == source.height for source in sources) and not blocked
    if full and random.random() < 0.3:
        queen, square = chosen(random, FULL_QUEENS)  # type: ignore[misc]
    else:
        queen, square = chosen(random, QUEENS)  # type: ignore[misc]
    wall = random.choice("xxX#") if square not in ("#", "*") else "x"
    table = {"Q": queen, ".": square, "x": wall}
    label = f"queen {queen}, square {square or 'blank'}"
    unclear = (queen, square) in FULL_QUEENS
    return lambda source: Written(mapped(source, table.__getitem__), label, unclear)


BLANKS = {
    "0": 45,
    "_": 10,
    "": 9,
    "x": 6,
    "X": 3,
    "*": 4,
    ".": 3,
    "-": 3,
    "B": 2,
    "b": 1,
    "#": 2,
    "□": 1,
    "?": 1,
}


def sliding(random: Random, sources: list[Source]) -> Callable[[Source], Written]:
    """Choose the sign of the blank."""
    blank: str = chosen(random, BLANKS)  # type: ignore[assignment]
    style = random.choice(WIDE) if sources[0].width * sources[0].height <= 9 else "plain"
    label = f"blank {blank or 'blank'}"
    if style == "emoji":
        blank = random.choice(("⬜", "⬛", "0" + KEYCAP))
        label = "emoji"

        def sign(tile: str) -> str:
            return blank if tile == "0" else tile + KEYCAP
    elif style == "full width":
        label = "full width"

        def sign(tile: str) -> str:
            return full_width(blank if tile == "0" else tile)
    else:

        def sign(tile: str) -> str:
            return blank if tile == "0" else tile

    return lambda source: Written(mapped(source, sign), label)


CHOICES = {"sudoku": sudoku, "minesweeper": minesweeper, "queens": queens, "sliding": sliding}
