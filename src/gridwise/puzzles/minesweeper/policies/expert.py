"""The best probability to survive this guess and the next, with few forced guesses later.

Cells of slightly more than the least risk are candidates too: such a cell may reveal more, and of
two cells that no number will ever distinguish one may as well be guessed now. For each candidate
the layouts are counted with it open. Each number that it may show then gives the least risk of an
informative cell, and the guesses that are likely to be forced in the end, each of which loses half
of the games. With at most 1,500 layouts left the best play is computed to the end, if quickly.
"""

from gridwise.puzzles.minesweeper.policies._weighing import RiskPolicy


class Expert(RiskPolicy):
    """Survival two guesses deep, forced guesses foreseen, and exact play at the end."""

    name = "expert"
    title = "Survival two guesses deep, and the end of the game played out"
    source = "expectimax: Russell and Norvig, Artificial Intelligence, on stochastic games"
    code = 2


POLICY = Expert()
