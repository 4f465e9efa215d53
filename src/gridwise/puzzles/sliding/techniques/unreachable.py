"""Unreachable: the goal cannot be reached from this board, by the parity of its permutation."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sliding.techniques.board import SlidingBoard

_NAME, _TITLE = "unreachable", msg("Unreachable Goal")


def find(board: SlidingBoard) -> Iterator[Step]:
    """Yield the one step of a board that cannot be solved; it has no conclusion."""
    reason = board.unsolvable
    if reason is not None and not board.ended:
        text = msg("{technique}: {reason}", technique=_TITLE, reason=reason)
        yield Step(_NAME, text, reason=reason)


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 5, find)
