"""Confined lines: two or three rows whose squares left lie in as many columns, or the reverse."""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits
from gridwise.puzzles.queens.techniques.wording import line_name, make_step

_NAME, _TITLE, _RUNG = "confined_lines", msg("Confined Lines"), 3
_MOST = 3


def find(board: OpenSquares) -> Iterator[Step]:
    """Yield a step for each such set of rows, then of columns, pairs first.

    As the columns hold one queen each, they are taken by these rows: no other row has a queen in
    them.
    """
    n, seen = board.n, set()
    for size in range(2, _MOST + 1):
        for rows in (True, False):
            across: dict[int, int] = {}  # of each line, the lines that cross it in a square left
            for line in board.unfilled:
                if (line < n) == rows and board.left(line).bit_count() <= size:
                    across[line] = _crossing(board, line)
            for group in combinations(across, size):
                crossing = 0
                for line in group:
                    crossing |= across[line]
                if crossing.bit_count() != size:
                    continue
                own = removed = 0
                for line in group:
                    own |= board.left(line)
                for line in bits(crossing):
                    removed |= board.left(line)
                removed &= ~own
                if not removed or removed in seen:
                    continue
                seen.add(removed)
                reason = msg(
                    "all squares left of {lines} are in {others}",
                    lines=tuple(line_name(board, line) for line in group),
                    others=tuple(line_name(board, line) for line in bits(crossing)),
                )
                yield make_step(
                    board,
                    _NAME,
                    _TITLE,
                    _RUNG,
                    reason,
                    removed=removed,
                    premises=[Mark(square, "queen") for square in bits(own)],
                    first=bits(own),
                    lines=group,
                )


def _crossing(board: OpenSquares, line: int) -> int:
    """Return the set of lines that cross a row (or column) in its squares left."""
    n, crossing = board.n, 0
    for square in bits(board.left(line)):
        row, column = divmod(square, n)
        crossing |= 1 << (n + column if line < n else row)
    return crossing


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 30, find, {"ladder": _RUNG})
