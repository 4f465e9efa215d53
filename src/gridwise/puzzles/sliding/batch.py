"""Shares out one hard board: IDA* in subtrees, bound by bound."""

from gridwise.core.capabilities import SearchInParts, Subtrees
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.views import EngineView
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.engine import subtrees
from gridwise.puzzles.sliding.position import Slide
from gridwise.puzzles.sliding.views import SlidingKernel


def cut(view: EngineView[Slide], least: int, run: Run) -> Subtrees | None:
    """Return the subtrees of a view's board, or None if it has no solution."""
    assert isinstance(view, SlidingKernel)
    if view.search != "ida_star":
        raise ParameterError(
            msg("{search} is not shared out: leave --workers and --cluster out", search=view.search)
        )
    if rules.unsolvable(view.position) is not None:
        return None
    return subtrees.cut(view.position, view.tables, least, run)


SUBTREES = SearchInParts(cut, subtrees.search, subtrees.split)
