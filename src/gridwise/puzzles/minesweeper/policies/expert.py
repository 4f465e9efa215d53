"""The best hope to live through this guess and the next, and not to be forced to many later.

Not only the cells with the least risk are looked at: a cell a little riskier may tell more, and one
of two cells that nothing will ever tell apart may as well be guessed now. For each, the board is
counted with it open. For every number that it may show there is then the least risk of a cell that
tells something, and the guesses that are likely to be forced in the end, each of which costs half
of the games. How likely a forced guess is, is counted where it seems likely. Where at most 1,500
layouts are left the best play is worked out to the end, if that can be done quickly.
"""

from gridwise.puzzles.minesweeper.policies._weighing import RiskPolicy


class Expert(RiskPolicy):
    """Survival two guesses deep with forced guesses seen, and the end of the game played out."""

    name = "expert"
    title = "Survival two guesses deep, and the end of the game played out"
    source = "expectimax: Russell and Norvig, Artificial Intelligence, on stochastic games"
    code = 2


POLICY = Expert()
