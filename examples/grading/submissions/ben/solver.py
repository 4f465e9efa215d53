"""Ben: greedy search for the tiles, which finds a path and not the shortest; Sudoku as Ann does."""

from heapq import heappop, heappush


def solve(board):
    return greedy(board) if board.puzzle.name == "sliding" else fill(board)


def misplaced(board):
    tiles = board.notation.split(":")[2].split(",")
    return sum(int(tile) != place for place, tile in enumerate(tiles))


def greedy(board):
    waiting = [(misplaced(board), 0, board, [])]
    seen = {board.notation}
    while waiting:
        _, _, now, moves = heappop(waiting)
        if now.is_solved:
            return moves
        for move in now.legal_moves():
            after = now.play(move)
            if after.notation not in seen:
                seen.add(after.notation)
                heappush(waiting, (misplaced(after), len(seen), after, [*moves, move]))
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
