"""Common attack: a square from which a queen would attack all squares left of a row or column."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits
from gridwise.puzzles.queens.techniques.wording import line_name, make_step, names

_NAME, _TITLE, _RUNG = "common_attack", msg("Common Attack"), 2


def find(board: OpenSquares) -> Iterator[Step]:
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
            _NAME,
            _TITLE,
            _RUNG,
            reason,
            removed=common,
            premises=[Mark(square, "queen") for square in bits(left)],
            first=bits(left),
            lines=[line],
        )


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 20, find, {"ladder": _RUNG})
