"""The puzzle as the rest of Gridwise sees it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from gridwise.core.generation import Generated, GenerationContext
from gridwise.core.limits import Run
from gridwise.core.method import Option
from gridwise.core.probabilities import Guess, Probabilities
from gridwise.core.puzzle import Entry, Offer, Puzzle, Question, Violation, clause_offer
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, CountModel, Kernel, View
from gridwise.core.views.cardinality import ENCODINGS
from gridwise.puzzles.minesweeper import bench, prepare, rules, views
from gridwise.puzzles.minesweeper import generate as making
from gridwise.puzzles.minesweeper.engine import advice, counting
from gridwise.puzzles.minesweeper.position import COVERED, MINE, MarkMine, Move, Position
from gridwise.puzzles.minesweeper.sample import sample
from gridwise.puzzles.minesweeper.scene import scene
from gridwise.puzzles.minesweeper.text import notation
from gridwise.puzzles.minesweeper.text.recognise import recognise

_ENCODING = Option("encoding", "binomial", ENCODINGS, "how sums over cells become clauses")

LEAST_KERNEL_CELLS = 16
"""Boards with fewer covered cells are counted before compiled code is loaded."""


class Minesweeper(Puzzle[Position, Move]):
    """Minesweeper on a board of any width and height.

    A position is what a player sees. A move carries what is learnt of a cell: its number, that
    it is a mine, or that it is safe. Solved is a board without covered cells.
    """

    name = "minesweeper"
    title = "Minesweeper: which covered cells are mines, which are safe"
    position_type = Position
    extensions = ()
    styles = notation.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.FORCED, Question.SOLUTION)
    wants_unique = False
    has_probabilities = True
    benches = bench.SETS
    tables = prepare.TABLES
    tables_default = ("counts", "games")
    examples: ClassVar[tuple[str, ...]] = (
        "minesweeper:3x3:---/-1-/---",
        "minesweeper:4x3:--1-/2-2-/--1-",
        "minesweeper:5x5:-----/-2121/-2000/-2110/--X10",
        "minesweeper:4x4x3:---X/1-s-/01--/01--",
    )

    makes: ClassVar[tuple[Option, ...] | None] = making.OPTIONS
    params: ClassVar[str] = making.PARAMS

    def recognise(self, text: str, filename: str = "") -> int:
        return recognise(text, filename)

    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
        return notation.read(text, source=source)

    def format(self, position: Position, style: str = "notation") -> str:
        return notation.format_position(position, style)

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(position, move)

    def parse_move(self, position: Position, text: str) -> Move:
        return notation.parse_move(position, text)

    def violations(self, position: Position) -> tuple[Violation, ...]:
        return rules.violations(position)

    def moves(self, position: Position) -> Iterable[Move]:
        return rules.moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        return rules.apply(position, move)

    def is_solved(self, position: Position) -> bool:
        return rules.is_solved(position)

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[Move]]:
        return {
            CnfModel: clause_offer(partial(views.cnf_model, position), (_ENCODING,)),
            CountModel: Offer(partial(views.count_model, position)),
            # What is forced clauses answer without counting, but for a total that takes many.
            Kernel: Offer(  # type: ignore[type-abstract]  # a name for the kind; none is made of it
                partial(counting.LayoutKernel.of, position),
                counts_only=not views.has_large_total(position),
                by_name=position.shown.count(COVERED) < LEAST_KERNEL_CELLS,
            ),
        }

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
        # A number looks the same whoever opened its cell, so the origin makes no difference.
        return scene(position, marks, highlights)

    def facts(self, position: Position) -> Mapping[str, int]:
        return rules.facts(position)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return tuple(int(code == MINE) for code in position.shown)

    def generate(
        self, params: str, context: GenerationContext, options: Mapping[str, str | int]
    ) -> Generated[Position] | None:
        return making.generate(params, context, options)

    def probabilities(self, position: Position, run: Run) -> Probabilities | None:
        return counting.probabilities(position, run)

    def best_guess(self, position: Position, chances: Probabilities, run: Run) -> Guess | None:
        return advice.best_guess(position, chances, run)

    def is_progress(self, move: Move) -> bool:
        return not isinstance(move, MarkMine)

    def sample(self, random: Random) -> Position:
        return sample(random)


PUZZLE = Minesweeper()
