"""The sliding puzzle as a `Puzzle`: its members, each from the module that implements it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from gridwise.core.capabilities import Features, Sampler
from gridwise.core.method import Option
from gridwise.core.puzzle import Offer, Puzzle
from gridwise.core.views import Construction, Deduction, EngineView, Shortening, StateSpace, View
from gridwise.puzzles.sliding import generate, notation, rules, symbols, views
from gridwise.puzzles.sliding.engine import a_star
from gridwise.puzzles.sliding.engine.ida_star import TABLES
from gridwise.puzzles.sliding.position import MAX_SEARCH_SIDE, Position, Slide
from gridwise.puzzles.sliding.scene import scene
from gridwise.reading.choose import boards_of

_STATES: type[Any] = StateSpace  # kinds of views, which are abstract
_RULE: type[Any] = Construction
_WINDOWS: type[Any] = Shortening
_LESSON: type[Any] = Deduction
_KERNEL: type[Any] = EngineView
_TABLES = Option("tables", "auto", TABLES, "pattern databases; auto: the greatest prepared")
_SEARCHES = ("ida_star", "a_star")

LEAST_KERNEL_CELLS = 12
"""The least cells for compiled code: smaller boards are solved before it is loaded."""


class Sliding(Puzzle[Position, Slide]):
    """The sliding puzzle of any width and height: bring the tiles to the goal.

    A move is a tile that slides into the blank. A solution is a path, and there are
    infinitely many, so solutions are not counted.
    """

    name = "sliding"
    title = "Sliding puzzle: slide the tiles into the goal's order"
    position_type = Position
    extensions = ()
    file_names = (
        r"sliding|(?:8|15|24)[-_ ]?puzzle|puzzle[-_ ]?(?:8|15|24)|^(?:8|15|24)\.|korf|n-?puzzle"
    )
    styles = notation.STYLES
    wants_unique = False
    countable = False
    examples: ClassVar[tuple[str, ...]] = (
        "sliding:3x3:8,7,1,6,0,4,3,2,5",
        "sliding:3x3:1,2,3,4,5,6,0,7,8@last",
        "sliding:4x4:0,1,9,7,11,13,5,3,14,12,4,2,8,6,10,15",
        "sliding:3x2:1,2,5,3,4,0",
        "sliding:2x3:1,0,3,2,5,4@3,1,5,0,4,2",
    )

    read = boards_of
    parse_notation = staticmethod(notation.read_notation)
    interpret = staticmethod(symbols.interpret)
    likeness = staticmethod(symbols.likeness)
    with_goal_of = staticmethod(symbols.start_and_goal)
    format = staticmethod(notation.format_position)
    remarks = staticmethod(notation.remarks)
    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(notation.parse_move)
    violations = staticmethod(rules.violations)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    apply_all = staticmethod(rules.apply_all)
    is_solved = staticmethod(rules.is_solved)
    scene = staticmethod(scene)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return position.tiles

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[Slide]]:
        offers: dict[type[View[Any]], Offer[Slide]] = {}
        if max(position.width, position.height) <= MAX_SEARCH_SIDE:
            searches = _SEARCHES if position.size <= a_star.MOST_CELLS else _SEARCHES[:1]
            search = Option("search", _SEARCHES[0], searches, "a_star: up to 16 cells, keeps all")
            offers[_KERNEL] = Offer(
                partial(views.SlidingKernel, position),
                (_TABLES, search),
                by_name=position.size < LEAST_KERNEL_CELLS,
            )
            offers[_STATES] = Offer(partial(views.SlidingSpace, position))
        offers[_RULE] = Offer(partial(views.RowByRow, position))
        offers[_WINDOWS] = Offer(partial(views.WindowShortening, position))
        offers[_LESSON] = Offer(partial(_deduction, position))
        return offers


def _deduction(
    position: Position, techniques: Sequence[str] | None = None, **_: Any
) -> Deduction[Slide]:
    from gridwise.puzzles.sliding.deduction import SlidingDeduction  # it loads all techniques

    return SlidingDeduction(position, techniques=techniques)


PUZZLE = Sliding()
FEATURES = Features(rules.features)
SAMPLER = Sampler(generate.sample)
