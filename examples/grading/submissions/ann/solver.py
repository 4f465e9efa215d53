"""Ann: breadth-first search for the tiles, backtracking on the emptiest choice for Sudoku."""

from collections import deque


def solve(board):
    return shortest(board) if board.puzzle.name == "sliding" else fill(board)


def shortest(board):
    waiting = deque([(board, [])])
    seen = {board.notation}
    while waiting:
        now, moves = waiting.popleft()
        if now.is_solved:
            return moves
        for move in now.legal_moves():
            after = now.play(move)
            if after.notation not in seen:
                seen.add(after.notation)
                waiting.append((after, [*moves, move]))
    return None


def fill(board):
    if board.is_solved:
        return []
    choices = {}
    for move in board.legal_moves():
        choices.setdefault(move.partition("=")[0], []).append(move)
    for move in min(choices.values(), key=len, default=()):
        rest = fill(board.play(move))
        if rest is not None:
            return [move, *rest]
    return None
