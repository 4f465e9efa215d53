"""All candidates of a 9x9 board on a line: nine signs a cell, 729 in all.

The i-th sign of a cell is the digit i if it is a candidate, else `.` or `0`. A cell with one
candidate that no other cell of its houses has is filled with it.

Source: tdoku, include/tdoku.h ("pencilmark sudoku").
"""

import re
from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.reading import Entry, TextLine, entries_at, has_boards, quoted
from gridwise.puzzles.sudoku.position import Position, shape

NAME = "tdoku"

_BOARD = re.compile(r"(?<![\w.])(?:[1.0][2.0][3.0][4.0][5.0][6.0][7.0][8.0][9.0]){9}[0-9.]*")
_CELLS = 81


def claims(head: str) -> bool:
    """Return whether a line has 729 signs, those of its first row at their places."""
    return has_boards(head, _whole)


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each line. O(len(text))."""
    return entries_at(text, source, _BOARD.finditer, _board)


def _whole(line: str) -> Iterator[re.Match[str]]:
    return (board for board in _BOARD.finditer(line) if len(board[0]) == 9 * _CELLS)


def _board(line: re.Match[str], here: TextLine) -> Position:
    signs, at = line[0], line.start()
    if len(signs) != 9 * _CELLS:
        found = msg("{number} characters", number=len(signs))
        raise here.error(found, str(9 * _CELLS), at + min(len(signs), 9 * _CELLS))
    masks = []
    for cell in range(_CELLS):
        mask = 0
        for index, sign in enumerate(signs[9 * cell : 9 * cell + 9]):
            if sign == str(index + 1):
                mask |= 1 << (index + 1)
            elif sign not in ".0":
                expected = msg("{digit}, or . for no candidate", digit=index + 1)
                raise here.error(quoted(sign), expected, at + 9 * cell + index)
        masks.append(mask)
    peers = shape(3, 3).peers
    givens = bytes(
        mask.bit_length() - 1
        if mask.bit_count() == 1 and not any(masks[peer] & mask for peer in peers[cell])
        else 0
        for cell, mask in enumerate(masks)
    )
    return Position.of_candidates(3, 3, masks, givens)
