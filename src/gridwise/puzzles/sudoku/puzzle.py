"""Sudoku as a `Puzzle`: its members, each from the module that implements it."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from gridwise.core.capabilities import Features, Sampler
from gridwise.core.puzzle import Puzzle, Question
from gridwise.puzzles.sudoku import rules, scene, views
from gridwise.puzzles.sudoku.position import PlaceDigit, Position
from gridwise.puzzles.sudoku.text import formats, notation, recognise, writing


class Sudoku(Puzzle[Position, PlaceDigit]):
    """Fill the board so that each row, column and box holds each digit once."""

    name = "sudoku"
    title = "Sudoku: each digit once in every row, column and box; 4x4 to 25x25"
    position_type = Position
    extensions = recognise.EXTENSIONS
    styles = writing.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION, Question.FORCED)
    wants_unique = True
    examples: ClassVar[tuple[str, ...]] = (
        "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "sudoku:2x2:1....2....3....4",
        "sudoku:2x3:12.....5...2....1.3..4.....6.......1",
        "sudoku:1x5:...4..5.1.......32.12...5",
    )

    recognise = staticmethod(recognise.recognise)
    read = staticmethod(formats.read)
    format = staticmethod(writing.write)
    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(notation.parse_move)
    violations = staticmethod(rules.violations)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    is_solved = staticmethod(rules.is_solved)
    views = staticmethod(views.views)
    scene = staticmethod(scene.scene)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return tuple(position.cells)

    def apply_all(self, position: Position, moves: Iterable[PlaceDigit]) -> Position:
        moves = tuple(moves)
        return rules.apply_all(position, moves) or super().apply_all(position, moves)


def _features(position: Position) -> Mapping[str, int]:
    empty = position.cells.count(0)
    return {"givens": len(position.cells) - empty, "empty": empty}


PUZZLE = Sudoku()
FEATURES = Features(_features)
SAMPLER = Sampler(rules.sample)
