"""Forcing net: from a queen on a square the other techniques lead to a line without a square.

The floor under all techniques: a square that is in no completion is always refuted by a net, whose
assumptions may hold nets themselves if needed.
"""

from collections.abc import Iterator

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques import forcing_chain
from gridwise.puzzles.queens.techniques.board import OpenSquares, line_name, make_step, mask_of
from gridwise.puzzles.queens.techniques.squares_left import (
    common_attack,
    confined_lines,
    last_square,
)

_NAME, _TITLE, _RUNG = "forcing_net", msg("Forcing Net"), 20
_SIMPLE = (last_square, common_attack, confined_lines)
_FEW = 8
"""The number of squares of which the one with the shortest net is taken."""


def find(board: OpenSquares) -> Iterator[Step]:
    """Yield a step for squares that are in no completion, the shortest net first."""
    squares = []
    for square in board.impossible_squares():
        squares.append(square)
        if len(squares) == _FEW:
            break
    depth = 1
    while squares:
        nets = {square: _net(board, square, depth) for square in squares}
        by_length = [(len(net), square, net) for square, net in nets.items() if net is not None]
        for size, square, net in sorted(by_length, key=lambda one: one[:2]):
            yield _step(board, square, net, depth, size)
        squares = [square for square in squares if nets[square] is None]
        depth += 1


def _net(board: OpenSquares, square: int, depth: int) -> tuple[Message, ...] | None:
    """Return the steps to a contradiction in words; None if they take deeper assumptions.

    At depth 1 the assumptions inside are chains, and steps that the end does not rest on are left
    out; at each depth more, the assumptions are nets of one less.
    """
    start = board.copy()
    start.place(square)
    world, steps = start.copy(), []
    while (empty := world.empty_line()) is None:
        check_current_run()
        step = _next(world, depth)
        if step is None:
            return None
        steps.append(step)
        enter(world, step)
    if depth == 1:
        steps = _needed(start, steps)
        world = _entered(start, steps)
        empty = world.empty_line()
        assert empty is not None
    sentences = [msg("{conclusions}", conclusions=_conclusion(board, step)) for step in steps]
    return (*sentences, msg("{line} has no square left", line=line_name(board, empty)))


def _entered(start: OpenSquares, steps: list[Step]) -> OpenSquares:
    world = start.copy()
    for step in steps:
        enter(world, step)
    return world


def _needed(start: OpenSquares, steps: list[Step]) -> list[Step]:
    """Return the steps that the end or a later step rests on."""
    for at in reversed(range(len(steps))):
        fewer = [*steps[:at], *steps[at + 1 :]]
        if _holds(start, fewer, at):
            steps = fewer
    return steps


def _holds(start: OpenSquares, steps: list[Step], at: int) -> bool:
    """Return whether the steps from `at` on follow one after the other and end in an empty line."""
    world = _entered(start, steps[:at])
    for step in steps[at:]:
        check_current_run()
        placed = [mark.cell for mark in step.conclusions if mark.holds]
        removed = [mark.cell for mark in step.conclusions if not mark.holds]
        if any(not any(world.left(line) == 1 << q for line in world.unfilled) for q in placed):
            return False
        if not all(_refuted(world, square) for square in removed):
            return False
        enter(world, step)
    return world.empty_line() is not None


def _refuted(world: OpenSquares, square: int) -> bool:
    """Return whether a chain or confined lines rule out a square."""
    if not world.open >> square & 1 or forcing_chain.refute(world, square) is not None:
        return True
    confined = confined_lines(world)
    return any(mark.cell == square for step in confined for mark in step.conclusions)


def _next(world: OpenSquares, depth: int) -> Step | None:
    if not world.unfilled:
        return None
    for technique in (*_SIMPLE, forcing_chain.find):
        step = next(iter(technique(world)), None)
        if step is not None:
            return step
    if depth > 1:
        for square in world.impossible_squares():
            net = _net(world, square, depth - 1)
            if net is not None:
                return _step(world, square, net, depth - 1, len(net))
    return None


def enter(board: OpenSquares, step: Step) -> None:
    """Enter the conclusions of a step."""
    board.remove(mask_of(mark.cell for mark in step.conclusions if not mark.holds))
    for mark in step.conclusions:
        if mark.holds:
            board.place(mark.cell)


def _conclusion(board: OpenSquares, step: Step) -> tuple[Message, ...]:
    return tuple(
        msg("queen on {cell}", cell=cell_name(mark.cell, board.n))
        if mark.holds
        else msg("none on {cell}", cell=cell_name(mark.cell, board.n))
        for mark in step.conclusions
    )


def _step(board: OpenSquares, square: int, net: tuple[Message, ...], depth: int, size: int) -> Step:
    return make_step(
        board,
        _NAME,
        _TITLE,
        _RUNG * depth + size,
        msg("with a queen on {cell} follows: {steps}", cell=cell_name(square, board.n), steps=net),
        removed=1 << square,
        premises=[Mark(queen, "queen") for queen in board.queens],
    )


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 50, find, {"ladder": _RUNG})
