"""Boards solved by the compiled searches, and their answers replayed."""

from random import Random

import gridwise
from gridwise.core.result import Status
from gridwise.puzzles.sliding import PUZZLE, Slide
from gridwise.puzzles.sliding.engine.turned import slides, turn


def nothing():
    pass


def length(board, tables="default", **how):
    """Solve by the kernel; the answer is replayed and said to be shortest."""
    result = gridwise.solve(board, method="kernel", options={"tables": tables}, **how)
    assert (result.status, result.optimal) == (Status.SOLVED, True)
    return len(result.answer.items[0].moves)


def search(made, position):
    """Deepen an engine until it finds; return the slides."""
    bound = made.estimate
    while True:
        made.begin(bound)
        while not made.go(1 << 16):
            pass
        if made.found:
            path = slides(position, turn(position), made.path())
            moves = [PUZZLE.parse_move(position, str(fact % position.size)) for fact in path]
            assert PUZZLE.is_solved(PUZZLE.apply_all(position, moves))
            assert len(path) == bound
            return path
        bound += 2


def play(position, path):
    """Play slides from a position; each has to be one."""
    for fact in path:
        tile = fact % position.size
        assert fact // position.size == position.blank
        position = PUZZLE.apply(position, Slide(tile))
    return position


def boards_on(position, path):
    """Return the boards of a path that has to be one, the first and the last too."""
    out = [position]
    for fact in path:
        out.append(PUZZLE.apply(out[-1], Slide(fact % position.size)))
    assert PUZZLE.is_solved(out[-1])
    return [board.tiles for board in out]


class Dice:
    def __init__(self, seed):
        self.random = Random(seed)

    def check(self):
        pass
