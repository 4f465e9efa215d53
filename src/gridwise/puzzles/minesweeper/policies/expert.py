"""The best chance to live through this guess and the next.

Not only the cells with the least risk are looked at: a cell a little riskier may tell more. For
each, the board is counted with it open, and what is then the least risk for every number that it
may show; the chance to survive both is what is maximised.
"""

from gridwise.puzzles.minesweeper.policies._weighing import Weighing


class Expert(Weighing):
    """Survival two plies deep, not only the least risk."""

    name = "expert"
    title = "Survival two plies deep, not only the least risk"
    source = "expectimax: Russell and Norvig, Artificial Intelligence, on stochastic games"
    code = 2


POLICY = Expert()
