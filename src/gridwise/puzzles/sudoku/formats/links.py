"""Links to web pages that hold a 9x9 board.

    https://www.sudokuwiki.org/sudoku.htm?bd=53..7....6..195...
    https://sudokuexchange.com/play/?s=530070000600195000...

The 81 cells stand in a part of the path, as a value or behind the `#`. SudokuWiki also writes
`bd=S9B` and two signs a cell, a number to the base 36: a given digit is 1 to 9, one that was placed
10 to 18, and above 18 it is the candidates, 1 for 1, 2 for 2, 4 for 3, and so on.

Pages for variants are refused, and those that write a board compressed.

Source: links in public repositories; those of www.sudokuwiki.org often stand in pairs, as `S9B` and
as the digits of the start, which say the same.
"""

import re
from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.reading import Entry, TextLine, entries_at, has_boards, quoted
from gridwise.puzzles.sudoku.formats._cells import EMPTY, digits
from gridwise.puzzles.sudoku.position import Position

NAME = "SudokuWiki, SudokuExchange"

_LINK = re.compile(r"https?://[^\s<>\"'()\[\]{}|\\^`]+", re.ASCII)
_BOARD = re.compile(
    rf"[=/?#](?P<cells>[1-9{EMPTY}]{{60,}})(?![\w%])|[?&]bd=(?P<packed>[A-Z]9B\w*)",
    re.ASCII,
)
_COMPRESSED = re.compile(
    r"(f-puzzles)\.com/\?(?:load|id)=|(sudokupad)\.[\w.]{1,40}/[\w?]"
    r"|(crackingthecryptic)\.com/\S{0,40}id=|(penpa-edit)/\S{0,40}m="
)
_VARIANT = re.compile(
    "killer|jigsaw|irregular|diagonal|windoku|hyper-?sudoku|samurai|str8ts|kenken|kendoku|calcudoku"
    "|kakuro|futoshiki|thermo|arrow|sandwich|sudoku-?x(?![a-z])|(?<![a-z])x-?sudoku",
    re.IGNORECASE,
)
_RUN = re.compile(rf"[1-9{EMPTY}]{{30,}}")
_PACKED = re.compile("[0-9a-z]{2}", re.ASCII)
_FULL = 18 + 511


def claims(head: str) -> bool:
    """Return whether a text has a link with a board, and no other cells."""
    return has_boards(head, _links) and not _RUN.search(_LINK.sub("", head))


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each link. O(len(text))."""
    return entries_at(text, source, _links, _board)


def _links(line: str) -> Iterator[re.Match[str]]:
    """Yield the links of a line that hold a board, or whose site is known to hide it."""
    for link in _LINK.finditer(line):
        if _BOARD.search(link[0]) or _COMPRESSED.search(link[0]):
            yield link


def _board(link: re.Match[str], here: TextLine) -> Position:
    variant = _VARIANT.search(link[0])
    if variant is not None:
        found = msg("a page for the variant {name}", name=quoted(variant[0]))
        expected = msg("a Sudoku of rows, columns and boxes alone")
        raise here.error(found, expected, link.start() + variant.start())
    # One with an empty cell, for the other may be its solution.
    board = max(_BOARD.finditer(link[0]), key=_is_unsolved, default=None)
    if board is None:
        site = _COMPRESSED.search(link[0])
        assert site is not None and site.lastindex is not None
        found = msg("a link of {site}, which holds its board compressed", site=site[site.lastindex])
        expected = msg("the board's 81 cells, in a link or as text")
        raise here.error(found, expected, link.start())
    if board["packed"] is not None:
        return _unpacked(board["packed"], here, link.start() + board.start("packed"))
    cells, at = board["cells"], link.start() + board.start("cells")
    if len(cells) == 82:
        cells = cells.removesuffix(".")  # a sentence ends with the link
    return Position(3, 3, digits(cells, range(at, at + len(cells) + 1), here))


def _is_unsolved(board: re.Match[str]) -> bool:
    return board["packed"] is not None or not set(board["cells"]).isdisjoint(EMPTY)


def _unpacked(text: str, here: TextLine, at: int) -> Position:
    """Return the board of `S9B` and two signs a cell."""
    if not text.startswith("S9B"):
        raise here.error(quoted(text[:3]), "S9B", at)
    if len(text) != 3 + 2 * 81:
        found = msg("{number} characters", number=len(text))
        raise here.error(found, str(3 + 2 * 81), at + min(len(text), 3 + 2 * 81))
    cells, masks = bytearray(), []
    for start in range(3, len(text), 2):
        pair = text[start : start + 2]
        number = int(pair, 36) if _PACKED.fullmatch(pair) else 0
        if not 1 <= number <= _FULL:
            expected = msg("two signs of a cell, from 01 to {last}", last="ep")
            raise here.error(quoted(pair), expected, at + start)
        cells.append(0 if number > 18 else number - 9 if number > 9 else number)
        masks.append((number - 18) << 1 if number > 18 else 0)
    return Position.of_candidates(3, 3, masks, bytes(cells))
