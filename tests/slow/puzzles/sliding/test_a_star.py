"""The compiled A* and IDA* find ways of the same lengths."""

import gridwise
from every import every
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.puzzles.sliding import walked
from gridwise.puzzles.sliding.engine import ida_star
from samples import seeds


@every("width, height", [(4, 4), (4, 3), (5, 3), (8, 2), (2, 6)])
def test_lengths_are_those_of_ida_star(width, height):
    for seed in seeds(2, 8):
        board = walked(width, height, 70, seed)
        result = gridwise.solve(board, method="kernel", options={"search": "a_star"})
        assert (result.status, result.optimal) == (Status.SOLVED, True)  # replayed, too
        assert len(result.answer.items[0].moves) == len(ida_star.shortest(board, Run(), "default"))
