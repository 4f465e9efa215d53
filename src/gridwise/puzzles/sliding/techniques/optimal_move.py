"""Optimal move: the next slide of a shortest solution, with f, g and h of each alternative."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.heuristics import DEFAULT, Heuristics
from gridwise.puzzles.sliding.heuristics._estimator import GoalBoard
from gridwise.puzzles.sliding.techniques.board import SlidingBoard, make_step, number_of_moves

_NAME, _TITLE = "optimal_move", msg("Optimal Move")


def find(board: SlidingBoard) -> Iterator[Step]:
    """Yield the next slide of a shortest path; g counts the slides from where it began."""
    left = board.shortest_path()
    if not left:
        return
    position = board.position
    goal = GoalBoard(position.width, position.height, position.goal)
    estimate = Heuristics(goal)[DEFAULT].estimate
    g = len(board.path) + 1
    rows = []
    for move in rules.moves(position):
        h = estimate(bytes(rules.apply(position, move).tiles))
        rows.append(msg("{tile}: f = {g} + {h} = {f}", tile=move.tile, g=g, h=h, f=g + h))
    reason = msg(
        "the shortest solution from here takes {length} ({heuristic}: {alternatives})",
        length=number_of_moves(len(left)),
        heuristic=DEFAULT,
        alternatives=tuple(rows),
    )
    cell, tile = divmod(left[-1], position.size)
    yield make_step(board, _NAME, _TITLE, reason, (left[-1],), (tile,), (cell,))


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 100, find)
