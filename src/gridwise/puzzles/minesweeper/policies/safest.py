"""The cell with the least risk.

All cells that follow are opened. If none does, the exact mine probability of every cell is
counted, and the cell with the least is opened: of several the one with the fewest neighbours (a
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
