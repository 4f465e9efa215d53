"""The best chance to live through this guess and the next; the end by all layouts.

Not only the cells with the least risk are looked at: a cell a little riskier may tell more. For
each, the board is counted with it open, and what is then the least risk for every number that it
may show; the chance to survive both is what is maximised. Where at most 500 layouts are left the
best play is worked out to the end, if that can be done quickly.
"""

from gridwise.puzzles.minesweeper.policies._weighing import Weighing


class Expert(Weighing):
    """Survival two guesses deep, and the end of the game played out."""

    name = "expert"
    title = "Survival two guesses deep, and the end of the game played out"
    source = "expectimax: Russell and Norvig, Artificial Intelligence, on stochastic games"
    code = 2


POLICY = Expert()
