"""A solver that is wrong on purpose: it puts the first digit into each open cell."""


def solve(board):
    """Return the text of the board with 1 wherever it is open."""
    return board.notation.replace(".", "1")
