"""The cell with the least risk, and of several the one that promises most.

The four criteria that its name stands for, each where those before are equal: the probability to
be safe, the chance that a safe cell is known next, the expected number of cells that are, and the
quality of what is told, which is the entropy of the number that the cell may show. For each cell
the board is counted with it open and its number not known. Of many cells that no number speaks of
only the few are looked at that are most likely to show a 0.
"""

from gridwise.puzzles.minesweeper.policies._weighing import RiskPolicy


class Pseq(RiskPolicy):
    """The least risk, then what the cell is likely to tell."""

    name = "pseq"
    title = "The least risk, then what the cell is likely to tell"
    source = "the order of criteria named PSEQ in the Minesweeper community's solvers"
    code = 1


POLICY = Pseq()
