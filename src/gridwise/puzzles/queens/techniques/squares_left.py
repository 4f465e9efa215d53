"""The squares left of rows and columns.

- Last square: a row or column without a queen has one square left.
- Common attack: a square from which a queen would attack all squares left of a row or column.
- Confined lines: two or three rows whose squares left lie in as many columns, or the reverse.
"""

from collections.abc import Iterator
from itertools import combinations

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques.board import (
    OpenSquares,
    bits,
    is_one,
    line_name,
    make_step,
    names,
    why_closed,
)

_LAST_SQUARE = "last_square", msg("Last Square"), 1


def last_square(board: OpenSquares) -> Iterator[Step]:
    """Yield a step for each square that is the last one of its row, then of its column."""
    seen = 0
    for line in board.unfilled:
        left = board.left(line)
        if not is_one(left) or seen & left:
            continue
        seen |= left
        others = board.lines.rows_and_columns[line] & ~left
        why, premises = why_closed(board, others)
        reason = msg("{line} has one square left", line=line_name(board, line))
        if why:
            reason = msg(
                "{line} has one square left, as {why}", line=line_name(board, line), why=why
            )
        square = left.bit_length() - 1
        yield make_step(
            board,
            *_LAST_SQUARE,
            reason,
            placed=[square],
            premises=premises,
            first=[square],
            lines=[line],
        )


_COMMON_ATTACK = "common_attack", msg("Common Attack"), 2


def common_attack(board: OpenSquares) -> Iterator[Step]:
    """Yield a step for each row and column, the fewest squares left first."""
    seen: set[int] = set()
    for line in sorted(board.unfilled, key=lambda one: board.left(one).bit_count()):
        left = board.left(line)
        common = board.open if left else 0
        for square in bits(left):
            common &= board.lines.attacks[square]
            if not common:
                break
        if not common or common in seen:
            continue
        seen.add(common)
        reason = msg(
            "a queen there would attack {cells}, all that is left of {line}",
            cells=names(board, left),
            line=line_name(board, line),
        )
        yield make_step(
            board,
            *_COMMON_ATTACK,
            reason,
            removed=common,
            premises=[Mark(square, "queen") for square in bits(left)],
            first=bits(left),
            lines=[line],
        )


_CONFINED_LINES = "confined_lines", msg("Confined Lines"), 3
_MOST = 3


def confined_lines(board: OpenSquares) -> Iterator[Step]:
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
                    *_CONFINED_LINES,
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


TECHNIQUES = (
    Technique(*_LAST_SQUARE[:2], "easy", 10, last_square, {"ladder": _LAST_SQUARE[2]}),
    Technique(*_COMMON_ATTACK[:2], "medium", 20, common_attack, {"ladder": _COMMON_ATTACK[2]}),
    Technique(*_CONFINED_LINES[:2], "medium", 30, confined_lines, {"ladder": _CONFINED_LINES[2]}),
)
