"""The puzzle as the rest of Gridwise sees it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from gridwise.core.generation import Generated, GenerationContext
from gridwise.core.limits import Run
from gridwise.core.method import Option
from gridwise.core.puzzle import Entry, Offer, Puzzle, Question, Symmetry, Violation, clause_offer
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import (
    CnfModel,
    Construction,
    DomainModel,
    ExactCover,
    Kernel,
    LocalSearch,
    StateSpace,
    View,
)
from gridwise.puzzles.queens import bench, generate, prepare, rules, views
from gridwise.puzzles.queens.closed_form import closed_form
from gridwise.puzzles.queens.engine import search
from gridwise.puzzles.queens.engine.repair import swaps
from gridwise.puzzles.queens.position import PlaceQueen, Position
from gridwise.puzzles.queens.sample import sample
from gridwise.puzzles.queens.scene import scene
from gridwise.puzzles.queens.states import partial_placements
from gridwise.puzzles.queens.text import files, notation
from gridwise.puzzles.queens.text.recognise import recognise

MOST_ROWS, MOST_OPEN_ROWS = 1000, 200
"""Views for complete methods are offered up to so many rows, so many of them without a queen."""
MOST_CNF_ROWS = 200
"""Clauses, which have a variable for each square, are offered up to so many rows."""

LEAST_KERNEL_ROWS = 12
"""Boards of fewer rows are solved and counted before compiled code is loaded."""

_ENCODING = Option("encoding", "pairwise", views.ENCODINGS, "how 'at most one' becomes clauses")


class Queens(Puzzle[Position, PlaceQueen]):
    """N-Queens and its completion: some queens may be fixed, some squares blocked.

    Any n from 1 to 1,000,000: a position takes memory for its queens, never for its squares.
    """

    name = "queens"
    title = "N-Queens: n queens, none attacking another; some may be fixed, squares blocked"
    position_type = Position
    extensions = ()
    styles = notation.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION, Question.FORCED)
    wants_unique = False
    makes = generate.OPTIONS
    params = generate.PARAMS
    benches = bench.SETS
    tables = prepare.TABLES
    tables_default = ("kernels",)
    examples: ClassVar[tuple[str, ...]] = (
        "queens:8:",
        "queens:8:r1c1,r5c2",
        "queens:6:r2c4,xr1c2,xr6c5",
        "queens:4:2,4,1,3",
    )

    def recognise(self, text: str, filename: str = "") -> int:
        return recognise(text, filename)

    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
        return files.read(text, source=source)

    def format(self, position: Position, style: str = "notation") -> str:
        return notation.format_position(position, style)

    def format_move(self, position: Position, move: PlaceQueen) -> str:
        return notation.format_move(position, move)

    def parse_move(self, position: Position, text: str) -> PlaceQueen:
        return notation.parse_move(position, text)

    def violations(self, position: Position) -> tuple[Violation, ...]:
        return rules.violations(position)

    def moves(self, position: Position) -> Iterable[PlaceQueen]:
        return rules.moves(position)

    def apply(self, position: Position, move: PlaceQueen) -> Position:
        return rules.apply(position, move)

    def replay(self, position: Position, moves: Iterable[PlaceQueen]) -> Position:
        return rules.replay(position, moves)

    def is_solved(self, position: Position) -> bool:
        return rules.is_solved(position)

    def symmetries(self, position: Position) -> tuple[Symmetry, ...]:
        return rules.symmetries(position)

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[PlaceQueen]]:
        offers: dict[Any, Offer[PlaceQueen]] = {}  # Any: some views are abstract classes
        n, rows = position.n, len({cell // position.n for cell in position.queens})
        if n <= search.MOST_ROWS:
            make = partial(search.queens_kernel, position)
            offers[Kernel] = Offer(make, by_name=n < LEAST_KERNEL_ROWS)
        if n <= MOST_CNF_ROWS:
            offers[CnfModel] = clause_offer(partial(views.cnf_model, position), (_ENCODING,))
        if n <= MOST_ROWS and n - rows <= MOST_OPEN_ROWS:
            offers[ExactCover] = Offer(partial(views.exact_cover, position))
            offers[DomainModel] = Offer(partial(views.domain_model, position))
            offers[StateSpace] = Offer(partial(partial_placements, position))
        offers[LocalSearch] = Offer(partial(swaps, position))
        offers[Construction] = Offer(partial(closed_form, position))
        return offers

    def bench(
        self, name: str, *, data: str | None = None, scale: float = 1.0
    ) -> Mapping[str, int | float | str]:
        return bench.run(name, data=data, scale=scale)

    def prepare(self, name: str, run: Run) -> None:
        prepare.prepare(name, run)

    def scene(
        self,
        position: Position,
        *,
        origin: Position | None = None,
        marks: Iterable[Mark] = (),
        highlights: Mapping[int, Highlight] | None = None,
    ) -> Scene:
        # A queen looks the same whoever put it, so the origin makes no difference.
        return scene(position, marks, highlights)

    def facts(self, position: Position) -> Mapping[str, int]:
        return rules.facts(position)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return rules.order_key(position)

    def generate(
        self, params: str, context: GenerationContext, options: Mapping[str, str | int]
    ) -> Generated[Position] | None:
        return generate.generate(params, context, options)

    def sample(self, random: Random) -> Position:
        return sample(random)


PUZZLE = Queens()
