"""How the work on one position is cut into parts, for many processes or machines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core.capabilities import Capability
from gridwise.core.run import Run
from gridwise.core.views import EngineView, Model


@dataclass(frozen=True, slots=True)
class CountInParts(Capability):
    """A puzzle's way to cut a count into parts that have nothing to do with each other.

    Parameters
    ----------
    parts
        `parts(position, least)` returns at least so many parts where the position has them, plain
        data that can be pickled. The numbers of solutions of all parts sum to that of the position.
        Without a part the position is not cut: it is counted as a whole.
    count
        `count(part, run)` returns the number of solutions of a part. Raises `Interrupted`.
    """

    constant = "PARTS"
    module = "batch"

    parts: Callable[[Any, int], Sequence[Any]]
    count: Callable[[Any, Run], int]


@dataclass(frozen=True, slots=True)
class Subtrees:
    """The subtrees of a search for a cheapest path.

    Parameters
    ----------
    bound
        A lower bound of the cost, the first to search to.
    common
        What all subtrees share. Like them it is plain data that can be pickled.
    subtrees
        They hold every path that has to be searched, in a fixed order.
    least
        For each subtree a lower bound of the cost of the paths in it.
    found
        The answer, where it was met while cutting; there are no subtrees then.
    """

    bound: int
    common: Any = None
    subtrees: Sequence[Any] = ()
    least: Sequence[int] = ()
    found: Model | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of some subtrees to a bound did.

    Parameters
    ----------
    expanded
        The nodes expanded in each of them; of those after a solution nothing.
    generated
        The nodes generated in all of them.
    next_bound
        The least cost that a path beyond the bound may have.
    found
        The first path within the bound, None where there is none.
    """

    expanded: tuple[int, ...]
    generated: int
    next_bound: int
    found: Model | None = None


@dataclass(frozen=True, slots=True)
class SearchInParts(Capability):
    """A puzzle's way to share out one search for a cheapest path, bound by bound.

    Parameters
    ----------
    cut
        `cut(view, least, run)` returns at least so many subtrees of a view's board, fewer only
        where it has the answer; None for a board without a solution. Raises `ParameterError` for
        options of the view that cannot be shared out.
    search
        `search(common, subtrees, bound, run)` searches these one after the other. Raises
        `Interrupted`.
    split
        `split(common, subtree, least, run)` returns about so many subtrees in place of one, in its
        order, each with a lower bound of the cost of its paths; the subtree itself where that
        cannot be.
    """

    constant = "SUBTREES"
    module = "batch"

    cut: Callable[[EngineView[Any], int, Run], Subtrees | None]
    search: Callable[[Any, Sequence[Any], int, Run], Searched]
    split: Callable[[Any, Any, int, Run], Sequence[tuple[Any, int]]]
