"""N-Queens as a `Puzzle`: its members, each from the module that implements it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from gridwise.core.capabilities import Certificates, Features, Sampler, Symmetries
from gridwise.core.method import Option
from gridwise.core.puzzle import Offer, Puzzle, Question, clause_offer
from gridwise.core.trace import Mark
from gridwise.core.views import (
    CnfModel,
    Construction,
    Deduction,
    DomainModel,
    EngineView,
    ExactCover,
    GameTree,
    LocalSearch,
    StateSpace,
    View,
)
from gridwise.puzzles.queens import notation, rules, symbols, views
from gridwise.puzzles.queens.closed_form import closed_form
from gridwise.puzzles.queens.engine import search
from gridwise.puzzles.queens.engine.repair import swaps
from gridwise.puzzles.queens.game_tree import placement_game
from gridwise.puzzles.queens.position import PlaceQueen, Position
from gridwise.puzzles.queens.sample import sample
from gridwise.puzzles.queens.scene import scene
from gridwise.puzzles.queens.views import partial_placements
from gridwise.reading.choose import boards_of

MOST_ROWS, MOST_OPEN_ROWS = 1000, 200
"""The most rows of boards with views for complete methods, and the most without a queen."""
MOST_CNF_ROWS = 200
"""The most rows of boards with clauses, which have a variable for each square."""
MOST_DEDUCTION_ROWS = 64
"""The most rows of boards to explain, or to play on: each square has a mask of what it sees."""

LEAST_KERNEL_ROWS = 12
"""The least rows for compiled code: smaller boards are solved before it is loaded."""

_ENCODING = Option("encoding", "pairwise", views.ENCODINGS, "how 'at most one' becomes clauses")


class Queens(Puzzle[Position, PlaceQueen]):
    """N-Queens and its completion: some queens may be fixed, some squares blocked.

    Any n from 1 to 1,000,000: a position takes memory for its queens, never for its squares.
    """

    name = "queens"
    title = "N-Queens: n queens, none attacking another; some may be fixed, squares blocked"
    position_type = Position
    extensions = ()
    file_names = r"queens"
    styles = notation.STYLES
    questions: ClassVar[tuple[Question, ...]] = (
        Question.SOLUTION,
        Question.FORCED,
        Question.WINNER,
    )
    wants_unique = False
    absent = "none"
    examples: ClassVar[tuple[str, ...]] = (
        "queens:8:",
        "queens:8:r1c1,r5c2",
        "queens:6:r2c4,xr1c2,xr6c5",
        "queens:4:2,4,1,3",
    )

    read = boards_of
    parse_notation = staticmethod(notation.parse_notation)
    interpret = staticmethod(symbols.interpret)
    likeness = staticmethod(symbols.likeness)
    format = staticmethod(notation.format_position)
    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(notation.parse_move)
    violations = staticmethod(rules.violations)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    apply_all = staticmethod(rules.apply_all)
    is_solved = staticmethod(rules.is_solved)
    order_key = staticmethod(rules.order_key)
    scene = staticmethod(scene)

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[PlaceQueen]]:
        offers: dict[Any, Offer[PlaceQueen]] = {}  # Any: some views are abstract classes
        n, rows = position.n, len({cell // position.n for cell in position.queens})
        if n <= search.MOST_ROWS:
            make = partial(search.queens_kernel, position)
            offers[EngineView] = Offer(make, by_name=n < LEAST_KERNEL_ROWS)
        if n <= MOST_CNF_ROWS:
            offers[CnfModel] = clause_offer(partial(views.cnf_model, position), (_ENCODING,))
        if n <= MOST_ROWS and n - rows <= MOST_OPEN_ROWS:
            offers[ExactCover] = Offer(partial(views.exact_cover, position))
            offers[DomainModel] = Offer(partial(views.domain_model, position))
            offers[StateSpace] = Offer(partial(partial_placements, position))
        if n <= MOST_DEDUCTION_ROWS:
            offers[Deduction] = Offer(partial(_deduction, position))
            offers[GameTree] = Offer(partial(placement_game, position))
        offers[LocalSearch] = Offer(partial(swaps, position))
        offers[Construction] = Offer(partial(closed_form, position))
        return offers


def _deduction(
    position: Position,
    techniques: Sequence[str] | None = None,
    marks: Sequence[Mark] = (),
    **_: Any,
) -> Deduction[PlaceQueen]:
    from gridwise.puzzles.queens.deduction import QueensDeduction  # it loads all techniques

    return QueensDeduction(position, techniques=techniques, marks=marks)


PUZZLE = Queens()
FEATURES = Features(rules.features)
SAMPLER = Sampler(sample)
SYMMETRIES = Symmetries(rules.symmetries)


def _facts(position: Position) -> tuple[int, ...]:
    queens = frozenset(position.queens)
    return tuple(cell + 1 if cell in queens else -cell - 1 for cell in range(position.n**2))


def _filled(position: Position, facts: Iterable[int]) -> Position:
    queens = sorted(fact - 1 for fact in facts if fact > 0)
    return replace(position, queens=tuple(queens))


CERTIFICATES = Certificates(_facts, _filled)
