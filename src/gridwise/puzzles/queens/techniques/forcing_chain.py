"""Forcing chain: from a queen on a square, last squares follow until a line has none left."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.scene import CandidateLink
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits, is_one, line_name, make_step

_NAME, _TITLE, _RUNG = "forcing_chain", msg("Forcing Chain"), 4


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a queen on a square leaves a line without a square.

    Parameters
    ----------
    square
        The square.
    forced
        The queens that follow, each a square and the line whose last square it is, in order.
    empty
        The line that is left without a square.
    """

    square: int
    forced: tuple[tuple[int, int], ...]
    empty: int


def refute(board: OpenSquares, square: int) -> Refutation | None:
    """Return why no queen is on an open square, by last squares alone; None if they do not say.

    Only the queens that the end rests on are kept. O(n) for each.
    """
    world = board.copy()
    world.place(square)
    why: dict[int, int] = {}  # the line of each queen that follows
    while True:
        empty = world.empty_line()
        if empty is not None:
            return Refutation(square, _needed(board, square, why, empty), empty)
        single = next((line for line in world.unfilled if is_one(world.left(line))), None)
        if single is None:
            return None
        queen = world.left(single).bit_length() - 1
        why[queen] = single
        world.place(queen)


def _needed(
    board: OpenSquares, square: int, why: dict[int, int], empty: int
) -> tuple[tuple[int, int], ...]:
    """Return the queens that the empty line rests on, each with its line."""
    order = [square, *why]
    place = {queen: at for at, queen in enumerate(order)}
    needed = {square}
    todo = [(empty, len(order))]
    while todo:
        line, before = todo.pop()
        for closed in bits(board.left(line)):
            attackers = [q for q in order[:before] if board.lines.attacks[q] >> closed & 1]
            if not attackers or not needed.isdisjoint(attackers):
                continue
            needed.add(attackers[0])
            todo.append((why[attackers[0]], place[attackers[0]]))
    return tuple((queen, line) for queen, line in why.items() if queen in needed)


def find(board: OpenSquares) -> Iterator[Step]:
    """Yield a step for each square that is refuted, the shortest chain first."""
    refutations = []
    for square in bits(board.open):
        check_current_run()
        refutation = refute(board, square)
        if refutation is not None:
            refutations.append(refutation)
    for one in sorted(refutations, key=lambda r: (len(r.forced), r.square)):
        yield _step(board, one)


def chain_words(board: OpenSquares, found: Refutation) -> tuple[Message, ...]:
    """Return the queens that follow, in words."""
    return tuple(
        msg(
            "{cell} is the last square of {line}",
            cell=cell_name(queen, board.n),
            line=line_name(board, line),
        )
        for queen, line in found.forced
    )


def _step(board: OpenSquares, found: Refutation) -> Step:
    name, empty = cell_name(found.square, board.n), line_name(board, found.empty)
    if found.forced:
        reason = msg(
            "with a queen on {cell}, {steps}, and {line} has no square left",
            cell=name,
            steps=chain_words(board, found),
            line=empty,
        )
    else:
        reason = msg("with a queen on {cell}, {line} has no square left", cell=name, line=empty)
    path = [found.square, *(queen for queen, _ in found.forced)]
    return make_step(
        board,
        _NAME,
        _TITLE,
        _RUNG + len(found.forced),
        reason,
        removed=1 << found.square,
        premises=[Mark(square, "queen") for square in bits(board.left(found.empty))],
        second=path[1:],
        links=[CandidateLink((a, ""), (b, ""), strong=True) for a, b in pairwise(path)],
        lines=[found.empty],
    )


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 40, find, {"ladder": _RUNG})
