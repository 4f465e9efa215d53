"""Sudoku as a `Puzzle`, its members each from the module that implements it, and small parts."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from gridwise.core.capabilities import (
    Certificates,
    CountInParts,
    Features,
    Givens,
    RatingModel,
    Ratings,
    Sampler,
)
from gridwise.core.interaction import Interaction
from gridwise.core.message import msg
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.run import Run
from gridwise.puzzles.sudoku import notation, rules, scene, symbols, views
from gridwise.puzzles.sudoku.position import FURTHER_RULES, PlaceDigit, Position
from gridwise.reading.choose import boards_of


class Sudoku(Puzzle[Position, PlaceDigit]):
    """Fill the board so that each row, column and box holds each digit once."""

    name = "sudoku"
    title = "Sudoku: each digit once in every row, column and box; 4x4 to 25x25"
    position_type = Position
    extensions = (".sdk", ".sdm", ".ss", ".sdx")
    file_names = "sudoku"
    styles = notation.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION, Question.FORCED)
    wants_unique = True
    examples: ClassVar[tuple[str, ...]] = (
        "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "sudoku:2x2:1....2....3....4",
        "sudoku:2x3:12.....5...2....1.3..4.....6.......1",
        "sudoku:1x5:...4..5.1.......32.12...5",
    )

    read = boards_of
    parse_notation = staticmethod(notation.parse_notation)
    interpret = staticmethod(symbols.interpret)
    likeness = staticmethod(symbols.likeness)
    format = staticmethod(notation.write)
    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(notation.parse_move)
    violations = staticmethod(rules.violations)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    is_solved = staticmethod(rules.is_solved)
    views = staticmethod(views.views)
    scene = staticmethod(scene.scene)
    rules: ClassVar[Mapping[str, Collection[str]]] = dict.fromkeys(
        FURTHER_RULES,
        (
            *("notation", "grid", "sdx"),
            *(one.constant for one in (CountInParts, Certificates, Features, Givens, Interaction)),
        ),
    )

    def order_key(self, position: Position) -> tuple[int, ...]:
        return tuple(position.cells)

    def apply_all(self, position: Position, moves: Iterable[PlaceDigit]) -> Position:
        moves = tuple(moves)
        return rules.apply_all(position, moves) or super().apply_all(position, moves)


def _features(position: Position) -> Mapping[str, int]:
    empty = position.cells.count(0)
    return {"givens": len(position.cells) - empty, "empty": empty}


def _givens(position: Position) -> Iterable[int]:
    return (cell for cell, digit in enumerate(position.cells) if digit)


def _without(position: Position, cell: int) -> Position:
    cells = bytearray(position.cells)
    cells[cell] = 0
    return replace(position, cells=bytes(cells))


def _values(position: Position) -> tuple[str, ...]:
    return tuple(str(digit) if digit else "" for digit in position.cells)


def _facts(position: Position) -> tuple[int, ...]:
    """Return the givens as literals of the clauses: cell * size + digit, negative if not there."""
    size = position.size
    return tuple(
        cell * size + d if d == digit else -(cell * size + d)
        for cell, digit in enumerate(position.cells)
        if digit
        for d in range(1, size + 1)
    )


def _filled(position: Position, facts: Iterable[int]) -> Position:
    cells = bytearray(len(position.cells))
    for fact in facts:
        if fact > 0:
            cell, digit = divmod(fact - 1, position.size)
            cells[cell] = digit + 1
    return replace(position, cells=bytes(cells))


def _hodoku(position: Position, run: Run) -> Mapping[str, int | float | str]:
    from gridwise.puzzles.sudoku.rating import hodoku

    rated = hodoku.rating(position, run)
    return {"level": rated.level, "score": rated.score}


def _se(position: Position, run: Run) -> Mapping[str, int | float | str]:
    from gridwise.puzzles.sudoku.rating import se

    rated = se.rate(position, run)
    return {"er": rated.er, "ep": rated.ep, "ed": rated.ed}


PUZZLE = Sudoku()
FEATURES = Features(_features)
SAMPLER = Sampler(rules.sample)
GIVENS = Givens(_givens, _without, _values)
CERTIFICATES = Certificates(_facts, _filled, {"givens": "premises"}, minimal=True)
RATINGS = Ratings(
    {
        "hodoku": RatingModel(
            "hodoku",
            "2.2",
            msg("HoDoKu: the sum of the steps' scores, and a level"),
            _hodoku,
            FURTHER_RULES,
        ),
        "se": RatingModel(
            "se",
            "1.2",
            msg("Sudoku Explainer: the hardest step, up to the first digit, the first"),
            _se,
            FURTHER_RULES,
        ),
    }
)
