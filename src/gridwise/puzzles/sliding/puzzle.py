"""The puzzle as the rest of Gridwise sees it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from gridwise.core.generation import Generated, GenerationContext
from gridwise.core.limits import Run
from gridwise.core.method import Option
from gridwise.core.puzzle import Entry, Offer, Puzzle, Violation
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import Construction, Kernel, Shortening, StateSpace, View
from gridwise.puzzles.sliding import bench, generate, prepare, rules, views
from gridwise.puzzles.sliding.engine import a_star
from gridwise.puzzles.sliding.engine.ida_star import TABLES
from gridwise.puzzles.sliding.position import MAX_SEARCH_SIDE, Position, Slide
from gridwise.puzzles.sliding.scene import scene
from gridwise.puzzles.sliding.text import files, notation
from gridwise.puzzles.sliding.text.recognise import recognise

_STATES: type[Any] = StateSpace  # kinds of views, which are abstract
_RULE: type[Any] = Construction
_WINDOWS: type[Any] = Shortening
_KERNEL: type[Any] = Kernel
_TABLES = Option("tables", "auto", TABLES, "pattern databases; auto: the greatest prepared")
_SEARCHES = ("ida_star", "a_star")

LEAST_KERNEL_CELLS = 12
"""Boards of fewer cells are solved before compiled code is loaded."""


class Sliding(Puzzle[Position, Slide]):
    """The sliding puzzle of any width and height: bring the tiles to the goal.

    A move is a tile that slides into the blank. What is sought is the way, and there is no end
    of ways, so solutions are not counted.
    """

    name = "sliding"
    title = "Sliding puzzle: slide the tiles into the goal's order"
    position_type = Position
    extensions = ()
    styles = notation.STYLES
    wants_unique = False
    countable = False
    makes: ClassVar[tuple[Option, ...] | None] = generate.OPTIONS
    params: ClassVar[str] = generate.PARAMS
    benches = bench.SETS
    tables = prepare.TABLES
    tables_default = ("kernels",)
    examples: ClassVar[tuple[str, ...]] = (
        "sliding:3x3:8,7,1,6,0,4,3,2,5",
        "sliding:3x3:1,2,3,4,5,6,0,7,8@last",
        "sliding:4x4:0,1,9,7,11,13,5,3,14,12,4,2,8,6,10,15",
        "sliding:3x2:1,2,5,3,4,0",
        "sliding:2x3:1,0,3,2,5,4@3,1,5,0,4,2",
    )

    def recognise(self, text: str, filename: str = "") -> int:
        return recognise(text, filename)

    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
        return files.read(text, source=source)

    def format(self, position: Position, style: str = "notation") -> str:
        return notation.format_position(position, style)

    def format_move(self, position: Position, move: Slide) -> str:
        return notation.format_move(position, move)

    def parse_move(self, position: Position, text: str) -> Slide:
        return notation.parse_move(position, text)

    def violations(self, position: Position) -> tuple[Violation, ...]:
        return rules.violations(position)

    def moves(self, position: Position) -> Iterable[Slide]:
        return rules.moves(position)

    def apply(self, position: Position, move: Slide) -> Position:
        return rules.apply(position, move)

    def replay(self, position: Position, moves: Iterable[Slide]) -> Position:
        return rules.replay(position, moves)

    def is_solved(self, position: Position) -> bool:
        return rules.is_solved(position)

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
        # A tile looks the same wherever it came from, so the origin makes no difference.
        return scene(position, marks, highlights)

    def facts(self, position: Position) -> Mapping[str, int]:
        return rules.facts(position)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return position.tiles

    def generate(
        self, params: str, context: GenerationContext, options: Mapping[str, str | int]
    ) -> Generated[Position] | None:
        return generate.generate(params, context, options)

    def sample(self, random: Random) -> Position:
        return generate.sample(random)


PUZZLE = Sliding()
