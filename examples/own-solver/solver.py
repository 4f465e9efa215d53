"""A solver of one's own: backtracking with the moves that the rules allow."""


def solve(board):
    """Return the moves that solve a Sudoku, or None where there are none."""
    if board.is_solved:
        return []
    by_cell = {}
    for move in board.legal_moves():
        cell, _, _ = move.partition("=")
        by_cell.setdefault(cell, []).append(move)
    if not by_cell:
        return None
    for move in min(by_cell.values(), key=len):  # the cell with the fewest digits left
        rest = solve(board.play(move))
        if rest is not None:
            return [move, *rest]
    return None
