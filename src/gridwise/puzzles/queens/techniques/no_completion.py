"""No completion: queens that, together, leave no solution; as few of them as possible."""

from collections.abc import Iterator, Sequence

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.lines import given_text
from gridwise.puzzles.queens.position import Position
from gridwise.puzzles.queens.rules import attack_text
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits, line_name, make_step

_NAME, _TITLE, _RUNG = "no_completion", msg("No Completion"), 3


def find(board: OpenSquares) -> Iterator[Step]:
    """Yield the one step of a board that has no completion; it has no conclusion.

    Its premises are a minimal set of queens and blocked squares: without any one of them there is
    a completion.
    """
    if board.impossible or not _is_stuck(board):
        return
    queens, blocked = list(board.queens[: board.given]), list(bits(board.blocked))
    for things in (blocked, queens):
        for square in list(things):
            check_current_run()
            things.remove(square)
            if _completes(board.n, queens, blocked):
                things.append(square)
    queens.sort()
    blocked.sort()
    position = Position(board.n, tuple(queens), tuple(blocked))
    why: tuple[Message, ...] = tuple(given_text(position, given) for given in (*queens, *blocked))
    if not why:
        why = (msg("a board of {n} rows", n=board.n),)
    reason = _how(board, queens, blocked)
    yield Step(
        _NAME,
        msg("no queens complete this board because {why}: {reason}", why=why, reason=reason),
        (),
        (
            *(Mark(queen, "queen") for queen in queens),
            *(Mark(square, "queen", holds=False) for square in blocked),
        ),
        _RUNG,
        reason,
        make_step(board, _NAME, _TITLE, _RUNG, reason, first=queens, second=blocked).overlay,
    )


def _is_stuck(board: OpenSquares) -> bool:
    """Return whether the board shows that there is no completion, by a line or by two queens."""
    if _attack(board.n, board.queens) is not None or board.empty_line() is not None:
        return True
    return any(board.blocked >> queen & 1 for queen in board.queens)


def _completes(n: int, queens: Sequence[int], blocked: Sequence[int]) -> bool:
    if _attack(n, queens) is not None or not set(queens).isdisjoint(blocked):
        return False
    return (
        OpenSquares(Position(n, tuple(sorted(queens)), tuple(sorted(blocked)))).completion()
        is not None
    )


def _attack(n: int, queens: Sequence[int]) -> Message | None:
    """Return how two queens attack each other, or None if none do."""
    for at, first in enumerate(queens):
        for other in queens[at + 1 :]:
            text = attack_text(n, first, other)
            if text is not None:
                return text
    return None


def _how(board: OpenSquares, queens: Sequence[int], blocked: Sequence[int]) -> Message:
    """Return the simplest reason why these queens alone have no completion."""
    attack = _attack(board.n, queens)
    if attack is not None:
        return attack
    both = set(queens) & set(blocked)
    if both:
        return msg("{cell} is blocked", cell=cell_name(min(both), board.n))
    alone = OpenSquares(Position(board.n, tuple(queens), tuple(blocked)))
    empty = alone.empty_line()
    if empty is None:
        return msg("every way to place the others leaves a line without a square")
    return msg("{line} has no square left", line=line_name(board, empty))


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 5, find, {"ladder": _RUNG})
