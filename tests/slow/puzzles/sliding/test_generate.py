"""A board at the greatest distance."""

from gridwise.puzzles.sliding.generate import generate
from gridwise.solving.solve import solve
from puzzles.sliding.support import Dice


def test_the_boards_of_80_slides_by_search():
    """No shorter solution is there; one board, as it takes long."""
    board = generate("4x4", Dice(0), {"length": "80", "goal": "last"}).position
    result = solve(board, method="kernel", options={"tables": "6-6-3"})
    assert result.optimal
    assert len(result.answer.items[0].moves) == 80
