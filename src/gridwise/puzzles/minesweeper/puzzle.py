"""Minesweeper as a `Puzzle`: its members, each from the module that implements it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from gridwise.core.capabilities import Features, Sampler
from gridwise.core.method import Option
from gridwise.core.puzzle import Offer, Puzzle, Question, clause_offer
from gridwise.core.views import CnfModel, CountModel, Deduction, EngineView, View
from gridwise.core.views.cardinality import ENCODINGS
from gridwise.puzzles.minesweeper import notation, rules, symbols, views
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.position import COVERED, MINE, MarkMine, Move, Position
from gridwise.puzzles.minesweeper.sample import sample
from gridwise.puzzles.minesweeper.scene import scene
from gridwise.reading.choose import boards_of

_ENCODING = Option("encoding", "binomial", ENCODINGS, "how sums over cells become clauses")

LEAST_KERNEL_CELLS = 16
"""The least covered cells for compiled code: other boards are counted before it is loaded."""


class Minesweeper(Puzzle[Position, Move]):
    """Minesweeper on a board of any width and height.

    A position is the player's view. A move carries a discovery about a cell: its number, that it
    is a mine, or that it is safe. Solved is a board without covered cells.
    """

    name = "minesweeper"
    title = "Minesweeper: which covered cells are mines, which are safe"
    position_type = Position
    extensions = ()
    file_names = r"mine(?:sweeper|s\b)"
    styles = notation.STYLES
    questions: ClassVar[tuple[Question, ...]] = (Question.FORCED, Question.SOLUTION)
    wants_unique = False
    absent = "safe"
    examples: ClassVar[tuple[str, ...]] = (
        "minesweeper:3x3:---/-1-/---",
        "minesweeper:4x3:--1-/2-2-/--1-",
        "minesweeper:5x5:-----/-2121/-2000/-2110/--X10",
        "minesweeper:4x4x3:---X/1-s-/01--/01--",
    )

    read = boards_of
    parse_notation = staticmethod(notation.parse_notation)
    interpret = staticmethod(symbols.interpret)
    likeness = staticmethod(symbols.likeness)
    format = staticmethod(notation.format_position)
    remarks = staticmethod(notation.remarks)
    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(notation.parse_move)
    violations = staticmethod(rules.violations)
    moves = staticmethod(rules.moves)
    apply = staticmethod(rules.apply)
    is_solved = staticmethod(rules.is_solved)
    scene = staticmethod(scene)

    def order_key(self, position: Position) -> tuple[int, ...]:
        return tuple(int(code == MINE) for code in position.shown)

    def is_progress(self, move: Move) -> bool:
        return not isinstance(move, MarkMine)

    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[Move]]:
        return {
            CnfModel: clause_offer(partial(views.cnf_model, position), (_ENCODING,)),
            CountModel: Offer(partial(views.count_model, position)),
            Deduction: Offer(partial(_deduction, position)),  # type: ignore[type-abstract]  # a key
            # Clauses answer forced cells without counting, but for a total that takes many.
            EngineView: Offer(  # type: ignore[type-abstract]  # a name for the kind; none is made of it
                partial(counting.LayoutKernel.of, position),
                counts_only=not views.has_large_total(position),
                by_name=position.shown.count(COVERED) < LEAST_KERNEL_CELLS,
            ),
        }


def _deduction(
    position: Position, techniques: Sequence[str] | None = None, **_: Any
) -> Deduction[Move]:
    from gridwise.puzzles.minesweeper.deduction import MineDeduction  # it loads all techniques

    return MineDeduction(position, techniques=techniques)


PUZZLE = Minesweeper()
FEATURES = Features(rules.features)
SAMPLER = Sampler(sample)
