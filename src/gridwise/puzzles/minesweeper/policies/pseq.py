"""The cell with the least risk, and of several the most informative one.

The four criteria PSEQ, each a tie-break of those before: the probability to be safe, the
probability of a safe cell next, the expected number of safe cells next, and the quality of the
information, which is the entropy of the cell's number. For each cell the layouts are counted with
it open and its number unknown. Of many cells beside no number only the few most likely to show a 0
are candidates.
"""

from gridwise.puzzles.minesweeper.policies._weighing import RiskPolicy


class Pseq(RiskPolicy):
    """The least risk, then the most information."""

    name = "pseq"
    title = "The least risk, then what the cell is likely to tell"
    source = "the order of criteria named PSEQ in the Minesweeper community's solvers"
    code = 1


POLICY = Pseq()
