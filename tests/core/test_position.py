from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest

from gridwise.core.errors import ParameterError
from gridwise.core.position import further_rules, refuse_rules, replaced


@dataclass(frozen=True, slots=True)
class Board:
    size: int
    cells: bytes
    _sum: int | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != self.size:
            raise ValueError


@dataclass(frozen=True, slots=True)
class RuledBoard(Board):
    ruled: bool = False


def test_other_fields_are_kept_those_of_a_subclass_too():
    for board in (Board(2, b"ab"), RuledBoard(2, b"ab", True)):
        after = replaced(board, cells=b"cd")
        assert after == replace(board, cells=b"cd") and after != board
        assert type(after) is type(board) and hash(after) == hash(replace(after))
        assert board.cells == b"ab"


def test_the_constructor_does_not_run_and_what_it_derives_is_new():
    board = Board(2, b"ab")
    object.__setattr__(board, "_sum", 195)
    assert replaced(board, cells=b"c").cells == b"c"
    assert replaced(board)._sum is None
    with pytest.raises(ValueError):
        replace(board, cells=b"c")


@dataclass(frozen=True, slots=True)
class VariedBoard:
    plain_fields: ClassVar = ("size", "_sum")
    size: int
    _sum: int | None = field(default=None, init=False, compare=False)
    diagonals: bool = False
    cages: tuple[int, ...] = ()


class RenamedBoard(Board):
    pass


def test_a_further_rule_is_a_field_that_the_plain_board_lacks():
    assert further_rules(Board(1, b"a"), Board) == frozenset()
    assert further_rules(VariedBoard(1), VariedBoard) == frozenset()
    assert further_rules(VariedBoard(1, cages=(2,)), VariedBoard) == {"cages"}
    assert further_rules(VariedBoard(1, True, (2,)), VariedBoard) == {"cages", "diagonals"}
    assert further_rules(RuledBoard(1, b"a"), Board) == {"ruled"}  # of a class that answers by it
    assert further_rules(RenamedBoard(1, b"a"), Board) == {"RenamedBoard"}
    assert further_rules(True, int) == frozenset()  # only fields are rules


def test_a_rule_that_is_not_known_is_refused_by_name():
    refuse_rules("grid", frozenset(), ())
    refuse_rules("grid", frozenset({"cages"}), ("cages", "diagonals"))
    with pytest.raises(ParameterError, match="grid does not know the rule cages of this board"):
        refuse_rules("grid", frozenset({"cages", "diagonals"}), ("diagonals",))
