"""Last square: a row or column without a queen has one square left."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.queens.techniques.board import OpenSquares, is_one
from gridwise.puzzles.queens.techniques.wording import line_name, make_step, why_closed

_NAME, _TITLE, _RUNG = "last_square", msg("Last Square"), 1


def find(board: OpenSquares) -> Iterator[Step]:
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
            _NAME,
            _TITLE,
            _RUNG,
            reason,
            placed=[square],
            premises=premises,
            first=[square],
            lines=[line],
        )


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 10, find, {"ladder": _RUNG})
