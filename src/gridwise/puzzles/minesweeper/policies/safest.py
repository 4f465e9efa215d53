"""The cell with the least risk.

All that follows is opened. Where nothing does, the exact chance of every cell to be a mine is
found, and the cell with the least is opened: of several the one with the fewest neighbours (a
corner, then an edge), then the first.
"""

from gridwise.puzzles.minesweeper.policies._weighing import RiskPolicy


class Safest(RiskPolicy):
    """The least risk, then the cell with the fewest neighbours."""

    name = "safest"
    title = "The least risk, then the cell with the fewest neighbours"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    code = 0


POLICY = Safest()
