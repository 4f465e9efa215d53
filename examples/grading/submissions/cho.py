"""Cho: faulty. Ones everywhere in a Sudoku, an endless loop for tiles, and no clauses."""


def solve(board):
    if board.puzzle.name == "sudoku":
        return board.legal_moves()
    while True:
        board = board.play(board.legal_moves()[0])
