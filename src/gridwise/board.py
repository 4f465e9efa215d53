"""The board that people hold: it reads itself, takes moves, and answers questions.

Each question is a function that takes a board in any form (`gridwise.solve("hard.sdk")`); a `Board`
has each of them as a method too (`board.solve()`).
"""

from gridwise.questions.base_board import BaseBoard
from gridwise.questions.count import count
from gridwise.questions.encode import encode
from gridwise.questions.explain import explain
from gridwise.questions.heuristics import heuristics
from gridwise.questions.hint import hint
from gridwise.questions.probabilities import probabilities
from gridwise.questions.rate import rate
from gridwise.questions.setter_bench import setter_bench
from gridwise.questions.solve import solve


class Board(BaseBoard):
    """A board of any puzzle: immutable, hashable, and the same wherever it came from.

    Printed, it is drawn with characters; in a notebook it is a picture. Two boards are equal if
    their positions are.

    Parameters
    ----------
    source
        A notation (`"queens:8:"`), the text of a board in any known format, the path of a
        file with one board, a position, or a `Board`. Or values: a list of rows, each of numbers
        (0, -1, None, NaN or "" for an empty cell) or one text, an array of NumPy, a frame of
        pandas, a dict of cells (`{"r1c1": 5}`, `{(0, 0): 5}`, or `{"A1": 5}` for row A, column 1).
    puzzle
        The kind of puzzle; by default it is read from the source.
    goal
        The goal of a sliding board instead of its own: `first` (the blank first), `last`, `snail`,
        the numbers with commas between them, the path of a file with the goal, or its rows.

    Attributes
    ----------
    puzzle : Puzzle
        The rules; `puzzle.name` is the kind.
    position
        The raw position, as methods take it.
    origin
        The raw position before the first `play`: it tells givens from entries.
    claims
        The claims about a board that `gridwise.generate` made, all checked.

    Raises
    ------
    ParseError
        The text or the values are no board, the error names the place; or the file does not
        exist, the error names the nearest name.
    ParameterError
        The source is none of these.

    Examples
    --------
    >>> board = Board("sudoku:2x2:1....2....3....4")
    >>> print(board.play("r1c3=4"))
    ┏━━━━━┳━━━━━┓
    ┃ 1 · ┃ 4 · ┃
    ┃ · 2 ┃ · · ┃
    ┣━━━━━╋━━━━━┫
    ┃ · · ┃ 3 · ┃
    ┃ · · ┃ · 4 ┃
    ┗━━━━━┻━━━━━┛
    >>> board["r1c1"], board[1, 1], [sum(row) for row in board]
    (1, 2, [1, 2, 3, 4])
    >>> Board([[7, 2, 4], [5, None, 6], [8, 3, 1]]).notation
    'sliding:3x3:7,2,4,5,0,6,8,3,1'
    """

    __slots__ = ()

    solve = solve
    count = count
    hint = hint
    explain = explain
    rate = rate
    setter_bench = setter_bench
    probabilities = probabilities
    heuristics = heuristics
    encode = encode
