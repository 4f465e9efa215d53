"""Alpha-beta: minimax without the moves that cannot change the value of the game."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind
from gridwise.core.views import GameTree, Model
from gridwise.methods._shared.game_search import COUNTS, EMITS, NODE, OPTIONS, GameSearch, code


class AlphaBeta(Method):
    """Minimax with alpha-beta pruning: the same value and the same first best move.

    Alpha is what the player to move has for certain elsewhere in the tree, beta what the other one
    lets happen at most. Once a move reaches beta, the rest of the moves of that position are cut.
    With b moves in each position of a tree of depth d it looks at about b**(d/2) ends at best, and
    at all b**d at worst.
    """

    name = "alpha_beta"
    title = "Alpha-beta: minimax, without moves that cannot matter"
    source = "Knuth and Moore 1975, Artificial Intelligence 6(4), 293-326"
    views = (GameTree,)
    complete = True
    counts = COUNTS
    node = NODE
    emits = EMITS | {Kind.ELIMINATE}
    pseudocode = code(
        "alpha_beta",
        ", α, β",
        CodeLine("        if best ≥ β: leave out the other moves", Kind.ELIMINATE),
    )
    options = OPTIONS
    rank = 20

    def models(
        self, view: GameTree[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        table, symmetry = (self.option(run, name) == "yes" for name in ("table", "symmetry"))
        yield GameSearch(view, run, cuts=True, table=table, symmetry=symmetry).model()


METHOD = AlphaBeta()
