"""Boards that the command line is tested with."""

HARD = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A unique one."""
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""Its solution."""
EMPTY_4 = "sudoku:2x2:................"
"""288 solutions."""
THREE = "sudoku:2x2:1.......3......4"
"""Three solutions."""
TWICE = "sudoku:2x2:11.............."
"""Contradictory givens."""
NONE = "sudoku:2x2:123....4........"
"""No rule is broken yet, and there is no solution."""
EMPTY_9 = "sudoku:3x3:" + "." * 81
"""Too many solutions to count."""
RING = "minesweeper:3x3:---/-1-/---"
"""Eight layouts, nothing forced."""
MINES = "- 1 - 1 0\n- 1 - 1 0\n1 - 3 2 1\n- - 3 - -\n- - - - -\n"
"""Six safe, three mines, five undetermined."""
MINES_FORCED = "0 1 1 1 0\n0 1 X 1 0\n1 2 3 2 1\ns X 3 X s\n- - - - -\n"
CONTRADICTION = (
    "0 0 0 0 0 1 -\n1 1 0 0 0 1 -\n- 1 0 0 0 2 -\n- 2 2 2 2 1 -\n" + "- - - - - - -\n" * 2
)
