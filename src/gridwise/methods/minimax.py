"""Minimax: the value of a game of two players, from the values of all its ends."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import GameTree, Model
from gridwise.methods._shared.game_search import COUNTS, EMITS, NODE, OPTIONS, GameSearch, code


class Minimax(Method):
    """Minimax, depth first to the ends of the game: every move of every position is looked at.

    The value of an end is given by the rules; the value of any other position is the best that the
    player to move can reach, if the other player does the same. The first of equally good moves is
    taken. O(positions), each looked at once with `table` = yes, else once for each order of moves.
    """

    name = "minimax"
    title = "Minimax: every move of both players, to the ends of the game"
    source = "Shannon 1950, Philosophical Magazine 41(314), 256-275"
    views = (GameTree,)
    complete = True
    counts = COUNTS
    node = NODE
    emits = EMITS
    pseudocode = code("minimax", "")
    options = OPTIONS
    rank = 10

    def models(
        self, view: GameTree[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        table, symmetry = (self.option(run, name) == "yes" for name in ("table", "symmetry"))
        yield GameSearch(view, run, cuts=False, table=table, symmetry=symmetry).model()


METHOD = Minimax()
