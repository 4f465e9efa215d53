"""Shares out one hard board: IDA* in subtrees, which processes and machines search apart.

The subtrees are the arrangements of one layer around the board, found breadth-first along paths
that the automaton allows. Of several paths to one arrangement the first one is kept, in the order
of the automaton's directions. The first of all shortest solutions begins with it: with an earlier
or shorter path to the same arrangement in its place there would be an earlier or shorter solution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import local

from gridwise.compiled import jit
from gridwise.core.capabilities import Searched, SearchInParts, Subtrees
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.views import EngineView
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.engine import searches
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.engine.ida_star import choose, deepen, search_of
from gridwise.puzzles.sliding.engine.searches import START, Root
from gridwise.puzzles.sliding.engine.turned import Turned, slides, turn
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.position import Position, Slide
from gridwise.puzzles.sliding.views import SlidingKernel


@dataclass(frozen=True, slots=True)
class SharedBoard:
    """A board whose subtrees are searched apart, and the tables that all of them use.

    The tables have a name of their own: `auto` may take others on another machine.
    """

    position: Position
    tables: str


@dataclass(frozen=True, slots=True)
class Subtree:
    """A subtree: the blank's cells on the path that leads to it, and its root."""

    path: tuple[int, ...]
    root: Root


_Layer = dict[tuple[int, ...], tuple[tuple[int, ...], int]]
"""Maps an arrangement to the blank's cells on the path to it, and the automaton's entry."""


def cut(position: Position, tables: str, least: int, run: Run) -> Subtrees:
    """Return at least so many subtrees of a board that can be solved, or its answer."""
    board = turn(position)
    part = choose(board, tables)
    named = part is not None and part.name in additive.NAMED
    common = SharedBoard(position, part.name if part is not None and named else tables)
    with jit.compiling(run):
        with run.making_tables():
            search = _search(common, run)
        layer = _deepened({board.tiles: ((board.tiles.index(0),), START)}, board, least, run)
        goal = _goal(board)
        if goal in layer:
            path, _ = layer[goal]
            return Subtrees(len(path) - 1, found=slides(position, board, path))
        subtrees = _rooted(layer, search, run)
    bounds = [_least(subtree) for subtree in subtrees]
    return Subtrees(max(search.estimate, min(bounds)), common, subtrees, bounds)


def split(common: SharedBoard, subtree: Subtree, least: int, run: Run) -> list[tuple[Subtree, int]]:
    """Return about `least` subtrees that one consists of, in its order, each with its bound.

    A subtree that is empty or has the goal within these few steps stays whole.
    """
    board = turn(common.position)
    with jit.compiling(run):
        tiles, entry = board.tiles, START
        after, steps = automaton(run.check), list(searches.steps(board))
        for here, there in pairwise(subtree.path):
            tiles = _slid(tiles, here, there)
            entry = int(after[(entry >> 4) * 4 + steps.index(there - here)])
        layer = _deepened({tiles: (subtree.path, entry)}, board, least, run)
        if not layer or _goal(board) in layer:
            return [(subtree, _least(subtree))]
        return [(part, _least(part)) for part in _rooted(layer, _search(common, run), run)]


def _deepened(layer: _Layer, board: Turned, least: int, run: Run) -> _Layer:
    """Return the first layer below with so many arrangements, with none, or with the goal."""
    after = automaton(run.check)
    ways, steps, goal = searches.ways(board), searches.steps(board), _goal(board)
    seen = set(layer)
    while layer and len(layer) < least and goal not in layer:
        run.check()
        below: _Layer = {}
        for tiles, (path, entry) in layer.items():
            blank = path[-1]
            run.count.expanded += 1
            for direction in range(4):
                if not entry & int(ways[blank]) & 1 << direction:
                    continue
                run.count.generated += 1
                cell = blank + int(steps[direction])
                there = _slid(tiles, blank, cell)
                if there not in seen:
                    seen.add(there)
                    below[there] = (*path, cell), int(after[(entry >> 4) * 4 + direction])
        layer = below
    return layer


def _slid(tiles: tuple[int, ...], blank: int, cell: int) -> tuple[int, ...]:
    moved = list(tiles)
    moved[blank], moved[cell] = moved[cell], 0
    return tuple(moved)


def _goal(board: Turned) -> tuple[int, ...]:
    cells = range(len(board.tiles))
    return tuple(0 if cell == board.blank else board.label(cell) for cell in cells)


def _rooted(layer: _Layer, search: searches.BoundedSearch, run: Run) -> list[Subtree]:
    subtrees = []
    for tiles, (path, entry) in layer.items():
        run.check()
        subtrees.append(Subtree(path, search.place(tiles, entry)))
    return subtrees


def _least(subtree: Subtree) -> int:
    """Return a lower bound of the length of a solution by a subtree."""
    return len(subtree.path) - 1 + subtree.root.estimate


def search(common: SharedBoard, subtrees: Sequence[Subtree], bound: int, run: Run) -> Searched:
    """Search subtrees to a bound, up to the first that has a solution."""
    expanded = []
    generated = 0
    with jit.compiling(run):
        tree = _search(common, run)
        for subtree in subtrees:
            steps = len(subtree.path) - 1
            expanded.append(0)
            if steps + subtree.root.estimate > bound:
                continue
            nodes, made = tree.nodes, tree.generated
            tree.begin(bound - steps, subtree.root)
            deepen(tree, run)
            expanded[-1] = tree.nodes - nodes
            generated += tree.generated - made
            if tree.found:
                path = (*subtree.path, *tree.path()[1:])
                solution = slides(common.position, tree.board, path)
                return Searched(tuple(expanded), generated, bound, solution)
    return Searched(tuple(expanded), generated, bound + 2)


def _search(common: SharedBoard, run: Run) -> searches.BoundedSearch:
    """Return the search of a board; a thread keeps the last one, as its arrays are in use."""
    if getattr(_kept, "board", None) != common:
        _kept.search = search_of(turn(common.position), common.tables, run.check)
        _kept.board = common
    kept: searches.BoundedSearch = _kept.search
    return kept


_kept = local()


def _cut(view: EngineView[Slide], least: int, run: Run) -> Subtrees | None:
    """Return the subtrees of a view's board, or None if it has no solution."""
    assert isinstance(view, SlidingKernel)
    if view.search != "ida_star":
        raise ParameterError(
            msg("{search} is not shared out: leave --workers and --cluster out", search=view.search)
        )
    if rules.unsolvable(view.position) is not None:
        return None
    return cut(view.position, view.tables, least, run)


SUBTREES = SearchInParts(_cut, search, split)
