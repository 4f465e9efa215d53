"""Sudoku as the contract of a puzzle asks for it; each part has its own module."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from gridwise.core.batch_result import BatchResult
from gridwise.core.generation import Generated, GenerationContext
from gridwise.core.method import Option
from gridwise.core.puzzle import Entry, Offer, Puzzle, Question, Violation
from gridwise.core.run import Run
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import View
from gridwise.puzzles.sudoku import bench, prepare, rules, scene, views
from gridwise.puzzles.sudoku import generate as making
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.position import Place, Position
from gridwise.puzzles.sudoku.text import formats, notation, recognise, writing


class Sudoku(Puzzle[Position, Place]):
    """Fill the board so that each row, column and box holds each digit once."""

    name: ClassVar[str] = "sudoku"
    title: ClassVar[str] = "Sudoku: each digit once in every row, column and box; 4x4 to 25x25"
    position_type: ClassVar[type[Any]] = Position
    extensions: ClassVar[tuple[str, ...]] = recognise.EXTENSIONS
    styles: ClassVar[Mapping[str, str]] = writing.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION, Question.FORCED)
    wants_unique: ClassVar[bool] = True
    benches = bench.SETS
    tables = prepare.TABLES
    tables_default = ("kernels",)
    examples: ClassVar[tuple[str, ...]] = (
        "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "sudoku:2x2:1....2....3....4",
        "sudoku:2x3:12.....5...2....1.3..4.....6.......1",
        "sudoku:1x5:...4..5.1.......32.12...5",
    )

    many: ClassVar[str] = engine.TAKES
    makes: ClassVar[tuple[Option, ...] | None] = making.OPTIONS
    params: ClassVar[str] = making.PARAMS

    def recognise(self, text: str, filename: str = "") -> int:
        return recognise.recognise(text, filename)

    def read(self, text: str, *, source: str = "<text>") -> Iterator[Entry[Position]]:
        return formats.read(text, source)

    def format(self, position: Position, style: str = "notation") -> str:
        return writing.write(position, style)

    def format_move(self, position: Position, move: Place) -> str:
        return notation.format_move(position, move)

    def parse_move(self, position: Position, text: str) -> Place:
        return notation.parse_move(position, text)

    def violations(self, position: Position) -> tuple[Violation, ...]:
        return rules.violations(position)

    def moves(self, position: Position) -> Iterable[Place]:
        return rules.moves(position)

    def apply(self, position: Position, move: Place) -> Position:
        return rules.apply(position, move)

    def is_solved(self, position: Position) -> bool:
        return rules.is_solved(position)

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[Place]]:
        return views.views(position)

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
        return scene.scene(position, origin=origin, marks=marks, highlights=highlights)

    def facts(self, position: Position) -> Mapping[str, int]:
        empty = position.cells.count(0)
        return {"givens": len(position.cells) - empty, "empty": empty}

    def order_key(self, position: Position) -> tuple[int, ...]:
        return tuple(position.cells)

    def generate(
        self, params: str, context: GenerationContext, options: Mapping[str, str | int]
    ) -> Generated[Position] | None:
        return making.generate(params, context, options)

    def solve_many(self, puzzles: object, run: Run, *, limit: int) -> BatchResult:
        return engine.solve_many(puzzles, run, limit=limit)

    def unique_among(
        self, positions: Sequence[Position], run: Run
    ) -> Sequence[tuple[Position, int] | None]:
        return engine.unique_among(positions, run)

    def moves_to(self, position: Position, solved: Position) -> tuple[Place, ...]:
        pairs = enumerate(zip(position.cells, solved.cells, strict=True))
        return tuple(Place(cell, digit) for cell, (given, digit) in pairs if not given)

    def replay(self, position: Position, moves: Iterable[Place]) -> Position:
        moves = tuple(moves)
        return rules.apply_all(position, moves) or super().replay(position, moves)

    def sample(self, random: Random) -> Position:
        return rules.sample(random)
