from dataclasses import dataclass, field, replace

import pytest

from gridwise.core.position import replaced


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
